"""Clocks that no process watched, and clocks set by an officer (1.7, 9.3)."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tournament.classic.core.tables import ARBITER, DIRECTOR, X, Y, apply_steps, begin_game
from tournament.classic.core.clock_setting import can_set_clocks
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchState, MoveKind
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.classic.core.transitions import (
    UNWATCHED_MS,
    apply,
    apply_expiries,
    find_unwatched_expiry,
)
from tournament.core.errors import ClassicRefused

MINUTE = 60_000


def catch_reason(state: MatchState, *steps_to_apply: Any) -> str:
    with pytest.raises(ClassicRefused) as caught:
        apply_steps(state, *steps_to_apply)
    return caught.value.reason


def build_clock_step(**settings: int) -> Any:
    return Command.SET_CLOCKS, ARBITER, settings


def build_game_out_of_time() -> MatchState:
    """Return a game in which both passed once, then ran out of time."""
    state = apply_steps(
        begin_game(MatchTerms(time_s=60)), (Command.PASS, X, {}), (Command.PASS, Y, {})
    )
    return apply_expiries(state, 2 * MINUTE)[0]


def test_late_expiry_holds_the_game_without_charging_anybody() -> None:
    state = begin_game(MatchTerms(time_s=60))
    assert find_unwatched_expiry(state, MINUTE + UNWATCHED_MS) is None
    late = MINUTE + UNWATCHED_MS + 1
    event = find_unwatched_expiry(state, late)
    assert event is not None
    held_state = apply(state, event)
    assert (held_state.phase, held_state.is_unwatched, held_state.clock.updated_at_ms) == (
        "held",
        True,
        late,
    )
    assert held_state.clock.x.remaining_ms == held_state.clock.y.remaining_ms == MINUTE
    resumed = apply_steps(held_state, build_clock_step(X=30, Y=60), (Command.RESUME, ARBITER, {}))
    assert not resumed.is_unwatched
    assert resumed.clock.find_next_expiry() == (late + 30_000, Side.X)


def test_only_a_held_game_takes_playable_clock_settings() -> None:
    held_state = apply_steps(begin_game(MatchTerms(time_s=60)), (Command.HOLD, ARBITER, {}))
    assert catch_reason(held_state, build_clock_step(X=0, Y=60)) == "no-time-to-play"
    assert catch_reason(held_state, build_clock_step(X=60)) == "malformed"
    assert catch_reason(held_state, build_clock_step(X=4 * 3600 + 1, Y=60)) == "malformed"
    assert apply_steps(held_state, build_clock_step(X=60, Y=0)).is_out_of_time(Side.Y)
    assert catch_reason(begin_game(), build_clock_step(X=60, Y=60)) == "wrong-phase"
    common = begin_game(MatchTerms(clock=ClockKind.GLOBAL, time_s=60))
    over = apply_steps(apply_expiries(common, MINUTE)[0], (Command.HOLD, ARBITER, {}))
    assert over.is_time_up
    more = apply_steps(over, build_clock_step(common=300))
    assert (more.clock.common_ms, more.is_time_up) == (5 * MINUTE, False)


def test_end_by_time_is_revoked_while_letters_are_secret() -> None:
    ended = replace(build_game_out_of_time(), open_move_number=0)  # a word can still be challenged
    assert can_set_clocks(ended)
    again = apply_steps(ended, build_clock_step(X=0, Y=45), at=3 * MINUTE)
    assert (again.phase, again.to_move, again.end) == ("held", Side.Y, None)
    assert [move.kind for move in again.moves] == [MoveKind.PASS, MoveKind.PASS, MoveKind.LOST]
    resumed = apply_steps(again, (Command.RESUME, DIRECTOR, {}))
    assert resumed.clock.find_next_expiry() == (3 * MINUTE + 45_000, Side.Y)
    assert apply_steps(ended, build_clock_step(X=45, Y=0)).to_move is Side.X
    assert catch_reason(ended, build_clock_step(X=0, Y=0)) == "no-time-to-play"


def test_end_that_reveals_letters_or_is_not_by_time_stands() -> None:
    final = build_game_out_of_time()
    assert final.is_final
    assert catch_reason(final, build_clock_step(X=60, Y=60)) == "letters-known"
    lost = apply_steps(begin_game(), (Command.SANCTION, ARBITER, {"side": "X", "sanction": "loss"}))
    assert catch_reason(lost, build_clock_step(X=60, Y=60)) == "not-ended-by-time"
    assert not can_set_clocks(final)
    assert not can_set_clocks(lost)
