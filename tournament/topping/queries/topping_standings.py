"""The board of a *topping*: turn and time of each player, without letters and words."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from tournament.core.states import ResultVisibility, TournamentState
from tournament.queries.people.public_names import PublicNames
from tournament.queries.results.publicity import is_in_progress
from tournament.topping.core.topping import Proposal, compute_results
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
    TURN_END_KINDS,
    TurnTime,
    build_not_found_time,
    build_turn_time,
    compute_clock,
    list_valid_turn_ends,
)

#: Order of states among runs without rank.
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
class ToppingStandingsRow:
    """A run; ``rank`` is None until it is done, ``total`` in tenths of a second, including
    penalties."""

    run: ToppingRun
    name: str
    table: int | None
    state: RunState
    turn: int
    times: Sequence[TurnTime] = field(default_factory=tuple)
    rank: int | None = None

    @property
    def turns_done(self) -> int:
        return len(self.times)

    @property
    def total(self) -> int:
        return sum(time.tenths for time in self.times)

    @property
    def not_found(self) -> int:
        return sum(not time.is_found for time in self.times)

    @property
    def sort_key(self) -> tuple[int, int, int, int]:
        return _ORDER[self.state], -self.turns_done, self.total, self.run.position


@dataclass(frozen=True)
class ToppingStandings:
    """The board of a topping; ``full_names`` is for the staff."""

    topping: Topping
    now: datetime
    full_names: bool = False

    @cached_property
    def terms(self) -> ToppingTerms:
        return self.topping.terms

    @cached_property
    def rows(self) -> list[ToppingStandingsRow]:
        """Return the rows by rank; then runs being played, the furthest first; then the others."""
        rows = list(self._build_rows())
        ranks = _compute_ranks(rows, self.terms)
        ranked = [replace(row, rank=ranks.get(row.run.pk)) for row in rows]
        return sorted(ranked, key=lambda row: (row.rank or len(rows) + 1, row.sort_key))

    @property
    def is_everybody_done(self) -> bool:
        return bool(self.rows) and all(row.state in OVER_RUNS for row in self.rows)

    @property
    def in_play(self) -> list[ToppingStandingsRow]:
        return [row for row in self.rows if row.state in IN_PLAY_RUNS]

    @property
    def waiting(self) -> list[ToppingStandingsRow]:
        """Return the runs that have not begun, in the order of play."""
        rows = (row for row in self.rows if row.state is RunState.WAITING)
        return sorted(rows, key=lambda row: row.run.position)

    def _build_rows(self) -> Iterator[ToppingStandingsRow]:
        runs = self.topping.runs.exclude(state=RunState.ANNULLED)
        runs = runs.select_related("entry__table", "trainee")
        times_by_run = self._read_times()
        for run in runs:
            clock, expired = compute_clock(run, self.terms, self.now)
            expired_times = [build_not_found_time(turn.turn, self.terms) for turn in expired]
            table = run.entry.table.number if run.entry else None
            times = (*times_by_run[run.pk], *expired_times)
            yield ToppingStandingsRow(
                run, self._find_name(run), table, clock.state, clock.turn, times
            )

    def _read_times(self) -> Mapping[int, list[TurnTime]]:
        """Return the stored times by run."""
        ends = ToppingEvent.objects.filter(
            topping=self.topping, kind__in=TURN_END_KINDS, run__isnull=False
        )
        ends_by_run: defaultdict[int, list[ToppingEvent]] = defaultdict(list)
        for event in ends.order_by("run", "seq"):
            ends_by_run[event.run_id or 0].append(event)
        times = {
            pk: [build_turn_time(event, self.terms) for event in list_valid_turn_ends(events)]
            for pk, events in ends_by_run.items()
        }
        return defaultdict(list, times)

    @cached_property
    def _short_names(self) -> Mapping[int, str]:
        tournament = self.topping.tournament
        if self.full_names or tournament is None:
            return {}
        return PublicNames(tournament).short_names

    def _find_name(self, run: ToppingRun) -> str:
        if run.entry is not None:
            return self._short_names.get(run.entry.pk, run.entry.name)
        return run.trainee.name if run.trainee else ""


def _compute_ranks(rows: Sequence[ToppingStandingsRow], terms: ToppingTerms) -> Mapping[int, int]:
    """Return the ranks of the finished runs by the rule (``core.topping``).

    A ``TurnTime`` has no score: here each top scores 1.
    """
    proposals = {
        row.run.pk: [[Proposal(time.tenths, 1)] if time.is_found else [] for time in row.times]
        for row in rows
        if row.state is RunState.DONE
    }
    results = compute_results(
        proposals,
        [1] * terms.turns,
        limit=terms.limit_ms // TENTH_MS,
        penalty=terms.penalty_ms // TENTH_MS,
    )
    return {result.key: result.rank for result in results}


def find_pending_publicity(topping: Topping) -> ResultVisibility | None:
    """Return the setting because of which times are not public yet; None if they are public."""
    tournament = topping.tournament
    if tournament is None or tournament.state == TournamentState.ARCHIVED:
        return None
    publicity = ResultVisibility(tournament.publicity)
    if publicity is ResultVisibility.LIVE:
        return None
    if topping.state != ToppingState.CLOSED:
        return publicity
    return publicity if publicity is ResultVisibility.END and is_in_progress(tournament) else None
