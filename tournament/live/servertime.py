"""The database's clock, as a process knows it without asking each time.

A bulletin is in time by the database's clock, and it is stamped on arrival, before it waits
for anything; so every process measures how far its own clock is off.
"""

import time
from datetime import UTC, datetime

from tournament import clock

SAMPLES = 3


class ServerTime:
    """This process's clock plus its measured distance from the database's."""

    def __init__(self) -> None:
        self.offset_s = 0.0

    def measure(self) -> None:
        """Compare the clocks; the quickest of a few questions is the most exact. Blocks."""
        best = float("inf")
        for _ in range(SAMPLES):
            asked, before = time.time(), time.monotonic()
            database = clock.now().timestamp()
            took = time.monotonic() - before
            if took < best:
                best, self.offset_s = took, database - (asked + took / 2)

    def seconds(self) -> float:
        """Since 1970 UTC."""
        return time.time() + self.offset_s

    def millis(self) -> int:
        return round(self.seconds() * 1000)

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.seconds(), UTC)
