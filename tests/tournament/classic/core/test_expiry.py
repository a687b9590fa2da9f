"""An announced word stands, whether or not its author turns the board (4.1.3, 6.3.2)."""

from dataclasses import replace

import pytest

from tests.tournament.classic.core.tables import (
    X,
    Y,
    apply_steps,
    begin_game,
    build_ready_game,
    play_word,
)
from tournament.classic.core.commands import Command
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchState
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.classic.core.transitions import apply_expiries, find_next_expiry
from tournament.classic.core.visible_state import Viewer, build_visible_state
from tournament.classic.presentation.match.current_actions import build_action_box
from tournament.classic.presentation.match.seat import MatchSeat
from tournament.core.errors import ClassicRefused


def announce_word(kind: ClockKind) -> MatchState:
    """Return a game in which X announced a word, one second after the start."""
    state = replace(
        build_ready_game(MatchTerms(clock=kind, time_s=60)),
        play_phase=MatchPhase.PLAY, has_started=True, to_move=Side.X,
    )  # fmt: skip
    state = replace(state, clock=state.clock.run_for(Side.X))
    return play_word(replace(state, clock=state.clock.advance_to(1000)))


def list_action_names(state: MatchState, side: Side) -> list[str]:
    seat = MatchSeat(build_visible_state(state, Viewer(side.value), 2000), side, ("Ana", "Bob"))
    return [action.name for action in build_action_box(seat).actions]


def test_after_the_move_time_the_opponent_plays_and_may_challenge() -> None:
    state, events = apply_expiries(announce_word(ClockKind.MOVE), 60_000)
    assert [event.command for event in events] == [Command.EXPIRE]
    assert (state.phase, state.to_move, state.open_move_number) == ("play", Side.Y, 0)
    assert state.moves[0].stands
    assert state.x.must_draw
    event = find_next_expiry(state)
    assert event is not None
    assert event.at == 120_000
    assert apply_steps(state, (Command.CHALLENGE, Y, {})).phase == "challenge"


def test_with_a_common_clock_the_opponent_turns_the_board() -> None:
    state = announce_word(ClockKind.GLOBAL)
    assert list_action_names(state, Side.Y) == list_action_names(state, Side.X) == ["turn"]
    turned = apply_steps(state, (Command.TURN_BOARD, Y, {}))
    assert (turned.phase, turned.to_move, turned.open_move_number) == ("play", Side.Y, 0)
    assert turned.x.must_draw
    own_time = play_word(begin_game())
    assert list_action_names(own_time, Side.Y) == []
    with pytest.raises(ClassicRefused):
        apply_steps(own_time, (Command.TURN_BOARD, Y, {}))
    assert apply_steps(own_time, (Command.TURN_BOARD, X, {})).phase == "turned"
