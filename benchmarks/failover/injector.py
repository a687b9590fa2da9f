"""The primary is lost in the middle of a turn, the standby takes over, and so on in turn."""

import contextlib
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle
from random import Random

import psycopg

from benchmarks.failover.bouncer import Bouncer
from benchmarks.failover.pair import Node, Pair
from benchmarks.people.club import Club
from benchmarks.people.waiting import wait_until
from benchmarks.report import Promises
from config.embedded.postgres import DATABASE

#: How the primary is lost: its machine dies, or stands still until it is cut off.
LOSSES = ("kill", "freeze")
SAID = {
    "kill primary": "Primaire tué",
    "freeze primary": "Primaire figé, puis coupé",
    "kill pgbouncer": "PgBouncer tué",
}
#: How long an operator, or a program of his, takes to be sure of it.
DETECT_S = 3.0
#: Of a turn that lasts as long again, before the fault: more of them are on their way.
WRITTEN = 10
RECOVERY_TIMEOUT_S = 60.0
PAUSE_S = (3.0, 6.0)
POLL_S = 0.05

OPEN = """
    SELECT count(*) FROM tournament_bulletin b JOIN tournament_turn t ON t.id = b.turn_id
    WHERE t.state = 'open' AND now() < t.opened_at + (t.closes_at - t.opened_at) / 2
"""
#: Grows with every bulletin stored.
STORED = """
    SELECT (SELECT coalesce(sum(rev), 0) FROM tournament_bulletin)
         + (SELECT coalesce(sum(rev), 0) FROM tournament_latebulletin)
"""
CLIENTS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


@dataclass
class FailoverInjector:
    """``times``: a fault, what was back, and after how many seconds. ``never``: what was not.

    ``wrong``: what the lost primary did when it was back, and must not.
    """

    club: Club
    chance: Random
    pair: Pair
    bouncer: Bouncer | None
    counts: Counter[str] = field(default_factory=Counter)
    times: list[tuple[str, str, float]] = field(default_factory=list)
    never: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def inject_until(self, is_over: Callable[[], bool]) -> None:
        losses = cycle(LOSSES)
        while not is_over():
            if self.bouncer is not None:
                self._lose_bouncer(self.bouncer)
                time.sleep(self.chance.uniform(*PAUSE_S))
            self._fail_over(next(losses))
            time.sleep(self.chance.uniform(*PAUSE_S))

    def tell(self, report: Promises) -> None:
        """Of each fault how often, and how long what was interrupted took to be back."""
        for fault, said in SAID.items():
            report.tell(said, self.counts[fault])
            took: defaultdict[str, list[float]] = defaultdict(list)
            for whose, what, seconds in self.times:
                if whose == fault:
                    took[what].append(seconds)
            for what, found in took.items():
                both = f"{statistics.median(found):.1f} s ({max(found):.1f} s)"
                report.tell(f"… {what}, médiane (maximum)", both)
        report.need("Coups portés", self.counts.total())
        report.forbid("Jamais revenu", self.never)
        report.forbid("Ancien primaire au travail", self.wrong)

    def _lose_bouncer(self, bouncer: Bouncer) -> None:
        self._wait_for_saves()
        start, before = time.monotonic(), _number(self.pair.primary, STORED)
        bouncer.kill()
        self.counts["kill pgbouncer"] += 1
        self._wait_for_recovery("kill pgbouncer", start, before)

    def _fail_over(self, how: str) -> None:
        self._wait_for_saves()
        lost, start = self.pair.primary, time.monotonic()
        if how == "kill":
            lost.die()
        else:
            lost.freeze()
        self.counts[f"{how} primary"] += 1
        time.sleep(DETECT_S)
        if how == "freeze":
            lost.die()  # the first step of a failover: what is cut off writes no more
        before = _number(self.pair.standby, STORED)
        self.pair.promote()
        if self.bouncer is not None:
            self.bouncer.point_at(self.pair.primary)
        self._note(f"{how} primary", "secours promu", start)
        self._wait_for_recovery(f"{how} primary", start, before)
        self._come_back(lost)
        self.pair.follow()

    def _come_back(self, lost: Node) -> None:
        """The lost one starts by itself: nobody is to work on it."""
        lost.come_back()
        for _ in range(20):
            if _number(lost, CLIENTS):
                self.wrong.append("un programme travaille sur l'ancien primaire")
            time.sleep(POLL_S)
        with contextlib.suppress(psycopg.errors.ReadOnlySqlTransaction):
            lost.ask("CREATE TABLE split_brain ()", database=DATABASE)
            self.wrong.append("l'ancien primaire accepte d'écrire")

    def _wait_for_saves(self) -> None:
        with contextlib.suppress(TimeoutError):
            wait_until(lambda: _number(self.pair.primary, OPEN) >= WRITTEN, "des bulletins")

    def _wait_for_recovery(self, fault: str, start: float, before: int) -> None:
        """Pages answer, and a bulletin is stored."""
        waiting: dict[str, Callable[[], bool]] = {
            "pages de retour": self.club.answers,
            "bulletins écrits de nouveau": lambda: _number(self.pair.primary, STORED) > before,
        }
        while waiting and time.monotonic() - start < RECOVERY_TIMEOUT_S:
            for what, is_back in list(waiting.items()):
                if is_back():
                    del waiting[what]
                    self._note(fault, what, start)
            time.sleep(POLL_S)
        self.never += [f"{fault} : {what}" for what in waiting]

    def _note(self, fault: str, what: str, start: float) -> None:
        self.times.append((fault, what, time.monotonic() - start))


def _number(node: Node, query: str) -> int:
    [(found,)] = node.ask(query, database=DATABASE)
    return int(found)
