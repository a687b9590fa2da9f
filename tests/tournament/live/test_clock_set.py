"""Real processes, and a database whose clock is changed by an hour during a turn."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.tournament.database_clock import DatabaseClock, set_up_wall_clock
from tests.tournament.live.hall import LiveHall
from tests.tournament.live.web import Browser, Web, watch
from tests.waiting import wait_for
from tournament.core.states import GameState, TurnState
from tournament.models import Game, Journal, RoomClock
from tournament.protocol import Audience, Ping, Saved
from tournament.queries import clock
from tournament.services.hand_in.receiver import close_receiver, open_receiver
from tournament.services.timekeeping import LATE_STORAGE_TIME

HOUR = timedelta(hours=1)
MINUTE_MS = 60_000


@pytest.fixture
def wall(hall: LiveHall) -> Iterator[DatabaseClock]:
    with set_up_wall_clock() as wall:
        yield wall


@pytest.fixture
def pair(wall: DatabaseClock, tmp_path: Path) -> Iterator[list[Web]]:
    """Start two server processes that read the changed clock."""
    servers = [Web(tmp_path / f"{number}.log") for number in range(2)]
    for server in servers:
        server.ensure()
    yield servers
    for server in servers:
        server.stop()


def count_corrections() -> int:
    room_clock = RoomClock.objects.first()
    return room_clock.number if room_clock else 0


def test_a_turn_keeps_its_length_when_the_clock_is_changed(
    hall: LiveHall, wall: DatabaseClock, pair: list[Web]
) -> None:
    bell = hall.bell
    with (
        watch(pair[0], hall.make_token(Audience.ENTRY, 0)) as first,
        watch(pair[1], hall.make_token(Audience.ENTRY, 1)) as second,
    ):
        for rev, by in enumerate((2 * HOUR, -HOUR), 1):
            wall.set(by)
            wait_for(lambda rev=rev: count_corrections() == rev)  # type: ignore[misc]
            for browser in (first, second):
                assert browser.ask(hall.save(rev=rev))["late"] is False
                # Every process reads the correction itself, one of them a little later.
                wait_for(lambda browser=browser: is_right(browser))  # type: ignore[misc]
        hall.turn.refresh_from_db()
        assert (hall.turn.state, hall.bell) == (TurnState.OPEN, bell)
        # Before the end of the game: then the room's time makes a step of its own.
        jumps = [
            line for web in pair for line in web.read_log().splitlines() if "clock.jumped" in line
        ]
        assert len(jumps) == 2  # each once, by either process
        hall.ring()
        wait_for(lambda: is_closed(hall))
        assert first.ask(hall.save(rev=9))["late"] is True
        over = clock.now() - 2 * LATE_STORAGE_TIME
        Game.objects.filter(pk=hall.game.pk).update(state=GameState.FINISHED, finished_at=over)
        wait_for(lambda: RoomClock.objects.get().shift == timedelta())
        # The time of the room is before the end of the turn again: bulletins are late all the same.
        wait_for(lambda: first.ask(Ping(t=0))["now"] < hall.bell * 1000)
        assert first.ask(hall.save(rev=10))["late"] is True
    kinds = list(Journal.objects.filter(game=hall.game).values_list("kind", flat=True))
    assert kinds == ["clock", "clock", "closed"]


def is_right(browser: Browser) -> bool:
    """Return True if it receives the time of this process too."""
    shown: int = browser.ask(Ping(t=0))["now"]
    return abs(shown - clock.to_milliseconds(clock.now())) < MINUTE_MS


def is_closed(hall: LiveHall) -> bool:
    hall.turn.refresh_from_db()
    return hall.turn.state == TurnState.CLOSED


def test_arrival_is_stamped_by_the_database_s_clock(hall: LiveHall, wall: DatabaseClock) -> None:
    close_receiver(30)  # the desk of another test would keep its clock
    wall.set(HOUR + timedelta(seconds=5))
    try:
        answer = open_receiver().hand_in(hall.save(), hall.make_ticket())
    finally:
        close_receiver(30)
    assert answer == Saved(turn=1, rev=1, late=True)
