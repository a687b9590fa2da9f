"""The room's clock; interfaces read it here and pass ``now`` down.

It is the database's, and it only moves forward at its own pace: that one is set by people, by
summer time gone wrong, by a laptop that finds a network. Every process counts the seconds since
its last reading by a clock that nobody can set. A reading that does not agree with this count
means that the database's clock was set: then the count stands, until what must be added to the
database's clock is stored for everybody (``services.timekeeping``, docs/decisions/).
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db import connection

#: A clock that differs by more was set; less is how clocks are.
TOLERANCE_S = 2.0
#: How much two clocks may drift apart: much more than any quartz does.
DRIFT = 0.001
#: The number before the first reading.
NEVER = -1
#: Goes on while the machine sleeps, where the system has such a clock.
_STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)

READ = (
    "SELECT clock_timestamp(), coalesce(max(shift), '0'), coalesce(max(number), 0),"
    " coalesce(max(steps), 0) FROM tournament_roomclock"
)


def steady() -> float:
    """Seconds that nobody sets, counted from some moment."""
    return time.clock_gettime(_STEADY)


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The database's clock and what is added to it, asked and answered in ``steady`` seconds.

    ``number`` counts how often ``shift`` was changed, ``steps`` how often the room's time
    made a step by it.
    """

    wall: datetime
    shift: timedelta
    number: int
    steps: int
    asked: float
    answered: float

    @property
    def moment(self) -> datetime:
        """The room's time."""
        return self.wall + self.shift

    @property
    def took(self) -> float:
        return self.answered - self.asked


def read() -> ClockReading:
    """Ask the database."""
    with connection.cursor() as cursor:
        asked = steady()
        cursor.execute(READ)
        row = cursor.fetchone()
        answered = steady()
    assert row is not None
    wall, shift, number, steps = row
    return ClockReading(wall, shift, number, steps, asked, answered)


class SteadyClock:
    """The room's time between two readings; by the process's own clock before the first."""

    def __init__(self) -> None:
        here = steady()
        self._last = ClockReading(datetime.now(UTC), timedelta(), NEVER, 0, here, here)

    @property
    def number(self) -> int:
        """That of the last reading."""
        return self._last.number

    def seconds(self) -> float:
        """Since 1970 UTC."""
        last = self._last
        return last.moment.timestamp() + steady() - (last.asked + last.answered) / 2

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.seconds(), UTC)

    def take(self, reading: ClockReading) -> float:
        """Go on from ``reading``; the seconds by which the clock was set if it was, and 0."""
        jump = self._jump(reading)
        if not jump:
            self._last = reading
        return jump

    def _jump(self, reading: ClockReading) -> float:
        last = self._last
        if last.number == NEVER:
            return 0.0
        least, most = reading.asked - last.answered, reading.answered - last.asked
        tolerance = TOLERANCE_S + DRIFT * most

        def unexpected(passed: timedelta) -> float:
            seconds = passed.total_seconds()
            agrees = least - tolerance <= seconds <= most + tolerance
            return 0.0 if agrees else seconds - (least + most) / 2

        if reading.steps != last.steps and not unexpected(reading.wall - last.wall):
            return 0.0  # somebody decided it, and no clock was set since
        # A clock that was set and set again, of which only the first is corrected so far, agrees
        # with this count: the room's time does not.
        return unexpected(reading.moment - last.moment)


_count = SteadyClock()


def now() -> datetime:
    """The room's present moment, timezone-aware."""
    reading = read()
    return _count.now() if _count.take(reading) else reading.moment


def millis(moment: datetime) -> int:
    """Milliseconds since 1970 UTC, as the live protocol writes moments."""
    return round(moment.timestamp() * 1000)
