"""The journal of a tournament: what happened, line by line, from the tables that keep it.

A row of ``Journal`` that only repeats what a typed slip, a ruling or an act says is left out: these
are told themselves. The database filters, orders and cuts; only the lines asked for are read whole.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, IntegerField, Q, QuerySet, Value

from arbitrage.core.decided import UNDONE
from arbitrage.models import DECIDED, Act, LookPlan, PaperBulletin, Ruling
from arbitrage.queries.appeals import SHOWN
from arbitrage.queries.blinding import veil
from arbitrage.queries.second_looks import LookPlace
from tournament.core.events import EventKind
from tournament.models import (
    Entry,
    Game,
    Journal,
    RoleChange,
    Tournament,
    TournamentChange,
    Turn,
)
from tournament.queries.people.seating import seated_each
from tournament.queries.spoilers import hidden_turns

type Row = Journal | PaperBulletin | Ruling | Act | RoleChange | TournamentChange | LookPlan
type Key = tuple[int, int]


class Kept(IntEnum):
    """Where a line is kept; of one moment, in this order."""

    JOURNAL = 0
    PAPER = 1
    RULING = 2
    ACT = 3
    ROLE = 4
    TOURNAMENT = 5
    PLAN = 6


class What(StrEnum):
    """Which lines are looked for."""

    #: Everything but what the software does by itself.
    MAIN = ""
    ALL = "all"
    DRAWS = "draws"
    COMMANDS = "commands"
    PAPERS = "papers"
    DECISIONS = "decisions"
    SOFTWARE = "software"
    ROLES = "roles"
    TOURNAMENT = "tournament"


_DRAWS = {EventKind.DRAWN}
_BY_ITSELF = {
    EventKind.SOLVED,
    EventKind.CORRECTED,
    EventKind.COUNTED,
    EventKind.SCORED,
    EventKind.CLOCK,
}
_COMMANDS = set(EventKind) - _DRAWS - _BY_ITSELF - {EventKind.PAPER, EventKind.CASE, EventKind.LOOK}
_UNDONE = Q(kind=EventKind.CORRECTED, data__decision=UNDONE)
_DECIDED = Q(by__isnull=False) | Q(status__in=DECIDED)
_EVERY = Q()
#: What each choice takes of each source; nothing of those that it does not name.
PORTIONS: Mapping[What, Mapping[Kept, Q]] = {
    What.MAIN: {
        Kept.JOURNAL: ~Q(kind__in=_BY_ITSELF) | _UNDONE,
        Kept.PAPER: _EVERY,
        Kept.RULING: _DECIDED,
        Kept.ACT: _EVERY,
        Kept.ROLE: _EVERY,
        Kept.TOURNAMENT: _EVERY,
        Kept.PLAN: _EVERY,
    },
    What.ALL: dict.fromkeys(Kept, _EVERY),
    What.DRAWS: {Kept.JOURNAL: Q(kind__in=_DRAWS)},
    What.COMMANDS: {Kept.JOURNAL: Q(kind__in=_COMMANDS)},
    What.PAPERS: {Kept.PAPER: _EVERY},
    What.DECISIONS: {
        Kept.JOURNAL: _UNDONE | Q(kind__in=[EventKind.CASE, EventKind.LOOK]),
        Kept.RULING: _DECIDED,
        Kept.ACT: _EVERY,
    },
    What.SOFTWARE: {
        Kept.JOURNAL: Q(kind__in=_BY_ITSELF) & ~_UNDONE,
        Kept.RULING: ~_DECIDED,
    },
    What.ROLES: {Kept.ROLE: _EVERY},
    What.TOURNAMENT: {Kept.TOURNAMENT: _EVERY, Kept.PLAN: _EVERY},
}
#: Rows of the journal that say no more than the slip, the act or the rulings that came with them.
_REPEATED = (
    Q(kind=EventKind.PAPER)
    | Q(kind=EventKind.CORRECTED, data__has_key="act")
    | Q(kind=EventKind.CORRECTED, data__has_key="versions") & ~_UNDONE
)


@dataclass(frozen=True)
class _Table:
    """Where rows are kept, and how the tournament is reached from them."""

    rows: QuerySet[Any]
    tournament: str
    #: How the game is reached, and the entry, where they are about any.
    game: str = ""
    entry: str = ""


#: How the journal names entries: by their uid.
_IN_DATA = "data__entries__contains"


def _of_entries(rows: QuerySet[Any]) -> _Table:
    return _Table(rows, "turn__game__tournament", "turn__game", "entry")


_TABLES: Mapping[Kept, _Table] = {
    Kept.JOURNAL: _Table(Journal.objects.exclude(_REPEATED), "game__tournament", "game", _IN_DATA),
    Kept.PAPER: _of_entries(PaperBulletin.objects.all()),
    Kept.RULING: _of_entries(Ruling.objects.defer("verdict")),
    Kept.ACT: _of_entries(Act.objects.all()),
    Kept.ROLE: _Table(RoleChange.objects.select_related("tournament"), "tournament"),
    Kept.TOURNAMENT: _Table(TournamentChange.objects.all(), "tournament"),
    Kept.PLAN: _Table(LookPlan.objects.all(), "tournament"),
}


@dataclass(frozen=True)
class Asked:
    """Which lines: of a game, a turn, who sat where, by an account (0: nobody's); None for all."""

    tournament: Tournament
    what: What = What.MAIN
    game: int | None = None
    turn: int | None = None
    #: Entries by game, as they sat at the table that is looked for.
    seats: Mapping[int, int] | None = None
    by: int | None = None
    #: Bulletins that wait for the second look of whoever reads.
    veiled: frozenset[LookPlace] = frozenset()
    #: Whether the reader sees what arbiters see. Who does not may play: of a turn he reads nothing
    #: until its top is given.
    officer: bool = False

    @property
    def keys(self) -> QuerySet[Any, Key]:
        """Kept and number of each line, in no order yet: see ``in_order``."""
        hidden = [turn.pk for turn in hidden_turns([self.tournament])]
        first, *others = [
            self._of(source, portion, hidden) for source, portion in PORTIONS[self.what].items()
        ]
        return first.union(*others, all=True)

    def _of(self, source: Kept, portion: Q, hidden: Sequence[int]) -> QuerySet[Any, Any]:
        table = _TABLES[source]
        rows = table.rows.filter(portion, **{table.tournament: self.tournament})
        if self.by is not None:
            rows = rows.filter(by=self.by or None)
        if not table.game and (self.game, self.turn, self.seats) != (None, None, None):
            rows = rows.none()
        elif table.game:
            about = {table.game: self.game, "turn": self.turn}
            rows = rows.filter(**{name: pk for name, pk in about.items() if pk is not None})
            rows = rows.filter(self._at_table(table))
        if hidden and table.entry == "entry":
            rows = rows.exclude(turn__in=hidden)
        if table.game and not self.officer:
            rows = rows.filter(Q(turn=None) | SHOWN)
        if self.veiled:
            rows = rows.exclude(self._veil(source))
        place = Value(int(source), output_field=IntegerField())
        placed: QuerySet[Any, Any] = rows.order_by().annotate(source=place, row=F("pk"))
        return placed.values_list("source", "row", "at")

    def _veil(self, source: Kept) -> Q:
        """What would tell him of a decision: itself, that it was undone, that a slip went out."""
        if source in {Kept.RULING, Kept.ACT}:
            return veil(self.veiled)
        if source is Kept.JOURNAL:
            turns = {turn for turn, _entry in self.veiled}
            return Q(kind=EventKind.SLIPS) | _UNDONE & Q(turn__in=turns)
        return Q(pk__in=())

    def _at_table(self, table: _Table) -> Q:
        if self.seats is None:
            return Q()
        nobody = Q(pk__in=())
        seats: Mapping[int, int | str] = self.seats
        if table.entry == _IN_DATA:
            uids = dict(Entry.objects.filter(pk__in=self.seats.values()).values_list("pk", "uid"))
            seats = {game: str(uids[one]) for game, one in self.seats.items()}
        who = (Q(**{table.game: game, table.entry: one}) for game, one in seats.items())
        return reduce(or_, who, nobody)


_WHO_UNDID = ("turn_id", "at", "by__username")


def in_order(asked: Asked, *, newest_first: bool) -> QuerySet[Any, Any]:
    """Kept, number and moment of every line, as they are cut into pages."""
    names = ("at", "source", "row")
    return asked.keys.order_by(*(f"-{name}" if newest_first else name for name in names))


def rows_of(keys: Iterable[tuple[int, int, Any]]) -> list[Row]:
    """The rows of some lines, in their order, with whom and what they are about; ``seat_number`` of
    those about an entry is that of its table in the game."""
    wanted = [(Kept(kept), pk) for kept, pk, _ in keys]
    found: dict[tuple[Kept, int], Row] = {}
    for kept in {kept for kept, _ in wanted}:
        table = _TABLES[kept]
        rows = seated_each(table.rows) if table.entry == "entry" else table.rows
        held = rows.in_bulk([pk for of, pk in wanted if of is kept])
        found |= {(kept, pk): row for pk, row in held.items()}
    _set_beside(found.values())
    return [found[key] for key in wanted if key in found]


#: What lines speak of, read once for all of them: a thousand lines are of a few turns.
_BESIDE: Mapping[str, QuerySet[Any]] = {
    "by": User.objects.all(),
    "user": User.objects.all(),
    "game": Game.objects.all(),
    "turn": Turn.objects.select_related("game"),
    "entry": Entry.objects.all(),
    "takes_back": Act.objects.all(),
}


def _set_beside(rows: Iterable[Row]) -> None:
    named: defaultdict[str, list[tuple[Row, int]]] = defaultdict(list)
    for row in rows:
        for name in _BESIDE:
            if (pk := getattr(row, f"{name}_id", None)) is not None:
                named[name].append((row, pk))
    for name, those in named.items():
        held = _BESIDE[name].in_bulk({pk for _, pk in those})
        for row, pk in those:
            setattr(row, name, held[pk])


def restored(rows: Iterable[Row]) -> dict[int, str]:
    """The rulings among ``rows`` that were put back when a decision was undone, and who did it."""
    rulings = [row for row in rows if isinstance(row, Ruling)]
    undone = Journal.objects.filter(_UNDONE, turn__in={ruling.turn_id for ruling in rulings})
    # The row of the journal and those that it put back are of the same moment.
    by = {(turn, at): name or "" for turn, at, name in undone.values_list(*_WHO_UNDID)}
    moments = {ruling.pk: (ruling.turn_id, ruling.at) for ruling in rulings}
    return {pk: by[moment] for pk, moment in moments.items() if moment in by}


def people_of(tournament: Tournament) -> list[User]:
    """Who has done something in the tournament, by name: everybody's acts have a row."""
    journal = Journal.objects.filter(game__tournament=tournament)
    roles = RoleChange.objects.filter(tournament=tournament)
    changes = TournamentChange.objects.filter(tournament=tournament)
    acting = [Q(pk__in=rows.values("by")) for rows in (journal, roles, changes)]
    found = User.objects.filter(acting[0] | acting[1] | acting[2])
    return list(found.order_by("username"))
