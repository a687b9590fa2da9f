"""The common time of a round, counted down for the whole room (6.4.1)."""

import pytest

from tests.rows import every_row
from tournament.classic.core.rounds.countdown import Countdown, CountdownCommand
from tournament.core.errors import WrongState

MINUTE = 60_000
NOW = 10**12
STATES = {
    "none": Countdown(),
    "running": Countdown(ends_at_ms=NOW + MINUTE),
    "stopped": Countdown(remaining_ms=MINUTE),
    "ended": Countdown(ends_at_ms=NOW - 1),
}
#: State, command with two minutes, and what remains then in which state; None: refused.
ROWS = [
    ("none", "start", (2 * MINUTE, "running")),
    ("none", "stop", None),
    ("none", "resume", None),
    ("none", "set", None),
    ("running", "start", None),
    ("running", "stop", (MINUTE, "stopped")),
    ("running", "resume", None),
    ("running", "set", (2 * MINUTE, "running")),
    ("stopped", "start", (2 * MINUTE, "running")),
    ("stopped", "stop", None),
    ("stopped", "resume", (MINUTE, "running")),
    ("stopped", "set", (2 * MINUTE, "stopped")),
    ("ended", "start", (2 * MINUTE, "running")),
    ("ended", "stop", None),
    ("ended", "resume", None),
    ("ended", "set", (2 * MINUTE, "running")),
]


def test_each_command_has_its_states_and_its_effect() -> None:
    assert len(ROWS) == len(STATES) * len(CountdownCommand)
    with every_row() as row:
        for state, command, expected in ROWS:
            with row(f"{command} while {state}"):
                before = STATES[state]
                assert before.find_state(NOW) == state
                assert (CountdownCommand(command) in before.list_commands(NOW)) == bool(expected)
                if expected is None:
                    with pytest.raises(WrongState):
                        before.apply(CountdownCommand(command), 2 * MINUTE, NOW)
                    continue
                after = before.apply(CountdownCommand(command), 2 * MINUTE, NOW)
                assert (after.compute_remaining(NOW), after.find_state(NOW)) == expected
