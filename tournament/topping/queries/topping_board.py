"""Who is at which turn of a *topping*, in what time so far: nothing of its letters and words."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from tournament.core.states import Publicity, TournamentState
from tournament.queries.people.public_names import PublicNames
from tournament.queries.results.publicity import is_going_on
from tournament.topping.core import topping as rule
from tournament.topping.core.topping_run import (
    IN_PLAY_RUNS,
    OVER_RUNS,
    TENTH_MS,
    RunState,
    ToppingState,
    ToppingTerms,
)
from tournament.topping.models import Topping, ToppingEvent, ToppingRun
from tournament.topping.queries.topping import (
    ENDS,
    TurnTime,
    clock_at,
    lost_time,
    standing_ends,
    time_of_event,
)

#: The order of runs that have no rank yet.
_ORDER = {
    state: place
    for place, state in enumerate(
        (
            RunState.DONE,
            RunState.PLAYING,
            RunState.INTERRUPTED,
            RunState.WAITING,
            RunState.STOPPED,
            RunState.ANNULLED,
        )
    )
}


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A run; ``rank`` None until it is done. ``total`` in tenths of a second, penalties in."""

    run: ToppingRun
    name: str
    table: int | None
    state: RunState
    turn: int
    times: Sequence[TurnTime] = field(default_factory=tuple)
    rank: int | None = None

    @property
    def done(self) -> int:
        return len(self.times)

    @property
    def total(self) -> int:
        return sum(time.tenths for time in self.times)

    @property
    def not_found(self) -> int:
        return sum(not time.found for time in self.times)

    @property
    def order(self) -> tuple[int, int, int, int]:
        return _ORDER[self.state], -self.done, self.total, self.run.position


@dataclass(frozen=True)
class ToppingBoard:
    """``whole_names`` is for the staff."""

    topping: Topping
    now: datetime
    whole_names: bool = False

    @cached_property
    def terms(self) -> ToppingTerms:
        return self.topping.terms

    @cached_property
    def rows(self) -> list[BoardRow]:
        """By rank; then those who play, the furthest first; then the others."""
        rows = list(self._rows())
        ranks = _ranks_of(rows, self.terms)
        placed = [
            BoardRow(r.run, r.name, r.table, r.state, r.turn, r.times, ranks.get(r.run.pk))
            for r in rows
        ]
        return sorted(placed, key=lambda row: (row.rank or len(rows) + 1, row.order))

    @property
    def everybody_done(self) -> bool:
        return bool(self.rows) and all(row.state in OVER_RUNS for row in self.rows)

    @property
    def in_play(self) -> list[BoardRow]:
        return [row for row in self.rows if row.state in IN_PLAY_RUNS]

    @property
    def waiting(self) -> list[BoardRow]:
        """In the order in which they play."""
        rows = (row for row in self.rows if row.state is RunState.WAITING)
        return sorted(rows, key=lambda row: row.run.position)

    def _rows(self) -> Iterator[BoardRow]:
        runs = self.topping.runs.exclude(state=RunState.ANNULLED)
        runs = runs.select_related("entry__table", "trainee")
        written = self._written()
        for run in runs:
            clock, passed = clock_at(run, self.terms, self.now)
            lost = [lost_time(over.turn, self.terms) for over in passed]
            table = run.entry.table.number if run.entry else None
            times = (*written[run.pk], *lost)
            yield BoardRow(run, self._name(run), table, clock.state, clock.turn, times)

    def _written(self) -> Mapping[int, list[TurnTime]]:
        """The turns that are over, by run."""
        ends = ToppingEvent.objects.filter(topping=self.topping, kind__in=ENDS, run__isnull=False)
        of: defaultdict[int, list[ToppingEvent]] = defaultdict(list)
        for event in ends.order_by("run", "seq"):
            of[event.run_id or 0].append(event)
        times = {
            pk: [time_of_event(event, self.terms) for event in standing_ends(events)]
            for pk, events in of.items()
        }
        return defaultdict(list, times)

    @cached_property
    def _short(self) -> Mapping[int, str]:
        tournament = self.topping.tournament
        if self.whole_names or tournament is None:
            return {}
        return PublicNames(tournament).short

    def _name(self, run: ToppingRun) -> str:
        if run.entry is not None:
            return self._short.get(run.entry.pk, run.entry.name)
        return run.trainee.name if run.trainee else ""


def _ranks_of(rows: Sequence[BoardRow], terms: ToppingTerms) -> Mapping[int, int]:
    """Of those who have played all turns, by the rule (``core.topping``)."""
    said = {
        row.run.pk: [[rule.Proposal(time.tenths, 1)] if time.found else [] for time in row.times]
        for row in rows
        if row.state is RunState.DONE
    }
    found = rule.results(
        said,
        [1] * terms.turns,
        limit=terms.limit_ms // TENTH_MS,
        penalty=terms.penalty_ms // TENTH_MS,
    )
    return {each.key: each.rank for each in found}


def times_withheld(topping: Topping) -> Publicity | None:
    """What the times of persons still wait for; None: they are public as they come."""
    tournament = topping.tournament
    if tournament is None or tournament.state == TournamentState.ARCHIVED:
        return None
    publicity = Publicity(tournament.publicity)
    if publicity is Publicity.LIVE:
        return None
    if topping.state != ToppingState.CLOSED:
        return publicity
    return publicity if publicity is Publicity.END and is_going_on(tournament) else None


def found_by(board: ToppingBoard) -> Mapping[int, int]:
    """By turn how many have found it."""
    count: defaultdict[int, int] = defaultdict(int)
    for row in board.rows:
        for time in row.times:
            count[time.number] += time.found
    return dict(count)
