"""The timers of one process for the ends of turns, and its sweep."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings

from tests.loops import run_in_loop
from tests.stack import find_free_port
from tests.tournament.live.hall import LiveHall
from tests.waiting import TIMEOUT_S
from tournament.core.states import TurnState
from tournament.live import sweep_claim, timer
from tournament.live.loss_detection import LossDetector
from tournament.live.timer import TurnTimer
from tournament.protocol.bus import TurnEnd
from tournament.queries import clock as database_clock
from tournament.queries.server_time import ServerTime
from tournament.services import retention
from tournament.services.play import closing, scoreboard


async def refuse_lost(_: set[int]) -> None:
    raise AssertionError("nothing was lost")


def run_with_timer(test: Callable[[TurnTimer, ServerTime], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        time = ServerTime()
        clock = TurnTimer(time, loss_detector=LossDetector(), list_watched=set, on_lost=refuse_lost)
        try:
            await test(clock, time)
        finally:
            clock.stop()
            # A running sweep returns its connection before the database of the test is closed.
            clock._threads._executor.shutdown()

    run_in_loop(run())


class Closes:
    """A double of the service that closes turns; records turns and moments."""

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


@pytest.fixture(autouse=True)
def _only_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every sweep do the common jobs, however soon it follows."""
    monkeypatch.setattr(timer, "claim_sweep", lambda _: True)


@pytest.fixture
def closes(monkeypatch: pytest.MonkeyPatch) -> Closes:
    return Closes(monkeypatch)


@pytest.mark.parametrize("fraction_us", [0, 1, 400, 499, 500, 999])
def test_a_timer_never_ends_before_the_rounded_deadline(closes: Closes, fraction_us: int) -> None:
    """A close a fraction of a millisecond early would be refused until the next sweep."""

    async def test(clock: TurnTimer, time: ServerTime) -> None:
        soon = (time.now() + timedelta(seconds=0.02)).replace(microsecond=0)
        deadline = soon + timedelta(milliseconds=20, microseconds=fraction_us)
        while deadline < time.now():
            deadline += timedelta(milliseconds=20)
        clock.set_timer(TurnEnd(7, 0, database_clock.to_milliseconds(deadline)))
        await closes.wait(1)
        ((turn, now),) = closes.calls
        assert turn == 7
        assert now >= deadline

    run_with_timer(test)


def test_a_new_timer_replaces_the_old_one(closes: Closes) -> None:
    async def test(clock: TurnTimer, time: ServerTime) -> None:
        clock.set_timer(TurnEnd(7, 0, time.now_ms() + 3_600_000))
        clock.set_timer(TurnEnd(8, 0, time.now_ms() + 3_600_000))
        clock.set_timer(TurnEnd(7, 0, time.now_ms()))
        await closes.wait(1)
        assert [turn for turn, _ in closes.calls] == [7]

    run_with_timer(test)


def test_a_timer_of_the_past_ends_at_once(closes: Closes) -> None:
    async def test(clock: TurnTimer, _: ServerTime) -> None:
        clock.set_timer(TurnEnd(7, 0, 0))
        await closes.wait(1)

    run_with_timer(test)


def test_a_sweep_closes_due_turns_without_a_timer(
    hall: LiveHall, closes: Closes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closing, "close_due_turns", ignore)
    hall.ring()

    async def test(clock: TurnTimer, _: ServerTime) -> None:
        await clock.sweep()
        await closes.wait(1)
        assert [turn for turn, _ in closes.calls] == [hall.turn.pk]

    run_with_timer(test)


def test_a_sweep_corrects_an_outdated_timer(hall: LiveHall, closes: Closes) -> None:
    async def test(clock: TurnTimer, time: ServerTime) -> None:
        await clock.sweep()
        assert closes.calls == []
        await asyncio.to_thread(hall.ring, time.now() + timedelta(seconds=0.2))
        await clock.sweep()
        await closes.wait(1)

    run_with_timer(test)


def test_a_sweep_leaves_closed_turns_alone(hall: LiveHall, closes: Closes) -> None:
    hall.ring()
    hall.change(state=TurnState.CLOSED)

    async def test(clock: TurnTimer, _: ServerTime) -> None:
        await clock.sweep()
        assert clock._timers == {}

    run_with_timer(test)


def test_a_failing_sweep_job_does_not_stop_the_others(
    hall: LiveHall, closes: Closes, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[datetime] = []

    def fail(_: datetime) -> None:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(closing, "close_due_turns", fail)
    monkeypatch.setattr(scoreboard, "send_due_standings", fail)
    monkeypatch.setattr(closing, "rescue_stuck_turns", done.append)

    async def test(clock: TurnTimer, _: ServerTime) -> None:
        await clock.sweep()
        assert len(done) == 1
        assert hall.turn.pk in clock._timers

    run_with_timer(test)


def test_outdated_data_is_deleted_once_an_hour(
    hall: LiveHall, closes: Closes, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[datetime] = []
    monkeypatch.setattr(retention, "delete_expired", calls.append)

    async def test(clock: TurnTimer, _: ServerTime) -> None:
        await clock.sweep()
        await clock.sweep()
        assert len(calls) == 1
        clock._delete_expired_at = calls[0]
        await clock.sweep()
        assert len(calls) == 2

    run_with_timer(test)


def ignore(_: datetime) -> int:
    return 0


def test_one_process_at_a_time_sweeps_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BUS_PREFIX", f"{settings.BUS_PREFIX}:own")
    assert [sweep_claim.claim_sweep(TIMEOUT_S) for _ in range(2)] == [True, False]
    monkeypatch.setattr(settings, "REDIS_URL", f"redis://127.0.0.1:{find_free_port()}/0")
    assert sweep_claim.claim_sweep(TIMEOUT_S), "nobody can be asked"
