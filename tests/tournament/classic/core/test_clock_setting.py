"""Clocks that nobody counted, and those that an officer sets (1.7, 9.3)."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tournament.classic.core.tables import ARBITER, DIRECTOR, X, Y, begun, steps
from tournament.classic.core.clock_setting import clocks_can_be_set
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchState, MoveKind
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.classic.core.transitions import UNWATCHED_MS, apply, missed, settle
from tournament.core.errors import ClassicRefused

MINUTE = 60_000


def reason(state: MatchState, *told: Any) -> str:
    with pytest.raises(ClassicRefused) as caught:
        steps(state, *told)
    return caught.value.reason


def clocks(**told: int) -> Any:
    return Command.SET_CLOCKS, ARBITER, told


def out_of_time() -> MatchState:
    """Both have passed once, then the time of X is over, and that of Y."""
    going = steps(begun(MatchTerms(time_s=60)), (Command.PASS, X, {}), (Command.PASS, Y, {}))
    return settle(going, 2 * MINUTE)[0]


def test_a_clock_that_is_seen_late_stops_the_game_and_takes_nothing() -> None:
    going = begun(MatchTerms(time_s=60))
    assert missed(going, MINUTE + UNWATCHED_MS) is None
    late = MINUTE + UNWATCHED_MS + 1
    event = missed(going, late)
    assert event is not None
    held = apply(going, event)
    assert (held.phase, held.unwatched, held.clock.at) == ("held", True, late)
    assert held.clock.x.left == held.clock.y.left == MINUTE
    resumed = steps(held, clocks(X=30, Y=60), (Command.RESUME, ARBITER, {}))
    assert not resumed.unwatched
    assert resumed.clock.runs_out() == (late + 30_000, Side.X)


def test_only_times_with_which_somebody_can_play_are_set_and_only_while_it_is_held() -> None:
    held = steps(begun(MatchTerms(time_s=60)), (Command.HOLD, ARBITER, {}))
    assert reason(held, clocks(X=0, Y=60)) == "no-time-to-play"
    assert reason(held, clocks(X=60)) == "malformed"
    assert reason(held, clocks(X=4 * 3600 + 1, Y=60)) == "malformed"
    assert steps(held, clocks(X=60, Y=0)).is_out_of_time(Side.Y)
    assert reason(begun(), clocks(X=60, Y=60)) == "wrong-phase"
    common = begun(MatchTerms(clock=ClockKind.GLOBAL, time_s=60))
    over = steps(settle(common, MINUTE)[0], (Command.HOLD, ARBITER, {}))
    assert over.time_up
    more = steps(over, clocks(common=300))
    assert (more.clock.common, more.time_up) == (5 * MINUTE, False)


def test_an_end_by_time_is_taken_back_while_the_letters_are_secret() -> None:
    ended = replace(out_of_time(), window=0)  # a word can still be challenged
    assert clocks_can_be_set(ended)
    again = steps(ended, clocks(X=0, Y=45), at=3 * MINUTE)
    assert (again.phase, again.to_move, again.end) == ("held", Side.Y, None)
    assert [one.kind for one in again.moves] == [MoveKind.PASS, MoveKind.PASS, MoveKind.LOST]
    going = steps(again, (Command.RESUME, DIRECTOR, {}))
    assert going.clock.runs_out() == (3 * MINUTE + 45_000, Side.Y)
    assert steps(ended, clocks(X=45, Y=0)).to_move is Side.X
    assert reason(ended, clocks(X=0, Y=0)) == "no-time-to-play"


def test_an_end_that_shows_the_letters_or_is_no_end_by_time_stays() -> None:
    final = out_of_time()
    assert final.is_final
    assert reason(final, clocks(X=60, Y=60)) == "letters-known"
    lost = steps(begun(), (Command.SANCTION, ARBITER, {"side": "X", "sanction": "loss"}))
    assert reason(lost, clocks(X=60, Y=60)) == "not-ended-by-time"
    assert not clocks_can_be_set(final)
    assert not clocks_can_be_set(lost)
