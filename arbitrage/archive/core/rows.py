"""Which members an archive has, and of what lines (``docs/archive.md``)."""

from collections.abc import Mapping

from arbitrage.archive.core.cases import (
    CaseRow,
    LookPlanRow,
    LookRow,
    NotifiedRow,
    SittingRow,
    StatementRow,
)
from arbitrage.archive.core.matches import (
    CallRow,
    MatchEventRow,
    MatchGameRow,
    MatchResultRow,
    MatchRow,
    RoundRow,
)
from arbitrage.archive.core.people import (
    AccountRow,
    ChangeRow,
    EntryRow,
    GroupRow,
    House,
    ImportRow,
    PersonRow,
    RoleRow,
    SeatingRow,
    StaffRow,
    TableRow,
    TeamRow,
    TournamentRow,
    WayIn,
)
from arbitrage.archive.core.play import (
    ActRow,
    ContenderRow,
    ExplanationRow,
    GameRow,
    HandedRow,
    JournalRow,
    PaperRow,
    RankedRow,
    RulingRow,
    ScoreRow,
    SeatRow,
    SolutionsRow,
    TookPartRow,
    TurnRow,
)
from arbitrage.archive.core.row import ArchiveRow
from arbitrage.archive.core.toppings import ToppingEventRow, ToppingRow, ToppingRunRow

#: What belongs to the server on which the archive was made, and not to what was played.
BESIDE: Mapping[str, type[ArchiveRow]] = {
    "house": House,
    "groups": GroupRow,
    "changes": ChangeRow,
    "staff": StaffRow,
    "accounts": AccountRow,
    "ways_in": WayIn,
}
CONTENT: Mapping[str, type[ArchiveRow]] = {
    "tournament": TournamentRow,
    "players": PersonRow,
    "teams": TeamRow,
    "imports": ImportRow,
    "tables": TableRow,
    "entries": EntryRow,
    "roles": RoleRow,
    "seating": SeatingRow,
    "games": GameRow,
    "seats": SeatRow,
    "contenders": ContenderRow,
    "turns": TurnRow,
    "solutions": SolutionsRow,
    "bulletins": HandedRow,
    "late": HandedRow,
    "papers": PaperRow,
    "took_part": TookPartRow,
    "rulings": RulingRow,
    "acts": ActRow,
    "look_plans": LookPlanRow,
    "looks": LookRow,
    "slips": NotifiedRow,
    "cases": CaseRow,
    "statements": StatementRow,
    "sittings": SittingRow,
    "explanations": ExplanationRow,
    "scores": ScoreRow,
    "standings": RankedRow,
    "journal": JournalRow,
    "toppings": ToppingRow,
    "topping_runs": ToppingRunRow,
    "topping_events": ToppingEventRow,
    "rounds": RoundRow,
    "matches": MatchRow,
    "match_games": MatchGameRow,
    "match_events": MatchEventRow,
    "match_results": MatchResultRow,
    "calls": CallRow,
}
MEMBERS: Mapping[str, type[ArchiveRow]] = {**BESIDE, **CONTENT}
