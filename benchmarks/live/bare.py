"""The yardstick of fan-out and answers: nothing but asyncio, uvloop and one write per connection.

It shakes hands, remembers the transport, and writes what comes over Redis, framed once, to
all of them. Who came by ``PLAYERS`` is answered at once instead. No routing, no identity, no state.
"""

import asyncio
import sys
from typing import cast

import redis.asyncio
import uvloop

from benchmarks.live import herd, wire
from config.serve import BACKLOG

#: The path of those who hand in.
PLAYERS = "/players/"
_ANSWER = wire.frame(herd.ACK + b',"turn":1,"rev":1,"late":false}')


class Peer(asyncio.Protocol):
    def __init__(self, room: set[asyncio.Transport]) -> None:
        self._room = room
        self._head = b""
        self._plays = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass

    def data_received(self, data: bytes) -> None:
        if self._plays:
            self._transport.write(_ANSWER)
            return
        self._head += data
        if self._head.endswith(wire.END):
            self._transport.write(wire.answer(self._head))
            self._plays = PLAYERS.encode() in self._head
            if not self._plays:
                self._room.add(self._transport)
            self._head = b""

    def connection_lost(self, _: Exception | None) -> None:
        self._room.discard(self._transport)


async def serve(port: int, redis_url: str, channel: str) -> None:
    room: set[asyncio.Transport] = set()
    loop = asyncio.get_running_loop()
    await loop.create_server(lambda: Peer(room), "127.0.0.1", port, backlog=BACKLOG)
    async with redis.asyncio.Redis.from_url(redis_url) as client, client.pubsub() as pubsub:
        await pubsub.subscribe(channel)
        async for message in pubsub.listen():
            if message["type"] == "message":
                framed = wire.frame(message["data"])
                for transport in room:
                    transport.write(framed)


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]), sys.argv[2], sys.argv[3]))
