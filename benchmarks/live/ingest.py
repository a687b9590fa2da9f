"""Bulletins: how many a second in a burst, and how long an answer takes in a full room."""

import asyncio
import gc
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
class RoomServer:
    """A server with a full room of its own: a path for each socket, and what makes it tell the
    spectators, over ``channel``."""

    port: int
    players: list[str]
    spectators: list[str]
    channel: str
    messages: list[bytes]
    #: Whether it greets a socket with a snapshot.
    greets: bool


@dataclass(frozen=True)
class RoomPlan:
    """Full rooms: players handing in over ``seconds`` while spectators are broadcast to.
    ``bulletins``: one for each round, which all of a room send."""

    ours: RoomServer
    bare: RoomServer
    bulletins: list[bytes]
    seconds: float
    redis_url: str


@dataclass(frozen=True)
class Answers:
    """Milliseconds from handing in to the answer, in one round."""

    p50: float
    p99: float
    longest: float


@dataclass(frozen=True)
class FullRoom:
    """``rounds``: ours and the bare server's, one after the other."""

    bulletins: int
    spectators: int
    rounds: list[tuple[Answers, Answers]]


class _FullRoom:
    """A room with everybody there. Load client."""

    def __init__(self, plan: RoomPlan, server: RoomServer) -> None:
        self._plan, self._server = plan, server
        self._players, self._spectators = Herd(), Herd()

    async def fill(self) -> None:
        port, greets = self._server.port, self._server.greets
        await self._players.connect(port, self._server.players, snapshot=greets)
        await self._spectators.connect(port, self._server.spectators, snapshot=greets)

    async def hand_in(self, bulletin: bytes) -> Answers:
        """One round."""
        peers, seconds = self._players.peers, self._plan.seconds
        frames = [wire.masked(bulletin) for _ in peers]
        for peer in peers:
            peer.acks.clear()
        done = self._players.tally.expect(len(frames))
        broadcasts = asyncio.create_task(self._broadcast())
        start = time.monotonic()
        for index, (peer, framed) in enumerate(zip(peers, frames, strict=True)):
            ahead = start + seconds * index / len(frames) - time.monotonic()
            if ahead > 0:
                await asyncio.sleep(ahead)
            peer.send(framed)
        async with asyncio.timeout(TIMEOUT_S):
            await done
        await broadcasts
        took = [ack * 1000 for peer in peers for ack in peer.acks]
        cut = statistics.quantiles(took, n=100)
        return Answers(cut[49], cut[98], max(took))

    async def _broadcast(self) -> None:
        async with redis.asyncio.Redis.from_url(self._plan.redis_url) as client:
            for message in self._server.messages:
                await client.publish(self._server.channel, message)
                await asyncio.sleep(self._plan.seconds / len(self._server.messages))

    async def leave(self) -> None:
        await self._players.close()
        await self._spectators.close()


async def full_room(plan: RoomPlan) -> FullRoom:
    """The two servers take turns: what else the machine does hits both alike. Load client."""
    rooms = [_FullRoom(plan, server) for server in (plan.ours, plan.bare)]
    for room in rooms:
        await room.fill()
    gc.freeze()
    rounds = []
    for bulletin in plan.bulletins:
        ours, bare = [await room.hand_in(bulletin) for room in rooms]
        rounds.append((ours, bare))
    for room in rooms:
        await room.leave()
    return FullRoom(len(plan.ours.players), len(plan.ours.spectators), rounds)


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
