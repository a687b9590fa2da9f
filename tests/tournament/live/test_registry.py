"""The registry sends to many sockets without waiting for any of them."""

import asyncio
import itertools
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tests.loops import run_in_loop
from tests.waiting import TIMEOUT_S
from tournament.live import connection as module
from tournament.live.connection import BAD_TOKEN, MAX_WAITING, UNNUMBERED, Connection
from tournament.live.registry import MAX_PER_TOKEN, Registry
from tournament.live.wire import Frame, SocketEvent, Wire
from tournament.protocol import Audience
from tournament.protocol.bus import SeatTaken
from tournament.protocol.tokens import Ticket

PUBLIC = Ticket(1, Audience.PUBLIC)
GAME = 9
TOKENS = itertools.count()


class Browser:
    """A socket's double; while ``reads`` is unset it reads nothing."""

    def __init__(self, ticket: Ticket = PUBLIC, *, live: bool = True, token: str = "") -> None:
        self.events: list[SocketEvent] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.cancelled = asyncio.Event()
        self.connection = Connection(
            ticket, Wire(self._send, self.cancelled.set), token or str(next(TOKENS))
        )
        self.live = live

    async def _send(self, event: SocketEvent) -> None:
        await self.reads.wait()
        self.events.append(event)

    @property
    def texts(self) -> list[str]:
        return [event["text"] for event in self.events if event["type"] == "websocket.send"]

    @property
    def closed(self) -> int | None:
        return next((e["code"] for e in self.events if e["type"] == "websocket.close"), None)


async def enter(registry: Registry, *browsers: Browser) -> None:
    for browser in browsers:
        registry.add(browser.connection)
        if browser.live:
            await browser.connection.send_snapshot(GAME, 0, Frame(b"snapshot"))


def read_stopped_clock() -> int:
    """Return the same time for every arrival."""
    return 0


def run(test: Callable[[Registry], Coroutine[Any, Any, None]]) -> None:
    run_in_loop(test(Registry(read_stopped_clock)))


async def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until ``condition`` is true."""
    async with asyncio.timeout(TIMEOUT_S):
        while not condition():  # noqa: ASYNC110 - no event announces it
            await asyncio.sleep(0)


async def broadcast(registry: Registry, frame: bytes, seq: int) -> None:
    await registry.broadcast(1, Audience.PUBLIC, Frame(frame), game=GAME, seq=seq)


def test_a_frame_reaches_its_audience_and_nobody_else() -> None:
    async def test(registry: Registry) -> None:
        public, judge = Browser(), Browser(Ticket(1, Audience.JUDGE))
        elsewhere = Browser(Ticket(2, Audience.PUBLIC))
        await enter(registry, public, judge, elsewhere)
        await broadcast(registry, b"1", 1)
        assert public.texts == ["snapshot", "1"]
        assert judge.texts == elsewhere.texts == ["snapshot"]

    run(test)


def test_a_result_reaches_the_sockets_of_its_entry_that_stay() -> None:
    async def test(registry: Registry) -> None:
        ticket, other = Ticket(1, Audience.ENTRY, 7), Ticket(1, Audience.ENTRY, 8)
        removed, remaining, neighbour = Browser(ticket), Browser(ticket), Browser(other)
        await enter(registry, removed)
        registry.remove(removed.connection)
        await enter(registry, remaining, neighbour)
        await registry.send_personal({7: b"mine", 9: b"nobody"}, game=GAME)
        assert remaining.texts == ["snapshot", "mine"]
        assert removed.texts == neighbour.texts == ["snapshot"]
        assert sorted(registry.list_entries(1)) == [7, 8]

    run(test)


def test_the_oldest_sockets_of_one_token_are_closed() -> None:
    async def test(registry: Registry) -> None:
        stranger, *copies = Browser(), *(Browser(token="a") for _ in range(MAX_PER_TOKEN + 2))
        await enter(registry, stranger, *copies)
        assert [copy.closed for copy in copies[:2]] == [BAD_TOKEN, BAD_TOKEN]
        for removed in copies[:3]:
            registry.remove(removed.connection)
        again = Browser(token="a")
        await enter(registry, again)
        await broadcast(registry, b"1", 1)
        assert all(browser.texts == ["snapshot", "1"] for browser in (stranger, again, *copies[3:]))

    run(test)


def test_a_client_that_does_not_read_is_disconnected_without_delay() -> None:
    async def test(registry: Registry) -> None:
        slow, *others = browsers = [Browser() for _ in range(1000)]
        await enter(registry, *browsers)
        slow.reads.clear()
        for seq in range(1, 6):
            await broadcast(registry, b"%d" % seq, seq)
        assert all(browser.texts[1:] == ["1", "2", "3", "4", "5"] for browser in others)
        assert slow.connection.is_closed
        slow.reads.set()
        await wait_until(lambda: slow.closed is not None)
        assert slow.texts == ["snapshot", "1"]
        assert slow.closed == module.TRY_LATER

    run(test)


def test_a_client_that_never_reads_again_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LAG_LIMIT_S", 0.01)

    async def test(registry: Registry) -> None:
        browser = Browser()
        await enter(registry, browser)
        browser.reads.clear()
        await broadcast(registry, b"1", 1)
        await asyncio.wait_for(browser.cancelled.wait(), 5)

    run(test)


def test_frames_arriving_during_a_snapshot_follow_it_if_missing() -> None:
    async def test(registry: Registry) -> None:
        browser = Browser(live=False)
        await enter(registry, browser)
        for seq in (5, 6, 7):
            await broadcast(registry, b"%d" % seq, seq)
        await registry.broadcast(1, Audience.PUBLIC, Frame(b"holding"), game=GAME, seq=UNNUMBERED)
        assert browser.texts == []
        await browser.connection.send_snapshot(GAME, 6, Frame(b"snapshot"))
        assert browser.texts == ["snapshot", "7", "holding"]
        await broadcast(registry, b"8", 8)
        assert browser.texts[-1] == "8"

    run(test)


def test_frames_of_another_game_are_left_to_the_client() -> None:
    async def test(registry: Registry) -> None:
        browser = Browser(live=False)
        await enter(registry, browser)
        await broadcast(registry, b"3", 3)
        await browser.connection.send_snapshot(GAME + 1, 50, Frame(b"snapshot"))
        assert browser.texts == ["snapshot", "3"]

    run(test)


def test_frames_that_come_while_a_snapshot_is_sent_follow_it() -> None:
    async def test(registry: Registry) -> None:
        browser = Browser(live=False)
        await enter(registry, browser)
        browser.reads.clear()
        sending = asyncio.create_task(browser.connection.send_snapshot(GAME, 6, Frame(b"snapshot")))
        await asyncio.sleep(0)
        await broadcast(registry, b"7", 7)
        browser.reads.set()
        await sending
        assert browser.texts == ["snapshot", "7"]

    run(test)


def test_a_slow_snapshot_is_followed_by_a_resync_request() -> None:
    async def test(registry: Registry) -> None:
        browser = Browser(live=False)
        await enter(registry, browser)
        for seq in range(1, MAX_WAITING + 2):
            await broadcast(registry, b"%d" % seq, seq)
        await browser.connection.send_snapshot(GAME, 0, Frame(b"snapshot"))
        assert browser.texts[0] == "snapshot"
        assert json.loads(browser.texts[1])["type"] == "resync"

    run(test)


def test_the_newest_device_of_a_table_wins() -> None:
    async def test(registry: Registry) -> None:
        old, new = (Browser(Ticket(1, Audience.ENTRY, 5)) for _ in range(2))
        other = Browser(Ticket(1, Audience.ENTRY, 6))
        await enter(registry, old, other, new)
        assert json.loads(old.texts[-1])["type"] == "displaced"
        assert old.closed == module.DISPLACED
        assert new.closed is other.closed is None

    run(test)


def build_seat_message(connection: Connection) -> SeatTaken:
    """Build the message that the process of a connection publishes."""
    return SeatTaken(5, connection.id, connection.arrival)


@pytest.mark.parametrize("order", ["ab", "ba", "aba", "bab", "aabb", "bbaa"])
def test_processes_agree_on_the_newest_device_in_any_order(
    order: str,
) -> None:
    async def test(_: Registry) -> None:
        first_registry, second_registry = Registry(lambda: 10), Registry(lambda: 20)
        first, second = (Browser(Ticket(1, Audience.ENTRY, 5)) for _ in range(2))
        await enter(first_registry, first)
        await enter(second_registry, second)
        news = {
            "a": build_seat_message(first.connection),
            "b": build_seat_message(second.connection),
        }
        for key in order:
            for registry in (first_registry, second_registry):
                registry.displace_older(news[key])
        assert first.closed == module.DISPLACED
        assert second.closed is None

    run(test)


def test_a_later_device_is_newer_even_with_a_slow_clock() -> None:
    async def test(_: Registry) -> None:
        first_registry, second_registry = Registry(lambda: 20), Registry(lambda: 10)
        first, second = (Browser(Ticket(1, Audience.ENTRY, 5)) for _ in range(2))
        await enter(first_registry, first)
        second_registry.displace_older(build_seat_message(first.connection))
        await enter(second_registry, second)
        for registry in (first_registry, second_registry):
            registry.displace_older(build_seat_message(second.connection))
        assert first.closed == module.DISPLACED
        assert second.closed is None

    run(test)


def test_a_late_renewal_closes_older_links_only() -> None:
    async def test(registry: Registry) -> None:
        old = Browser(Ticket(1, Audience.ENTRY, 5, link=0))
        new = Browser(Ticket(1, Audience.ENTRY, 6, link=1))
        await enter(registry, old, new)
        registry.close_renewed({5: 1, 6: 1, 7: 1})
        assert old.closed == module.RENEWED
        assert new.closed is None
        await broadcast(registry, b"1", 1)
        assert json.loads(old.texts[-1])["type"] == "renewed"

    run(test)


def test_an_entry_alone_gets_its_personal_frame() -> None:
    async def test(registry: Registry) -> None:
        five, six = (Browser(Ticket(1, Audience.ENTRY, entry)) for entry in (5, 6))
        await enter(registry, five, six)
        await registry.send_personal({5: b"yours", 7: b"nobody's"}, game=GAME)
        assert five.texts == ["snapshot", "yours"]
        assert six.texts == ["snapshot"]

    run(test)


def test_a_disconnected_client_harms_nobody() -> None:
    async def test(registry: Registry) -> None:
        dead, alive = Browser(), Browser()
        await enter(registry, dead, alive)

        async def fail(_: SocketEvent) -> None:
            raise ConnectionResetError

        dead.connection._wire = Wire(fail, dead.cancelled.set)
        await broadcast(registry, b"1", 1)
        assert dead.connection.is_closed
        assert alive.texts == ["snapshot", "1"]

    run(test)


def test_removed_sockets_leave_nothing_in_the_registry() -> None:
    async def test(registry: Registry) -> None:
        browsers = [Browser(), Browser(Ticket(2, Audience.ENTRY, 5))]
        await enter(registry, *browsers)
        assert registry.tournaments == {1, 2}
        for browser in browsers:
            registry.remove(browser.connection)
        assert len(registry) == 0
        assert registry.tournaments == set()
        await broadcast(registry, b"1", 1)
        assert browsers[0].texts == ["snapshot"]

    run(test)
