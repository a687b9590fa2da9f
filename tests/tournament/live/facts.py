"""Waiting for facts."""

import threading
from collections.abc import Callable

from tests.tournament.live.web import WITHIN_S


def eventually(fact: Callable[[], bool]) -> bool:
    """Wait for a fact; the time is only there to end a test that fails."""
    ticks = threading.Event()
    for _ in range(round(WITHIN_S / 0.05)):
        if fact():
            return True
        ticks.wait(0.05)
    return False
