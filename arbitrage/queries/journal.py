"""The journal of a tournament, line by line, from the tables that store it.

A row of ``Journal`` that only repeats a typed slip, a ruling or an act is left out: these have
lines of their own. The database filters, orders and paginates; only the lines of a page are read
whole.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, IntegerField, Q, QuerySet, Value

from arbitrage.core.ruling_codes import UNDONE_DECISION
from arbitrage.models import DECIDED_STATUSES, Act, LookPlan, PaperBulletin, Ruling
from arbitrage.queries.appeals import IS_TURN_SHOWN
from arbitrage.queries.blinding import build_blinding_filter
from arbitrage.queries.second_looks import TurnEntry
from tournament.core.events import DRAW_EVENTS, EventKind
from tournament.core.states import TurnState
from tournament.models import (
    Entry,
    Game,
    Journal,
    RoleChange,
    Tournament,
    TournamentChange,
    Turn,
)
from tournament.queries.people.seating import annotate_seats_by_turn
from tournament.queries.people.table_scope import ALL_TABLES, TableScope
from tournament.queries.spoilers import list_hidden_turns

type SourceRow = Journal | PaperBulletin | Ruling | Act | RoleChange | TournamentChange | LookPlan
type Key = tuple[int, int, datetime]


class JournalSource(IntEnum):
    """The table where a line is stored; lines of one moment are in this order."""

    JOURNAL = 0
    PAPER = 1
    RULING = 2
    ACT = 3
    ROLE = 4
    TOURNAMENT = 5
    PLAN = 6


class JournalFilter(StrEnum):
    """The choice of lines."""

    #: All lines except those of the software.
    MAIN = ""
    ALL = "all"
    DRAWS = "draws"
    COMMANDS = "commands"
    PAPERS = "papers"
    DECISIONS = "decisions"
    SOFTWARE = "software"
    ROLES = "roles"
    TOURNAMENT = "tournament"


_DRAW_KINDS = set(DRAW_EVENTS)
_SOFTWARE_KINDS = {
    EventKind.TURN_SOLVED,
    EventKind.TURN_CORRECTED,
    EventKind.COUNTS_CHANGED,
    EventKind.STANDINGS_CHANGED,
    EventKind.CLOCK_CORRECTED,
}
#: Lines of the journal about one entry.
_ENTRY_KINDS = {EventKind.CASE_CHANGED, EventKind.LOOK_CHANGED}
_COMMAND_KINDS = (
    set(EventKind) - _DRAW_KINDS - _SOFTWARE_KINDS - {EventKind.PAPER_TYPED, *_ENTRY_KINDS}
)
_UNDONE = Q(kind=EventKind.TURN_CORRECTED, data__decision=UNDONE_DECISION)
_DECIDED = Q(by__isnull=False) | Q(status__in=DECIDED_STATUSES)
_EVERY_ROW = Q()
#: The condition of each choice on each source; sources that it does not name have no lines.
CONDITIONS: Mapping[JournalFilter, Mapping[JournalSource, Q]] = {
    JournalFilter.MAIN: {
        JournalSource.JOURNAL: ~Q(kind__in=_SOFTWARE_KINDS) | _UNDONE,
        JournalSource.PAPER: _EVERY_ROW,
        JournalSource.RULING: _DECIDED,
        JournalSource.ACT: _EVERY_ROW,
        JournalSource.ROLE: _EVERY_ROW,
        JournalSource.TOURNAMENT: _EVERY_ROW,
        JournalSource.PLAN: _EVERY_ROW,
    },
    JournalFilter.ALL: dict.fromkeys(JournalSource, _EVERY_ROW),
    JournalFilter.DRAWS: {JournalSource.JOURNAL: Q(kind__in=_DRAW_KINDS)},
    JournalFilter.COMMANDS: {JournalSource.JOURNAL: Q(kind__in=_COMMAND_KINDS)},
    JournalFilter.PAPERS: {JournalSource.PAPER: _EVERY_ROW},
    JournalFilter.DECISIONS: {
        JournalSource.JOURNAL: _UNDONE | Q(kind__in=_ENTRY_KINDS),
        JournalSource.RULING: _DECIDED,
        JournalSource.ACT: _EVERY_ROW,
    },
    JournalFilter.SOFTWARE: {
        JournalSource.JOURNAL: Q(kind__in=_SOFTWARE_KINDS) & ~_UNDONE,
        JournalSource.RULING: ~_DECIDED,
    },
    JournalFilter.ROLES: {JournalSource.ROLE: _EVERY_ROW},
    JournalFilter.TOURNAMENT: {
        JournalSource.TOURNAMENT: _EVERY_ROW,
        JournalSource.PLAN: _EVERY_ROW,
    },
}
#: Rows of the journal that only repeat the slip, the act or the rulings that came with them.
_REPEATED = (
    Q(kind=EventKind.PAPER_TYPED)
    | Q(kind=EventKind.TURN_CORRECTED, data__has_key="act")
    | Q(kind=EventKind.TURN_CORRECTED, data__has_key="versions") & ~_UNDONE
)


@dataclass(frozen=True)
class _Table:
    """A table with lines, and the path from its rows to the tournament."""

    rows: QuerySet[Any]
    tournament: str
    #: The paths to the game and the entry, where rows have any.
    game: str = ""
    entry: str = ""


#: The journal names entries by their uid.
_IN_DATA = "data__entries__contains"


def _build_entry_table(rows: QuerySet[Any]) -> _Table:
    return _Table(rows, "turn__game__tournament", "turn__game", "entry")


_TABLES: Mapping[JournalSource, _Table] = {
    JournalSource.JOURNAL: _Table(
        Journal.objects.exclude(_REPEATED), "game__tournament", "game", _IN_DATA
    ),
    JournalSource.PAPER: _build_entry_table(PaperBulletin.objects.all()),
    JournalSource.RULING: _build_entry_table(Ruling.objects.defer("verdict")),
    JournalSource.ACT: _build_entry_table(Act.objects.all()),
    JournalSource.ROLE: _Table(RoleChange.objects.select_related("tournament"), "tournament"),
    JournalSource.TOURNAMENT: _Table(TournamentChange.objects.all(), "tournament"),
    JournalSource.PLAN: _Table(LookPlan.objects.all(), "tournament"),
}


@dataclass(frozen=True)
class JournalQuery:
    """The conditions on lines; None means all. ``by``: an account, 0 for lines without one."""

    tournament: Tournament
    filter: JournalFilter = JournalFilter.MAIN
    game: int | None = None
    turn: int | None = None
    #: The entries at the table that the reader looks for, by game.
    seats: Mapping[int, int] | None = None
    by: int | None = None
    #: Bulletins that wait for the second look of the reader.
    blinded: frozenset[TurnEntry] = frozenset()
    #: True if the reader sees what arbiters see. Others may be players: they read nothing of a turn
    #: until its top is announced.
    officer: bool = False
    #: The tables whose bulletins and decisions the reader sees.
    scope: TableScope = ALL_TABLES

    @property
    def keys(self) -> QuerySet[Any, Key]:
        """Source, primary key and moment of each line, not ordered: see ``list_keys``."""
        hidden = [turn.pk for turn in list_hidden_turns([self.tournament])]
        first, *others = [
            self._filter_source(source, condition, hidden)
            for source, condition in CONDITIONS[self.filter].items()
        ]
        return first.union(*others, all=True)

    def _filter_source(
        self, source: JournalSource, condition: Q, hidden: Sequence[int]
    ) -> QuerySet[Any, Any]:
        table = _TABLES[source]
        rows = table.rows.filter(condition, **{table.tournament: self.tournament})
        if self.by is not None:
            rows = rows.filter(by=self.by or None)
        if not table.game and (self.game, self.turn, self.seats) != (None, None, None):
            rows = rows.none()
        elif table.game:
            conditions = {table.game: self.game, "turn": self.turn}
            rows = rows.filter(**{name: pk for name, pk in conditions.items() if pk is not None})
            rows = rows.filter(self._build_seat_filter(table))
        if hidden and table.entry == "entry":
            rows = rows.exclude(turn__in=hidden)
        if table.entry == "entry":
            rows = self.scope.filter_by_turn(rows)
        elif source is JournalSource.JOURNAL:
            rows = rows.exclude(self._build_elsewhere_filter())
        if table.game and not self.officer:
            rows = rows.filter(Q(turn=None) | IS_TURN_SHOWN)
        if self.blinded:
            rows = rows.exclude(self._build_blinding_filter(source))
        source_value = Value(int(source), output_field=IntegerField())
        keys: QuerySet[Any, Any] = rows.order_by().annotate(source=source_value, row=F("pk"))
        return keys.values_list("source", "row", "at")

    def _build_elsewhere_filter(self) -> Q:
        """Return the lines of cases and looks of other centres, and of letters to be announced."""
        drawn = Q(turn__state=TurnState.DRAWN) if self.scope.centres else Q(pk__in=())
        uids = self.scope.list_uids_elsewhere(self.tournament.pk)
        places = (Q(game=game, data__entries__0__in=names) for game, names in uids.items())
        return drawn | Q(kind__in=_ENTRY_KINDS) & reduce(or_, places, Q(pk__in=()))

    def _build_blinding_filter(self, source: JournalSource) -> Q:
        """Return the lines that would reveal a decision: ruling, undoing, or slip."""
        if source in {JournalSource.RULING, JournalSource.ACT}:
            return build_blinding_filter(self.blinded)
        if source is JournalSource.JOURNAL:
            turns = {turn for turn, _entry in self.blinded}
            return Q(kind=EventKind.SLIPS_HANDLED) | _UNDONE & Q(turn__in=turns)
        return Q(pk__in=())

    def _build_seat_filter(self, table: _Table) -> Q:
        if self.seats is None:
            return Q()
        seats: Mapping[int, int | str] = self.seats
        if table.entry == _IN_DATA:
            uids = dict(Entry.objects.filter(pk__in=self.seats.values()).values_list("pk", "uid"))
            seats = {game: str(uids[entry]) for game, entry in self.seats.items()}
        conditions = (Q(**{table.game: game, table.entry: entry}) for game, entry in seats.items())
        return reduce(or_, conditions, Q(pk__in=()))


_UNDOING_FIELDS = ("turn_id", "at", "by__username")


def list_keys(query: JournalQuery, *, newest_first: bool) -> QuerySet[Any, Key]:
    """Return source, primary key and moment of every line, in the order of the pages."""
    names = ("at", "source", "row")
    return query.keys.order_by(*(f"-{name}" if newest_first else name for name in names))


def load_rows(keys: Iterable[Key]) -> list[SourceRow]:
    """Return the rows of some lines, in their order, with their related objects.

    ``seat_number`` of rows about an entry is that of its table in the game.
    """
    requested = [(JournalSource(source), pk) for source, pk, _ in keys]
    rows_by_key: dict[tuple[JournalSource, int], SourceRow] = {}
    for source in {source for source, _ in requested}:
        table = _TABLES[source]
        queryset = annotate_seats_by_turn(table.rows) if table.entry == "entry" else table.rows
        source_rows = queryset.in_bulk([pk for other, pk in requested if other is source])
        rows_by_key |= {(source, pk): row for pk, row in source_rows.items()}
    _attach_related(rows_by_key.values())
    return [rows_by_key[key] for key in requested if key in rows_by_key]


#: Related objects of lines, read once for all of them: a thousand lines are about a few turns.
_RELATED: Mapping[str, QuerySet[Any]] = {
    "by": User.objects.all(),
    "user": User.objects.all(),
    "game": Game.objects.all(),
    "turn": Turn.objects.select_related("game"),
    "entry": Entry.objects.all(),
    "takes_back": Act.objects.all(),
}


def _attach_related(rows: Iterable[SourceRow]) -> None:
    by_field: defaultdict[str, list[tuple[SourceRow, int]]] = defaultdict(list)
    for row in rows:
        for name in _RELATED:
            if (pk := getattr(row, f"{name}_id", None)) is not None:
                by_field[name].append((row, pk))
    for name, references in by_field.items():
        related = _RELATED[name].in_bulk({pk for _, pk in references})
        for row, pk in references:
            setattr(row, name, related[pk])


def find_restored(rows: Iterable[SourceRow]) -> dict[int, str]:
    """Return who undid a decision, by the ruling among ``rows`` that this restored."""
    rulings = [row for row in rows if isinstance(row, Ruling)]
    undone = Journal.objects.filter(_UNDONE, turn__in={ruling.turn_id for ruling in rulings})
    # The row of the journal and the rulings that it restored are of the same moment.
    by = {(turn, at): name or "" for turn, at, name in undone.values_list(*_UNDOING_FIELDS)}
    moments = {ruling.pk: (ruling.turn_id, ruling.at) for ruling in rulings}
    return {pk: by[moment] for pk, moment in moments.items() if moment in by}


def list_people(tournament: Tournament) -> list[User]:
    """Return the accounts with a row of the journal, by name."""
    journal = Journal.objects.filter(game__tournament=tournament)
    roles = RoleChange.objects.filter(tournament=tournament)
    changes = TournamentChange.objects.filter(tournament=tournament)
    account_filters = [Q(pk__in=rows.values("by")) for rows in (journal, roles, changes)]
    users = User.objects.filter(account_filters[0] | account_filters[1] | account_filters[2])
    return list(users.order_by("username"))
