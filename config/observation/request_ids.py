"""The id of a request, in every line that the log has about it.

The proxy gives it (``X-Request-Id``), or it is drawn here. It goes from the page to the bus
(``tournament.protocol.bus``) and the tasks (``config.observation.tasks``).
"""

import re
import secrets
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from structlog.contextvars import bind_contextvars

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

HEADER = b"x-request-id"
#: A client without a proxy may send any header: only this goes into the log.
_ACCEPTED = re.compile(rb"[A-Za-z0-9_-]{8,64}")


def read_request_id(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return the id that the proxy gave, or a new one."""
    for name, value in headers:
        if name == HEADER and _ACCEPTED.fullmatch(value):
            return value.decode()
    return secrets.token_hex(16)


class RequestIds:
    """ASGI middleware: binds the id to the task of the connection, and answers it to browsers."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return
        request_id = read_request_id(scope["headers"])
        bind_contextvars(request_id=request_id)  # of this task only
        if scope["type"] == "websocket":  # ``live.wire`` needs the server's own ``send``
            await self._application(scope, receive, send)
            return

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (HEADER, request_id.encode())]
            await send(message)

        await self._application(scope, receive, send_with_id)
