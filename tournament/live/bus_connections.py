"""The connections by which a process listens to the bus: one, or one to each node of a cluster."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack

import redis.asyncio
from django.conf import settings
from redis.asyncio.client import PubSub
from redis.crc import key_slot

from tournament import broker

#: Greatest number of channels in one command.
MAX_CHANNELS = 500


class BusConnections:
    """The connections of a subscription until one of them fails.

    ``start_reading`` is called with each connection; ``stack`` closes them.
    """

    def __init__(
        self,
        client: broker.AsyncClient,
        stack: AsyncExitStack,
        start_reading: Callable[[PubSub], object],
    ) -> None:
        self._client = client
        self._stack = stack
        self._start_reading = start_reading
        #: By the name of the node; "" without a cluster.
        self._pubsubs: dict[str, PubSub] = {}

    async def subscribe(self, channels: Iterable[str]) -> None:
        for pubsub, names in await self._group(channels):
            await (pubsub.ssubscribe if settings.BUS_SHARDED else pubsub.subscribe)(*names)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        for pubsub, names in await self._group(channels):
            await (pubsub.sunsubscribe if settings.BUS_SHARDED else pubsub.unsubscribe)(*names)

    async def _group(self, channels: Iterable[str]) -> list[tuple[PubSub, list[str]]]:
        """Group channels into commands: in a cluster, those of one command have the same slot."""
        is_cluster = isinstance(self._client, redis.asyncio.RedisCluster)
        slots: defaultdict[int, list[str]] = defaultdict(list)
        for channel in sorted(channels):
            slots[key_slot(channel.encode()) if is_cluster else 0].append(channel)
        return [
            (await self._get_pubsub(names[0]), names[start : start + MAX_CHANNELS])
            for names in slots.values()
            for start in range(0, len(names), MAX_CHANNELS)
        ]

    async def _get_pubsub(self, channel: str) -> PubSub:
        """Return the connection to the node of ``channel``, opened if necessary."""
        client, name = self._client, ""
        if isinstance(client, redis.asyncio.RedisCluster):
            if not self._pubsubs:  # the slots may have moved since the last connection
                await client.initialize()
                await client.nodes_manager.initialize()
            node = client.get_node_from_key(channel)
            assert node is not None  # it is for replicas, not asked for here
            name = node.name
            if name not in self._pubsubs:
                client = redis.asyncio.Redis.from_pool(
                    redis.asyncio.ConnectionPool(
                        connection_class=node.connection_class, **node.connection_kwargs
                    )
                )
                self._stack.push_async_callback(client.aclose)
        if name not in self._pubsubs:
            pubsub = await self._stack.enter_async_context(client.pubsub())
            await pubsub.connect()
            self._pubsubs[name] = pubsub
            self._start_reading(pubsub)
        return self._pubsubs[name]
