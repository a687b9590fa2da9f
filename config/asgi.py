"""One ASGI application: Django's pages, the live sockets, start and stop of the process."""

import os
from collections.abc import Awaitable, Callable
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.template.loader import render_to_string

from config.body import BodyLimit

pages = get_asgi_application()  # loads the apps; what imports models comes after

from tournament.live import lifespan as live  # noqa: E402 - imports models
from tournament.live.routing import websocket_urlpatterns  # noqa: E402 - imports models

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


async def lifespan(_scope: Message, receive: Receive, send: Send) -> None:
    """Start and stop the process's bus subscription, timers and bulletin writer."""
    await receive()  # lifespan.startup
    try:
        await live.startup()
    except Exception as error:
        await send({"type": "lifespan.startup.failed", "message": repr(error)})
        raise
    await send({"type": "lifespan.startup.complete"})
    await receive()  # lifespan.shutdown
    await live.shutdown()
    await send({"type": "lifespan.shutdown.complete"})


application = ProtocolTypeRouter(
    {
        "http": BodyLimit(pages, lambda: render_to_string("413.html").encode()),
        # No session here: a socket proves itself by the signed token in its address,
        # which a foreign page cannot know.
        "websocket": URLRouter(websocket_urlpatterns),
        "lifespan": lifespan,
    }
)
