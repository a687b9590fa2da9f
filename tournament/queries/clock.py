"""The clock of the room; interfaces read it here and pass ``now`` down.

It is the database's clock, but never jumps: a database clock can be changed by people, by a wrong
time zone, or when a laptop reaches a network. Every process counts the seconds since its last
reading with a clock that cannot be set. If a reading disagrees with this count, the database's
clock was changed: the count is used until a correction is stored for all processes
(``services.timekeeping``). A suspended virtual machine among several would believe that the
database jumped.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db import connection

#: A greater difference means that a clock was changed; smaller ones are normal.
TOLERANCE_S = 2.0
#: Greatest drift between two clocks, per second: much more than of any quartz.
DRIFT = 0.001
#: The number before the first reading.
NO_READING = -1
#: Counts while the machine sleeps too, if the system has such a clock.
_STEADY_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

CLOCK_QUERY = (
    "SELECT clock_timestamp(), coalesce(max(shift), '0'), coalesce(max(number), 0),"
    " coalesce(max(steps), 0) FROM tournament_roomclock"
)


def read_steady_clock() -> float:
    """Return seconds of a clock that cannot be set, from an arbitrary start."""
    return time.clock_gettime(_STEADY_CLOCK)


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The database's clock and its correction, with the ``steady`` seconds of question and answer.

    ``number`` counts the changes of ``shift``, ``steps`` those changes that made the clock of the
    room jump.
    """

    wall: datetime
    shift: timedelta
    number: int
    steps: int
    asked_at: float
    answered_at: float

    @property
    def moment(self) -> datetime:
        """Return the time of the room."""
        return self.wall + self.shift

    @property
    def duration_s(self) -> float:
        return self.answered_at - self.asked_at


def read() -> ClockReading:
    """Read the clock from the database."""
    with connection.cursor() as cursor:
        asked_at = read_steady_clock()
        cursor.execute(CLOCK_QUERY)
        row = cursor.fetchone()
        answered_at = read_steady_clock()
    assert row is not None
    wall, shift, number, steps = row
    return ClockReading(wall, shift, number, steps, asked_at, answered_at)


class SteadyClock:
    """The time of the room between two readings; before the first, by the clock of the process."""

    def __init__(self) -> None:
        start = read_steady_clock()
        self._last = ClockReading(datetime.now(UTC), timedelta(), NO_READING, 0, start, start)

    @property
    def number(self) -> int:
        """Return the number of the last reading."""
        return self._last.number

    def read_seconds(self) -> float:
        """Return seconds since 1970 UTC."""
        last = self._last
        return (
            last.moment.timestamp() + read_steady_clock() - (last.asked_at + last.answered_at) / 2
        )

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.read_seconds(), UTC)

    def update(self, reading: ClockReading) -> float:
        """Continue from ``reading``; return the jump of the clock in seconds, 0 without one."""
        jump = self._compute_jump(reading)
        if not jump:
            self._last = reading
        return jump

    def _compute_jump(self, reading: ClockReading) -> float:
        last = self._last
        if last.number == NO_READING:
            return 0.0
        shortest, longest = reading.asked_at - last.answered_at, reading.answered_at - last.asked_at
        tolerance = TOLERANCE_S + DRIFT * longest

        def compute_deviation(elapsed: timedelta) -> float:
            seconds = elapsed.total_seconds()
            agrees = shortest - tolerance <= seconds <= longest + tolerance
            return 0.0 if agrees else seconds - (shortest + longest) / 2

        if reading.steps != last.steps and not compute_deviation(reading.wall - last.wall):
            return 0.0  # the jump is a stored correction, and no clock was changed since
        # If a clock was changed twice and only the first change is corrected so far, the database's
        # clock agrees with this count, but the time of the room does not.
        return compute_deviation(reading.moment - last.moment)


_steady_clock = SteadyClock()


def now() -> datetime:
    """Return the current time of the room, timezone-aware."""
    reading = read()
    return _steady_clock.now() if _steady_clock.update(reading) else reading.moment


def to_milliseconds(moment: datetime) -> int:
    """Convert to milliseconds since 1970 UTC, the form of moments in the live protocol."""
    return round(moment.timestamp() * 1000)


def from_milliseconds(ms: int) -> datetime:
    """Convert from milliseconds since 1970 UTC, the inverse of ``to_milliseconds``."""
    return _EPOCH + timedelta(milliseconds=ms)
