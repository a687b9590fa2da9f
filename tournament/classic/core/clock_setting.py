"""Clocks set by an officer (1.7, 9.3), and clocks that no process watched."""

from dataclasses import replace
from itertools import takewhile

from tournament.classic.core.clock import Clock, TimeControl, build_player_clock
from tournament.classic.core.commands import Event
from tournament.classic.core.moves import give_turn
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchEndReason, MatchMove, MatchState, MoveKind
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.core.errors import ClassicRefused

#: Maximal setting of a clock, in seconds.
MAX_S = 4 * 3600
_CONTROLS = {ClockKind.CHESS: TimeControl.GAME, ClockKind.MOVE: TimeControl.MOVE}


def hold_unwatched(state: MatchState, _event: Event) -> MatchState:
    """Stop the clocks of a game that no process watched (server stopped, archive restored).

    The clocks show the time of the last known event; an arbiter sets them.
    """
    return replace(state, is_held=True, is_unwatched=True)


def set_clocks(state: MatchState, event: Event) -> MatchState:
    """Set all clocks of a game that is held or ended by time, which resumes it (C-34).

    After an end by time the letters must still be secret.
    """
    clock = read_clock(state.clock, event)
    updated = replace(state, clock=clock, is_time_up=clock.common_ms == 0)
    if state.is_over:
        return _reopen(updated, event.at)
    if updated.to_move is not None and clock.get_player_clock(updated.to_move).has_run_out:
        raise ClassicRefused("no-time-to-play")
    return updated


def read_clock(clock: Clock, event: Event) -> Clock:
    """Return the clocks with the remaining seconds of the data. Raise ClassicRefused."""
    if clock.common_ms is not None:
        clock = replace(clock, common_ms=event.read_number("common", high=MAX_S) * 1000)
    for side in Side:
        player_clock = clock.get_player_clock(side)
        if player_clock.control is not TimeControl.NONE:
            remaining_ms = event.read_number(side.value, high=MAX_S) * 1000
            clock = clock.with_player_clock(side, replace(player_clock, remaining_ms=remaining_ms))
    return clock


def impose_clock(terms: MatchTerms, clock: Clock, event: Event) -> Clock:
    """Return the clocks with one for a player by order of the director (6.4.2), or for both until
    the end (6.4.3). Raise ClassicRefused."""
    if terms.clock is not ClockKind.GLOBAL:
        raise ClassicRefused("timed-already")
    kind = event.data.get("clock", ClockKind.MOVE)
    if kind not in list(_CONTROLS):
        raise event.build_refusal("clock")
    player_clock = build_player_clock(
        _CONTROLS[ClockKind(kind)], event.read_number("seconds", low=5) * 1000
    )
    only_side = event.read_optional_side()
    for side in [only_side] if only_side else Side:
        clock = clock.with_player_clock(side, player_clock)
    return clock


def can_set_clocks(state: MatchState) -> bool:
    """Return True while the game is held, or ended by time without showing a letter."""
    ended_by_time = state.end is not None and state.end.reason is MatchEndReason.TIME
    can_resume = ended_by_time and not state.losers and not state.is_final
    return state.phase is MatchPhase.HELD or (state.phase is MatchPhase.OVER and can_resume)


def _reopen(state: MatchState, at: int) -> MatchState:
    """Resume the game; the turn lost by time is given back."""
    if state.end is None or state.end.reason is not MatchEndReason.TIME or state.losers:
        raise ClassicRefused("not-ended-by-time")
    if state.is_final:
        raise ClassicRefused("letters-known")
    last = state.moves[-1]
    lost_turn = last.kind is MoveKind.LOST
    moves = state.moves[:-1] if lost_turn else state.moves
    side = last.side if lost_turn else last.side.other
    if all(state.is_out_of_time(player_side) for player_side in Side):
        raise ClassicRefused("no-time-to-play")
    reopened = replace(
        state, end=None, moves=moves, pass_count=_count_last_passes(moves), is_held=True
    )
    return give_turn(reopened, side, at)


def _count_last_passes(moves: tuple[MatchMove, ...]) -> int:
    """Count the consecutive passes at the end of ``moves``."""
    return len(list(takewhile(lambda move: move.kind is MoveKind.PASS, reversed(moves))))
