"""What is done to the club's processes, drawn from a seed, and how long until it is well."""

import contextlib
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import psutil

from benchmarks.chaos.club import PROGRAMS, Club, family
from benchmarks.chaos.report import Report
from config.probe import worker_answers

#: Weight of each blow: what happens to whom.
BLOWS: dict[tuple[str, tuple[str, ...]], int] = {
    ("kill", ("web",)): 4,
    ("kill", ("turn",)): 3,
    ("kill", ("office",)): 1,
    ("kill", ("backend",)): 3,
    ("kill", ("postgres",)): 3,
    ("kill", ("valkey",)): 3,
    ("kill", ("web", "turn")): 1,
    ("kill", ("postgres", "valkey")): 1,
    ("kill", ("web", "postgres")): 1,
    ("freeze", ("web",)): 2,
    ("freeze", ("turn",)): 1,
    ("freeze", ("postgres",)): 2,
    ("freeze", ("valkey",)): 2,
}
_NAMES = {"kill": "Tué : ", "freeze": "Figé : "}
FROZEN_S = (0.5, 6.0)
PAUSE_S = (0.5, 6.0)
RECOVERY_TIMEOUT_S = 60.0
POLL_S = 0.05


@dataclass
class Blows:
    """Strikes one after the other; ``recoveries`` are seconds, None for never."""

    club: Club
    chance: Random
    counts: Counter[str] = field(default_factory=Counter)
    recoveries: list[tuple[str, float | None]] = field(default_factory=list)

    def strike_until(self, is_over: Callable[[], bool]) -> None:
        kinds, weights = list(BLOWS), list(BLOWS.values())
        while not is_over():
            how, names = self.chance.choices(kinds, weights)[0]
            frozen_s, pause_s = self.chance.uniform(*FROZEN_S), self.chance.uniform(*PAUSE_S)
            if how == "kill":
                self._kill(names)
            else:
                self._freeze(names[0], frozen_s)
            time.sleep(pause_s)

    def tell(self, report: Report) -> None:
        for blow, count in sorted(self.counts.items()):
            how, name = blow.split()
            report.tell(_NAMES[how] + name, count)
        report.need("Coups portés", self.counts.total())
        report.recoveries(self.recoveries)

    def _kill(self, names: tuple[str, ...]) -> None:
        struck = {name: self.club.process(name) for name in names}
        for name, process in struck.items():
            if process is not None:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
                    self.counts[f"kill {name}"] += 1
        self._wait_for_recovery("kill " + "+".join(names), struck)

    def _freeze(self, name: str, seconds: float) -> None:
        process = self.club.process(name)
        if process is None:
            return
        frozen = family(process)
        for each in frozen:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.suspend()
        self.counts[f"freeze {name}"] += 1
        time.sleep(seconds)
        for each in reversed(frozen):
            with contextlib.suppress(psutil.NoSuchProcess):
                each.resume()
        self._wait_for_recovery(f"freeze {name}", {name: None})

    def _wait_for_recovery(self, blow: str, struck: dict[str, psutil.Process | None]) -> None:
        """Seconds until everything struck is there again, and serves."""
        start = time.monotonic()
        while not all(self._is_well(name, old) for name, old in struck.items()):
            if time.monotonic() - start > RECOVERY_TIMEOUT_S:
                self.recoveries.append((blow, None))
                return
            time.sleep(POLL_S)
        self.recoveries.append((blow, time.monotonic() - start))

    def _is_well(self, name: str, old: psutil.Process | None) -> bool:
        """Whether another process is in place of ``old``, and does its work."""
        now = self.club.process(name)
        if name != "backend" and (now is None or now == old):
            return False
        if name in PROGRAMS and name != "web":
            return _consumes(name)
        return self.club.answers()


def _consumes(queue: str) -> bool:
    """Whether a worker answers; the broker may be away, too."""
    try:
        return worker_answers(queue, timeout_s=1)
    except Exception:  # noqa: BLE001 - kombu passes on whatever its transport raises
        return False
