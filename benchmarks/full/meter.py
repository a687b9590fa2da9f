"""What each process takes: processor time of a turn, memory."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import psutil


@dataclass
class Meter:
    """``processes``: by what they are called in the table; those that run below them count."""

    processes: Mapping[str, Sequence[int]]
    _before: Mapping[str, float] = field(default_factory=dict)

    def start(self) -> None:
        self._before = self._seconds()

    def seconds(self) -> dict[str, float]:
        """Of processor time since ``start``."""
        now = self._seconds()
        return {name: now[name] - self._before[name] for name in self.processes}

    def memory(self) -> dict[str, float]:
        """MiB that nobody else shares, as of now."""
        return {
            name: sum(one.memory_full_info().uss for one in self._all(pids)) / 2**20
            for name, pids in self.processes.items()
        }

    def _seconds(self) -> Mapping[str, float]:
        used: defaultdict[str, float] = defaultdict(float)
        for name, pids in self.processes.items():
            for one in self._all(pids):
                times = one.cpu_times()
                used[name] += times.user + times.system
        return used

    @staticmethod
    def _all(pids: Iterable[int]) -> Iterable[psutil.Process]:
        for pid in pids:
            parent = psutil.Process(pid)
            yield parent
            yield from parent.children(recursive=True)


def servers() -> dict[str, list[int]]:
    """The database and the bus, which this process has started."""
    names = {"postgres": "PostgreSQL", "valkey-server": "Valkey"}
    found: dict[str, list[int]] = {name: [] for name in names.values()}
    for one in psutil.Process().children():
        if one.name() in names:
            found[names[one.name()]].append(one.pid)
    return found
