"""The clock of a table with real tiles that nobody records (6.2 to 6.4)."""

import itertools
from typing import Any

import pytest

from tests.rows import every_row
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.table_clock import (
    CLOCK_RULES,
    MAX_LOST_TURNS,
    ClockPhase,
    TableClockState,
    advance_clock,
    apply,
    build_table_clock,
)
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.core.errors import ClassicRefused

X, Y, ARBITER, DIRECTOR = Actor.X, Actor.Y, Actor.ARBITER, Actor.DIRECTOR
MINUTE = 60_000
CHESS = MatchTerms(time_s=600)
MOVE = MatchTerms(clock=ClockKind.MOVE, time_s=60)
ROOM = MatchTerms(clock=ClockKind.GLOBAL, time_s=3000)
PRESS, HOLD, RESUME, STOP = Command.PRESS, Command.HOLD, Command.RESUME, Command.STOP
type Step = tuple[Command, Actor, int] | tuple[Command, Actor, int, dict[str, Any]]
WARNING = {"side": "Y", "sanction": "warning", "article": "6.4.2"}


def play(terms: MatchTerms, *steps: Step) -> TableClockState:
    """Return the clock after the steps: command, actor, moment, data."""
    state = build_table_clock(terms)
    for command, actor, at, *data in steps:
        state = apply(state, Event(command, actor, at, data[0] if data else {}))
    return state


def get_remaining_times(state: TableClockState, at: int) -> tuple[Side | None, int, int]:
    """Return whose time runs at ``at``, and what both have left."""
    state = advance_clock(state, at)
    return state.clock.running_side, state.clock.x.remaining_ms, state.clock.y.remaining_ms


def catch_reason(terms: MatchTerms, *steps: Step) -> str:
    with pytest.raises(ClassicRefused) as caught:
        play(terms, *steps)
    return caught.value.reason


def test_each_press_starts_the_time_of_the_other() -> None:
    begun = play(CHESS, (PRESS, Y, 1000))
    assert begun.phase is ClockPhase.RUNNING
    assert get_remaining_times(begun, MINUTE + 1000) == (Side.X, 9 * MINUTE, 10 * MINUTE)
    twice = play(CHESS, (PRESS, Y, 0), (PRESS, X, MINUTE), (PRESS, Y, 3 * MINUTE))
    assert get_remaining_times(twice, 3 * MINUTE) == (Side.X, 9 * MINUTE, 8 * MINUTE)
    assert catch_reason(CHESS, (PRESS, Y, 0), (PRESS, Y, 1)) == "not-your-turn"


def test_player_out_of_time_leaves_the_other_to_play_alone() -> None:
    begun = play(CHESS, (PRESS, Y, 0))
    assert get_remaining_times(begun, 12 * MINUTE) == (Side.Y, 0, 8 * MINUTE)
    alone = play(CHESS, (PRESS, Y, 0), (PRESS, Y, 12 * MINUTE))
    assert get_remaining_times(alone, 13 * MINUTE) == (Side.Y, 0, 7 * MINUTE)
    assert get_remaining_times(begun, 20 * MINUTE) == (None, 0, 0)
    assert advance_clock(begun, 20 * MINUTE).phase is ClockPhase.STOPPED
    assert catch_reason(CHESS, (PRESS, Y, 0), (RESUME, X, 21 * MINUTE)) == "no-time-to-play"


def test_end_of_a_move_gives_the_turn_to_the_other() -> None:
    begun = play(MOVE, (PRESS, Y, 0))
    assert get_remaining_times(begun, MINUTE + 5) == (Side.Y, 0, MINUTE - 5)
    assert catch_reason(MOVE, (PRESS, Y, 0), (PRESS, X, MINUTE + 5)) == "not-your-turn"
    pressed = play(MOVE, (PRESS, Y, 0), (PRESS, X, MINUTE - 5))
    assert get_remaining_times(pressed, MINUTE) == (Side.Y, 5, MINUTE - 5)


def test_timers_stop_when_nobody_presses_any_more() -> None:
    begun = play(MOVE, (PRESS, Y, 0))
    assert get_remaining_times(begun, MAX_LOST_TURNS * MINUTE - 1)[0] is Side.Y
    assert get_remaining_times(begun, 10**9)[0] is None
    again = play(MOVE, (PRESS, Y, 0), (RESUME, X, 10**9))
    assert get_remaining_times(again, 10**9 + 1)[0] is Side.X


def test_press_sent_late_counts_at_its_own_moment() -> None:
    """The server sees it after the time of X was over, then after an arbiter has stopped."""
    late = play(CHESS, (PRESS, Y, 0), (PRESS, X, 9 * MINUTE))
    assert get_remaining_times(late, 11 * MINUTE) == (Side.Y, MINUTE, 8 * MINUTE)
    stopped_clock = ((PRESS, Y, 0), (HOLD, ARBITER, 5 * MINUTE))
    assert catch_reason(CHESS, *stopped_clock, (PRESS, X, 4 * MINUTE)) == "clock-phase"
    set_again = play(CHESS, *stopped_clock, (PRESS, X, 6 * MINUTE))
    assert get_remaining_times(set_again, 7 * MINUTE) == (Side.Y, 5 * MINUTE, 9 * MINUTE)


def test_stop_by_a_player_calls_an_arbiter() -> None:
    begun = (PRESS, Y, 0)
    stopped = play(CHESS, begun, (HOLD, X, MINUTE))
    assert (stopped.phase, stopped.call_command, stopped.caller) == (
        "stopped",
        Command.HOLD,
        Side.X,
    )
    assert get_remaining_times(stopped, 5 * MINUTE) == (None, 9 * MINUTE, 10 * MINUTE)
    assert play(CHESS, begun, (HOLD, ARBITER, MINUTE)).call_command is None
    resumed = play(CHESS, begun, (HOLD, X, MINUTE), (RESUME, ARBITER, 5 * MINUTE))
    assert resumed.call_command is None
    assert get_remaining_times(resumed, 6 * MINUTE) == (Side.X, 8 * MINUTE, 10 * MINUTE)
    assert play(CHESS, (Command.REFER, Y, 0), (Command.ANSWER, Y, 1)).call_command is None


def test_finished_game_becomes_a_stopped_one_again() -> None:
    over = play(CHESS, (PRESS, Y, 0), (STOP, X, MINUTE))
    assert over.phase is ClockPhase.OVER
    again = play(CHESS, (PRESS, Y, 0), (STOP, X, MINUTE), (RESUME, Y, 2 * MINUTE))
    assert again.phase is ClockPhase.STOPPED
    assert get_remaining_times(again, 3 * MINUTE) == (None, 9 * MINUTE, 10 * MINUTE)


def test_common_time_has_no_table_clock_until_one_is_imposed() -> None:
    assert not build_table_clock(ROOM).is_timed
    assert catch_reason(ROOM, (PRESS, Y, 0)) == "room-clock"
    timing = (Command.TIME_PLAYER, DIRECTOR, 0, {"side": "X", "seconds": 60, "clock": "move"})
    timed = play(ROOM, timing, (PRESS, Y, 0))
    assert get_remaining_times(timed, 59_000) == (Side.X, 1000, 0)
    assert get_remaining_times(timed, 61_000)[0] is Side.Y
    both = (Command.TIME_PLAYER, DIRECTOR, 0, {"seconds": 300, "clock": "chess"})
    assert get_remaining_times(play(ROOM, both, (PRESS, X, 0)), 1000) == (Side.Y, 300_000, 299_000)
    assert catch_reason(CHESS, timing) == "timed-already"


def test_decisions_are_kept_and_a_sanction_can_be_taken_back() -> None:
    clocks = (Command.SET_CLOCKS, ARBITER, 2, {"X": 30, "Y": 45})
    warned = (Command.SANCTION, ARBITER, 3, WARNING)
    state = play(CHESS, (PRESS, Y, 0), (HOLD, X, 1), clocks, warned)
    assert [decision.number for decision in state.decisions] == [3, 4]
    assert get_remaining_times(state, 10) == (None, 30_000, 45_000)
    lift = (Command.LIFT, ARBITER, 5, {"ruling": 4})
    lifted = play(CHESS, (PRESS, Y, 0), (HOLD, X, 1), clocks, warned, lift)
    assert [decision.is_lifted for decision in lifted.decisions] == [False, True]
    by_director = (Command.SANCTION, DIRECTOR, 0, WARNING)
    lift_first = (Command.LIFT, ARBITER, 1, {"ruling": 1})
    with every_row() as row:
        for name, steps, expected in (
            ("twice", [warned, (Command.LIFT, ARBITER, 4, {"ruling": 1})] * 2, "no-such-ruling"),
            ("the director's", [by_director, lift_first], "clock-director"),
            ("no setting", [clocks, lift_first], "no-such-ruling"),
            ("exclusion", [(*warned[:3], {**WARNING, "sanction": "exclusion"})], "malformed"),
            ("article", [(*warned[:3], {**WARNING, "article": "5.2"})], "malformed"),
        ):
            with row(name):
                assert catch_reason(CHESS, *steps) == expected


#: Written out independently of the table: phases, and who: players, officers (o), director alone
#: (d), time (t).
WHEN = {
    "press": ("waiting running stopped", "p"),
    "hold": ("running", "po"),
    "resume": ("waiting stopped over", "po"),
    "stop": ("waiting running stopped", "po"),
    "call-arbiter": ("waiting running stopped", "p"),
    "refer": ("waiting running stopped", "p"),
    "answer": ("waiting running stopped over", "po"),
    "set-clocks": ("waiting stopped", "o"),
    "time-player": ("waiting running stopped", "d"),
    "sanction": ("waiting running stopped over", "o"),
    "lift": ("waiting running stopped over", "o"),
    "unwatched": ("running", "t"),
}
WHO = {"p": {X, Y}, "o": {ARBITER, DIRECTOR}, "d": {DIRECTOR}, "t": {Actor.TIME}}
IN_PHASE: dict[ClockPhase, list[Step]] = {
    ClockPhase.WAITING: [],
    ClockPhase.RUNNING: [(PRESS, Y, 0)],
    ClockPhase.STOPPED: [(PRESS, Y, 0), (HOLD, ARBITER, 1)],
    ClockPhase.OVER: [(PRESS, Y, 0), (STOP, X, 1)],
}


def test_every_command_has_the_phases_and_actors_of_the_text() -> None:
    with every_row() as row:
        for phase, command, actor in itertools.product(ClockPhase, Command, Actor):
            state = play(CHESS, *IN_PHASE[phase])
            with row(f"{command} by {actor} in {phase}"):
                assert state.phase is phase
                phases, letters = WHEN.get(command, ("", ""))
                actors = set().union(*(WHO[letter] for letter in letters))
                assert actors == (CLOCK_RULES[command].actors if command in CLOCK_RULES else set())
                try:
                    apply(state, Event(command, actor, 5))
                    reason = ""
                except ClassicRefused as error:
                    reason = error.reason
                assert (reason == "not-yours") == (actor not in actors)
                if actor in actors:
                    assert (reason == "clock-phase") == (phase not in phases.split())
