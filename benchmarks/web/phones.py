"""Five hundred phones on one ranking while turns are played, and the tablets that play them.

Runs in the load client's process (``benchmarks.live.client``): tablets on their sockets, phones as
``static/js/public/follow.js`` asks, each with the stamp of what it shows.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from random import Random

from benchmarks.live import wire
from benchmarks.live.herd import HOST, TIMEOUT_S, Herd

PHONES = 500
_END = b"\r\n\r\n"
#: As follow.js: a whole hall does not ask at the same moment.
AWHILE = 0.25
PATIENCE_S = 120.0


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
class Refreshes:
    """Milliseconds of each, how many brought a new page, and their bytes."""

    took: list[float] = field(default_factory=list)
    fresh: int = 0
    bytes: int = 0
    failed: int = 0


@dataclass
class TurnHeard:
    """``acks`` in milliseconds; ``heard``: by kind of event the moment when the last tablet had
    it, seconds since the epoch."""

    acks: list[float]
    heard: dict[str, float]
    missed: dict[str, int]
    refreshes: Refreshes


class _Phone:
    """One browser that shows the page: it asks again with the stamp of what it shows."""

    def __init__(self, plan: TurnPlan, found: Refreshes) -> None:
        self._plan, self._found = plan, found
        self._tag = b""

    async def follow(self, chance: Random) -> None:
        await asyncio.sleep(self._plan.every * chance.random())
        while True:
            await self._ask()
            await asyncio.sleep(self._plan.every * (1 + AWHILE * chance.random()))

    async def _ask(self) -> None:
        began = time.monotonic()
        try:
            async with asyncio.timeout(TIMEOUT_S):
                head, size = await self._answer()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            self._found.failed += 1
            return
        self._found.took.append((time.monotonic() - began) * 1000)
        self._found.bytes += size
        status = int(head.split(b" ", 2)[1])
        if status == HTTPStatus.OK:
            self._found.fresh += 1
            self._tag = _header(head, b"etag")
        elif status != HTTPStatus.NOT_MODIFIED:
            self._found.failed += 1

    async def _answer(self) -> tuple[bytes, int]:
        reader, writer = await asyncio.open_connection(HOST, self._plan.port)
        known = b"If-None-Match: " + self._tag + b"\r\n" if self._tag else b""
        writer.write(
            f"GET {self._plan.page} HTTP/1.1\r\nHost: localhost:{self._plan.port}\r\n"
            "Accept-Encoding: gzip\r\nConnection: close\r\n".encode()
            + known
            + b"\r\n"
        )
        try:
            answer = await reader.read()
        finally:
            writer.close()
        head, _, _ = answer.partition(_END)
        if not head:
            raise ConnectionResetError
        return head, len(answer)


def _header(head: bytes, name: bytes) -> bytes:
    for line in head.split(b"\r\n"):
        key, _, value = line.partition(b":")
        if key.lower() == name:
            return value.strip()
    return b""


async def play_turn(plan: TurnPlan) -> TurnHeard:
    """Runs in the load client's process."""
    chance = Random(1)  # noqa: S311 - when a phone asks
    refreshes = Refreshes()
    tablets = Herd()
    await tablets.connect(plan.port, plan.paths)
    phones = [
        asyncio.create_task(_Phone(plan, refreshes).follow(chance)) for _ in range(plan.phones)
    ]
    plan.ready.touch()
    await _until_heard(tablets, b'"opened"')
    await _hand_in(tablets, wire.masked(plan.sheet), plan.seconds)
    await _until_heard(tablets, b'"revealed"')
    await asyncio.sleep(plan.after)
    for phone in phones:
        phone.cancel()
    await asyncio.gather(*phones, return_exceptions=True)
    acks = [ack * 1000 for peer in tablets.peers for ack in peer.acks]
    heard, missed = _heard(tablets)
    await tablets.close()
    return TurnHeard(acks, heard, missed, refreshes)


async def _until_heard(tablets: Herd, kind: bytes) -> None:
    """Returns when every tablet has heard it, or patience is over: then some are missed."""
    deadline = time.monotonic() + PATIENCE_S
    waiting = list(tablets.peers)
    while waiting and time.monotonic() < deadline:
        waiting = [peer for peer in waiting if not any(kind in text for _, text in peer.messages)]
        await asyncio.sleep(0.05)


async def _hand_in(tablets: Herd, framed: bytes, seconds: float) -> None:
    """One after the other, spread over ``seconds``; returns when all are acknowledged."""
    done = tablets.tally.expect(len(tablets.peers))
    start = time.monotonic()
    for index, peer in enumerate(tablets.peers):
        ahead = start + seconds * index / len(tablets.peers) - time.monotonic()
        if ahead > 0:
            await asyncio.sleep(ahead)
        peer.send(framed)
    async with asyncio.timeout(TIMEOUT_S):
        await done


KINDS: Sequence[str] = ("opened", "closed", "revealed")


def _heard(tablets: Herd) -> tuple[dict[str, float], dict[str, int]]:
    """By kind when the last had it, and how many never had."""
    heard, missed = {}, {}
    for kind in KINDS:
        said = f'"{kind}"'.encode()
        first = [
            next((moment for moment, text in peer.messages if said in text), None)
            for peer in tablets.peers
        ]
        moments = [moment for moment in first if moment is not None]
        heard[kind] = max(moments, default=0.0)
        missed[kind] = len(first) - len(moments)
    return heard, missed
