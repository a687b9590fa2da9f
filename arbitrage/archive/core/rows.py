"""The members of an archive and the type of their lines (``docs/archive.md``)."""

from collections.abc import Mapping

from arbitrage.archive.core.cases import (
    CaseRow,
    CorrectionSlipRow,
    LookPlanRow,
    SecondLookRow,
    SittingRow,
    StatementRow,
)
from arbitrage.archive.core.matches import (
    CallRow,
    ClockEventRow,
    MatchEventRow,
    MatchGameRow,
    MatchResultRow,
    MatchRow,
    MatchStandingRow,
    RoundRow,
    TableClockRow,
)
from arbitrage.archive.core.people import (
    AccountRow,
    EntryRow,
    GroupRow,
    ImportRow,
    OrganisationRow,
    PersonRow,
    RoleChangeRow,
    RoomCentreRow,
    SeatingChangeRow,
    StaffRow,
    TableAccessRow,
    TableRow,
    TeamRow,
    TournamentChangeRow,
    TournamentRow,
)
from arbitrage.archive.core.play import (
    ActRow,
    ContenderRow,
    ExplanationRow,
    GameRow,
    JournalRow,
    PaperBulletinRow,
    RankedEntryRow,
    RulingRow,
    ScoreRow,
    SeatRow,
    SentBulletinRow,
    SolutionsRow,
    TookPartRow,
    TurnRow,
)
from arbitrage.archive.core.row import ArchiveRow, Reference
from arbitrage.archive.core.toppings import ToppingEventRow, ToppingRow, ToppingRunRow
from arbitrage.archive.core.tournament_journal import TournamentJournalRow

#: Members about the server that wrote the archive, rather than about what was played.
SERVER_MEMBERS: Mapping[str, type[ArchiveRow]] = {
    "house": OrganisationRow,
    "groups": GroupRow,
    "changes": TournamentChangeRow,
    "staff": StaffRow,
    "accounts": AccountRow,
    "ways_in": TableAccessRow,
}
CONTENT_MEMBERS: Mapping[str, type[ArchiveRow]] = {
    "tournament": TournamentRow,
    "centres": RoomCentreRow,
    "players": PersonRow,
    "teams": TeamRow,
    "imports": ImportRow,
    "tables": TableRow,
    "entries": EntryRow,
    "roles": RoleChangeRow,
    "seating": SeatingChangeRow,
    "games": GameRow,
    "seats": SeatRow,
    "contenders": ContenderRow,
    "turns": TurnRow,
    "solutions": SolutionsRow,
    "bulletins": SentBulletinRow,
    "late": SentBulletinRow,
    "papers": PaperBulletinRow,
    "took_part": TookPartRow,
    "rulings": RulingRow,
    "acts": ActRow,
    "look_plans": LookPlanRow,
    "looks": SecondLookRow,
    "slips": CorrectionSlipRow,
    "cases": CaseRow,
    "statements": StatementRow,
    "sittings": SittingRow,
    "explanations": ExplanationRow,
    "scores": ScoreRow,
    "standings": RankedEntryRow,
    "journal": JournalRow,
    "toppings": ToppingRow,
    "topping_runs": ToppingRunRow,
    "topping_events": ToppingEventRow,
    "rounds": RoundRow,
    "matches": MatchRow,
    "match_games": MatchGameRow,
    "match_events": MatchEventRow,
    "match_results": MatchResultRow,
    "table_clocks": TableClockRow,
    "clock_events": ClockEventRow,
    "calls": CallRow,
    "match_standings": MatchStandingRow,
    "tournament_journal": TournamentJournalRow,
}
MEMBERS: Mapping[str, type[ArchiveRow]] = {**SERVER_MEMBERS, **CONTENT_MEMBERS}

#: Members of which an archive of one turn has no line, although they are content.
WHOLE_TOURNAMENT_MEMBERS = (
    *("standings", "toppings", "topping_runs", "topping_events", "rounds", "matches"),
    *("match_games", "match_events", "match_results", "calls", "table_clocks", "clock_events"),
    *("tournament_journal", "match_standings"),
)

_UID, _NUMBER = ("uid",), ("number",)
#: The member whose line a reference names, and the fields that make the name.
NAMED_ROWS: Mapping[Reference, tuple[str, tuple[str, ...]]] = {
    Reference.CENTRE: ("centres", _UID),
    Reference.PLAYER: ("players", _UID),
    Reference.TEAM: ("teams", ("name",)),
    Reference.IMPORT: ("imports", _NUMBER),
    Reference.TABLE: ("tables", _NUMBER),
    Reference.ENTRY: ("entries", _UID),
    Reference.GAME: ("games", _NUMBER),
    Reference.TURN: ("turns", ("game", "ordinal")),
    Reference.ACT: ("acts", _UID),
    Reference.CASE: ("cases", _NUMBER),
    Reference.TOPPING: ("toppings", _NUMBER),
    Reference.TOPPING_RUN: ("topping_runs", _UID),
    Reference.ROUND: ("rounds", _NUMBER),
    Reference.MATCH: ("matches", _UID),
    Reference.MATCH_GAME: ("match_games", _UID),
    Reference.TABLE_CLOCK: ("table_clocks", _UID),
    Reference.ACCOUNT: ("accounts", ("key",)),
}
