"""Servers to compare with the product's: ``python -m benchmarks.live.yardsticks bare|textbook …``.

``bare`` is asyncio, uvloop and one write per connection: after the handshake it stores the
transport, and writes each message of Redis, framed once, to all transports. Players
(``PLAYERS_PATH``) get an answer to each message instead. No routing, authentication or state.

``textbook`` is live push as in the Channels tutorial: one consumer per socket, in a group; a
message goes through the channel layer once per consumer. Server and options are those of the
product.
"""

import asyncio
import os
import sys
from typing import Any, cast

import redis.asyncio
import uvicorn
import uvloop
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import URLRouter
from django.conf import settings
from django.urls import path

from benchmarks.people.connections import (
    END,
    HOST,
    SAVED_PREFIX,
    build_handshake_answer,
    build_server_frame,
)
from config.connection_sorting import BACKLOG
from config.serve import build_server_options

#: The path of sockets of players, who hand in bulletins.
PLAYERS_PATH = "/players/"
GROUP = "room"
ANSWER = build_server_frame(SAVED_PREFIX + b',"turn":1,"rev":1,"late":false}')


class BarePeer(asyncio.Protocol):
    def __init__(self, transports: set[asyncio.Transport]) -> None:
        self._transports = transports
        self._head = b""
        self._is_player = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass

    def data_received(self, data: bytes) -> None:
        if self._is_player:
            self._transport.write(ANSWER)
            return
        self._head += data
        if self._head.endswith(END):
            self._transport.write(build_handshake_answer(self._head))
            self._is_player = PLAYERS_PATH.encode() in self._head
            if not self._is_player:
                self._transports.add(self._transport)
            self._head = b""

    def connection_lost(self, _: Exception | None) -> None:
        self._transports.discard(self._transport)


async def serve_bare(port: int, redis_url: str, channel: str) -> None:
    transports: set[asyncio.Transport] = set()
    loop = asyncio.get_running_loop()
    await loop.create_server(lambda: BarePeer(transports), HOST, port, backlog=BACKLOG)
    async with redis.asyncio.Redis.from_url(redis_url) as client, client.pubsub() as pubsub:
        await pubsub.subscribe(channel)
        async for message in pubsub.listen():
            if message["type"] == "message":
                server_frame = build_server_frame(message["data"])
                for transport in transports:
                    transport.write(server_frame)


class RoomConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels is not typed
    async def connect(self) -> None:
        await self.channel_layer.group_add(GROUP, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(GROUP, self.channel_name)

    async def room_event(self, event: dict[str, Any]) -> None:
        await self.send(text_data=event["text"])


def serve_textbook(port: int, redis_url: str) -> None:
    backend = "channels_redis.pubsub.RedisPubSubChannelLayer"
    layers = {"default": {"BACKEND": backend, "CONFIG": {"hosts": [redis_url]}}}
    settings.configure(CHANNEL_LAYERS=layers, SECRET_KEY=os.urandom(32).hex())
    application = URLRouter([path("room/", RoomConsumer.as_asgi())])
    uvicorn.run(application, host=HOST, port=port, **build_server_options() | {"lifespan": "off"})


if __name__ == "__main__":
    if sys.argv[1] == "bare":
        uvloop.run(serve_bare(int(sys.argv[2]), *sys.argv[3:]))
    else:
        serve_textbook(int(sys.argv[2]), sys.argv[3])
