"""What is longer than any page takes is refused before Django keeps it."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.http import HttpResponse

from config.body import BodyLimit
from tests.loops import run_in_loop

Message = Mapping[str, Any]


async def echo(_scope: Message, receive: Any, send: Any) -> None:
    """An application that answers with the length of what it was sent, as Django takes it in."""
    length = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length += len(message["body"])
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode()})


def ask(chunks: list[bytes], *, declared: int | None) -> tuple[int, bytes, int]:
    """Status and body of the answer, and how many chunks were left unread."""
    left = list(chunks)
    sent: list[Message] = []

    async def receive() -> Message:
        body = left.pop(0)
        return {"type": "http.request", "body": body, "more_body": bool(left)}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [] if declared is None else [(b"content-length", str(declared).encode())]
    limited = BodyLimit(echo, lambda _scope: HttpResponse("trop gros", status=413), most=10)
    run_in_loop(limited({"type": "http", "headers": headers}, receive, send))
    start, body = sent
    return start["status"], body["body"], len(left)


def test_what_is_short_enough_passes() -> None:
    assert ask([b"12345", b"67890"], declared=10) == (200, b"10", 0)


@pytest.mark.parametrize("declared", [11, None, 3])
def test_what_is_too_long_is_refused_once_it_is_sent(declared: int | None) -> None:
    """Also when the browser says nothing of the length, or too little."""
    assert ask([b"12345", b"67890", b"1", b"2"], declared=declared) == (413, b"trop gros", 0)
