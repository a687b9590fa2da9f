"""Drawn letters stay face down while the opponent may challenge (5.2)."""

import pytest

from tests.rows import every_row
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
from tournament.classic.core.state import MatchState
from tournament.classic.core.terms import TABLET_TERMS
from tournament.classic.core.visible_state import Viewer, build_visible_state
from tournament.core.errors import ClassicRefused

GUARD = TABLET_TERMS.face_down_s * 1000
CALLED: list[Step] = [
    (Command.CONTEST_SCORE, X, {"move": 0}),
    (Command.CALL_ARBITER, X, {}),
]
LOOK: Step = (Command.LOOK, X, {})
CHALLENGE: Step = (Command.CHALLENGE, Y, {})


def drawn() -> MatchState:
    state = turn_and_press(play_word(begin_game(TABLET_TERMS)))
    return apply_steps(state, (Command.DRAW, X, {"n": 5, "letters": state.bag[:5]}))


def test_interruption_leaves_the_time_to_challenge_unchanged() -> None:
    interruptions: dict[str, tuple[list[Step], Step]] = {
        "its author contests their own score": (CALLED, (Command.DROP_CONTEST, ARBITER, {})),
        "an arbiter stops the clock": (
            [(Command.HOLD, ARBITER, {})],
            (Command.RESUME, ARBITER, {}),
        ),
    }
    with every_row() as row:
        for name, (stop, on) in interruptions.items():
            with row(name):
                stopped = apply_steps(drawn(), *stop, at=1000)
                resumed = apply_steps(stopped, on, at=60_000)
                with pytest.raises(ClassicRefused, match="still-face-down"):
                    apply_steps(resumed, LOOK, at=60_000)
                opens = build_visible_state(resumed, Viewer.X, 60_000).can_look_at_ms
                assert opens == 59_000 + GUARD
                assert apply_steps(resumed, CHALLENGE, at=opens - 1).challenge
                assert not apply_steps(resumed, LOOK, at=opens).x.face_down


def test_letters_are_seen_after_the_time_of_the_terms() -> None:
    state = drawn()
    with pytest.raises(ClassicRefused, match="still-face-down"):
        apply_steps(state, LOOK, at=GUARD - 1)
    assert not apply_steps(state, LOOK, at=GUARD).x.face_down
