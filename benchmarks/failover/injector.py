"""Failovers: the primary fails during a turn and the standby is promoted, repeatedly."""

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

#: Failures of the primary's machine: it dies, or freezes until it is killed.
LOSSES = ("kill", "freeze")
LABELS = {
    "kill primary": "Primaire tué",
    "freeze primary": "Primaire figé, puis coupé",
    "kill pgbouncer": "PgBouncer tué",
}
#: Seconds until an operator, or a program, detects the failure.
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
    """``times``: fault, recovered part, seconds. ``unrecovered``: fault and part.

    ``violations``: forbidden acts of the old primary after its restart.
    """

    club: Club
    rng: Random
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
                self._kill_bouncer(self.bouncer)
                time.sleep(self.rng.uniform(*PAUSE_S))
            self._fail_over(next(losses))
            time.sleep(self.rng.uniform(*PAUSE_S))

    def report_results(self, report: PromiseReport) -> None:
        """Report the number of each fault, and the times of recovery."""
        for fault, label in LABELS.items():
            report.add_value(label, self.counts[fault])
            seconds_by_event: defaultdict[str, list[float]] = defaultdict(list)
            for affected, event, seconds in self.times:
                if affected == fault:
                    seconds_by_event[event].append(seconds)
            for event, durations in seconds_by_event.items():
                times = f"{statistics.median(durations):.1f} s ({max(durations):.1f} s)"
                report.add_value(f"… {event}, médiane (maximum)", times)
        report.add_required("Coups portés", self.counts.total())
        report.add_errors("Jamais revenu", self.unrecovered)
        report.add_errors("Ancien primaire au travail", self.violations)

    def _kill_bouncer(self, bouncer: Bouncer) -> None:
        self._wait_for_bulletins()
        start, stored_before = time.monotonic(), _query_number(self.pair.primary, STORED_QUERY)
        bouncer.kill()
        self.counts["kill pgbouncer"] += 1
        self._wait_for_recovery("kill pgbouncer", start, stored_before)

    def _fail_over(self, loss: str) -> None:
        self._wait_for_bulletins()
        old_primary, start = self.pair.primary, time.monotonic()
        if loss == "kill":
            old_primary.kill()
        else:
            old_primary.freeze()
        self.counts[f"{loss} primary"] += 1
        time.sleep(DETECT_S)
        if loss == "freeze":
            old_primary.kill()  # first step of a failover: the old primary cannot write any more
        stored_before = _query_number(self.pair.standby, STORED_QUERY)
        self.pair.promote()
        if self.bouncer is not None:
            self.bouncer.set_primary(self.pair.primary)
        self._note_time(f"{loss} primary", "secours promu", start)
        self._wait_for_recovery(f"{loss} primary", start, stored_before)
        self._restart_old_primary(old_primary)
        self.pair.synchronise_standby()

    def _restart_old_primary(self, old_primary: Node) -> None:
        """Start the old primary as a standby: no program may work on it."""
        old_primary.restart_as_standby()
        for _ in range(20):
            if _query_number(old_primary, CLIENTS_QUERY):
                self.violations.append("un programme travaille sur l'ancien primaire")
            time.sleep(POLL_S)
        with contextlib.suppress(psycopg.errors.ReadOnlySqlTransaction):
            old_primary.query("CREATE TABLE split_brain ()", database=DATABASE)
            self.violations.append("l'ancien primaire accepte d'écrire")

    def _wait_for_bulletins(self) -> None:
        with contextlib.suppress(TimeoutError):
            wait_until(
                lambda: _query_number(self.pair.primary, OPEN_QUERY) >= ENOUGH_BULLETINS,
                "des bulletins",
            )

    def _wait_for_recovery(self, fault: str, start: float, stored_before: int) -> None:
        """Wait until pages answer and a bulletin is stored."""

        def has_stored() -> bool:
            return _query_number(self.pair.primary, STORED_QUERY) > stored_before

        pending_checks: dict[str, Callable[[], bool]] = {
            "pages de retour": self.club.is_ready,
            "bulletins écrits de nouveau": has_stored,
        }
        while pending_checks and time.monotonic() - start < RECOVERY_TIMEOUT_S:
            for event, has_recovered in list(pending_checks.items()):
                if has_recovered():
                    del pending_checks[event]
                    self._note_time(fault, event, start)
            time.sleep(POLL_S)
        self.unrecovered += [f"{fault} : {event}" for event in pending_checks]

    def _note_time(self, fault: str, event: str, start: float) -> None:
        self.times.append((fault, event, time.monotonic() - start))


def _query_number(node: Node, query: str) -> int:
    [(number,)] = node.query(query, database=DATABASE)
    return int(number)
