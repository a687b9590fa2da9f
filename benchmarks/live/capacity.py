"""What a socket costs in memory, and how fast a whole room comes back."""

import asyncio
from dataclasses import dataclass

import psutil

from benchmarks.live.herd import Herd

#: What the process has of its own before anybody is there belongs to no socket.
WARM_UP = 50
SETTLE_S = 1.0
AT_ONCE = 1000


@dataclass(frozen=True)
class CapacityPlan:
    port: int
    pid: int
    paths: list[str]


@dataclass(frozen=True)
class Capacity:
    sockets: int
    kib_per_socket: float
    #: Sockets a second that are back with a snapshot, after all were cut at once.
    reconnects: float


async def measure(plan: CapacityPlan) -> Capacity:
    """Runs in the load client's process."""
    server = psutil.Process(plan.pid)
    herd = Herd()
    await herd.connect(plan.port, plan.paths[:WARM_UP])
    await herd.close()
    before = server.memory_full_info().uss
    await herd.connect(plan.port, plan.paths)
    await asyncio.sleep(SETTLE_S)
    used = server.memory_full_info().uss - before
    await herd.close()
    await asyncio.sleep(SETTLE_S)
    took = await herd.connect(plan.port, plan.paths, at_once=AT_ONCE)
    await herd.close()
    size = len(plan.paths)
    return Capacity(size, used / size / 1024, size / took)
