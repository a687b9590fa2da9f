"""Limits of a request body's size and of its pauses: Django would write a body of any size to the
disk, and wait for its end for ever."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

#: The largest file that a page accepts (a word list), and the rest of its form.
MAX_BODY_BYTES = 18 * 1024 * 1024
#: Longest pause inside a body, in seconds.
MAX_PAUSE_S = 30.0


class BodyLimit:
    """Answers ``build_page(scope)`` to a body of more than ``max_bytes`` bytes, and 408 to a body
    that pauses for too long.

    A browser shows the answer only after it has sent the whole body, so the rest is read and
    discarded.
    """

    def __init__(
        self,
        application: Application,
        build_page: Callable[[dict[str, Any]], HttpResponse],
        *,
        max_bytes: int = MAX_BODY_BYTES,
    ) -> None:
        self.application, self.build_page, self.max_bytes = application, build_page, max_bytes

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        body = Body(receive)
        if _read_declared_length(scope) > self.max_bytes:
            await _discard_body({"type": "http.request", "more_body": True}, body.receive)
            await self._answer(scope, send)
            return
        received_bytes = 0
        is_too_long = False

        async def receive_bounded() -> Message:
            nonlocal received_bytes, is_too_long
            message = await body.receive()
            received_bytes += len(message.get("body", b""))
            if received_bytes <= self.max_bytes:
                return message
            is_too_long = True
            await _discard_body(message, body.receive)
            return {"type": "http.disconnect"}

        async def send_unless_too_long(message: Message) -> None:
            if not is_too_long:
                await send(message)

        await self.application(scope, receive_bounded, send_unless_too_long)
        if is_too_long:
            await self._answer(scope, send)
        elif body.is_stalled:
            await _send_timeout(send)

    async def _answer(self, scope: dict[str, Any], send: Send) -> None:
        page = self.build_page(scope)
        fields = {**page.headers, "Content-Length": str(len(page.content)), "Connection": "close"}
        headers = [(name.lower().encode(), value.encode()) for name, value in fields.items()]
        await send({"type": "http.response.start", "status": page.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": page.content})


class Body:
    """The messages of a body; a pause of ``MAX_PAUSE_S`` is a disconnection (``is_stalled``)."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_complete = False
        self.is_stalled = False

    async def receive(self) -> Message:
        try:
            async with asyncio.timeout(None if self._is_complete else MAX_PAUSE_S):
                message = await self._receive()
        except TimeoutError:
            self.is_stalled = True
            return {"type": "http.disconnect"}
        self._is_complete = not message.get("more_body")
        return message


async def _send_timeout(send: Send) -> None:
    headers = [(b"connection", b"close"), (b"content-length", b"0")]
    status = HTTPStatus.REQUEST_TIMEOUT
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body"})


def _read_declared_length(scope: Message) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return 0


async def _discard_body(message: Message, receive: Receive) -> None:
    while message["type"] == "http.request" and message.get("more_body"):
        message = await receive()
