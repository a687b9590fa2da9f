"""A word that was announced stands, whether or not its author turns the board (4.1.3, 6.3.2)."""

from dataclasses import replace

import pytest

from tests.tournament.classic.core.tables import X, Y, begun, played, ready, steps
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchPhase, MatchState
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.classic.core.transitions import due, settle
from tournament.classic.core.visible_state import Viewer, seen
from tournament.classic.presentation.match.current_actions import now_of
from tournament.classic.presentation.match.seat import MatchSeat
from tournament.core.errors import ClassicRefused


def announced(kind: ClockKind) -> MatchState:
    """By X, a second after the game has begun."""
    state = replace(
        ready(MatchTerms(clock=kind, time_s=60)),
        flow=MatchPhase.PLAY, started=True, to_move=Side.X,
    )  # fmt: skip
    state = replace(state, clock=state.clock.running_for(Side.X))
    return played(replace(state, clock=state.clock.to(1000)))


def keys(state: MatchState, side: Side) -> list[str]:
    seat = MatchSeat(seen(state, Viewer(side.value), 2000), side, ("Ana", "Bob"))
    return [one.name for one in now_of(seat).actions]


def test_at_the_end_of_the_time_of_a_move_the_opponent_plays_on_and_may_challenge() -> None:
    state, events = settle(announced(ClockKind.MOVE), 60_000)
    assert [one.command for one in events] == [Command.EXPIRE]
    assert (state.phase, state.to_move, state.window) == ("play", Side.Y, 0)
    assert state.moves[0].stands
    assert state.x.drawing
    event = due(state)
    assert event is not None
    assert event.at == 120_000
    assert steps(state, (Command.CHALLENGE, Y, {})).phase == "challenge"


def test_of_a_time_for_both_the_opponent_turns_the_board_himself() -> None:
    state = announced(ClockKind.GLOBAL)
    assert keys(state, Side.Y) == keys(state, Side.X) == ["turn"]
    turned = steps(state, (Command.TURN, Y, {}))
    assert (turned.phase, turned.to_move, turned.window) == ("play", Side.Y, 0)
    assert turned.x.drawing
    own_time = played(begun())
    assert keys(own_time, Side.Y) == []
    with pytest.raises(ClassicRefused):
        steps(own_time, (Command.TURN, Y, {}))
    assert steps(own_time, (Command.TURN, X, {})).phase == "turned"
