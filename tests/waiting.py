"""Waiting for a condition; the timeout only ends a test that fails."""

from collections.abc import Callable
from time import monotonic, sleep

#: The limit of every wait: enough for a whole start on a busy machine.
TIMEOUT_S = 300.0


def wait_for(
    condition: Callable[[], bool],
    describe: Callable[[], str] = lambda: "it did not come about",
    *,
    timeout_s: float = TIMEOUT_S,
) -> None:
    """Wait until ``condition()`` is true; ``describe`` returns the message of a failure."""
    deadline = monotonic() + timeout_s
    while not condition():
        assert monotonic() < deadline, describe()
        sleep(0.05)
