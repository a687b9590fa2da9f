"""A clock has run out (6.3.2, 7.3)."""

from dataclasses import replace

from tournament.classic.core.clock import Regime
from tournament.classic.core.commands import Event
from tournament.classic.core.moves import next_turn, play_is_over
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchMove, MatchPhase, MatchState, MoveKind
from tournament.core.errors import ClassicRefused

#: A score was announced: the move is made, whatever the clock says (C-10).
_MADE = frozenset({MatchPhase.ANNOUNCED, MatchPhase.TURNED})


def expire(state: MatchState, event: Event) -> MatchState:
    """The time of the player on the move is over, or that of both, of which nothing
    follows by itself (6.4.1, C-12)."""
    side = event.optional_side()
    if side is None:
        if state.clock.common is None:
            raise ClassicRefused("no-such-clock")
        return replace(state, time_up=True, clock=replace(state.clock, common=0))
    hand = state.clock.hand(side)
    if hand.regime is Regime.NONE:
        raise ClassicRefused("no-such-clock")
    if side is not state.to_move:
        raise ClassicRefused("not-your-turn")
    out = replace(state, clock=state.clock.with_hand(side, replace(hand, left=0)))
    if state.flow in _MADE:
        return play_is_over(out, event.at)
    return _turn_lost(out, side, event.at)


def turned_by_the_bell(state: MatchState, side: Side) -> bool:
    """The bell of his move has turned the board for ``side``, whose word was announced before it
    (6.3.2): his own hand, a moment later, has nothing left to do."""
    if not state.moves or state.to_move is side:
        return False
    move, hand = state.moves[-1], state.clock.hand(side)
    rung = hand.regime is Regime.MOVE and hand.left == 0
    return rung and move.side is side and move.kind is MoveKind.PLAY


def _turn_lost(state: MatchState, side: Side, at: int) -> MatchState:
    """It is no "I pass" (C-07)."""
    lost = MatchMove(side, MoveKind.LOST, at)
    state = replace(state, moves=(*state.moves, lost), passes=0)
    return next_turn(state, side.other, at)
