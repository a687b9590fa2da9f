"""Clients that leave before the answer, or do not read it: their connection returns to the pool."""

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.core.signals import request_started
from django.db import connection

from tests.loops import run_in_loop

pytestmark = pytest.mark.django_db(transaction=True)

#: Rounds of the loop before the client leaves, and from there until the loop is busy with
#: something else while the thread of the request goes on.
LEAVING, GIVING_UP = 8, 2
BUSY_S = 0.02
SCOPE = {
    "type": "http",
    "method": "GET",
    "path": "/",
    "query_string": b"",
    "headers": [(b"host", b"localhost")],
}


async def leave(*, after: int, busy: int) -> None:
    """Ask for a page and leave, ``after`` rounds of the loop; ``busy`` rounds later it is busy."""
    from config.asgi import application  # loads the apps

    messages = [{"type": "http.request", "body": b"", "more_body": False}]
    loop, started, disconnected = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()

    async def receive() -> dict[str, Any]:
        if messages:
            return messages.pop()
        await disconnected.wait()
        return {"type": "http.disconnect"}

    async def send(_message: object) -> None:
        pass

    def begin(**_: object) -> None:
        loop.call_soon_threadsafe(started.set)

    request_started.connect(begin)
    request = loop.create_task(application(dict(SCOPE), receive, send))
    await started.wait()
    for _ in range(after):
        await asyncio.sleep(0)
    disconnected.set()
    for _ in range(busy):
        await asyncio.sleep(0)
    time.sleep(BUSY_S)  # noqa: ASYNC251 - the loop is to stand still
    await request


async def count_lent_during(send: Callable[[], Awaitable[None]]) -> int:
    """Connections lent out when a page has been asked for and ``send`` has its answer."""
    from config.asgi import application  # loads the apps

    messages = [{"type": "http.request", "body": b"", "more_body": False}]
    sent = asyncio.Event()

    async def receive() -> dict[str, Any]:
        return messages.pop() if messages else await asyncio.Future()

    async def answer(_message: object) -> None:
        sent.set()
        await send()

    request = asyncio.ensure_future(application(dict(SCOPE), receive, answer))
    await sent.wait()
    await asyncio.wait([request], timeout=BUSY_S)
    borrowed = count_lent()
    request.cancel()
    await asyncio.gather(request, return_exceptions=True)
    return borrowed


def count_lent() -> int:
    """Connections that the pool has given and not got back."""
    pool: Any = getattr(connection, "pool")  # noqa: B009 - of PostgreSQL's wrapper alone
    stats = pool.get_stats()
    return int(stats["pool_size"] - stats["pool_available"])


def test_who_leaves_before_the_answer_takes_no_connection_along() -> None:
    before = count_lent()
    for after, busy in itertools.product(range(LEAVING), range(GIVING_UP)):
        run_in_loop(leave(after=after, busy=busy))
    assert count_lent() == before


def test_who_does_not_read_the_answer_keeps_no_connection() -> None:
    async def wait_forever() -> None:
        await asyncio.Future()

    before = count_lent()
    assert run_in_loop(count_lent_during(wait_forever)) == before


def test_an_answer_that_cannot_be_sent_takes_no_connection_along() -> None:
    async def raise_closed() -> None:
        raise RuntimeError("the handler is closed")  # uvloop's, of a client that has reset

    before = count_lent()
    assert run_in_loop(count_lent_during(raise_closed)) == before
