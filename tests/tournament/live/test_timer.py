"""The bell of one process: when it rings, and what its sweep does."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.loops import run_in_loop
from tests.tournament.live.hall import Hall
from tests.waiting import TIMEOUT_S
from tournament.core.states import TurnState
from tournament.live.timer import TurnTimer
from tournament.live.watch import Watch
from tournament.protocol.bus import TurnEnd
from tournament.queries import clock as database_clock
from tournament.queries.server_time import ServerTime
from tournament.services import retention
from tournament.services.play import closing, scoreboard


async def nobody(_: set[int]) -> None:
    raise AssertionError("nothing was lost")


def with_clock(test: Callable[[TurnTimer, ServerTime], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        time = ServerTime()
        clock = TurnTimer(time, watch=Watch(), watched=set, lost=nobody)
        try:
            await test(clock, time)
        finally:
            clock.stop()
            # A sweep under way gives its connection back before the database of the test goes.
            clock._threads._executor.shutdown()

    run_in_loop(run())


class Closes:
    """Stands for the service that closes; keeps which turns and by which clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[tuple[int, datetime]] = []
        monkeypatch.setattr(closing, "close_turn", self)

    def __call__(self, *, turn_id: int, now: datetime) -> bool:
        self.calls.append((turn_id, now))
        return True

    async def wait(self, count: int) -> None:
        async with asyncio.timeout(TIMEOUT_S):
            while len(self.calls) < count:  # noqa: ASYNC110 - called from a thread
                await asyncio.sleep(0.005)


@pytest.fixture
def closes(monkeypatch: pytest.MonkeyPatch) -> Closes:
    return Closes(monkeypatch)


@pytest.mark.parametrize("fraction_us", [0, 1, 400, 499, 500, 999])
def test_it_never_rings_before_the_deadline_however_that_was_rounded(
    closes: Closes, fraction_us: int
) -> None:
    """A close that comes a fraction of a millisecond early is refused and waits for a sweep."""

    async def test(clock: TurnTimer, time: ServerTime) -> None:
        soon = (time.now() + timedelta(seconds=0.02)).replace(microsecond=0)
        deadline = soon + timedelta(milliseconds=20, microseconds=fraction_us)
        while deadline < time.now():
            deadline += timedelta(milliseconds=20)
        clock.arm(TurnEnd(7, 0, database_clock.millis(deadline)))
        await closes.wait(1)
        ((turn, now),) = closes.calls
        assert turn == 7
        assert now >= deadline

    with_clock(test)


def test_a_new_bell_replaces_the_old_one(closes: Closes) -> None:
    async def test(clock: TurnTimer, time: ServerTime) -> None:
        clock.arm(TurnEnd(7, 0, time.millis() + 3_600_000))
        clock.arm(TurnEnd(8, 0, time.millis() + 3_600_000))
        clock.arm(TurnEnd(7, 0, time.millis()))
        await closes.wait(1)
        assert [turn for turn, _ in closes.calls] == [7]

    with_clock(test)


def test_a_bell_that_is_past_rings_at_once(closes: Closes) -> None:
    async def test(clock: TurnTimer, _: ServerTime) -> None:
        clock.arm(TurnEnd(7, 0, 0))
        await closes.wait(1)

    with_clock(test)


def test_a_sweep_rings_for_open_turns_that_nobody_announced(
    hall: Hall, closes: Closes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closing, "close_due", ignore)
    hall.ring()

    async def test(clock: TurnTimer, _: ServerTime) -> None:
        await clock.sweep()
        await closes.wait(1)
        assert [turn for turn, _ in closes.calls] == [hall.turn.pk]

    with_clock(test)


def test_a_sweep_corrects_a_bell_that_was_moved_unheard(hall: Hall, closes: Closes) -> None:
    async def test(clock: TurnTimer, time: ServerTime) -> None:
        await clock.sweep()
        assert closes.calls == []
        await asyncio.to_thread(hall.ring, time.now() + timedelta(seconds=0.2))
        await clock.sweep()
        await closes.wait(1)

    with_clock(test)


def test_a_sweep_leaves_closed_turns_alone(hall: Hall, closes: Closes) -> None:
    hall.ring()
    hall.change(state=TurnState.CLOSED)

    async def test(clock: TurnTimer, _: ServerTime) -> None:
        await clock.sweep()
        assert clock._armed == {}

    with_clock(test)


def test_a_failing_sweep_job_does_not_stop_the_others(
    hall: Hall, closes: Closes, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[datetime] = []

    def fails(_: datetime) -> None:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(closing, "close_due", fails)
    monkeypatch.setattr(scoreboard, "send_due_standings", fails)
    monkeypatch.setattr(closing, "rescue_stuck", done.append)

    async def test(clock: TurnTimer, _: ServerTime) -> None:
        await clock.sweep()
        assert len(done) == 1
        assert hall.turn.pk in clock._armed

    with_clock(test)


def test_what_is_over_is_forgotten_once_an_hour(
    hall: Hall, closes: Closes, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[datetime] = []
    monkeypatch.setattr(retention, "delete_expired", calls.append)

    async def test(clock: TurnTimer, _: ServerTime) -> None:
        await clock.sweep()
        await clock.sweep()
        assert len(calls) == 1
        clock._forget_at = calls[0]
        await clock.sweep()
        assert len(calls) == 2

    with_clock(test)


def ignore(_: datetime) -> int:
    return 0
