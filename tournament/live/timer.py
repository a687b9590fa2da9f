"""The bell: every process rings for every open turn, and the first one closes it.

There is no leader to die. Closing is a compare-and-swap in the database, so that the others do
nothing; a sweep every few seconds finds what all timers missed.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from tournament import ports
from tournament.core.states import TurnState
from tournament.live.threads import Threads
from tournament.live.watch import Watch, Watched
from tournament.models import Turn
from tournament.protocol.bus import Bell
from tournament.protocol.view import current_game
from tournament.queries.clock import millis
from tournament.queries.server_time import ServerTime
from tournament.services import preparation, retention, timekeeping
from tournament.services.play import closing, scoreboard

log = structlog.get_logger(__name__)

SWEEP_EVERY_S = 2.0
FORGET_EVERY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Found:
    """What a sweep reads: the bells to be rung, and of each tournament that somebody watches the
    current game and the last number of its audiences."""

    bells: list[Bell]
    games: list[tuple[int, int, dict[str, int]]]


class TurnTimer:
    """Timers for open turns, and the sweep behind them.

    ``lost`` is called with the tournaments of which frames did not come over the bus.
    """

    def __init__(
        self,
        servertime: ServerTime,
        *,
        watch: Watch,
        watched: Callable[[], Collection[Watched]],
        lost: Callable[[set[int]], Awaitable[None]],
    ) -> None:
        self._time = servertime
        self._threads = Threads("clock", 2)
        self._watch = watch
        self._watched = watched
        self._lost = lost
        self._armed: dict[int, tuple[Bell, asyncio.TimerHandle]] = {}
        self._ringing: set[asyncio.Task[None]] = set()
        self._forget_at: datetime | None = None

    def arm(self, bell: Bell) -> None:
        """Ring for this turn at ``collects_at_ms``; a new bell replaces the turn's old one."""
        if bell.turn_id in self._armed:
            self._armed[bell.turn_id][1].cancel()
        delay = max(0.0, _due(bell) - self._time.seconds())
        timer = asyncio.get_running_loop().call_later(delay, self._ring, bell)
        self._armed[bell.turn_id] = bell, timer

    async def run(self) -> None:
        """Sweep for ever."""
        while True:
            try:
                await self.sweep()
            except Exception as error:  # noqa: BLE001 - mostly the database; try again
                log.warning("live.sweep_failed", error=str(error))
            await asyncio.sleep(SWEEP_EVERY_S * random.uniform(0.8, 1.2))  # noqa: S311 - no secret

    async def sweep(self) -> None:
        """Close what is due, arm what is open, and look for frames that did not come."""
        before = dict(self._armed)
        watched = self._watched()
        found = await self._threads.run(self._look, {tournament for tournament, _ in watched})
        for bell in found.bells:
            armed = self._armed.get(bell.turn_id)
            if armed == before.get(bell.turn_id) and (armed is None or armed[0] != bell):
                self.arm(bell)  # unless the bus has brought something newer meanwhile
        if lost := self._watch.look(found.games, self._watched()):
            log.warning("live.frames_lost", tournaments=sorted(lost))
            await self._lost(lost)

    def stop(self) -> None:
        for _, timer in self._armed.values():
            timer.cancel()
        self._threads.shutdown()

    def _look(self, tournaments: set[int]) -> Found:
        self._keep_time()
        now = self._time.now()
        jobs = (
            closing.close_due,
            scoreboard.send_due_standings,
            closing.rescue_stuck,
            preparation.rescue_searches,
            timekeeping.settle,
            *ports.sweep,
            self._forget,
        )
        for job in jobs:
            try:
                job(now)
            except Exception:  # one that fails must not keep the others from their work
                log.exception("live.sweep_job_failed", job=job.__name__)
        open_turns = Turn.objects.filter(state=TurnState.OPEN)
        bells = [
            Bell(pk, millis(closes_at), millis(collects_at))
            for pk, closes_at, collects_at in open_turns.values_list(
                "pk", "closes_at", "collects_at"
            )
            if closes_at and collects_at  # always, says the constraint open_turn_has_times
        ]
        games = filter(None, map(current_game, sorted(tournaments)))
        return Found(bells, [(game.tournament_id, game.pk, game.heads) for game in games])

    def _forget(self, now: datetime) -> None:
        if self._forget_at is None or now >= self._forget_at:
            self._forget_at = now + FORGET_EVERY
            retention.forget(now)

    def _keep_time(self) -> None:
        """Measure the room's time, which does not follow a clock that is set."""
        jump, number = self._time.measure()
        if jump:
            timekeeping.keep_steady(jump_s=jump, number=number, now=self._time.now())
            self._time.measure()

    def _ring(self, bell: Bell) -> None:
        if self._time.seconds() < _due(bell):
            self.arm(bell)  # timers are not exact, and clocks are corrected
            return
        del self._armed[bell.turn_id]
        task = asyncio.create_task(self._close(bell.turn_id))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _close(self, turn_id: int) -> None:
        try:
            now = self._time.now()
            first = await self._threads.run(closing.close_turn, turn_id=turn_id, now=now)
        except Exception:  # the sweep tries again
            log.exception("live.close_failed", turn=turn_id)
            return
        if first:
            log.info("live.closed", turn=turn_id)


def _due(bell: Bell) -> float:
    """When to close, in seconds; a millisecond later, for the bell was rounded to one."""
    return (bell.collects_at_ms + 1) / 1000
