"""The subscription of a process to the bus.

It does not use a channel layer, because every interruption must be noticed: what was published
meanwhile is lost, and all clients of this process then need a snapshot.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import redis.asyncio
import structlog
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from structlog.contextvars import bound_contextvars

from tournament import metrics
from tournament.protocol import bus

log = structlog.get_logger(__name__)

CONNECT_TIMEOUT_S = 2.0
#: A silent bus is pinged at this interval, in seconds.
PING_EVERY_S = 5.0
RETRY_AFTER_S = 0.5
#: Maximum number of messages that wait to be published; the oldest are dropped.
MAX_WAITING = 10_000


class Subscription:
    """Calls ``receive`` for every message, in order, and ``on_resumed`` after each (re)connection.

    ``ready`` is set while the subscription is connected.
    """

    def __init__(
        self,
        url: str,
        *,
        receive: Callable[[bus.Envelope], Awaitable[None]],
        on_resumed: Callable[[], Awaitable[None]],
    ) -> None:
        self.ready = asyncio.Event()
        self._client = redis.asyncio.Redis.from_url(
            url,
            client_name=bus.get_channel(),  # shown in the broker's list of clients
            protocol=2,
            socket_connect_timeout=CONNECT_TIMEOUT_S,
            socket_timeout=CONNECT_TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),  # no unnoticed reconnection
        )
        self._receive = receive
        self._on_resumed = on_resumed
        self._waiting: deque[bus.Envelope] = deque(maxlen=MAX_WAITING)
        self._posted = asyncio.Event()

    def post(self, envelope: bus.Envelope) -> None:
        """Publish soon, without waiting; to be called on the event loop."""
        self._waiting.append(envelope)
        self._posted.set()

    async def listen(self) -> None:
        """Keep the subscription for ever."""
        while True:
            try:
                async with self._client.pubsub() as pubsub:
                    await pubsub.subscribe(bus.get_channel())
                    await self._read(pubsub)
            except (redis.RedisError, OSError) as error:
                metrics.BUS_LOSSES.inc()
                log.warning("live.bus_lost", error=str(error))
            finally:
                self.ready.clear()
            await asyncio.sleep(RETRY_AFTER_S)

    async def publish(self) -> None:
        """Send what was posted, for ever; several messages in one round trip."""
        while True:
            await self._posted.wait()
            self._posted.clear()
            batch = [bus.encode(envelope) for envelope in self._waiting]
            self._waiting.clear()
            # Twice: after a restart of the broker the first attempt finds a dead connection.
            if not (await self._send(batch) or await self._send(batch)):
                metrics.LOST_MESSAGES.inc(len(batch))
                log.warning("live.posts_lost", count=len(batch))

    async def _send(self, batch: list[bytes]) -> bool:
        try:
            async with self._client.pipeline(transaction=False) as pipeline:
                for message in batch:
                    pipeline.publish(bus.get_channel(), message)
                await pipeline.execute()
        except (redis.RedisError, OSError, RuntimeError):  # RuntimeError: uvloop, closed connection
            return False
        return True

    async def aclose(self) -> None:
        await self._client.aclose()

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
        if message["type"] == "subscribe":
            self.ready.set()
            await self._on_resumed()
        elif message["type"] == "message":
            try:
                envelope = bus.decode(message["data"])
                ids = {"request_id": envelope.request_id} if envelope.request_id else {}
                with bound_contextvars(**ids):
                    await self._receive(envelope)
            except msgspec.MsgspecError as error:
                log.warning("live.bus_unreadable", error=str(error))
