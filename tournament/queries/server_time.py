"""The room's clock, as a process knows it without asking each time.

A bulletin is in time by the room's clock, and it is stamped on arrival, before it waits for
anything; so every process measures the clock and counts on from there.
"""

from tournament.queries import clock
from tournament.queries.clock import SteadyClock

SAMPLES = 3


class ServerTime(SteadyClock):
    """The room's time since the last ``measure``."""

    def measure(self) -> tuple[float, int]:
        """Read the clock; the quickest of a few questions is the most exact. Blocks.

        The seconds by which the database's clock was found set, since which correction; when it
        was (not 0), the count stands.
        """
        best = min((clock.read() for _ in range(SAMPLES)), key=lambda found: found.took)
        return self.take(best), best.number

    def millis(self) -> int:
        return round(self.seconds() * 1000)
