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
PAUSE_S = 30.0


class BodyLimit:
    """Answers ``page(scope)`` to a body of more than ``max_bytes`` bytes, and 408 to a body that
    stops coming.

    A browser shows the answer only after it has sent the whole body, so the rest is read and
    discarded.
    """

    def __init__(
        self,
        inner: Application,
        page: Callable[[dict[str, Any]], HttpResponse],
        *,
        max_bytes: int = MAX_BODY_BYTES,
    ) -> None:
        self.inner, self.page, self.max_bytes = inner, page, max_bytes

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        body = Body(receive)
        if _declared(scope) > self.max_bytes:
            await _drain({"type": "http.request", "more_body": True}, body.receive)
            await self._answer(scope, send)
            return
        received = 0
        too_long = False

        async def bounded() -> Message:
            nonlocal received, too_long
            message = await body.receive()
            received += len(message.get("body", b""))
            if received <= self.max_bytes:
                return message
            too_long = True
            await _drain(message, body.receive)
            return {"type": "http.disconnect"}

        async def answer(message: Message) -> None:
            if not too_long:
                await send(message)

        await self.inner(scope, bounded, answer)
        if too_long:
            await self._answer(scope, send)
        elif body.stalled:
            await _hang_up(send)

    async def _answer(self, scope: dict[str, Any], send: Send) -> None:
        page = self.page(scope)
        fields = {**page.headers, "Content-Length": str(len(page.content)), "Connection": "close"}
        headers = [(name.lower().encode(), value.encode()) for name, value in fields.items()]
        await send({"type": "http.response.start", "status": page.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": page.content})


class Body:
    """The messages of a body; a pause of ``PAUSE_S`` is a disconnection (``stalled``)."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._whole = False
        self.stalled = False

    async def receive(self) -> Message:
        try:
            async with asyncio.timeout(None if self._whole else PAUSE_S):
                message = await self._receive()
        except TimeoutError:
            self.stalled = True
            return {"type": "http.disconnect"}
        self._whole = not message.get("more_body")
        return message


async def _hang_up(send: Send) -> None:
    headers = [(b"connection", b"close"), (b"content-length", b"0")]
    status = HTTPStatus.REQUEST_TIMEOUT
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body"})


def _declared(scope: Message) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return 0


async def _drain(message: Message, receive: Receive) -> None:
    while message["type"] == "http.request" and message.get("more_body"):
        message = await receive()
