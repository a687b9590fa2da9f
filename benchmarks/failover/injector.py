"""Failovers: the primary is lost during a turn, the standby takes over, and so on."""

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
from benchmarks.report import PromiseReport
from config.embedded.postgres import DATABASE

#: The primary's machine dies, or freezes until it is cut off.
LOSSES = ("kill", "freeze")
LABELS = {
    "kill primary": "Primaire tué",
    "freeze primary": "Primaire figé, puis coupé",
    "kill pgbouncer": "PgBouncer tué",
}
#: Time in which an operator, or a program, detects the loss.
DETECT_S = 3.0
#: Bulletins stored before the fault, in the first half of a turn: others are still to come.
ENOUGH_BULLETINS = 10
RECOVERY_TIMEOUT_S = 60.0
PAUSE_S = (3.0, 6.0)
POLL_S = 0.05

OPEN_QUERY = """
    SELECT count(*) FROM tournament_bulletin b JOIN tournament_turn t ON t.id = b.turn_id
    WHERE t.state = 'open' AND now() < t.opened_at + (t.closes_at - t.opened_at) / 2
"""
#: Grows with every bulletin stored.
STORED_QUERY = """
    SELECT (SELECT coalesce(sum(rev), 0) FROM tournament_bulletin)
         + (SELECT coalesce(sum(rev), 0) FROM tournament_latebulletin)
"""
CLIENTS_QUERY = """
    SELECT count(*) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


@dataclass
class FailoverInjector:
    """``times``: fault, what recovered, seconds. ``unrecovered``: what did not recover.

    ``violations``: forbidden acts of the lost primary after its return.
    """

    club: Club
    chance: Random
    pair: Pair
    bouncer: Bouncer | None
    counts: Counter[str] = field(default_factory=Counter)
    times: list[tuple[str, str, float]] = field(default_factory=list)
    unrecovered: list[str] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)

    def inject_until(self, is_over: Callable[[], bool]) -> None:
        losses = cycle(LOSSES)
        while not is_over():
            if self.bouncer is not None:
                self._lose_bouncer(self.bouncer)
                time.sleep(self.chance.uniform(*PAUSE_S))
            self._fail_over(next(losses))
            time.sleep(self.chance.uniform(*PAUSE_S))

    def report_results(self, report: PromiseReport) -> None:
        """Report the number of each fault, and the times of recovery."""
        for fault, label in LABELS.items():
            report.add_value(label, self.counts[fault])
            durations_by_event: defaultdict[str, list[float]] = defaultdict(list)
            for affected, event, seconds in self.times:
                if affected == fault:
                    durations_by_event[event].append(seconds)
            for event, durations in durations_by_event.items():
                times = f"{statistics.median(durations):.1f} s ({max(durations):.1f} s)"
                report.add_value(f"… {event}, médiane (maximum)", times)
        report.add_required("Coups portés", self.counts.total())
        report.add_errors("Jamais revenu", self.unrecovered)
        report.add_errors("Ancien primaire au travail", self.violations)

    def _lose_bouncer(self, bouncer: Bouncer) -> None:
        self._wait_for_saves()
        start, before = time.monotonic(), _query_number(self.pair.primary, STORED_QUERY)
        bouncer.kill()
        self.counts["kill pgbouncer"] += 1
        self._wait_for_recovery("kill pgbouncer", start, before)

    def _fail_over(self, loss: str) -> None:
        self._wait_for_saves()
        lost, start = self.pair.primary, time.monotonic()
        if loss == "kill":
            lost.kill()
        else:
            lost.freeze()
        self.counts[f"{loss} primary"] += 1
        time.sleep(DETECT_S)
        if loss == "freeze":
            lost.kill()  # first step of a failover: the old primary cannot write any more
        before = _query_number(self.pair.standby, STORED_QUERY)
        self.pair.promote()
        if self.bouncer is not None:
            self.bouncer.set_primary(self.pair.primary)
        self._note(f"{loss} primary", "secours promu", start)
        self._wait_for_recovery(f"{loss} primary", start, before)
        self._restart_lost(lost)
        self.pair.synchronise_standby()

    def _restart_lost(self, lost: Node) -> None:
        """Start the lost primary: no program may work on it."""
        lost.restart_as_standby()
        for _ in range(20):
            if _query_number(lost, CLIENTS_QUERY):
                self.violations.append("un programme travaille sur l'ancien primaire")
            time.sleep(POLL_S)
        with contextlib.suppress(psycopg.errors.ReadOnlySqlTransaction):
            lost.query("CREATE TABLE split_brain ()", database=DATABASE)
            self.violations.append("l'ancien primaire accepte d'écrire")

    def _wait_for_saves(self) -> None:
        with contextlib.suppress(TimeoutError):
            wait_until(
                lambda: _query_number(self.pair.primary, OPEN_QUERY) >= ENOUGH_BULLETINS,
                "des bulletins",
            )

    def _wait_for_recovery(self, fault: str, start: float, before: int) -> None:
        """Wait until pages answer and a bulletin is stored."""
        waiting: dict[str, Callable[[], bool]] = {
            "pages de retour": self.club.is_ready,
            "bulletins écrits de nouveau": lambda: (
                _query_number(self.pair.primary, STORED_QUERY) > before
            ),
        }
        while waiting and time.monotonic() - start < RECOVERY_TIMEOUT_S:
            for event, has_recovered in list(waiting.items()):
                if has_recovered():
                    del waiting[event]
                    self._note(fault, event, start)
            time.sleep(POLL_S)
        self.unrecovered += [f"{fault} : {event}" for event in waiting]

    def _note(self, fault: str, event: str, start: float) -> None:
        self.times.append((fault, event, time.monotonic() - start))


def _query_number(node: Node, query: str) -> int:
    [(number,)] = node.query(query, database=DATABASE)
    return int(number)
