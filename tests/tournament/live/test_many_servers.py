"""The bus on a cluster of Valkey, and on a primary that Sentinels replace."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from celery import Celery
from django.conf import settings
from redis.crc import key_slot

from config.celery import ReconnectingAMQP, ReconnectingSentinelTransport
from config.servers.broker import build_celery_settings
from tests.loops import run_in_loop
from tests.own_valkey import OwnCluster, OwnSentinel
from tests.tournament.live.draining import check_draining
from tests.tournament.live.hall import LiveHall, make_hall
from tests.tournament.live.web import Web, watch
from tests.waiting import TIMEOUT_S, wait_for
from tournament.live.subscription import Subscription
from tournament.protocol import Audience, bus, presence
from tournament.queries import clock
from tournament.services.play import turns

TOURNAMENTS = range(1, 9)


@pytest.fixture(scope="module")
def _cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnCluster]:
    cluster = OwnCluster(tmp_path_factory.mktemp("cluster"))
    cluster.start()
    yield cluster
    cluster.kill()


@pytest.fixture
def cluster(_cluster: OwnCluster, monkeypatch: pytest.MonkeyPatch) -> OwnCluster:
    monkeypatch.setattr(settings, "REDIS_URL", _cluster.url)
    monkeypatch.setattr(settings, "BUS_SHARDED", True)
    return _cluster


@pytest.fixture
def sentinel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnSentinel]:
    servers = OwnSentinel(tmp_path)
    servers.start()
    monkeypatch.setattr(settings, "REDIS_URL", servers.url)
    yield servers
    servers.kill()


class Listener:
    """A subscription to the players of some tournaments, and what it received."""

    def __init__(self) -> None:
        self.received: asyncio.Queue[bus.Envelope] = asyncio.Queue()
        self.resumed = asyncio.Semaphore(0)
        self.subscription = Subscription(
            settings.REDIS_URL,
            receive=self.received.put,
            on_resumed=self._note_resumption,
            list_wanted=self._list_wanted,
        )

    async def _note_resumption(self) -> None:
        self.resumed.release()

    def _list_wanted(self) -> set[str]:
        return {bus.get_channel(number, Audience.ENTRY) for number in TOURNAMENTS}

    async def publish(self, envelope: bus.Envelope) -> bus.Envelope:
        """Publish as a service does; return what comes."""
        await asyncio.to_thread(bus.publish, envelope)
        return await self.received.get()


def listen(test: Callable[[Listener], Awaitable[None]]) -> None:
    async def run() -> None:
        listener = Listener()
        subscription = listener.subscription
        tasks = [asyncio.create_task(run()) for run in (subscription.listen, subscription.publish)]
        async with asyncio.timeout(TIMEOUT_S):
            await listener.resumed.acquire()
            await test(listener)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await subscription.aclose()

    run_in_loop(run())


def find_slot(tournament: int) -> int:
    return int(key_slot(bus.get_channel(tournament, "").encode()))


def make_news(tournament: int, seq: int = 1) -> bus.Frames:
    return bus.Frames(tournament=tournament, game=1, seq=seq, personal={1: b"{}"})


def test_a_cluster_carries_every_tournament_in_order(cluster: OwnCluster) -> None:
    owners = {cluster.find_first_owner(find_slot(number)) for number in TOURNAMENTS}
    assert owners == {*cluster.nodes}

    async def test(listener: Listener) -> None:
        for number in TOURNAMENTS:
            for seq in range(3):
                listener.subscription.post(make_news(number, seq))
            for seq in range(3):
                assert await listener.received.get() == make_news(number, seq)
            assert await listener.publish(make_news(number)) == make_news(number)

    listen(test)


def test_a_cluster_stores_many_results(cluster: OwnCluster) -> None:
    personal = {entry: b"%d" % entry for entry in range(bus.MAX_PERSONAL + 1)}

    async def test(listener: Listener) -> None:
        for number in TOURNAMENTS:
            news = await listener.publish(
                bus.Frames(tournament=number, game=1, seq=1, personal=personal)
            )
            assert isinstance(news, bus.Frames)
            stored = await listener.subscription.read_personal(news.personal_key, [5, 7, 10_000])
            assert stored == {5: b"5", 7: b"7"}

    listen(test)


def test_a_slot_that_moves_resumes_the_subscription(cluster: OwnCluster) -> None:
    slot = find_slot(1)
    owner = cluster.find_first_owner(slot)
    target = next(node for node in cluster.nodes if node is not owner)

    async def test(listener: Listener) -> None:
        await asyncio.to_thread(cluster.move_slot, slot, target)
        await listener.resumed.acquire()
        assert await listener.publish(make_news(1)) == make_news(1)

    listen(test)
    cluster.move_slot(slot, owner)


def test_a_room_plays_on_a_cluster_until_its_server_drains(
    hall: LiveHall,
    cluster: OwnCluster,
    transactional_db: None,
    redis_url: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    log = tmp_path_factory.mktemp("web") / "web.log"
    web = Web(log, REDIS_URL=cluster.url, BROKER_URL=redis_url, DRAIN_S="20")
    web.ensure()
    try:
        with (
            watch(web, hall.make_token(Audience.JUDGE)) as judge,
            watch(web, hall.make_token(Audience.ENTRY, 0)) as player,
        ):
            assert player.ask(hall.save())["type"] == "saved"
            assert judge.next("holding")["tables"] == [1]
            turns.stop_clock(turn=hall.turn, by=None, now=clock.now())
            assert judge.next("event")["kind"] == player.next("event")["kind"] == "shortened"
            connected = {hall.tournament.pk: {hall.entries[0].pk}}
            wait_for(lambda: presence.find_connected([hall.tournament.pk]) == connected)
        check_draining(web, make_hall("draining"))
    finally:
        web.kill()


def test_the_bus_follows_sentinels_to_the_new_primary(sentinel: OwnSentinel) -> None:
    async def test(listener: Listener) -> None:
        assert await listener.publish(make_news(1)) == make_news(1)
        sentinel.primary.kill()
        await listener.resumed.acquire()
        assert await listener.publish(make_news(1)) == make_news(1)

    listen(test)
    assert sentinel.replica.execute("ROLE")[0] == b"master"
    queues = Celery(set_as_current=False, amqp=ReconnectingAMQP)
    queues.conf.update(build_celery_settings(sentinel.url, {}))
    with queues.connection_for_write() as broker, broker.SimpleQueue("own") as queue:
        assert broker.get_transport_cls() is ReconnectingSentinelTransport
        queue.put("task")
        assert queue.get(timeout=TIMEOUT_S).payload == "task"
