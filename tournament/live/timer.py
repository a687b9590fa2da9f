"""Timers for the end of turns: every process has one for every open turn, and the first to end
closes it.

There is no leader that could fail. Closing is a compare-and-swap in the database, so that the
others do nothing; a sweep every few seconds closes turns that all timers missed.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from tournament import metrics, ports
from tournament.core.states import TurnState
from tournament.live.loss_detection import AudienceKey, LossDetector
from tournament.live.sweep_claim import claim_sweep
from tournament.live.threads import ThreadPool
from tournament.models import Turn
from tournament.protocol.bus import TurnEnd
from tournament.protocol.current_game import GameHeads, list_current_heads
from tournament.queries.clock import to_milliseconds
from tournament.queries.server_time import ServerTime
from tournament.services import preparation, retention, timekeeping
from tournament.services.play import closing, scoreboard, work

log = structlog.get_logger(__name__)

SWEEP_EVERY_S = 2.0
#: For this long no other process does the common jobs of a sweep; less than the shortest interval.
CLAIM_S = 1.5
DELETE_EXPIRED_EVERY = timedelta(hours=1)
RESCUE_EVERY = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class SweepData:
    """Data read by a sweep: the ends of open turns, and for each watched tournament the current
    game and the last number of its audiences."""

    ends: list[TurnEnd]
    games: list[GameHeads]


class TurnTimer:
    """Timers for open turns, and the sweep that backs them up.

    ``on_lost`` is called with the tournaments whose frames did not arrive over the bus.
    """

    def __init__(
        self,
        server_time: ServerTime,
        *,
        loss_detector: LossDetector,
        list_watched: Callable[[], Collection[AudienceKey]],
        on_lost: Callable[[set[int]], Awaitable[None]],
    ) -> None:
        self._time = server_time
        self._threads = ThreadPool("clock", 2)
        self._loss_detector = loss_detector
        self._list_watched = list_watched
        self._on_lost = on_lost
        self._timers: dict[int, tuple[TurnEnd, asyncio.TimerHandle]] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._delete_expired_at: datetime | None = None
        self._rescue_at: datetime | None = None

    def set_timer(self, end: TurnEnd) -> None:
        """Set a timer to ``collects_at_ms`` of this turn; it replaces the turn's previous timer."""
        if end.turn_id in self._timers:
            self._timers[end.turn_id][1].cancel()
        delay = max(0.0, _get_due_time(end) - self._time.read_seconds())
        timer = asyncio.get_running_loop().call_later(delay, self._on_timer, end)
        self._timers[end.turn_id] = end, timer

    async def run(self) -> None:
        """Sweep for ever."""
        while True:
            try:
                await self.sweep()
            except Exception as error:  # noqa: BLE001 - mostly the database; try again
                log.warning("live.sweep_failed", error=str(error))
            await asyncio.sleep(SWEEP_EVERY_S * random.uniform(0.8, 1.2))  # noqa: S311 - no secret

    async def sweep(self) -> None:
        """Close turns that are due, set missing timers, and detect lost frames."""
        before = dict(self._timers)
        watched = self._list_watched()
        data = await self._threads.run(
            self._read_sweep_data, {tournament for tournament, _ in watched}
        )
        for end in data.ends:
            timer = self._timers.get(end.turn_id)
            if timer == before.get(end.turn_id) and (timer is None or timer[0] != end):
                self.set_timer(end)  # unless the bus has brought a newer end meanwhile
        if lost := self._loss_detector.check(data.games, self._list_watched()):
            log.warning("live.frames_lost", tournaments=sorted(lost))
            await self._on_lost(lost)

    def stop(self) -> None:
        for _, timer in self._timers.values():
            timer.cancel()
        self._threads.shutdown()

    def _read_sweep_data(self, tournaments: set[int]) -> SweepData:
        self._measure_time()
        now = self._time.now()
        common_jobs = (
            scoreboard.send_due_standings,
            self._rescue,
            preparation.rescue_searches,
            timekeeping.reset_correction,
            *ports.sweep,
            self._delete_expired,
        )
        is_claimed = claim_sweep(CLAIM_S)
        for job in (closing.close_due_turns, *(common_jobs if is_claimed else ())):
            try:
                job(now)
            except Exception:  # one failing job must not prevent the others
                log.exception("live.sweep_job_failed", job=job.__name__)
        open_turns = Turn.objects.filter(state=TurnState.OPEN)
        ends = [
            TurnEnd(pk, to_milliseconds(closes_at), to_milliseconds(collects_at))
            for pk, closes_at, collects_at in open_turns.values_list(
                "pk", "closes_at", "collects_at"
            )
            if closes_at and collects_at  # always, says the constraint open_turn_has_times
        ]
        return SweepData(ends, list_current_heads(tournaments))

    def _rescue(self, now: datetime) -> None:
        """Restore the queue, and now and then look for work that nobody queued."""
        if _is_due(self._rescue_at, now, RESCUE_EVERY):
            self._rescue_at = now + RESCUE_EVERY
            closing.rescue_stuck_turns(now)
        else:
            work.restore_queue(now)

    def _delete_expired(self, now: datetime) -> None:
        if _is_due(self._delete_expired_at, now, DELETE_EXPIRED_EVERY):
            self._delete_expired_at = now + DELETE_EXPIRED_EVERY
            retention.delete_expired(now)

    def _measure_time(self) -> None:
        """Measure the time of the room, which must not follow a change of the clock."""
        jump, number = self._time.measure()
        if jump:
            timekeeping.correct_jump(jump_s=jump, number=number, now=self._time.now())
            self._time.measure()

    def _on_timer(self, end: TurnEnd) -> None:
        if self._time.read_seconds() < _get_due_time(end):
            self.set_timer(end)  # timers are not exact, and clocks are corrected
            return
        del self._timers[end.turn_id]
        task = asyncio.create_task(self._close(end))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _close(self, end: TurnEnd) -> None:
        try:
            has_closed = await self._threads.run(
                closing.close_turn, turn_id=end.turn_id, now=self._time.now()
            )
        except Exception:  # the sweep tries again
            log.exception("live.close_failed", turn=end.turn_id)
            return
        if has_closed:
            lateness_s = self._time.read_seconds() - end.collects_at_ms / 1000
            metrics.CLOSING_LATENESS.observe(max(0.0, lateness_s))
            log.info("live.closed", turn=end.turn_id)


def _get_due_time(end: TurnEnd) -> float:
    """Return when to close, in seconds; one millisecond later, because the end was rounded."""
    return (end.collects_at_ms + 1) / 1000


def _is_due(at: datetime | None, now: datetime, period: timedelta) -> bool:
    """Return True if a job of this period is due, also after the clock was set back."""
    return at is None or not at - period <= now < at
