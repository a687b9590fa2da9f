"""The clock of the room in a process, without a query each time.

A bulletin is in time by the clock of the room, and stamped on arrival, before it waits for
anything; so every process measures the clock and counts from there.
"""

from tournament.queries import clock
from tournament.queries.clock import SteadyClock

SAMPLES = 3


class ServerTime(SteadyClock):
    """The time of the room since the last ``measure``."""

    def measure(self) -> tuple[float, int]:
        """Read the clock; the quickest of a few readings is the most exact. Blocks.

        Return the jump of the database's clock in seconds, and the number of its last correction.
        A jump that is not 0 leaves the count unchanged.
        """
        best = min((clock.read() for _ in range(SAMPLES)), key=lambda reading: reading.duration_s)
        return self.update(best), best.number

    def now_ms(self) -> int:
        return round(self.read_seconds() * 1000)
