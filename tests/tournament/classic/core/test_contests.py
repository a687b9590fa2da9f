"""A contested score: both agree, or call an arbiter, which stops the clock (4.1.6, C-43)."""

import pytest

from tests.tournament.classic.core.tables import (
    ARBITER,
    Step,
    X,
    Y,
    apply_steps,
    begin_game,
    play_word,
    turn_and_press,
)
from tournament.classic.core.commands import Command
from tournament.classic.core.endings import compute_scores
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchState
from tournament.core.errors import ClassicRefused

CONTEST: Step = (Command.CONTEST_SCORE, Y, {"move": 0, "score": 15})
DROP: Step = (Command.DROP_CONTEST, Y, {})
CALL: Step = (Command.CALL_ARBITER, Y, {})


def get_remaining_time(state: MatchState) -> int:
    return state.clock.get_player_clock(Side.Y).remaining_ms


def catch_reason(state: MatchState, step: Step) -> str:
    with pytest.raises(ClassicRefused) as caught:
        apply_steps(state, step)
    return caught.value.reason


def test_contesting_in_ones_own_turn_costs_ones_own_time() -> None:
    state = turn_and_press(play_word(begin_game()))
    full = get_remaining_time(state)
    for turn in range(5):
        state = apply_steps(state, CONTEST, at=turn * 60_000)
        state = apply_steps(state, DROP, at=(turn + 1) * 60_000)
    assert full - get_remaining_time(state) == 5 * 60_000


def test_clock_stops_from_the_call_until_the_arbiter_settles() -> None:
    contested = apply_steps(turn_and_press(play_word(begin_game())), CONTEST)
    assert (contested.phase, contested.running_side) == (MatchPhase.PLAY, Side.Y)
    assert catch_reason(contested, (Command.CONTEST_SCORE, X, {"move": 0})) == "contest-open"
    called = apply_steps(contested, CALL, at=10_000)
    assert (called.phase, called.running_side) == (MatchPhase.SCORE, None)
    assert catch_reason(called, DROP) == "arbiter-called"
    settled = apply_steps(called, (Command.SET_SCORE, ARBITER, {"move": 0, "score": 14}), at=70_000)
    assert (settled.phase, settled.running_side, compute_scores(settled)) == (
        MatchPhase.PLAY,
        Side.Y,
        (14, 0),
    )
    assert get_remaining_time(called) == get_remaining_time(settled)


def test_while_the_two_may_agree_the_game_goes_on() -> None:
    contested = apply_steps(turn_and_press(play_word(begin_game())), CONTEST)
    assert compute_scores(apply_steps(contested, (Command.AGREE_SCORE, X, {}))) == (15, 0)
    passed = apply_steps(contested, (Command.PASS, Y, {}))
    assert compute_scores(apply_steps(passed, (Command.AGREE_SCORE, X, {}))) == (15, 0)
    words = {"words": {"TAPIS": False}}
    slip = (Command.SLIP, Y, {"words": ["TAPIS"]})
    refused_word = apply_steps(
        contested, (Command.CHALLENGE, Y, {}), slip, (Command.VERDICT, ARBITER, words)
    )
    assert refused_word.contest is None  # of a word that was taken back
