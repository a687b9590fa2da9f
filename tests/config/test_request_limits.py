"""A body above the limit is refused before Django stores it."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from django.http import HttpResponse

from config import request_limits
from config.request_limits import BodyLimit
from tests.loops import run_in_loop
from tests.waiting import TIMEOUT_S

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
    remaining = list(chunks)
    sent: list[Message] = []

    async def receive() -> Message:
        body = remaining.pop(0)
        return {"type": "http.request", "body": body, "more_body": bool(remaining)}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [] if declared is None else [(b"content-length", str(declared).encode())]
    limited = BodyLimit(echo, lambda _scope: HttpResponse("trop gros", status=413), max_bytes=10)
    run_in_loop(limited({"type": "http", "headers": headers}, receive, send))
    start, body = sent
    return start["status"], body["body"], len(remaining)


def test_what_is_short_enough_passes() -> None:
    assert ask([b"12345", b"67890"], declared=10) == (200, b"10", 0)


@pytest.mark.parametrize("declared", [11, None, 3])
def test_what_is_too_long_is_refused_once_it_is_sent(declared: int | None) -> None:
    """Also when the browser says nothing of the length, or too little."""
    assert ask([b"12345", b"67890", b"1", b"2"], declared=declared) == (413, b"trop gros", 0)


@pytest.mark.parametrize("declared", [10, 11])
def test_a_client_stopping_inside_a_body_is_dropped(
    declared: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_limits, "MAX_PAUSE_S", 0.01)
    remaining = [b"12345"]
    sent: list[Message] = []

    async def receive() -> Message:
        chunk = remaining.pop() if remaining else await asyncio.Future()
        return {"type": "http.request", "body": chunk, "more_body": True}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"content-length", str(declared).encode())]
    limited = BodyLimit(echo, lambda _scope: HttpResponse("trop gros", status=413), max_bytes=10)
    run_in_loop(asyncio.wait_for(limited({"headers": headers}, receive, send), TIMEOUT_S))
    assert sent[0]["status"] == (408 if declared == 10 else 413)


def test_silence_after_the_body_is_no_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the whole body the next message is the client's disconnection, at any time."""
    monkeypatch.setattr(request_limits, "MAX_PAUSE_S", 0.0)
    messages: list[Message] = [
        {"type": "http.disconnect"},
        {"type": "http.request", "body": b"whole"},
    ]

    async def receive() -> Message:
        if len(messages) == 1:
            await asyncio.sleep(0.01)
        return messages.pop()

    async def read(_scope: Message, receive: Any, _send: Any) -> None:
        assert await receive() == {"type": "http.request", "body": b"whole"}
        assert await receive() == {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    limited = BodyLimit(read, lambda _scope: HttpResponse(status=413))
    run_in_loop(limited({"headers": []}, receive, send))
