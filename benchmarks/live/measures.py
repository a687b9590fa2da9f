"""What is measured from the sockets of a load client: each function runs in its process.

Servers that are compared stand side by side, each with its own sockets, and take turns: what else
the machine does meanwhile hits all of them alike.
"""

import asyncio
import gc
import json
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import psutil
import psycopg
import redis.asyncio
from channels_redis.pubsub import RedisPubSubChannelLayer

from benchmarks.live.yardsticks import GROUP
from benchmarks.people.connections import Connections, Peer, masked
from tournament.core.events import EventKind

PAUSE_S = 0.15
#: What the process has of its own before anybody is there belongs to no socket.
WARM_UP = 50
SETTLE_S = 1.0
AT_ONCE = 1000
LISTEN_S = 90.0
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


async def measure_fan_out(
    redis_url: str,
    paths: list[str],
    ports: dict[str, int],
    channels: dict[str, str],
    rounds: list[tuple[bytes, bytes]],
) -> dict[str, float]:
    """Median seconds until the last socket has read a message, by the servers of ``ports``.

    ``rounds``: what is sent, and the envelope in which our services publish it.
    """
    client = redis.asyncio.Redis.from_url(redis_url)
    layer = RedisPubSubChannelLayer(hosts=[redis_url])
    rooms = {name: Connections() for name in ports}
    doors = {"ours": paths, "bare": ["/"] * len(paths), "textbook": ["/room/"] * len(paths)}
    for name, port in ports.items():
        await rooms[name].connect(port, doors[name], snapshot=name == "ours")
    gc.freeze()
    times: dict[str, list[float]] = {name: [] for name in ports}
    for index, (payload, envelope) in enumerate(rounds):
        news = {"type": "room.event", "text": payload.decode()}
        triggers: dict[str, Callable[[], Awaitable[object]]] = {
            "ours": partial(client.publish, channels["ours"], envelope),
            "bare": partial(client.publish, channels["bare"], payload),
            "textbook": partial(layer.group_send, GROUP, news),
        }
        for name, trigger in triggers.items():
            await asyncio.sleep(PAUSE_S)
            took = await rooms[name].broadcast(trigger, payload, len(paths))
            if index:  # the first round warms up
                times[name].append(took)
    for room in rooms.values():
        await room.close()
    await client.aclose()
    return {name: statistics.median(took) for name, took in times.items()}


async def measure_capacity(port: int, pid: int, paths: list[str]) -> tuple[float, float]:
    """What a socket costs, in KiB; how many a second are back with a snapshot, all cut before."""
    server = psutil.Process(pid)
    room = Connections()
    await room.connect(port, paths[:WARM_UP])
    await room.close()
    before = server.memory_full_info().uss
    await room.connect(port, paths)
    await asyncio.sleep(SETTLE_S)
    used = server.memory_full_info().uss - before
    await room.close()
    await asyncio.sleep(SETTLE_S)
    took = await room.connect(port, paths, at_once=AT_ONCE)
    await room.close()
    return used / len(paths) / 1024, len(paths) / took


async def measure_burst(
    port: int,
    paths: list[str],
    rounds: list[bytes],
    database_url: str,
    rows: list[tuple[object, ...]],
) -> tuple[float, float]:
    """Every table hands in at the same moment; in between, the yardstick inserts ``rows``: both in
    rows a second, medians."""
    room = Connections()
    await room.connect(port, paths)
    ours, single = [], []
    with psycopg.connect(database_url, autocommit=True) as connection:
        for index, payload in enumerate(rounds):
            await asyncio.sleep(0.2)
            took = await room.send_all(payload)
            rate = _insert_one_by_one(connection, rows)
            if index:  # the first round warms up
                ours.append(len(paths) / took)
                single.append(rate)
    await room.close()
    return statistics.median(ours), statistics.median(single)


def _insert_one_by_one(connection: psycopg.Connection, rows: Sequence[tuple[object, ...]]) -> float:
    """Rows a second."""
    start = time.monotonic()
    with connection.cursor() as cursor:
        for row in rows:
            cursor.execute(ONE_ROW, row, prepare=True)
    return len(rows) / (time.monotonic() - start)


class Answers(NamedTuple):
    """Milliseconds from handing in to the answer, in one round."""

    p50: float
    p99: float
    longest: float


@dataclass(frozen=True)
class FullRoom:
    """A server with everybody there: a path for each socket, and what makes it tell the spectators,
    over ``channel``; ``greets``: whether a socket gets a snapshot first."""

    port: int
    players: list[str]
    spectators: list[str]
    channel: str
    messages: list[bytes]
    greets: bool


async def measure_full_rooms(
    rooms: list[FullRoom], bulletins: list[bytes], seconds: float, redis_url: str
) -> list[list[Answers]]:
    """Of each round, by room: players hand in over ``seconds`` while spectators are broadcast to.
    ``bulletins``: one for each round, which all of a room send."""
    there = [(Connections(), Connections()) for _ in rooms]
    for room, (players, spectators) in zip(rooms, there, strict=True):
        await players.connect(room.port, room.players, snapshot=room.greets)
        await spectators.connect(room.port, room.spectators, snapshot=room.greets)
    gc.freeze()

    async def broadcast(room: FullRoom) -> None:
        async with redis.asyncio.Redis.from_url(redis_url) as client:
            for message in room.messages:
                await client.publish(room.channel, message)
                await asyncio.sleep(seconds / len(room.messages))

    async def hand_in(room: FullRoom, players: Connections, bulletin: bytes) -> Answers:
        for peer in players.peers:
            peer.acks.clear()
        broadcasts = asyncio.create_task(broadcast(room))
        await players.send_all(bulletin, seconds)
        await broadcasts
        took = [ack * 1000 for peer in players.peers for ack in peer.acks]
        cut = statistics.quantiles(took, n=100)
        return Answers(cut[49], cut[98], max(took))

    rounds = [
        [
            await hand_in(room, players, bulletin)
            for room, (players, _) in zip(rooms, there, strict=True)
        ]
        for bulletin in bulletins
    ]
    for both in there:
        for sockets in both:
            await sockets.close()
    return rounds


async def save_until_killed(
    port: int, paths: list[str], sheets: list[bytes], seconds: float
) -> list[int]:
    """Players hand in again as soon as they are answered, ``sheets`` by revision: how many of each
    were acknowledged when the server is gone."""
    room = Connections()
    await room.connect(port, paths)

    def again(peer: Peer) -> None:
        index = len(peer.acks)
        if index < len(sheets):
            peer.send(masked(sheets[index]))

    for peer in room.peers:
        peer.on_ack = again
        again(peer)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not all(peer.closed for peer in room.peers):  # noqa: ASYNC110 - too many to wait for each
        await asyncio.sleep(0.05)
    return [len(peer.acks) for peer in room.peers]


async def listen(
    ports: list[int], paths: list[str], ready: Path, stop: Path
) -> list[tuple[int, float, int]]:
    """What each socket of the public heard of closes, until ``stop`` exists: number of the socket,
    moment, game."""
    room = Connections()
    for port in ports:
        await room.connect(port, paths)
    ready.touch()  # noqa: ASYNC240 - a file, once
    deadline = time.monotonic() + LISTEN_S
    while time.monotonic() < deadline and not stop.exists():  # noqa: ASYNC110, ASYNC240 - a file
        await asyncio.sleep(0.05)
    heard = []
    for number, peer in enumerate(room.peers):
        for moment, payload in peer.messages:
            message = json.loads(payload)
            if message.get("kind") == EventKind.CLOSED:
                heard.append((number, moment, message["game_id"]))
    await room.close()
    return heard
