"""Sockets of the public that note when they hear of a close."""

import asyncio
import json
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.live.herd import Herd
from tournament.core.events import EventKind

LISTEN_S = 90.0


@dataclass(frozen=True)
class ListenPlan:
    """A socket of the public per tournament and process, until ``stop`` exists."""

    ports: list[int]
    paths: list[str]
    ready: Path
    stop: Path


async def listen(plan: ListenPlan) -> list[tuple[int, float, int]]:
    """What each socket heard of closes: number of the socket, moment, game. Load client."""
    herd = Herd()
    for port in plan.ports:
        await herd.connect(port, plan.paths)
    plan.ready.touch()
    deadline = time.monotonic() + LISTEN_S
    while time.monotonic() < deadline and not plan.stop.exists():  # noqa: ASYNC110 - a file
        await asyncio.sleep(0.05)
    heard = []
    for number, peer in enumerate(herd.peers):
        for moment, payload in peer.messages:
            message = json.loads(payload)
            if message.get("kind") == EventKind.CLOSED:
                heard.append((number, moment, message["game_id"]))
    await herd.close()
    return heard
