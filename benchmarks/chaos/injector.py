"""Injects faults one after the other, drawn from a seed, and waits until all is well again."""

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
    FAULTS,
    KINDS,
    BrokenError,
    Fault,
    IsWell,
    NotThereError,
    Target,
    name,
)
from benchmarks.people.waiting import wait_until
from benchmarks.report import Promises

PAUSE_S = (0.2, 3.0)
#: Of a machine that has much else to do.
RECOVERY_TIMEOUT_S = 300.0
#: Nobody was there: all faults are injected into a club that has come back before.
AWAY = (
    NotThereError,
    django.db.Error,
    psycopg.Error,
    redis.RedisError,
    kombu.exceptions.KombuError,
    OSError,
)


@dataclass
class FaultInjector:
    """``counts`` by kind and target; ``recoveries`` are seconds, None for never.

    ``left_out``: why a kind cannot be done here. ``rounds``: how often every fault had its turn.
    """

    target: Target
    chance: Random
    kinds: Collection[str] = tuple(KINDS)
    counts: Counter[Fault] = field(default_factory=Counter)
    recoveries: list[tuple[str, float | None]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(init=False)
    rounds: int = 0

    def __post_init__(self) -> None:
        lacking = {how: KINDS[how].lacks(self.target.club) for how in self.kinds}
        self.left_out = {how: lack for how, lack in lacking.items() if lack}

    def inject_until(self, is_over: Callable[[], bool]) -> None:
        """Each kind once, however long that takes, and then until it is over."""
        for fault in self._draw():
            if is_over() and (self.rounds or not self.never_injected()):
                return
            self._inject(fault)
            time.sleep(self._between(PAUSE_S))

    def never_injected(self) -> list[str]:
        """Kinds of which none was; all faults, once each has had its turn."""
        deck = self._deck()
        if self.rounds:
            return [name(fault) for fault in deck if not self.counts[fault]]
        done = {how for how, _ in self.counts}
        return [KINDS[how].said for how in dict.fromkeys(how for how, _ in deck) if how not in done]

    def tell(self, report: Promises) -> None:
        for fault, count in sorted(self.counts.items()):
            report.tell(name(fault), count)
        for how, lack in self.left_out.items():
            report.tell(f"Laissé de côté : {KINDS[how].said}", lack)
        report.need("Coups portés", self.counts.total())
        report.forbid("Jamais portés", self.never_injected())
        report.forbid("Démentis sur le coup", self.broken)
        took = [(seconds, fault) for fault, seconds in self.recoveries if seconds is not None]
        if took:
            worst, last = max(took)
            report.tell("Retour, médiane", f"{statistics.median(s for s, _ in took):.1f} s")
            report.tell("Retour, maximum", f"{worst:.1f} s ({last})")
        never = [fault for fault, seconds in self.recoveries if seconds is None]
        report.forbid("Jamais revenu", never)

    def _deck(self) -> dict[Fault, int]:
        wanted = set(self.kinds) - set(self.left_out)
        return {fault: weight for fault, weight in FAULTS.items() if fault[0] in wanted}

    def _draw(self) -> Iterator[Fault]:
        """Like cards: each as often as it weighs, then anew; first of all one of each kind."""
        deck = self._deck()
        while True:
            cards = [fault for fault, weight in deck.items() for _ in range(weight)]
            self.chance.shuffle(cards)
            if not self.rounds:
                first = {how: (how, whom) for how, whom in reversed(cards)}
                for fault in first.values():
                    cards.remove(fault)
                yield from first.values()
                # Who was away gets another chance before the others have theirs.
                cards = [*(fault for fault in first.values() if not self.counts[fault]), *cards]
            yield from cards
            self.rounds += 1

    def _inject(self, fault: Fault) -> None:
        how, whom = fault
        seconds = self._between(KINDS[how].lasts_s)
        self.target.club.note(f"{name(fault)}, {seconds:.1f} s")
        try:
            with KINDS[how].inject(self.target, whom) as is_well:
                time.sleep(seconds)
            self.counts[fault] += 1
        except AWAY:
            self.target.club.note("… n'était pas là")
        except BrokenError as error:
            self.broken.append(str(error))
        else:
            self._wait_for_recovery(is_well, name(fault))

    def _between(self, bounds: tuple[float, float]) -> float:
        """Mostly near the least."""
        least, most = bounds
        return least + (most - least) * self.chance.random() ** 3

    def _wait_for_recovery(self, is_well: IsWell, fault: str) -> None:
        start = time.monotonic()
        try:
            wait_until(is_well, fault, timeout_s=RECOVERY_TIMEOUT_S)
        except TimeoutError:
            self.recoveries.append((fault, None))
            self.target.club.note("… n'est pas revenu")
            return
        self.recoveries.append((fault, time.monotonic() - start))
        self.target.club.note(f"… bien après {time.monotonic() - start:.1f} s")
