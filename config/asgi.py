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

from config.observation.request_ids import RequestIds
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


def build_413(scope: Message) -> HttpResponse:
    """Return the answer to a body above the limit, with the security headers of every page."""

    def respond(_request: HttpRequest) -> HttpResponse:
        text = render_to_string("413.html")
        return HttpResponse(text, status=HTTPStatus.CONTENT_TOO_LARGE)

    handler = SecurityMiddleware(ContentSecurityPolicyMiddleware(respond))
    return cast(HttpResponse, handler(ASGIRequest(scope, BytesIO())))


class SameOriginSockets(OriginValidator):  # type: ignore[misc] # untyped
    """Refuses sockets of pages of other sites; programs that are no browsers send no Origin."""

    def valid_origin(self, parsed_origin: ParseResult | None) -> bool:
        if parsed_origin is None or self.validate_origin(parsed_origin):
            return True
        log.warning("live.foreign_page", origin=parsed_origin.geturl())
        return False


_router = ProtocolTypeRouter(
    {
        "http": BodyLimit(PageHandler(), build_413),
        # No session here: the signed token in a socket's address authenticates it; a page of
        # another site cannot know it.
        "websocket": SameOriginSockets(URLRouter(websocket_urlpatterns), settings.ALLOWED_HOSTS),
        "lifespan": lifespan,
    }
)
application = RequestIds(_router)
