"""A locked run of a *topping* (3.8.4): turns that have expired are stored, then it is changed by
compare-and-swap."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tournament.core.errors import LostRace
from tournament.queries.clock import from_milliseconds, to_milliseconds
from tournament.services.play.transitions import By
from tournament.services.tournament_journal import open_journal_transaction
from tournament.topping.core.topping_run import (
    OVER_RUNS,
    SETTLE_MS,
    RunClock,
    RunState,
    ToppingTerms,
    complete_turn,
    expire_turn,
)
from tournament.topping.models import ToppingRun
from tournament.topping.queries.topping import (
    FOUND,
    NOT_FOUND,
    compute_clock,
    load_clock,
)
from tournament.topping.services.events import notify_pages, record_event


@dataclass
class LockedRun:
    """A locked run with its current clock."""

    run: ToppingRun
    clock: RunClock
    terms: ToppingTerms

    def store_clock(self, clock: RunClock, now: datetime, **fields: Any) -> None:
        """Store the new clock; raises LostRace if the run was changed meanwhile."""
        run, previous = self.run, self.clock
        expires = clock.compute_end_ms(self.terms)
        values: dict[str, Any] = {
            "state": clock.state,
            "turn": clock.turn,
            "began_at": None if clock.began_ms is None else from_milliseconds(clock.began_ms),
            "held_ms": clock.held_ms,
            "expires_at": None if expires is None else from_milliseconds(expires),
            "seq": run.seq,
            **fields,
        }
        if clock.state in OVER_RUNS and previous.state not in OVER_RUNS:
            values["ended_at"] = now
        rows = ToppingRun.objects.filter(pk=run.pk, state=previous.state, turn=previous.turn)
        if not rows.update(**values):
            raise LostRace("topping-run")
        for name, value in values.items():
            setattr(run, name, value)
        self.clock = clock

    def record_event(
        self, kind: str, turn: int, *, by: By, now: datetime, data: dict[str, Any] | None = None
    ) -> None:
        """Append an event of the run; ``store_clock`` must follow, which stores its number."""
        record_event(self.run.topping, kind, run=self.run, turn=turn, by=by, now=now, data=data)


def lock_run(run: ToppingRun, now: datetime) -> LockedRun:
    """Lock ``run`` and store the turns that expired by ``now``; inside a transaction."""
    rows = ToppingRun.objects.select_for_update(of=["self"]).select_related("topping__tournament")
    row = rows.get(pk=run.pk)
    locked_run = LockedRun(row, load_clock(row), row.topping.terms)
    record_expired(locked_run, now)
    return locked_run


def record_expired(locked_run: LockedRun, now: datetime) -> None:
    """Store the turns that expired by ``now``."""
    terms = locked_run.terms
    expired = compute_clock(locked_run.run, terms, now)[1]
    for clock in expired:
        end = from_milliseconds(clock.compute_end_ms(terms) or 0)
        locked_run.record_event(NOT_FOUND, clock.turn, by=None, now=end)
        locked_run.store_clock(expire_turn(clock, terms), end)
    if expired:
        notify_pages(locked_run.run.topping)


def settle_run(*, run: ToppingRun, now: datetime) -> None:
    """Store the turns of ``run`` that expired by ``now``."""
    with open_journal_transaction():
        lock_run(run, now)


def settle_due_runs(now: datetime) -> int:
    """Store the expired turns of all runs, and return the number of runs concerned."""
    due_before = now - timedelta(milliseconds=SETTLE_MS)
    runs = list(ToppingRun.objects.filter(state=RunState.PLAYING, expires_at__lt=due_before))
    for run in runs:
        settle_run(run=run, now=now)
    return len(runs)


def record_top(locked_run: LockedRun, data: dict[str, Any], by: By, now: datetime) -> None:
    """Store that the top of the turn was found. Raise WrongState before and after its time."""
    turn = locked_run.clock.turn
    clock, duration_ms = complete_turn(locked_run.clock, locked_run.terms, to_milliseconds(now))
    locked_run.record_event(FOUND, turn, by=by, now=now, data=data | {"ms": duration_ms})
    locked_run.store_clock(clock, now)
    notify_pages(locked_run.run.topping)
