"""The time of the room when the clock of the database's machine is changed."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import transaction

from tests.tournament.database_clock import DatabaseClock, set_up_wall_clock
from tournament.queries import clock
from tournament.queries.clock import ClockReading, SteadyClock

if TYPE_CHECKING:
    from tests.room import Room

HOUR = timedelta(hours=1)
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture
def wall(transactional_db: None) -> Iterator[DatabaseClock]:
    with set_up_wall_clock() as wall:
        yield wall


def make_reading(
    after_s: float,
    *,
    wall_s: float | None = None,
    duration_s: float = 0.0,
    shift_s: float = 0.0,
    number: int = 0,
    steps: int = 0,
) -> ClockReading:
    wall = NOON + timedelta(seconds=after_s if wall_s is None else wall_s)
    shift = timedelta(seconds=shift_s)
    return ClockReading(wall, shift, number, steps, 1000 + after_s, 1000 + after_s + duration_s)


@pytest.mark.parametrize(
    ("next_reading", "jump"),
    [
        (make_reading(5), 0),
        (make_reading(5, wall_s=6.5), 0),  # within the tolerance
        (make_reading(5, wall_s=25, duration_s=20), 0),  # a slow answer
        (make_reading(36_000, wall_s=36_030), 0),  # the drift of ten hours
        (make_reading(5, wall_s=3605), 3600),
        (make_reading(5, wall_s=-3595), -3600),
        (make_reading(5, wall_s=3605, shift_s=-3600, number=1), 0),  # corrected since
        (
            make_reading(5, shift_s=-3600, number=1, steps=1),
            0,
        ),  # a stored step of the time of the room
        # Set forward and back since, and only the first is corrected.
        (make_reading(5, shift_s=-3600, number=1), -3600),
        (make_reading(5, wall_s=-3595, shift_s=-3600, number=1), -7200),  # set back since
    ],
)
def test_a_changed_clock_is_distinguished_from_normal_drift(
    next_reading: ClockReading, jump: float
) -> None:
    steady_clock = SteadyClock()
    assert steady_clock.update(make_reading(0)) == 0
    assert steady_clock.update(next_reading) == pytest.approx(jump, abs=0.1)
    assert (steady_clock._last is next_reading) is (jump == 0)


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_the_time_read_is_that_of_the_room(wall: DatabaseClock, by: timedelta) -> None:
    before = clock.now()
    wall.set(by)
    assert abs(clock.read().moment - before - by) < HOUR / 2
    assert abs(clock.now() - before) < HOUR / 2


def test_the_first_process_corrects_the_clock_and_records_it(
    room: "Room", wall: DatabaseClock
) -> None:
    from tournament.models import Journal, RoomClock
    from tournament.services import timekeeping

    game = room.game()
    before = clock.now()
    wall.set(HOUR)
    firsts = [timekeeping.correct_jump(jump_s=3600, number=0, now=clock.now()) for _ in range(2)]
    assert firsts == [True, False]
    assert abs(clock.read().moment - before) < HOUR / 2
    assert [row.data for row in Journal.objects.filter(game=game, kind="clock")] == [
        {"jump_s": 3600}
    ]
    timekeeping.reset_correction(clock.now())
    assert RoomClock.objects.get().shift == -HOUR  # a game is in play


def test_without_a_game_the_room_uses_the_database_s_clock(wall: DatabaseClock) -> None:
    from tournament.services import timekeeping

    before = clock.now()
    wall.set(-HOUR)
    timekeeping.correct_jump(jump_s=-3600, number=0, now=clock.now())
    assert abs(clock.now() - before) < HOUR / 2
    timekeeping.reset_correction(clock.now())
    assert abs(clock.now() - before + HOUR) < HOUR / 2


def test_a_clock_set_back_while_stopped_is_corrected_first(
    room: "Room", wall: DatabaseClock
) -> None:
    from tournament.services import timekeeping

    room.game()
    before = clock.now()
    assert not timekeeping.correct_clock_behind(now=before, number=0)
    wall.set(-HOUR)
    reading = clock.read()  # as a process that has just been started
    assert timekeeping.correct_clock_behind(now=reading.moment, number=reading.number)
    assert abs(clock.read().moment - before) < HOUR / 2


def test_events_before_a_clock_step_do_not_bind_a_game(room: "Room", wall: DatabaseClock) -> None:
    from tournament.core.events import EventKind
    from tournament.services import timekeeping
    from tournament.services.journal import append_event

    game = room.game()
    for ahead in (HOUR, timedelta()):
        with transaction.atomic():
            append_event(
                game, EventKind.CLOCK_CORRECTED, now=clock.now() + ahead, data={"jump_s": 0}
            )
    assert not timekeeping.correct_clock_behind(now=clock.now(), number=0)
