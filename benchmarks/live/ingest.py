"""Bulletins: how many a second in a burst, and how long an answer takes in a full room."""

import asyncio
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

import psycopg
import redis.asyncio

from benchmarks.live import wire
from benchmarks.live.herd import TIMEOUT_S, Herd, Peer

#: The goal of a bulletin's answer in a full room, in milliseconds.
ANSWER_P99_MS = 60.0
#: The same row, one per commit, as a textbook would store it.
ONE_ROW = """
    INSERT INTO tournament_bulletin
        (turn_id, entry_id, rev, device, rows, struck, reference, score, arrived_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, now())
    ON CONFLICT (turn_id, entry_id) DO UPDATE SET
        rev = excluded.rev, device = excluded.device, rows = excluded.rows,
        struck = excluded.struck, reference = excluded.reference, score = excluded.score,
        arrived_at = excluded.arrived_at
"""


@dataclass(frozen=True)
class BurstPlan:
    """``rounds`` are the bulletins of all tables, ``rows`` the same for the yardstick."""

    port: int
    paths: list[str]
    rounds: list[bytes]
    database_url: str
    rows: list[tuple[object, ...]]


@dataclass(frozen=True)
class Burst:
    """Rows a second, medians."""

    size: int
    ours: float
    one_by_one: float


async def burst(plan: BurstPlan) -> Burst:
    """Every table hands in at the same moment; in between, the yardstick. Load client."""
    herd = Herd()
    await herd.connect(plan.port, plan.paths)
    ours, single = [], []
    with psycopg.connect(plan.database_url, autocommit=True) as connection:
        for index, payload in enumerate(plan.rounds):
            frames = [wire.masked(payload) for _ in plan.paths]
            await asyncio.sleep(0.2)
            took = await herd.burst(frames)
            rate = _one_by_one(connection, plan.rows)
            if index:  # the first round warms up
                ours.append(len(frames) / took)
                single.append(rate)
    await herd.close()
    return Burst(len(plan.paths), statistics.median(ours), statistics.median(single))


def _one_by_one(connection: psycopg.Connection, rows: Sequence[tuple[object, ...]]) -> float:
    start = time.monotonic()
    with connection.cursor() as cursor:
        for row in rows:
            cursor.execute(ONE_ROW, row, prepare=True)
    return len(rows) / (time.monotonic() - start)


@dataclass(frozen=True)
class RoomPlan:
    """A full room: players handing in over ``seconds`` while spectators are broadcast to."""

    port: int
    paths: list[str]
    bulletin: bytes
    seconds: float
    spectators: list[str]
    redis_url: str
    channel: str
    envelopes: list[bytes]


@dataclass(frozen=True)
class FullRoom:
    """Milliseconds from handing in to the answer."""

    bulletins: int
    spectators: int
    p50_ms: float
    p99_ms: float
    max_ms: float


async def full_room(plan: RoomPlan) -> FullRoom:
    """Runs in the load client's process."""
    players, spectators = Herd(), Herd()
    await players.connect(plan.port, plan.paths)
    await spectators.connect(plan.port, plan.spectators)
    frames = [wire.masked(plan.bulletin) for _ in plan.paths]
    done = players.tally.expect(len(frames))
    broadcasts = asyncio.create_task(_broadcast(plan))
    start = time.monotonic()
    for index, (peer, framed) in enumerate(zip(players.peers, frames, strict=True)):
        ahead = start + plan.seconds * index / len(frames) - time.monotonic()
        if ahead > 0:
            await asyncio.sleep(ahead)
        peer.send(framed)
    async with asyncio.timeout(TIMEOUT_S):
        await done
    await broadcasts
    took = [ack * 1000 for peer in players.peers for ack in peer.acks]
    await players.close()
    await spectators.close()
    cut = statistics.quantiles(took, n=100)
    return FullRoom(len(took), len(plan.spectators), cut[49], cut[98], max(took))


async def _broadcast(plan: RoomPlan) -> None:
    async with redis.asyncio.Redis.from_url(plan.redis_url) as client:
        for envelope in plan.envelopes:
            await client.publish(plan.channel, envelope)
            await asyncio.sleep(plan.seconds / len(plan.envelopes))


@dataclass(frozen=True)
class LossPlan:
    """Players who hand in again as soon as they are answered; ``sheets`` by revision."""

    port: int
    paths: list[str]
    sheets: list[bytes]
    seconds: float


async def until_killed(plan: LossPlan) -> list[int]:
    """Last acknowledged revision of each player when the server is gone. Load client."""
    herd = Herd()
    await herd.connect(plan.port, plan.paths)

    def again(peer: Peer) -> None:
        index = len(peer.acks)
        if index < len(plan.sheets):
            peer.send(wire.masked(plan.sheets[index]))

    for peer in herd.peers:
        peer.on_ack = again
        again(peer)
    deadline = time.monotonic() + plan.seconds
    while time.monotonic() < deadline and not all(peer.closed for peer in herd.peers):  # noqa: ASYNC110 - too many to wait for each
        await asyncio.sleep(0.05)
    return [len(peer.acks) for peer in herd.peers]
