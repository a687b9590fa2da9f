"""One ASGI application: Django's pages, the live sockets, start and stop of the process."""

import os
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from io import BytesIO
from typing import Any, cast
from urllib.parse import ParseResult

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
import structlog
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.middleware.csp import ContentSecurityPolicyMiddleware
from django.middleware.security import SecurityMiddleware
from django.template.loader import render_to_string

from config.pages import PageHandler
from config.request_limits import BodyLimit

django.setup(set_prefix=False)  # loads the apps; what imports models comes after

from tournament.live import lifespan as live  # noqa: E402 - imports models
from tournament.live.routing import websocket_urlpatterns  # noqa: E402 - imports models

log = structlog.get_logger(__name__)

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


def too_long(scope: Message) -> HttpResponse:
    """What is told of a body that no page takes, with the headers of every other answer."""

    def page(_request: HttpRequest) -> HttpResponse:
        text = render_to_string("413.html")
        return HttpResponse(text, status=HTTPStatus.CONTENT_TOO_LARGE)

    dressed = SecurityMiddleware(ContentSecurityPolicyMiddleware(page))
    return cast(HttpResponse, dressed(ASGIRequest(scope, BytesIO())))


class OwnPages(OriginValidator):  # type: ignore[misc] # untyped
    """Refuses the socket of another site's page; a program that is no page says no origin."""

    def valid_origin(self, parsed_origin: ParseResult | None) -> bool:
        if parsed_origin is None or self.validate_origin(parsed_origin):
            return True
        log.warning("live.foreign_page", origin=parsed_origin.geturl())
        return False


application = ProtocolTypeRouter(
    {
        "http": BodyLimit(PageHandler(), too_long),
        # No session here: a socket proves itself by the signed token in its address,
        # which a foreign page cannot know.
        "websocket": OwnPages(URLRouter(websocket_urlpatterns), settings.ALLOWED_HOSTS),
        "lifespan": lifespan,
    }
)
