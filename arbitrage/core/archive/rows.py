"""Which members an archive has, and of what lines (``docs/archive.md``)."""

from collections.abc import Mapping

from arbitrage.core.archive.people import (
    AccountRow,
    ChangeRow,
    EntryRow,
    GroupRow,
    House,
    ImportRow,
    PlayerRow,
    RoleRow,
    SeatingRow,
    StaffRow,
    TableRow,
    TeamRow,
    TournamentRow,
    WayIn,
)
from arbitrage.core.archive.play import (
    ActRow,
    BulletinRow,
    ExplanationRow,
    GameRow,
    JournalRow,
    PaperRow,
    RulingRow,
    ScoreRow,
    SeatRow,
    SolutionsRow,
    StandingRow,
    TookPartRow,
    TurnRow,
)
from arbitrage.core.archive.row import Row

#: What belongs to the server on which the archive was made, and not to what was played.
BESIDE: Mapping[str, type[Row]] = {
    "house": House,
    "groups": GroupRow,
    "changes": ChangeRow,
    "staff": StaffRow,
    "accounts": AccountRow,
    "ways_in": WayIn,
}
CONTENT: Mapping[str, type[Row]] = {
    "tournament": TournamentRow,
    "players": PlayerRow,
    "teams": TeamRow,
    "imports": ImportRow,
    "tables": TableRow,
    "entries": EntryRow,
    "roles": RoleRow,
    "seating": SeatingRow,
    "games": GameRow,
    "seats": SeatRow,
    "turns": TurnRow,
    "solutions": SolutionsRow,
    "bulletins": BulletinRow,
    "late": BulletinRow,
    "papers": PaperRow,
    "took_part": TookPartRow,
    "rulings": RulingRow,
    "acts": ActRow,
    "explanations": ExplanationRow,
    "scores": ScoreRow,
    "standings": StandingRow,
    "journal": JournalRow,
}
MEMBERS: Mapping[str, type[Row]] = {**BESIDE, **CONTENT}
