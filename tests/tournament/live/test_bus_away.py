"""The bus is interrupted: nothing hangs, and all clients are up to date afterwards."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction

from benchmarks.chaos.network import IMPAIRMENTS, NO_IMPAIRMENT, Network, Proxy
from tests.loops import run_in_loop
from tests.own_valkey import OwnValkey
from tests.tournament.live.hall import LiveHall, make_hall
from tests.tournament.live.web import HOST, Browser, Web, browse, watch
from tests.waiting import TIMEOUT_S, wait_for
from tournament.core.events import EventKind
from tournament.live.subscription import Subscription
from tournament.protocol import Audience, Sync, bus
from tournament.queries import clock
from tournament.services.journal import append_event
from tournament.services.play import turns


@pytest.fixture(scope="module")
def _broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnValkey]:
    valkey = OwnValkey(tmp_path_factory.mktemp("bus"), "--save", "")
    valkey.start()
    yield valkey
    valkey.kill()


@pytest.fixture
def broker(_broker: OwnValkey, monkeypatch: pytest.MonkeyPatch) -> OwnValkey:
    """A bus of the file's own; a test that kills it starts it again."""
    monkeypatch.setattr(settings, "REDIS_URL", _broker.url)
    return _broker


@pytest.fixture(scope="module")
def server(
    _broker: OwnValkey, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Web]:
    web = Web(tmp_path_factory.mktemp("web") / "web.log", REDIS_URL=_broker.url)
    yield web
    web.stop()


@pytest.fixture
def web_of_broker(server: Web, broker: OwnValkey, transactional_db: None) -> Web:
    """Start a server on the bus of the file."""
    server.ensure()
    return server


def test_a_room_opens_without_a_bus_and_joins_it_later(
    hall: LiveHall, broker: OwnValkey, server: Web
) -> None:
    broker.kill()
    server.stop()
    server.ensure()
    with watch(server, hall.make_token(Audience.PUBLIC)) as browser:
        broker.start()
        assert browser.next()["type"] == "resync"
        bus.publish(bus.RoomResync(hall.tournament.pk))
        assert browser.next()["type"] == "resync"


def test_a_restart_of_the_bus_makes_clients_fetch_a_snapshot(
    hall: LiveHall, broker: OwnValkey, web_of_broker: Web
) -> None:
    with (
        watch(web_of_broker, hall.make_token(Audience.PUBLIC)) as public,
        watch(web_of_broker, hall.make_token(Audience.ENTRY, 0)) as player,
    ):
        broker.kill()
        turns.stop_clock(
            turn=hall.turn, by=None, now=clock.now()
        )  # published while the bus is away
        assert player.ask(hall.save(rev=1))["type"] == "saved"
        broker.start()
        for browser in (public, player):
            assert browser.next()["type"] == "resync"
            assert browser.ask(Sync())["state"]["turn"]["closes_at"] == load_end(hall)
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


def load_end(hall: LiveHall) -> int:
    hall.turn.refresh_from_db()
    assert hall.turn.closes_at
    return clock.to_milliseconds(hall.turn.closes_at)


def test_frames_lost_without_an_interruption_are_noticed(
    hall: LiveHall, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    with watch(web, hall.make_token(Audience.PUBLIC)) as browser:
        with monkeypatch.context() as patch:
            patch.setattr(bus, "publish", drop)
            called = False
            while not called:  # the first check only reads the number of the game
                with transaction.atomic():
                    append_event(hall.game, EventKind.GAME_CHANGED, now=clock.now())
                with contextlib.suppress(TimeoutError):
                    called = json.loads(browser.socket.recv(timeout=1))["type"] == "resync"
        hall.game.refresh_from_db()
        assert browser.ask(Sync())["seq"] == hall.game.seq


@pytest.fixture
def proxy(broker: OwnValkey) -> Iterator[Network]:
    """Return a network with a proxy to the bus."""
    network = Network([Proxy("bus", lambda: broker.port)])
    yield network
    network.close()


def test_posts_after_a_reset_use_a_new_connection(broker: OwnValkey, proxy: Network) -> None:
    async def post() -> None:
        envelopes = asyncio.Queue[bus.Envelope]()

        async def ignore_resumption() -> None:
            pass

        url = f"redis://{HOST}:{proxy.proxies['bus'].port}/0"

        def list_wanted() -> set[str]:
            return {bus.get_channel(number, bus.ROOM_PART) for number in range(2)}

        listener, publisher = (
            Subscription(
                address,
                receive=envelopes.put,
                on_resumed=ignore_resumption,
                list_wanted=list_wanted,
            )
            for address in (broker.url, url)
        )
        tasks = [
            asyncio.ensure_future(listener.listen()),
            asyncio.ensure_future(publisher.publish()),
        ]
        await listener.ready.wait()
        for number in range(2):
            publisher.post(bus.RoomResync(number))
            async with asyncio.timeout(TIMEOUT_S):
                while await envelopes.get() != bus.RoomResync(number):
                    pass  # sent twice, when its answer did not come back
            proxy.apply("bus", IMPAIRMENTS["cut"])
            proxy.apply("bus", NO_IMPAIRMENT)
            await asyncio.sleep(0.05)  # the loop notices it
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(listener.aclose(), publisher.aclose())

    run_in_loop(post())


def test_a_snapshot_from_before_an_interruption_is_not_shown(
    hall: LiveHall, broker: OwnValkey, web_of_broker: Web
) -> None:
    """Neither during the interruption nor after it, though no client was connected then."""
    token = hall.make_token(Audience.PUBLIC)
    keeper = make_hall("keeper")
    losses = count_losses(web_of_broker)
    with watch(web_of_broker, keeper.make_token(Audience.PUBLIC)) as public:
        with watch(web_of_broker, token):
            broker.kill()
            wait_for(lambda: count_losses(web_of_broker) > losses)
            turns.stop_clock(turn=hall.turn, by=None, now=clock.now())
            with browse(web_of_broker, token) as newcomer:
                assert read_end(newcomer) == load_end(hall)
        broker.start()
        assert public.next()["type"] == "resync"
        with browse(web_of_broker, token) as newcomer:
            assert read_end(newcomer) == load_end(hall)


def count_losses(web: Web) -> int:
    """Return how often the server has lost the bus."""
    return web.read_log().count("live.bus_lost")


def read_end(browser: Browser) -> int:
    end: int = browser.next("snapshot")["state"]["turn"]["closes_at"]
    return end


def drop(envelope: Any) -> None:
    """Drop an envelope, as a publisher without connection does."""
