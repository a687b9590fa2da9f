"""A turn on tablets, while phones ask again and again for a ranking: in a load client's process."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.people.connections import Connections
from benchmarks.people.public import Phone, Refreshes

PATIENCE_S = 120.0
KINDS: Sequence[str] = ("opened", "closed", "revealed")


@dataclass(frozen=True)
class TurnPlan:
    """A turn of the tablets at ``paths``, with ``phones`` that ask for ``page`` every ``every``
    seconds. ``ready`` is there once every tablet listens. ``sheet`` is handed in by all within
    ``seconds``, from the moment they hear that the turn is open; phones go on for ``after`` seconds
    when all have heard of the top."""

    port: int
    paths: list[str]
    sheet: bytes
    seconds: float
    phones: int
    page: str
    every: float
    after: float
    ready: Path


@dataclass
class TurnHeard:
    """``acks`` in milliseconds; ``heard``: by kind of event the moment when the last tablet had
    it, seconds since the epoch; ``missed``: how many never had it."""

    acks: list[float]
    heard: dict[str, float]
    missed: dict[str, int]
    refreshes: Refreshes


async def play_turn(plan: TurnPlan) -> TurnHeard:
    chance = Random(1)  # noqa: S311 - when a phone asks
    refreshes = Refreshes()
    tablets = Connections()
    await tablets.connect(plan.port, plan.paths)
    following = [
        asyncio.create_task(Phone(plan.port, plan.page, plan.every, refreshes).follow(chance))
        for _ in range(plan.phones)
    ]
    plan.ready.touch()
    await _wait_for(tablets, "opened")
    await tablets.send_all(plan.sheet, plan.seconds)
    await _wait_for(tablets, "revealed")
    await asyncio.sleep(plan.after)
    for phone in following:
        phone.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    acks = [ack * 1000 for peer in tablets.peers for ack in peer.acks]
    heard, missed = {}, {}
    for kind in KINDS:
        moments = _moments(tablets, kind)
        heard[kind] = max(moments, default=0.0)
        missed[kind] = len(tablets.peers) - len(moments)
    await tablets.close()
    return TurnHeard(acks, heard, missed, refreshes)


async def _wait_for(tablets: Connections, kind: str) -> None:
    """Returns when every tablet has heard it, or patience is over: then some are missed."""
    deadline = time.monotonic() + PATIENCE_S
    while len(_moments(tablets, kind)) < len(tablets.peers) and time.monotonic() < deadline:  # noqa: ASYNC110 - hundreds of sockets
        await asyncio.sleep(0.05)


def _moments(tablets: Connections, kind: str) -> list[float]:
    """When each tablet heard it that did."""
    said = f'"{kind}"'.encode()
    first = (
        next((moment for moment, text in peer.messages if said in text), None)
        for peer in tablets.peers
    )
    return [moment for moment in first if moment is not None]
