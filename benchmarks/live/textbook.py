"""The other yardstick: live push as the Channels tutorial teaches it.

One consumer per socket, joined to a group; the message goes through the channel layer once
per consumer. Same server, same options as ours.
"""

import os
import sys
from typing import Any

import uvicorn
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import URLRouter
from django.conf import settings
from django.urls import path

from config.serve import server_options

GROUP = "room"


def layers(redis_url: str) -> dict[str, Any]:
    return {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [redis_url]},
        }
    }


class Room(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels is not typed
    async def connect(self) -> None:
        await self.channel_layer.group_add(GROUP, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(GROUP, self.channel_name)

    async def room_event(self, event: dict[str, Any]) -> None:
        await self.send(text_data=event["text"])


def main() -> None:
    settings.configure(CHANNEL_LAYERS=layers(sys.argv[2]), SECRET_KEY=os.urandom(32).hex())
    application = URLRouter([path("room/", Room.as_asgi())])
    options = server_options() | {"lifespan": "off"}
    uvicorn.run(application, host="127.0.0.1", port=int(sys.argv[1]), **options)


if __name__ == "__main__":
    main()
