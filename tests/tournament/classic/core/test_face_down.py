"""Letters just drawn stay face down while the opponent may challenge, for that long (5.2)."""

import pytest

from tests.rows import every_row
from tests.tournament.classic.core.tables import ARBITER, Step, X, Y, begun, played, pressed, steps
from tournament.classic.core.commands import Command
from tournament.classic.core.state import MatchState
from tournament.classic.core.terms import ON_TABLETS
from tournament.classic.core.visible_state import Viewer, seen
from tournament.core.errors import ClassicRefused

GUARD = ON_TABLETS.face_down_s * 1000
CALLED: list[Step] = [
    (Command.CONTEST_SCORE, X, {"move": 0}),
    (Command.CALL_ARBITER, X, {}),
]
LOOK: Step = (Command.LOOK, X, {})
CHALLENGE: Step = (Command.CHALLENGE, Y, {})


def drawn() -> MatchState:
    state = pressed(played(begun(ON_TABLETS)))
    return steps(state, (Command.DRAW, X, {"n": 5, "letters": state.bag[:5]}))


def test_what_stops_the_challenge_does_not_eat_the_time_to_challenge() -> None:
    interruptions: dict[str, tuple[list[Step], Step]] = {
        "its author contests his own score": (CALLED, (Command.DROP_CONTEST, ARBITER, {})),
        "an arbiter stops the clock": (
            [(Command.HOLD, ARBITER, {})],
            (Command.RESUME, ARBITER, {}),
        ),
    }
    with every_row() as row:
        for said, (stop, on) in interruptions.items():
            with row(said):
                stopped = steps(drawn(), *stop, at=1000)
                going = steps(stopped, on, at=60_000)
                with pytest.raises(ClassicRefused, match="still-face-down"):
                    steps(going, LOOK, at=60_000)
                opens = seen(going, Viewer.X, 60_000).look_at
                assert opens == 59_000 + GUARD
                assert steps(going, CHALLENGE, at=opens - 1).challenge
                assert not steps(going, LOOK, at=opens).x.down


def test_without_an_interruption_they_are_seen_after_the_time_of_the_terms() -> None:
    state = drawn()
    with pytest.raises(ClassicRefused, match="still-face-down"):
        steps(state, LOOK, at=GUARD - 1)
    assert not steps(state, LOOK, at=GUARD).x.down
