"""Bounds what a browser may send: Django would take a body of any size in, onto the disk."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.http import HttpResponse

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

#: The longest file that a page takes (a word list), and the rest of its form.
MAX_BODY = 18 * 1024 * 1024


class BodyLimit:
    """Answers with ``page(scope)`` a request whose body is longer than ``most`` bytes.

    A browser shows an answer only once it has sent everything, so the rest is read and thrown
    away.
    """

    def __init__(
        self,
        inner: Application,
        page: Callable[[dict[str, Any]], HttpResponse],
        *,
        most: int = MAX_BODY,
    ) -> None:
        self.inner, self.page, self.most = inner, page, most

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if _declared(scope) > self.most:
            await self._refuse(scope, receive, send)
            return
        taken = 0
        too_long = False

        async def bounded() -> Message:
            nonlocal taken, too_long
            message = await receive()
            taken += len(message.get("body", b""))
            if taken <= self.most:
                return message
            too_long = True
            await _drain(message, receive)
            return {"type": "http.disconnect"}

        async def answer(message: Message) -> None:
            if not too_long:
                await send(message)

        await self.inner(scope, bounded, answer)
        if too_long:
            await self._answer(scope, send)

    async def _refuse(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await _drain({"type": "http.request", "more_body": True}, receive)
        await self._answer(scope, send)

    async def _answer(self, scope: dict[str, Any], send: Send) -> None:
        page = self.page(scope)
        told = {**page.headers, "Content-Length": str(len(page.content)), "Connection": "close"}
        headers = [(name.lower().encode(), value.encode()) for name, value in told.items()]
        await send({"type": "http.response.start", "status": page.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": page.content})


def _declared(scope: Message) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return 0


async def _drain(message: Message, receive: Receive) -> None:
    while message["type"] == "http.request" and message.get("more_body"):
        message = await receive()
