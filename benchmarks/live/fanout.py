"""How long until the last of N sockets has read a message, next to two other servers.

The three servers stand side by side, each with its own N sockets, and take turns: what else
the machine does meanwhile hits all of them alike.
"""

import asyncio
import gc
import statistics
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import redis.asyncio
from channels_redis.pubsub import RedisPubSubChannelLayer

from benchmarks.live.herd import Herd
from benchmarks.live.textbook import GROUP

PAUSE_S = 0.15


@dataclass(frozen=True)
class Round:
    """One message; ``envelope`` is the same as our services publish it."""

    payload: bytes
    envelope: bytes


@dataclass(frozen=True)
class Plan:
    """Where the servers are and what they shall send."""

    redis_url: str
    paths: list[str]
    """A socket each, on every server."""
    ours: int
    bare: int
    textbook: int
    channel: str
    bare_channel: str
    rounds: list[Round]


@dataclass(frozen=True)
class FanOut:
    """Median seconds to the last socket."""

    sockets: int
    ours_s: float
    bare_s: float
    textbook_s: float


async def measure(plan: Plan) -> FanOut:
    """Runs in the load client's process."""
    client = redis.asyncio.Redis.from_url(plan.redis_url)
    layer = RedisPubSubChannelLayer(hosts=[plan.redis_url])
    herds = {name: Herd() for name in ("ours", "bare", "textbook")}
    sockets = len(plan.paths)
    await herds["ours"].connect(plan.ours, plan.paths)
    await herds["bare"].connect(plan.bare, ["/"] * sockets, snapshot=False)
    await herds["textbook"].connect(plan.textbook, ["/room/"] * sockets, snapshot=False)
    gc.freeze()
    times: dict[str, list[float]] = {name: [] for name in herds}
    for index, turn in enumerate(plan.rounds):
        triggers: dict[str, Callable[[], Awaitable[object]]] = {
            "ours": partial(client.publish, plan.channel, turn.envelope),
            "bare": partial(client.publish, plan.bare_channel, turn.payload),
            "textbook": partial(
                layer.group_send, GROUP, {"type": "room.event", "text": turn.payload.decode()}
            ),
        }
        for name, trigger in triggers.items():
            await asyncio.sleep(PAUSE_S)
            took = await herds[name].broadcast(trigger, turn.payload, sockets)
            if index:  # the first round warms up
                times[name].append(took)
    for herd in herds.values():
        await herd.close()
    await client.aclose()
    medians = {name: statistics.median(values) for name, values in times.items()}
    return FanOut(sockets, medians["ours"], medians["bare"], medians["textbook"])
