"""Measures from the sockets of a load client: each function runs in the client's process.

Servers to compare run side by side, each with its own sockets, and are measured alternately: other
load on the machine affects all alike.
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
from benchmarks.people.connections import Connections, Peer, build_client_frame
from tournament.core.events import EventKind

PAUSE_S = 0.15
#: Sockets opened and closed before the memory is measured, to exclude first allocations.
WARM_UP_SOCKETS = 50
SETTLE_S = 1.0
MAX_PENDING = 1000
LISTEN_S = 90.0
#: Stores the row of a bulletin in a commit of its own, for comparison.
INSERT_ROW = """
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
    """Return the median seconds until the last socket has received a message, by server.

    ``rounds``: payloads, and the envelopes in which the product publishes them.
    """
    client = redis.asyncio.Redis.from_url(redis_url)
    layer = RedisPubSubChannelLayer(hosts=[redis_url])
    rooms = {name: Connections() for name in ports}
    paths_by_server = {"product": paths, "bare": ["/"] * len(paths)}
    paths_by_server["textbook"] = ["/room/"] * len(paths)
    for name, port in ports.items():
        await rooms[name].connect(port, paths_by_server[name], snapshot=name == "product")
    gc.freeze()
    times: dict[str, list[float]] = {name: [] for name in ports}
    for index, (payload, envelope) in enumerate(rounds):
        message = {"type": "room.event", "text": payload.decode()}
        triggers: dict[str, Callable[[], Awaitable[object]]] = {
            "product": partial(client.publish, channels["product"], envelope),
            "bare": partial(client.publish, channels["bare"], payload),
            "textbook": partial(layer.group_send, GROUP, message),
        }
        for name, trigger in triggers.items():
            await asyncio.sleep(PAUSE_S)
            elapsed_s = await rooms[name].broadcast(trigger, payload, len(paths))
            if index:  # the first round warms up
                times[name].append(elapsed_s)
    for room in rooms.values():
        await room.close()
    await client.aclose()
    return {name: statistics.median(elapsed_s) for name, elapsed_s in times.items()}


async def measure_capacity(port: int, pid: int, paths: list[str]) -> tuple[float, float]:
    """Return the KiB of a socket, and the reconnections with snapshot per second."""
    server = psutil.Process(pid)
    room = Connections()
    await room.connect(port, paths[:WARM_UP_SOCKETS])
    await room.close()
    bytes_before = server.memory_full_info().uss
    await room.connect(port, paths)
    await asyncio.sleep(SETTLE_S)
    added_bytes = server.memory_full_info().uss - bytes_before
    await room.close()
    await asyncio.sleep(SETTLE_S)
    elapsed_s = await room.connect(port, paths, max_pending=MAX_PENDING)
    await room.close()
    return added_bytes / len(paths) / 1024, len(paths) / elapsed_s


async def measure_burst(
    port: int,
    paths: list[str],
    rounds: list[bytes],
    database_url: str,
    rows: list[tuple[object, ...]],
) -> tuple[float, float]:
    """Let every table hand in at the same moment and the yardstick insert ``rows``, alternately;
    return the median rows per second of both."""
    room = Connections()
    await room.connect(port, paths)
    server_rates, yardstick_rates = [], []
    with psycopg.connect(database_url, autocommit=True) as connection:
        for index, payload in enumerate(rounds):
            await asyncio.sleep(0.2)
            elapsed_s = await room.send_all(payload)
            rate = _insert_one_by_one(connection, rows)
            if index:  # the first round warms up
                server_rates.append(len(paths) / elapsed_s)
                yardstick_rates.append(rate)
    await room.close()
    return statistics.median(server_rates), statistics.median(yardstick_rates)


def _insert_one_by_one(connection: psycopg.Connection, rows: Sequence[tuple[object, ...]]) -> float:
    """Return the rows inserted per second."""
    start = time.monotonic()
    with connection.cursor() as cursor:
        for row in rows:
            cursor.execute(INSERT_ROW, row, prepare=True)
    return len(rows) / (time.monotonic() - start)


class AnswerTimes(NamedTuple):
    """Milliseconds from handing in to the answer, in one round."""

    p50: float
    p99: float
    longest: float


@dataclass(frozen=True)
class FullRoom:
    """A server with all its sockets: their paths, and the messages to publish on ``channel``;
    ``sends_snapshot``: True if sockets get a snapshot first."""

    port: int
    players: list[str]
    spectators: list[str]
    channel: str
    messages: list[bytes]
    sends_snapshot: bool


async def measure_full_rooms(
    rooms: list[FullRoom], bulletins: list[bytes], seconds: float, redis_url: str
) -> list[list[AnswerTimes]]:
    """Return the times of each round, by room: players hand in over ``seconds`` during broadcasts
    to spectators. ``bulletins``: one for each round, sent by all players."""
    connections = [(Connections(), Connections()) for _ in rooms]
    for room, (players, spectators) in zip(rooms, connections, strict=True):
        await players.connect(room.port, room.players, snapshot=room.sends_snapshot)
        await spectators.connect(room.port, room.spectators, snapshot=room.sends_snapshot)
    gc.freeze()

    async def broadcast(room: FullRoom) -> None:
        async with redis.asyncio.Redis.from_url(redis_url) as client:
            for message in room.messages:
                await client.publish(room.channel, message)
                await asyncio.sleep(seconds / len(room.messages))

    async def hand_in(room: FullRoom, players: Connections, bulletin: bytes) -> AnswerTimes:
        for peer in players.peers:
            peer.answer_times_s.clear()
        broadcasts = asyncio.create_task(broadcast(room))
        await players.send_all(bulletin, seconds)
        await broadcasts
        times_ms = [ack * 1000 for peer in players.peers for ack in peer.answer_times_s]
        percentiles = statistics.quantiles(times_ms, n=100)
        return AnswerTimes(percentiles[49], percentiles[98], max(times_ms))

    rounds = [
        [
            await hand_in(room, players, bulletin)
            for room, (players, _) in zip(rooms, connections, strict=True)
        ]
        for bulletin in bulletins
    ]
    for pair in connections:
        for sockets in pair:
            await sockets.close()
    return rounds


async def save_until_killed(
    port: int, paths: list[str], sheets: list[bytes], seconds: float
) -> list[int]:
    """Let players hand in ``sheets``, each after the answer to the one before; return the number
    acknowledged of each player when the server is killed."""
    room = Connections()
    await room.connect(port, paths)

    def send_next(peer: Peer) -> None:
        index = len(peer.answer_times_s)
        if index < len(sheets):
            peer.send(build_client_frame(sheets[index]))

    for peer in room.peers:
        peer.on_answer = send_next
        send_next(peer)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not all(peer.is_closed for peer in room.peers):  # noqa: ASYNC110 - too many to wait for each
        await asyncio.sleep(0.05)
    return [len(peer.answer_times_s) for peer in room.peers]


async def listen(
    ports: list[int], paths: list[str], ready_file: Path, stop_file: Path
) -> list[tuple[int, float, int]]:
    """Return socket number, time and game of each close event, until ``stop_file`` exists."""
    room = Connections()
    for port in ports:
        await room.connect(port, paths)
    ready_file.touch()  # noqa: ASYNC240 - a file, once
    deadline = time.monotonic() + LISTEN_S
    while time.monotonic() < deadline and not stop_file.exists():  # noqa: ASYNC110, ASYNC240 - a file
        await asyncio.sleep(0.05)
    closes = []
    for number, peer in enumerate(room.peers):
        for moment, payload in peer.messages:
            message = json.loads(payload)
            if message.get("kind") == EventKind.TURN_CLOSED:
                closes.append((number, moment, message["game_id"]))
    await room.close()
    return closes
