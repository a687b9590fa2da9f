"""The members of an archive that are rows of a model: model, owner and order.

The fields of their lines are those of the row classes (``archive.core.rows``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from django.db.models import Model

from arbitrage.archive.core.people import EntryRow, TournamentRow
from arbitrage.archive.core.play import GameRow
from arbitrage.archive.core.row import PerTurnRow, RowColumn, list_columns
from arbitrage.archive.core.rows import MEMBERS
from arbitrage.classic.models import TableCall
from arbitrage.models import (
    Act,
    Appeal,
    LookPlan,
    PaperBulletin,
    Ruling,
    SecondLook,
    Sitting,
    Slip,
    Statement,
)
from tournament.classic.models import (
    ClockEvent,
    Match,
    MatchEvent,
    MatchGame,
    MatchResult,
    MatchRound,
    TableClock,
)
from tournament.models import (
    Bulletin,
    Centre,
    Contender,
    EntryImport,
    Explanation,
    Group,
    Journal,
    LateBulletin,
    Player,
    RoleChange,
    Score,
    Seat,
    SeatingChange,
    StaffMember,
    Table,
    Team,
    TournamentChange,
    TournamentJournal,
    Turn,
    TurnParticipation,
)
from tournament.topping.models import Topping, ToppingEvent, ToppingRun


@dataclass(frozen=True)
class MemberTable:
    """A member whose lines are rows of ``model``.

    ``owner_lookup``: lookup of the tournament, or of its organisation with ``is_of_organisation``.
    ``order``: order of the rows. ``sources``: attributes of fields that have another name in the
    model. ``turn_lookup``: lookup of the turn for lines without one, used by archives of one turn.
    ``sort``: fields of the line to sort by, where the database cannot.
    """

    member: str
    model: type[Model]
    owner_lookup: str = "tournament"
    order: tuple[str, ...] = ("pk",)
    sources: Mapping[str, str] = MappingProxyType({})
    turn_lookup: str = ""
    is_of_organisation: bool = False
    sort: tuple[str, ...] = ()

    @cached_property
    def columns(self) -> tuple[RowColumn, ...]:
        return list_columns(MEMBERS[self.member], self.sources)

    @cached_property
    def is_of_turn(self) -> bool:
        """Return True if the lines have ``game`` and ``turn``, read from ``turn_id``."""
        return issubclass(MEMBERS[self.member], PerTurnRow)


#: Columns of members that also have other fields (``other_members``).
TOURNAMENT_COLUMNS = list_columns(TournamentRow, excluded={"screen"})
GAME_COLUMNS = list_columns(GameRow, excluded={"commitment", "seal", "word_list", "dirty_turns"})
ENTRY_COLUMNS = list_columns(EntryRow, excluded={"players"})

_OF_GAME = "game__tournament"
_OF_TURN = "turn__game__tournament"
_OF_MATCH = "match__tournament"
_OF_CASE = "appeal__tournament"
_BY_TURN = ("turn__game__number", "turn__ordinal")
_BY_ENTRY = (*_BY_TURN, "entry__uid")
_BY_SEAT = ("game__number", "entry__uid")
_BY_VERSION = (*_BY_ENTRY, "version")
_BY_NUMBER = ("number",)
_BY_CASE = ("appeal__number", "pk")  # in the order written, as in the digest of the journal
_ARRIVAL = {"at": "arrived_at"}
_ELIMINATION = {"eliminated_in_turn": "fell"}
_CASE_KEY = {"case": "appeal_id"}

#: In an order in which they can be restored: a line comes after the lines that it names.
MEMBER_TABLES: tuple[MemberTable, ...] = (
    MemberTable(
        "groups", Group, "organisation", ("kind", "position", "code"), is_of_organisation=True
    ),
    MemberTable("centres", Centre, order=("position", "uid")),
    MemberTable("changes", TournamentChange),
    MemberTable("staff", StaffMember, order=("user__username", "role")),
    MemberTable("players", Player),
    MemberTable("teams", Team, order=("name",)),
    MemberTable("imports", EntryImport, sources={"number": "pk"}),
    MemberTable("tables", Table, order=_BY_NUMBER),
    MemberTable("roles", RoleChange),
    MemberTable("seating", SeatingChange),
    MemberTable("seats", Seat, _OF_GAME, _BY_SEAT),
    MemberTable("contenders", Contender, _OF_GAME, _BY_SEAT, _ELIMINATION),
    MemberTable("turns", Turn, _OF_GAME, ("game__number", "ordinal")),
    MemberTable("bulletins", Bulletin, _OF_TURN, _BY_ENTRY, _ARRIVAL),
    MemberTable("late", LateBulletin, _OF_TURN, _BY_ENTRY, _ARRIVAL),
    MemberTable("papers", PaperBulletin, _OF_TURN, _BY_VERSION, {"contests": "contests__version"}),
    MemberTable("took_part", TurnParticipation, _OF_TURN, _BY_ENTRY),
    MemberTable("rulings", Ruling, _OF_TURN, _BY_VERSION),
    MemberTable("acts", Act, _OF_TURN),
    MemberTable("look_plans", LookPlan),
    MemberTable("looks", SecondLook, _OF_TURN),
    MemberTable("slips", Slip, _OF_TURN, _BY_VERSION),
    MemberTable("cases", Appeal, order=_BY_NUMBER),
    MemberTable("statements", Statement, _OF_CASE, _BY_CASE, _CASE_KEY, turn_lookup="appeal__turn"),
    MemberTable("sittings", Sitting, _OF_CASE, _BY_CASE, _CASE_KEY, turn_lookup="appeal__turn"),
    MemberTable(
        "explanations",
        Explanation,
        _OF_TURN,
        _BY_TURN,
        {"ref": "id"},
        sort=("game", "turn", "ref"),
    ),
    MemberTable("scores", Score, _OF_TURN, _BY_ENTRY),
    MemberTable("journal", Journal, _OF_GAME, ("game__number", "seq")),
    MemberTable(
        "toppings",
        Topping,
        order=_BY_NUMBER,
        sources={"word_list": "word_list__checksum", "words": "word_list__count"},
    ),
    MemberTable("topping_runs", ToppingRun, "topping__tournament"),
    MemberTable("topping_events", ToppingEvent, "topping__tournament"),
    MemberTable("rounds", MatchRound, order=_BY_NUMBER),
    MemberTable("matches", Match, order=("uid",)),
    MemberTable(
        "match_games",
        MatchGame,
        _OF_MATCH,
        ("match__uid", "number"),
        {"words": "word_list__checksum", "words_count": "word_list__count"},
    ),
    MemberTable("match_events", MatchEvent, "game__match__tournament", ("game__uid", "seq")),
    MemberTable("match_results", MatchResult, _OF_MATCH, ("match__uid", "at", "pk")),
    MemberTable("table_clocks", TableClock, _OF_MATCH, ("match__uid", "number")),
    MemberTable("clock_events", ClockEvent, "clock__match__tournament", ("clock__uid", "seq")),
    MemberTable("calls", TableCall, order=_BY_NUMBER),
    MemberTable("tournament_journal", TournamentJournal, order=("seq",)),
)
