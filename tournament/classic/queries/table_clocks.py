"""Clocks of tables with real tiles whose games are not recorded, computed from their events."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.db.models import QuerySet

from tournament.classic.core.match import compute_max_games
from tournament.classic.core.rounds.countdown import Countdown
from tournament.classic.core.rounds.states import RoundState
from tournament.classic.core.table_clock import (
    TableClockState,
    TimeDecision,
    advance_clock,
    apply,
    build_table_clock,
)
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.classic.models import ClockEvent, Match, MatchGame, MatchRound, TableClock
from tournament.classic.queries.games import to_event
from tournament.models import Tournament
from tournament.queries.clock import to_milliseconds


def load_clock_state(clock: TableClock) -> TableClockState:
    """Return the state after the last event. Cached per process: events never change."""
    if not clock.seq:
        return build_table_clock(
            MatchTerms.from_json(clock.terms), at=to_milliseconds(clock.opened_at)
        )
    last_event = ClockEvent.objects.filter(clock=clock, seq=clock.seq).values_list("pk", "at")
    return _load_state(clock.pk, clock.seq, last_event.first())


@lru_cache(maxsize=256)
def _load_state(
    clock_id: int, seq: int, _last_event: tuple[int, datetime] | None
) -> TableClockState:
    """Return the state; ``_last_event`` is only a part of the cache key."""
    clock = TableClock.objects.get(pk=clock_id)
    state = build_table_clock(
        MatchTerms.from_json(clock.terms), at=to_milliseconds(clock.opened_at)
    )
    for row in ClockEvent.objects.filter(clock=clock_id, seq__lte=seq):
        state = apply(state, to_event(row))
    return state


def load_countdown(match_round: MatchRound | None) -> Countdown:
    """Return the common time of the hall for the round (6.4.1)."""
    if match_round is None:
        return Countdown()
    ends = match_round.clock_ends_at
    return Countdown(match_round.clock_left_ms, None if ends is None else to_milliseconds(ends))


def has_common_time(match_round: MatchRound) -> bool:
    """Return True if the matches of the round are played on paper with a common time (6.4)."""
    match = match_round.matches.filter(y__isnull=False).first()
    is_global = match is not None and match.parsed_terms.clock is ClockKind.GLOBAL
    return is_global and not has_games_in_round(match_round)


def has_table_clock(match: Match) -> bool:
    """Return True if the game is played on paper: two players, and no game that the software
    counts."""
    match_round = match.round
    has_begun = match_round is None or match_round.started_at is not None
    return match.y_id is not None and has_begun and not has_games(match)


def has_games_in_round(match_round: MatchRound) -> bool:
    """Return True if the software counts games of the round: they have clocks of their own."""
    return MatchGame.objects.filter(match__round=match_round).exists()


def has_games(match: Match) -> bool:
    return MatchGame.objects.filter(match=match).exists()


@dataclass(frozen=True, slots=True)
class MatchClock:
    """The clock of a game of a match; ``row`` is None before its first event. ``state`` is that
    after the last event."""

    match: Match
    number: int
    row: TableClock | None
    state: TableClockState

    def advance_to(self, now: datetime) -> TableClockState:
        return advance_clock(self.state, to_milliseconds(now))

    @property
    def countdown(self) -> Countdown:
        return load_countdown(self.match.round)

    @property
    def is_open(self) -> bool:
        """Return True if players may use the clock."""
        match_round = self.match.round
        is_running = match_round is None or match_round.state == RoundState.RUNNING
        return is_running and self.match.over_at is None

    @property
    def can_be_next(self) -> bool:
        """Return True if the match may have another game after this one."""
        return (
            self.is_open
            and self.state.is_over
            and self.number < compute_max_games(self.match.parsed_terms)
        )


def load_match_clock(match: Match, number: int | None = None) -> MatchClock:
    """Return the clock of game ``number`` of the match, by default of the last one."""
    clocks = list(TableClock.objects.filter(match=match))
    last = clocks[-1].number if clocks else 1
    highest = last + 1 if clocks and clocks[-1].phase == "over" else last
    shown_number = number if number is not None and 1 <= number <= highest else last
    row = next((clock for clock in clocks if clock.number == shown_number), None)
    if row is None:
        return MatchClock(match, shown_number, None, build_table_clock(match.parsed_terms))
    return MatchClock(match, shown_number, row, load_clock_state(row))


def list_called_clocks(tournament: Tournament) -> QuerySet[TableClock]:
    """Return the clocks whose players wait for an officer, by table."""
    clocks = TableClock.objects.filter(match__round__tournament=tournament, match__over_at=None)
    called = clocks.exclude(called="").select_related("match__round", "match__x", "match__y")
    return called.order_by("match__board_number", "match", "number")


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """A decision about time with its event."""

    clock: TableClock
    decision: TimeDecision
    row: ClockEvent


def list_time_decisions(match: Match) -> Sequence[RecordedDecision]:
    """Return the decisions about the clocks of a match, also those taken back, in order."""
    decisions: list[RecordedDecision] = []
    for clock in TableClock.objects.filter(match=match, seq__gt=0):
        rows = {row.seq: row for row in clock.events.select_related("by")}
        decisions += [
            RecordedDecision(clock, decision, rows[decision.number])
            for decision in load_clock_state(clock).decisions
        ]
    return decisions
