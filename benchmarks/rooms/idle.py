"""The processor of a process whose rooms are watched while nothing happens."""

import asyncio

import psutil

from benchmarks.people.connections import Connections

SETTLE_S, MEASURED_S = 5.0, 20.0


async def measure_idle(port: int, pid: int, paths: list[str]) -> float:
    """Return the share of a core that the server uses with a silent socket for each path."""
    server = psutil.Process(pid)
    rooms = Connections()
    await rooms.connect(port, paths)
    await asyncio.sleep(SETTLE_S)
    before = server.cpu_times()
    await asyncio.sleep(MEASURED_S)
    after = server.cpu_times()
    await rooms.close()
    return float(after.user + after.system - before.user - before.system) / MEASURED_S
