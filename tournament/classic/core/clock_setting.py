"""Clocks that an officer sets (1.7, 9.3), and those that stood still while nobody counted them."""

from dataclasses import replace
from itertools import takewhile

from tournament.classic.core.clock import Clock, Regime
from tournament.classic.core.commands import Event
from tournament.classic.core.moves import next_turn
from tournament.classic.core.sides import Side
from tournament.classic.core.state import (
    MatchEndReason,
    MatchMove,
    MatchPhase,
    MatchState,
    MoveKind,
)
from tournament.core.errors import ClassicRefused

#: No clock is set to more.
MOST_S = 4 * 3600


def unwatched(state: MatchState, _event: Event) -> MatchState:
    """The servers were away, or the game came back from an archive: it waits for an arbiter, with
    the clocks as they were at the last thing that is known."""
    return replace(state, held=True, unwatched=True)


def set_clocks(state: MatchState, event: Event) -> MatchState:
    """All clocks of the game, while it is held, or after an end by time, which is no end then: the
    game is held again with what it was (reading C-34). The letters must still be secret."""
    clock = _as_told(state.clock, event)
    set_anew = replace(state, clock=clock, time_up=clock.common == 0)
    if state.is_over:
        return _opened_again(set_anew, event.at)
    if set_anew.to_move is not None and clock.hand(set_anew.to_move).is_out:
        raise ClassicRefused("no-time-to-play")
    return set_anew


def _as_told(clock: Clock, event: Event) -> Clock:
    if clock.common is not None:
        clock = replace(clock, common=event.number("common", high=MOST_S) * 1000)
    for side in Side:
        hand = clock.hand(side)
        if hand.regime is not Regime.NONE:
            left = event.number(side.value, high=MOST_S) * 1000
            clock = clock.with_hand(side, replace(hand, left=left))
    return clock


def clocks_can_be_set(state: MatchState) -> bool:
    """While it is held, or after an end by time that shows no letter yet."""
    by_time = state.end is not None and state.end.reason is MatchEndReason.TIME
    ended = by_time and not state.losers and not state.is_final
    return state.phase is MatchPhase.HELD or (state.phase is MatchPhase.OVER and ended)


def _opened_again(state: MatchState, at: int) -> MatchState:
    """The turn that the clock took at the end is given back."""
    if state.end is None or state.end.reason is not MatchEndReason.TIME or state.losers:
        raise ClassicRefused("not-ended-by-time")
    if state.is_final:
        raise ClassicRefused("letters-known")
    last = state.moves[-1]
    lost = last.kind is MoveKind.LOST
    moves = state.moves[:-1] if lost else state.moves
    side = last.side if lost else last.side.other
    if all(state.is_out_of_time(one) for one in Side):
        raise ClassicRefused("no-time-to-play")
    opened = replace(state, end=None, moves=moves, passes=_passes(moves), held=True)
    return next_turn(opened, side, at)


def _passes(moves: tuple[MatchMove, ...]) -> int:
    """How many "I pass" end them."""
    return len(list(takewhile(lambda one: one.kind is MoveKind.PASS, reversed(moves))))
