"""A turn on tablets, while phones request a ranking repeatedly: in a load client's process."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.people.connections import Connections
from benchmarks.people.public import PageRequests, Phone

TIMEOUT_S = 120.0
KINDS: Sequence[str] = ("opened", "closed", "revealed")


@dataclass(frozen=True)
class TurnPlan:
    """A turn of the tablets at ``paths``; ``phones`` request ``page`` every ``interval_s`` seconds.

    ``ready_file``: created once every tablet listens. ``sheet``: handed in by all within
    ``hand_in_s`` seconds after the opening; phones go on for ``follow_s`` seconds after the reveal.
    """

    port: int
    paths: list[str]
    sheet: bytes
    hand_in_s: float
    phones: int
    page: str
    interval_s: float
    follow_s: float
    ready_file: Path


@dataclass
class TurnTimes:
    """``answer_times_ms``: milliseconds; ``received_at``: by kind of event, when the last tablet
    had it, in seconds since the epoch; ``missed_counts``: tablets that never had it."""

    answer_times_ms: list[float]
    received_at: dict[str, float]
    missed_counts: dict[str, int]
    requests: PageRequests


async def play_turn(plan: TurnPlan) -> TurnTimes:
    rng = Random(1)  # noqa: S311 - when a phone asks
    requests = PageRequests()
    tablets = Connections()
    await tablets.connect(plan.port, plan.paths)
    phone_tasks = [
        asyncio.create_task(Phone(plan.port, plan.page, plan.interval_s, requests).follow(rng))
        for _ in range(plan.phones)
    ]
    plan.ready_file.touch()
    await _wait_for_event(tablets, "opened")
    await tablets.send_all(plan.sheet, plan.hand_in_s)
    await _wait_for_event(tablets, "revealed")
    await asyncio.sleep(plan.follow_s)
    for phone in phone_tasks:
        phone.cancel()
    await asyncio.gather(*phone_tasks, return_exceptions=True)
    answer_times_ms = [ack * 1000 for peer in tablets.peers for ack in peer.answer_times_s]
    received_at, missed_counts = {}, {}
    for kind in KINDS:
        times = _list_times(tablets, kind)
        received_at[kind] = max(times, default=0.0)
        missed_counts[kind] = len(tablets.peers) - len(times)
    await tablets.close()
    return TurnTimes(answer_times_ms, received_at, missed_counts, requests)


async def _wait_for_event(tablets: Connections, kind: str) -> None:
    """Wait until every tablet has the event, or ``TIMEOUT_S``."""
    deadline = time.monotonic() + TIMEOUT_S
    while len(_list_times(tablets, kind)) < len(tablets.peers) and time.monotonic() < deadline:  # noqa: ASYNC110 - hundreds of sockets
        await asyncio.sleep(0.05)


def _list_times(tablets: Connections, kind: str) -> list[float]:
    """Return the times of the event on the tablets that have it."""
    quoted_kind = f'"{kind}"'.encode()
    first = (
        next((moment for moment, text in peer.messages if quoted_kind in text), None)
        for peer in tablets.peers
    )
    return [moment for moment in first if moment is not None]
