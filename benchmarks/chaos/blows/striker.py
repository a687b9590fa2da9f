"""Deals blows one after the other, drawn from a seed, and waits until all is well again."""

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from random import Random

import django.db
import kombu.exceptions
import psycopg
import redis

from benchmarks.chaos.blows.blow import BrokenError, IsWell, NotThereError, Target
from benchmarks.chaos.blows.kinds import BLOWS, KINDS
from benchmarks.chaos.report import Report

PAUSE_S = (0.2, 3.0)
#: Of a machine that has much else to do.
RECOVERY_TIMEOUT_S = 300.0
POLL_S = 0.05

#: Nobody was there to be struck: all blows are dealt to a club that has come back before.
AWAY = (
    NotThereError,
    django.db.Error,
    psycopg.Error,
    redis.RedisError,
    kombu.exceptions.KombuError,
    OSError,
)

type Blow = tuple[str, tuple[str, ...]]


@dataclass
class Blows:
    """``counts`` by kind and victims; ``recoveries`` are seconds, None for never.

    ``left_out``: why a kind cannot be dealt here. ``rounds``: how often every blow had its turn.
    """

    target: Target
    chance: Random
    kinds: Collection[str] = tuple(KINDS)
    counts: Counter[Blow] = field(default_factory=Counter)
    recoveries: list[tuple[str, float | None]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(init=False)
    rounds: int = 0

    def __post_init__(self) -> None:
        lacking = {how: KINDS[how].lacks(self.target.club) for how in self.kinds}
        self.left_out = {how: lack for how, lack in lacking.items() if lack}

    def strike_until(self, is_over: Callable[[], bool]) -> None:
        """Each kind once, however long that takes, and then until it is over."""
        for blow in self._draw():
            if is_over() and (self.rounds or not self.never_dealt()):
                return
            self._strike(blow)
            time.sleep(self._between(PAUSE_S))

    def never_dealt(self) -> list[str]:
        """Kinds of which none was; all blows, once each has had its turn."""
        deck = self._deck()
        if self.rounds:
            return [name(blow) for blow in deck if not self.counts[blow]]
        dealt = {how for how, _ in self.counts}
        return [
            KINDS[how].said for how in dict.fromkeys(how for how, _ in deck) if how not in dealt
        ]

    def tell(self, report: Report) -> None:
        for blow, count in sorted(self.counts.items()):
            report.tell(name(blow), count)
        for how, lack in self.left_out.items():
            report.tell(f"Laissé de côté : {KINDS[how].said}", lack)
        report.need("Coups portés", self.counts.total())
        report.forbid("Jamais portés", self.never_dealt())
        report.forbid("Démentis sur le coup", self.broken)
        report.recoveries(self.recoveries)

    def _deck(self) -> dict[Blow, int]:
        wanted = set(self.kinds) - set(self.left_out)
        return {blow: weight for blow, weight in BLOWS.items() if blow[0] in wanted}

    def _draw(self) -> Iterator[Blow]:
        """Like cards: each as often as it weighs, then anew; first of all one of each kind."""
        deck = self._deck()
        while True:
            cards = [blow for blow, weight in deck.items() for _ in range(weight)]
            self.chance.shuffle(cards)
            if not self.rounds:
                first = {how: (how, whom) for how, whom in reversed(cards)}
                for blow in first.values():
                    cards.remove(blow)
                yield from first.values()
                # Who was away gets another chance before the others have theirs.
                cards = [*(blow for blow in first.values() if not self.counts[blow]), *cards]
            yield from cards
            self.rounds += 1

    def _strike(self, blow: Blow) -> None:
        how, whom = blow
        seconds = self._between(KINDS[how].lasts_s)
        self.target.club.note(f"{name(blow)}, {seconds:.1f} s")
        try:
            with KINDS[how].deal(self.target, whom) as is_well:
                time.sleep(seconds)
            self.counts[blow] += 1
        except AWAY:
            self.target.club.note("… n'était pas là")
        except BrokenError as error:
            self.broken.append(str(error))
        else:
            self._wait_until(is_well, name(blow))

    def _between(self, bounds: tuple[float, float]) -> float:
        """Mostly near the least."""
        least, most = bounds
        return least + (most - least) * self.chance.random() ** 3

    def _wait_until(self, is_well: IsWell, blow: str) -> None:
        start = time.monotonic()
        while not is_well():
            if time.monotonic() - start > RECOVERY_TIMEOUT_S:
                self.recoveries.append((blow, None))
                self.target.club.note("… n'est pas revenu")
                return
            time.sleep(POLL_S)
        self.recoveries.append((blow, time.monotonic() - start))
        self.target.club.note(f"… bien après {time.monotonic() - start:.1f} s")


def name(blow: Blow) -> str:
    how, whom = blow
    return f"{KINDS[how].said} : {' + '.join(whom)}"
