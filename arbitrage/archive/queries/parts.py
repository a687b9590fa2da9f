"""The members of an archive that are the rows of a model: which model, whose rows, which order.

The fields of their lines are those of the rows (``archive.core.rows``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from django.db.models import Model

from arbitrage.archive.core.people import EntryRow, TournamentRow
from arbitrage.archive.core.play import GameRow
from arbitrage.archive.core.row import Column, OfTurn, list_columns
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
from tournament.classic.models import Match, MatchEvent, MatchGame, MatchResult, MatchRound
from tournament.models import (
    Bulletin,
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
    TookPart,
    TournamentChange,
    Turn,
)
from tournament.topping.models import Topping, ToppingEvent, ToppingRun


@dataclass(frozen=True)
class Part:
    """A member whose lines are the rows of ``model``.

    ``owner``: how the tournament, or with ``house`` its organisation, is reached. ``order``: that
    of the rows. ``sources``: attributes of fields that have another name than theirs. ``turn_by``:
    how the turn is reached of lines that do not name it; an archive of one turn has its own.
    ``sort``: fields of the line by which they are ordered, where the database cannot.
    """

    member: str
    model: type[Model]
    owner: str = "tournament"
    order: tuple[str, ...] = ("pk",)
    sources: Mapping[str, str] = MappingProxyType({})
    turn_by: str = ""
    house: bool = False
    sort: tuple[str, ...] = ()

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        return list_columns(MEMBERS[self.member], self.sources)

    @cached_property
    def is_of_turn(self) -> bool:
        """Its lines name game and turn, of ``turn_id``."""
        return issubclass(MEMBERS[self.member], OfTurn)


#: Of members that are more than the rows of a model, the fields that are columns.
TOURNAMENT_COLUMNS = list_columns(TournamentRow, but={"screen"})
GAME_COLUMNS = list_columns(GameRow, but={"commitment", "seal", "word_list", "dirty_turns"})
ENTRY_COLUMNS = list_columns(EntryRow, but={"players"})

_OF_GAME = "game__tournament"
_OF_TURN = "turn__game__tournament"
_OF_MATCH = "match__tournament"
_OF_CASE = "appeal__tournament"
_BY_TURN = ("turn__game__number", "turn__ordinal")
_BY_ENTRY = (*_BY_TURN, "entry__uid")
_BY_SEAT = ("game__number", "entry__uid")
_BY_VERSION = (*_BY_ENTRY, "version")
_BY_NUMBER = ("number",)
_BY_CASE = ("appeal__number", "pk")  # in the order written: the journal holds them so
_HANDED = {"at": "arrived_at"}
_CASE = {"case": "appeal_id"}

#: In the order in which they can be written: what a line names comes before it.
PARTS: tuple[Part, ...] = (
    Part("groups", Group, "organisation", ("kind", "position", "code"), house=True),
    Part("changes", TournamentChange),
    Part("staff", StaffMember, order=("user__username", "role")),
    Part("players", Player),
    Part("teams", Team, order=("name",)),
    Part("imports", EntryImport, sources={"number": "pk"}),
    Part("tables", Table, order=_BY_NUMBER),
    Part("roles", RoleChange),
    Part("seating", SeatingChange),
    Part("seats", Seat, _OF_GAME, _BY_SEAT),
    Part("contenders", Contender, _OF_GAME, _BY_SEAT),
    Part("turns", Turn, _OF_GAME, ("game__number", "ordinal")),
    Part("bulletins", Bulletin, _OF_TURN, _BY_ENTRY, _HANDED),
    Part("late", LateBulletin, _OF_TURN, _BY_ENTRY, _HANDED),
    Part("papers", PaperBulletin, _OF_TURN, _BY_VERSION, {"contests": "contests__version"}),
    Part("took_part", TookPart, _OF_TURN, _BY_ENTRY),
    Part("rulings", Ruling, _OF_TURN, _BY_VERSION),
    Part("acts", Act, _OF_TURN),
    Part("look_plans", LookPlan),
    Part("looks", SecondLook, _OF_TURN),
    Part("slips", Slip, _OF_TURN, _BY_VERSION),
    Part("cases", Appeal, order=_BY_NUMBER),
    Part("statements", Statement, _OF_CASE, _BY_CASE, _CASE, turn_by="appeal__turn"),
    Part("sittings", Sitting, _OF_CASE, _BY_CASE, _CASE, turn_by="appeal__turn"),
    Part(
        "explanations",
        Explanation,
        _OF_TURN,
        _BY_TURN,
        {"ref": "id"},
        sort=("game", "turn", "ref"),
    ),
    Part("scores", Score, _OF_TURN, _BY_ENTRY),
    Part("journal", Journal, _OF_GAME, ("game__number", "seq")),
    Part(
        "toppings",
        Topping,
        order=_BY_NUMBER,
        sources={"word_list": "word_list__checksum", "words": "word_list__count"},
    ),
    Part("topping_runs", ToppingRun, "topping__tournament"),
    Part("topping_events", ToppingEvent, "topping__tournament"),
    Part("rounds", MatchRound, order=_BY_NUMBER),
    Part("matches", Match, order=("uid",)),
    Part(
        "match_games",
        MatchGame,
        _OF_MATCH,
        ("match__uid", "number"),
        {"words": "word_list__checksum", "words_count": "word_list__count"},
    ),
    Part("match_events", MatchEvent, "game__match__tournament", ("game__uid", "seq")),
    Part("match_results", MatchResult, _OF_MATCH, ("match__uid", "at", "pk")),
    Part("calls", TableCall, order=_BY_NUMBER),
)
