"""The end of a clock's time (6.3.2, 7.3)."""

from dataclasses import replace

from tournament.classic.core.clock import TimeControl
from tournament.classic.core.commands import Event
from tournament.classic.core.moves import finish_play, give_turn
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchMove, MatchState, MoveKind
from tournament.core.errors import ClassicRefused

#: Phases after the announcement of a score: the move counts even if the time is over (C-10).
_ANNOUNCED_PHASES = frozenset({MatchPhase.ANNOUNCED, MatchPhase.TURNED})


def expire(state: MatchState, event: Event) -> MatchState:
    """Apply the end of a player's time, or of the common time, which has no automatic effect
    (6.4.1, C-12)."""
    side = event.read_optional_side()
    if side is None:
        if state.clock.common_ms is None:
            raise ClassicRefused("no-such-clock")
        return replace(state, is_time_up=True, clock=replace(state.clock, common_ms=0))
    player_clock = state.clock.get_player_clock(side)
    if player_clock.control is TimeControl.NONE:
        raise ClassicRefused("no-such-clock")
    if side is not state.to_move:
        raise ClassicRefused("not-your-turn")
    expired = replace(
        state, clock=state.clock.with_player_clock(side, replace(player_clock, remaining_ms=0))
    )
    if state.play_phase in _ANNOUNCED_PHASES:
        return finish_play(expired, event.at)
    return _lose_turn(expired, side, event.at)


def is_turned_by_expiry(state: MatchState, side: Side) -> bool:
    """Return True if the turn of ``side`` ended by time after a word was announced (6.3.2).

    A late command to turn the board then has no effect.
    """
    if not state.moves or state.to_move is side:
        return False
    move, player_clock = state.moves[-1], state.clock.get_player_clock(side)
    is_expired = player_clock.control is TimeControl.MOVE and player_clock.remaining_ms == 0
    return is_expired and move.side is side and move.kind is MoveKind.PLAY


def _lose_turn(state: MatchState, side: Side, at: int) -> MatchState:
    """Add a lost turn; it does not count as a pass (C-07)."""
    lost_turn = MatchMove(side, MoveKind.LOST, at)
    state = replace(state, moves=(*state.moves, lost_turn), pass_count=0)
    return give_turn(state, side.other, at)
