"""The bus away: nothing hangs, and afterwards everybody is up to date again."""

import asyncio
import contextlib
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction

from benchmarks.chaos.network import IMPAIRMENTS, NO_IMPAIRMENT, Network, Proxy
from tests.loops import run_in_loop
from tests.own_valkey import OwnValkey
from tests.tournament.live.hall import Hall, make_hall
from tests.tournament.live.web import HOST, ROOT, Browser, Web, browse, watch
from tests.waiting import TIMEOUT_S, wait_for
from tournament.core.events import EventKind
from tournament.live.subscription import Subscription
from tournament.protocol import Audience, Sync, bus
from tournament.queries import clock
from tournament.services.journal import append
from tournament.services.play import turns


@pytest.fixture
def broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnValkey]:
    valkey = OwnValkey(tmp_path)
    valkey.start()
    monkeypatch.setattr(settings, "REDIS_URL", valkey.url)
    yield valkey
    valkey.kill()


@pytest.fixture
def web_of_broker(broker: OwnValkey, tmp_path: Path, transactional_db: None) -> Iterator[Web]:
    server = Web(tmp_path / "web.log", REDIS_URL=broker.url)
    server.ensure()
    yield server
    server.stop()


def test_after_a_restart_of_the_bus_everybody_is_called_for_a_snapshot(
    hall: Hall, broker: OwnValkey, web_of_broker: Web
) -> None:
    with (
        watch(web_of_broker, hall.token(Audience.PUBLIC)) as public,
        watch(web_of_broker, hall.token(Audience.ENTRY, 0)) as player,
    ):
        broker.kill()
        turns.stop_clock(turn=hall.turn, by=None, now=clock.now())  # heard by nobody
        assert player.ask(hall.save(rev=1))["type"] == "saved"
        broker.start()
        for browser in (public, player):
            assert browser.next()["type"] == "resync"
            assert browser.ask(Sync())["state"]["turn"]["closes_at"] == closes_at(hall)
        event = b'{"type":"event"}'
        bus.publish(
            bus.Frames(
                tournament=hall.tournament.pk,
                game=hall.game.pk,
                seq=99,
                frames={"public": event, "entry": event},
            )
        )
        assert public.next("event") == player.next("event") == {"type": "event"}


def closes_at(hall: Hall) -> int:
    hall.turn.refresh_from_db()
    assert hall.turn.closes_at
    return clock.millis(hall.turn.closes_at)


def test_a_room_opens_without_a_bus_and_joins_it_later(
    hall: Hall, broker: OwnValkey, tmp_path: Path
) -> None:
    broker.kill()
    server = Web(tmp_path / "lonely.log", REDIS_URL=broker.url)
    server.ensure()
    try:
        with watch(server, hall.token(Audience.PUBLIC)) as browser:
            broker.start()
            assert browser.next()["type"] == "resync"
            bus.publish(bus.RoomResync(hall.tournament.pk))
            assert browser.next()["type"] == "resync"
    finally:
        server.stop()


def test_frames_lost_on_a_bus_that_never_broke_are_noticed(
    hall: Hall, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    with watch(web, hall.token(Audience.PUBLIC)) as browser:
        with monkeypatch.context() as patch:
            patch.setattr(bus, "publish", dropped)
            called = False
            while not called:  # the first look only learns where the game is
                with transaction.atomic():
                    append(hall.game, EventKind.GAME, now=clock.now())
                with contextlib.suppress(TimeoutError):
                    called = json.loads(browser.socket.recv(timeout=1))["type"] == "resync"
        hall.game.refresh_from_db()
        assert browser.ask(Sync())["seq"] == hall.game.seq


@pytest.fixture
def proxy(broker: OwnValkey) -> Iterator[Network]:
    """A proxy to the bus, by its name."""
    network = Network([Proxy("bus", lambda: broker.port)])
    yield network
    network.close()


def test_what_is_posted_after_the_connection_was_reset_is_sent_by_another(
    broker: OwnValkey, proxy: Network
) -> None:
    async def post() -> None:
        envelopes = asyncio.Queue[bus.Envelope]()

        async def resumed() -> None:
            pass

        url = f"redis://{HOST}:{proxy.proxies['bus'].port}/0"
        hearing = Subscription(broker.url, receive=envelopes.put, resumed=resumed)
        posting = Subscription(url, receive=envelopes.put, resumed=resumed)
        tasks = [asyncio.ensure_future(hearing.listen()), asyncio.ensure_future(posting.publish())]
        await hearing.ready.wait()
        for number in range(2):
            posting.post(bus.RoomResync(number))
            async with asyncio.timeout(TIMEOUT_S):
                while await envelopes.get() != bus.RoomResync(number):
                    pass  # sent twice, when its answer did not come back
            proxy.apply("bus", IMPAIRMENTS["cut"])
            proxy.apply("bus", NO_IMPAIRMENT)
            await asyncio.sleep(0.05)  # the loop hears of it
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(hearing.aclose(), posting.aclose())

    run_in_loop(post())


def test_who_comes_after_an_interruption_is_shown_nothing_from_before_it(
    hall: Hall, broker: OwnValkey, web_of_broker: Web
) -> None:
    """Neither while the bus is away nor afterwards, though nobody was there to be called."""
    token = hall.token(Audience.PUBLIC)
    keeper = make_hall("keeper")
    with watch(web_of_broker, keeper.token(Audience.PUBLIC)) as public:
        with watch(web_of_broker, token):
            broker.kill()
            wait_for(lambda: "live.bus_lost" in web_of_broker.log())
            turns.stop_clock(turn=hall.turn, by=None, now=clock.now())
            with browse(web_of_broker, token) as newcomer:
                assert shown_end(newcomer) == closes_at(hall)
        broker.start()
        assert public.next()["type"] == "resync"
        with browse(web_of_broker, token) as newcomer:
            assert shown_end(newcomer) == closes_at(hall)


def shown_end(browser: Browser) -> int:
    end: int = browser.next("snapshot")["state"]["turn"]["closes_at"]
    return end


#: A process that has committed and is killed before it can publish.
KILLED = """
import os, signal, sys
import django; django.setup()
from django.db import transaction
from tournament.queries import clock
from tournament.core.events import EventKind
from tournament.live.subscription import Subscription
from tournament.models import Game
from tournament.services.journal import append
with transaction.atomic():
    transaction.on_commit(lambda: os.kill(os.getpid(), signal.SIGKILL))
    append(Game.objects.get(pk=int(sys.argv[1])), EventKind.GAME, now=clock.now())
"""


def test_what_a_publisher_committed_before_it_was_killed_reaches_the_browsers(
    hall: Hall, web: Web
) -> None:
    with watch(web, hall.token(Audience.PUBLIC)) as browser:
        killed = subprocess.run(
            [sys.executable, "-c", KILLED, str(hall.game.pk)],
            env=web.environment() | {"DJANGO_SETTINGS_MODULE": "config.settings"},
            cwd=ROOT,
            check=False,
        )
        assert killed.returncode == -signal.SIGKILL
        hall.game.refresh_from_db()
        assert hall.game.seq == 1  # committed, and published by nobody
        assert browser.next()["type"] == "resync"
        assert browser.ask(Sync())["seq"] == 1


def dropped(envelope: Any) -> None:
    """What a publisher without connection does."""
