"""The course of a game played alone, and the limit of requests of a network."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.rows import every_row
from tournament.core.errors import Busy, WrongState
from tournament.practice.core.practice_state import (
    GRACE_MS,
    PracticeKind,
    PracticePhase,
    PracticeState,
    PracticeTerms,
)
from tournament.practice.services.request_limit import RequestLimit

TERMS = PracticeTerms(PracticeKind.RANDOM, "abc", clock_s=60)
RESULT = {"word": "MOT", "ref": "H4", "points": 10, "sanction": "none", "text": "", "article": ""}


def play(turns: int) -> PracticeState:
    """Return the state after so many turns of a game of three."""
    state = PracticeState(TERMS)
    for _ in range(turns):
        state = state.open_turn(3, 1000).show_turn(RESULT, 20, 3, 2000)
    return state


def test_each_turn_is_opened_and_handed_in_once() -> None:
    opened = play(1).open_turn(3, 1000)
    handed_in = opened.show_turn(RESULT, 20, 3, 2000)
    refused: dict[str, Callable[[], PracticeState]] = {
        "hand in before the start": lambda: PracticeState(TERMS).show_turn(RESULT, 20, 3, 2000),
        "open an open turn": lambda: opened.open_turn(3, 1000),
        "hand in twice": lambda: handed_in.show_turn(RESULT, 20, 3, 2000),
        "open after the last turn": lambda: play(3).open_turn(3, 1000),
    }
    with every_row() as each:
        for name, command in refused.items():
            with each(name), pytest.raises(WrongState):
                command()


def test_the_last_turn_ends_the_game_with_its_percentage() -> None:
    state = play(3)
    assert (state.phase, state.total, state.top_total, state.percent) == (
        PracticePhase.DONE,
        30,
        60,
        50,
    )


def test_a_bulletin_is_late_after_clock_and_grace_only() -> None:
    opened = PracticeState(TERMS).open_turn(3, 1000)
    end = 1000 + 60_000 + GRACE_MS
    assert (opened.is_late(end), opened.is_late(end + 1)) == (False, True)
    unhurried = PracticeState(PracticeTerms(PracticeKind.TRIAL, "4")).open_turn(1, 1000)
    assert not unhurried.is_late(10**12)


@given(st.integers(0, 3))
def test_plain_data_gives_the_same_state(turns: int) -> None:
    assert PracticeState.from_data(play(turns).to_data()) == play(turns)


def test_other_data_is_refused() -> None:
    wrong: list[dict[str, Any]] = [{}, {"terms": {}}, {"terms": None}]
    wrong.append({**play(1).to_data(), "phase": "x"})
    with every_row() as each:
        for data in wrong:
            with each(str(data)), pytest.raises(WrongState):
                PracticeState.from_data(data)


def test_requests_beyond_the_limit_wait_for_the_next_window() -> None:
    limit = RequestLimit(max_requests=2, window_ms=1000)
    for now_ms in (0, 1):
        limit.count("192.0.2.1", now_ms)
    with pytest.raises(Busy):
        limit.count("192.0.2.1", 2)
    limit.count("192.0.2.2", 2)
    limit.count("192.0.2.1", 1000)


def test_the_time_left_is_that_of_the_hand_in() -> None:
    opened = PracticeState(TERMS).open_turn(3, 1000)
    shown = opened.show_turn(RESULT, 20, 3, 21_000)
    late = opened.show_turn(RESULT, 20, 3, 90_000)
    times_left = [state.left_ms for state in (opened, shown, late, shown.open_turn(3, 30_000))]
    assert times_left == [None, 40_000, 0, None]
