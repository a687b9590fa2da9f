"""Injection of faults one after the other, drawn from a seed, each until the recovery."""

import statistics
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from random import Random

import django.db
import kombu.exceptions
import psycopg
import redis

from benchmarks.chaos.faults import (
    BrokenPromiseError,
    ClubInPlay,
    RecoveryCheck,
    TargetNotRunningError,
)
from benchmarks.chaos.kinds import FAULTS, KINDS, Fault, format_fault
from benchmarks.people.waiting import wait_until
from benchmarks.report import PromiseReport

PAUSE_S = (0.2, 3.0)
#: Enough for a busy machine.
RECOVERY_TIMEOUT_S = 300.0
#: The target was not running; each fault is injected into a club that has recovered.
NOT_RUNNING_ERRORS = (
    TargetNotRunningError,
    django.db.Error,
    psycopg.Error,
    redis.RedisError,
    kombu.exceptions.KombuError,
    OSError,
)


@dataclass
class FaultInjector:
    """``recoveries``: fault, and seconds until recovery, or None if it never came.

    ``unavailable_kinds``: the reason for each. ``rounds``: complete draws of all faults.
    """

    club_in_play: ClubInPlay
    rng: Random
    kinds: Collection[str] = tuple(KINDS)
    counts: Counter[Fault] = field(default_factory=Counter)
    recoveries: list[tuple[str, float | None]] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    unavailable_kinds: dict[str, str] = field(init=False)
    rounds: int = 0

    def __post_init__(self) -> None:
        reasons = {
            kind: KINDS[kind].find_unavailable_reason(self.club_in_play.club) for kind in self.kinds
        }
        self.unavailable_kinds = {kind: reason for kind, reason in reasons.items() if reason}

    def inject_until(self, is_over: Callable[[], bool]) -> None:
        """Inject each kind once, then others until ``is_over()``."""
        for fault in self._draw_faults():
            if is_over() and (self.rounds or not self.list_never_injected()):
                return
            self._inject(fault)
            time.sleep(self._draw_between(PAUSE_S))

    def list_never_injected(self) -> list[str]:
        """List the kinds never injected; after the first round, the faults."""
        weights = self._list_weights()
        if self.rounds:
            return [format_fault(fault) for fault in weights if not self.counts[fault]]
        injected = {kind for kind, _ in self.counts}
        kinds = dict.fromkeys(kind for kind, _ in weights if kind not in injected)
        return [KINDS[kind].label for kind in kinds]

    def report_results(self, report: PromiseReport) -> None:
        for fault, count in sorted(self.counts.items()):
            report.add_value(format_fault(fault), count)
        for kind, reason in self.unavailable_kinds.items():
            report.add_value(f"Laissé de côté : {KINDS[kind].label}", reason)
        report.add_required("Coups portés", self.counts.total())
        report.add_errors("Jamais portés", self.list_never_injected())
        report.add_errors("Démentis sur le coup", self.violations)
        times = [(seconds, fault) for fault, seconds in self.recoveries if seconds is not None]
        if times:
            worst, worst_fault = max(times)
            report.add_value("Retour, médiane", f"{statistics.median(s for s, _ in times):.1f} s")
            report.add_value("Retour, maximum", f"{worst:.1f} s ({worst_fault})")
        unrecovered = [fault for fault, seconds in self.recoveries if seconds is None]
        report.add_errors("Jamais revenu", unrecovered)

    def _list_weights(self) -> dict[Fault, int]:
        included = set(self.kinds) - set(self.unavailable_kinds)
        return {fault: weight for fault, weight in FAULTS.items() if fault[0] in included}

    def _draw_faults(self) -> Iterator[Fault]:
        """Yield faults in random order without end, each as often as its weight.

        The first round begins with one fault of each kind; those whose targets were absent are
        tried again before each other fault.
        """
        weights = self._list_weights()
        while True:
            faults = [fault for fault, weight in weights.items() for _ in range(weight)]
            self.rng.shuffle(faults)
            if not self.rounds:
                first = {kind: (kind, targets) for kind, targets in reversed(faults)}
                for fault in first.values():
                    faults.remove(fault)
                yield from first.values()
                for fault in faults:
                    yield from [absent for absent in first.values() if not self.counts[absent]]
                    yield fault
            else:
                yield from faults
            self.rounds += 1

    def _inject(self, fault: Fault) -> None:
        kind, targets = fault
        seconds = self._draw_between(KINDS[kind].duration_range_s)
        self.club_in_play.club.log_fault(f"{format_fault(fault)}, {seconds:.1f} s")
        try:
            with KINDS[kind].inject(self.club_in_play, targets) as has_recovered:
                time.sleep(seconds)
            self.counts[fault] += 1
        except NOT_RUNNING_ERRORS:
            self.club_in_play.club.log_fault("… n'était pas là")
        except BrokenPromiseError as error:
            self.violations.append(str(error))
        else:
            self._wait_for_recovery(has_recovered, format_fault(fault))

    def _draw_between(self, bounds: tuple[float, float]) -> float:
        """Return a number within ``bounds``, mostly near the minimum."""
        minimum, maximum = bounds
        return minimum + (maximum - minimum) * self.rng.random() ** 3

    def _wait_for_recovery(self, has_recovered: RecoveryCheck, fault: str) -> None:
        start = time.monotonic()
        try:
            wait_until(has_recovered, fault, timeout_s=RECOVERY_TIMEOUT_S, pause_s=0.2)
        except TimeoutError:
            self.recoveries.append((fault, None))
            self.club_in_play.club.log_fault("… n'est pas revenu")
            return
        self.recoveries.append((fault, time.monotonic() - start))
        self.club_in_play.club.log_fault(f"… bien après {time.monotonic() - start:.1f} s")
