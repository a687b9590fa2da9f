"""The subscription of a process to the channels of the bus that concern its sockets.

It does not use a channel layer, because every interruption must be noticed: what was published
meanwhile is lost, and all clients of this process then need a snapshot.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import AsyncExitStack, suppress
from typing import Any

import msgspec
import redis
import structlog
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from structlog.contextvars import bound_contextvars

from tournament import broker, metrics
from tournament.live.bus_connections import BusConnections
from tournament.protocol import bus

log = structlog.get_logger(__name__)

CONNECT_TIMEOUT_S = 2.0
#: A silent connection is pinged at this interval, in seconds.
PING_EVERY_S = 5.0
RETRY_AFTER_S = 0.5
#: Channels that no socket needs are left at this interval, in seconds.
LEAVE_EVERY_S = 5.0
#: Maximum number of messages that wait to be published; the oldest are dropped.
MAX_WAITING = 10_000
#: What a command may raise; RuntimeError: uvloop, closed connection.
SEND_ERRORS = (*broker.ERRORS, OSError, RuntimeError)


class Subscription:
    """Calls ``receive`` for every message, in order, and ``on_resumed`` after each (re)connection.

    ``list_wanted`` returns the channels of the sockets of this process. ``ready`` is set while all
    those for which ``ensure`` was called are subscribed.
    """

    def __init__(
        self,
        url: str,
        *,
        receive: Callable[[bus.Envelope], Awaitable[None]],
        on_resumed: Callable[[], Awaitable[None]],
        list_wanted: Callable[[], Collection[str]],
    ) -> None:
        self.ready = asyncio.Event()
        self._client = broker.connect_async(
            url,
            client_name=bus.get_common_channel(),  # shown in the broker's list of clients
            protocol=2,
            socket_connect_timeout=CONNECT_TIMEOUT_S,
            socket_timeout=CONNECT_TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),  # no unnoticed reconnection
        )
        self._receive = receive
        self._on_resumed = on_resumed
        self._list_wanted = list_wanted
        self._requested: set[str] = set()
        self._confirmed: set[str] = set()
        #: Sockets wait for these channels.
        self._awaited: dict[str, asyncio.Future[None]] = {}
        self._changed = asyncio.Event()
        self._waiting: deque[bus.Envelope] = deque(maxlen=MAX_WAITING)
        self._posted = asyncio.Event()

    def post(self, envelope: bus.Envelope) -> None:
        """Publish soon, without waiting; to be called on the event loop."""
        self._waiting.append(envelope)
        self._posted.set()

    async def ensure(self, channels: Iterable[str]) -> None:
        """Return once these wanted channels are subscribed, at once while the bus is away: then
        ``on_resumed`` follows."""
        missing = [channel for channel in channels if channel not in self._confirmed]
        if missing and self.ready.is_set():
            self._changed.set()
            create = asyncio.get_running_loop().create_future
            await asyncio.wait([self._awaited.setdefault(name, create()) for name in missing])

    async def listen(self) -> None:
        """Keep the subscription for ever."""
        while True:
            try:
                await self._serve()
            except* SEND_ERRORS as errors:
                metrics.BUS_LOSSES.inc()
                log.warning("live.bus_lost", error=str(errors.exceptions[0]))
            finally:
                self._forget()
            await asyncio.sleep(RETRY_AFTER_S)

    def _forget(self) -> None:
        self.ready.clear()
        self._requested.clear()
        self._confirmed.clear()
        for future in self._awaited.values():
            future.set_result(None)
        self._awaited.clear()

    async def _serve(self) -> None:
        """Subscribe to what is wanted, until a connection is lost."""
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            connections = BusConnections(
                self._client, stack, lambda pubsub: group.create_task(self._read(pubsub))
            )
            loop = asyncio.get_running_loop()
            left_at = loop.time()
            while True:
                self._changed.clear()
                new = {bus.get_common_channel(), *self._list_wanted()} - self._requested
                self._requested |= new
                await connections.subscribe(new)
                if loop.time() >= left_at + LEAVE_EVERY_S:
                    left_at = loop.time()
                    unused = self._confirmed - {bus.get_common_channel(), *self._list_wanted()}
                    self._requested -= unused
                    self._confirmed -= unused
                    await connections.unsubscribe(unused)
                await _wait(self._changed, LEAVE_EVERY_S)

    async def _read(self, pubsub: PubSub) -> None:
        is_pinged = False
        while True:
            message = await pubsub.get_message(timeout=PING_EVERY_S)
            if message is not None:
                is_pinged = False
                await self._handle(message)
            elif is_pinged:
                raise redis.ConnectionError("no answer to a ping")
            else:
                is_pinged = True
                await pubsub.ping()

    async def _handle(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "subscribe" | "ssubscribe":
                await self._confirm(message["channel"].decode())
            case "unsubscribe" | "sunsubscribe":
                if message["channel"].decode() in self._confirmed:
                    raise redis.ConnectionError("a channel moved to another node")
            case "message" | "smessage":
                await self._decode(message["data"])

    async def _confirm(self, channel: str) -> None:
        if channel in self._confirmed:
            raise redis.ConnectionError("the connection was replaced")
        self._confirmed.add(channel)
        if future := self._awaited.pop(channel, None):
            future.set_result(None)
        if self.ready.is_set() or len(self._confirmed) < len(self._requested):
            return
        if self._requested.issuperset(self._list_wanted()):
            self.ready.set()
            await self._on_resumed()
        else:
            self._changed.set()

    async def _decode(self, data: bytes) -> None:
        try:
            envelope = bus.decode(data)
            ids = {"request_id": envelope.request_id} if envelope.request_id else {}
            with bound_contextvars(**ids):
                await self._receive(envelope)
        except msgspec.MsgspecError as error:
            log.warning("live.bus_unreadable", error=str(error))

    async def read_personal(self, key: str, entries: Collection[int]) -> dict[int, bytes] | None:
        """Return the stored messages for these entries; None if they cannot be read."""
        for _ in range(2):  # after a restart of the broker the first finds a dead connection
            try:
                names = [bus.COMPLETE, *map(str, entries)]
                complete, *messages = await self._client.hmget(key, names)
            except SEND_ERRORS:
                continue
            if complete is None:
                return None
            return {
                entry: message
                for entry, message in zip(entries, messages, strict=True)
                if isinstance(message, bytes)
            }
        return None

    async def publish(self) -> None:
        """Send what was posted, for ever; several messages in one round trip."""
        while True:
            await self._posted.wait()
            self._posted.clear()
            batch = list(self._waiting)
            self._waiting.clear()
            # Twice: after a restart of the broker the first attempt finds a dead connection.
            if not (await self._send(batch) or await self._send(batch)):
                metrics.LOST_MESSAGES.inc(len(batch))
                log.warning("live.posts_lost", count=len(batch))

    async def _send(self, batch: Iterable[bus.Envelope]) -> bool:
        try:
            async with self._client.pipeline(transaction=False) as pipeline:
                for envelope in batch:
                    bus.add_to_pipeline(pipeline, envelope)
                await pipeline.execute()
        except SEND_ERRORS:
            return False
        return True

    async def aclose(self) -> None:
        await broker.close(self._client)


async def _wait(event: asyncio.Event, timeout_s: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(timeout_s):
            await event.wait()
