"""Waiting for facts; the time is only there to end a test that fails."""

from collections.abc import Callable
from time import monotonic, sleep

#: The one limit of every wait, long enough for a whole start on a machine that has much else to do.
PATIENCE_S = 300.0


def wait_for(
    fact: Callable[[], bool],
    told: Callable[[], str] = lambda: "it did not come about",
    *,
    patience_s: float = PATIENCE_S,
) -> None:
    """Wait until a fact is there; ``told`` says what is there instead."""
    deadline = monotonic() + patience_s
    while not fact():
        assert monotonic() < deadline, told()
        sleep(0.05)
