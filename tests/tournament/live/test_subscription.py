"""A process publishes: a second attempt, and the report of a loss."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.loops import run_in_loop
from tests.tournament.live.web import HOST
from tournament.live import subscription as module
from tournament.live.subscription import Subscription
from tournament.protocol import bus

#: A port on which nobody listens.
NOBODY = f"redis://{HOST}:1/0"


class Log:
    """Records the number of lost posts of each warning."""

    def __init__(self) -> None:
        self.lost: list[int] = []

    def warning(self, event: str, *, count: int) -> None:
        assert event == "live.posts_lost"
        self.lost.append(count)


async def ignore(*_: Any) -> None:
    """Ignore a message: nothing is received in these tests."""


def make_subscription(url: str) -> Subscription:
    return Subscription(url, receive=ignore, on_resumed=ignore, list_wanted=frozenset)


async def post_each(numbers: range) -> None:
    """Post each number once the one before is handled."""
    subscription = make_subscription(NOBODY)
    publishing = asyncio.ensure_future(subscription.publish())
    for number in numbers:
        subscription.post(bus.RoomResync(number))
        for _ in range(5):
            await asyncio.sleep(0)
    publishing.cancel()
    await asyncio.gather(publishing, return_exceptions=True)
    await subscription.aclose()


def test_a_batch_is_tried_twice_and_then_reported_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log()
    attempts: list[list[bus.Envelope]] = []
    answers: Iterator[bool] = iter([True, False, True, False, False, True])

    async def send(_: Subscription, batch: list[bus.Envelope]) -> bool:
        attempts.append(batch)
        return next(answers)

    monkeypatch.setattr(module, "log", log)
    monkeypatch.setattr(Subscription, "_send", send)
    run_in_loop(post_each(range(4)))

    assert attempts == [[bus.RoomResync(number)] for number in (0, 1, 1, 2, 2, 3)]
    assert log.lost == [1]


def test_only_messages_that_reached_the_bus_count_as_sent(redis_url: str) -> None:
    async def send(url: str) -> bool:
        subscription = make_subscription(url)
        done = await subscription._send([bus.RoomResync(0)])
        await subscription.aclose()
        return done

    assert [run_in_loop(send(url)) for url in (redis_url, NOBODY)] == [True, False]
