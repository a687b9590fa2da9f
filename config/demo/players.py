"""Simulated players at their tablets; a person at a table displaces his."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog
from websockets.exceptions import WebSocketException

from config.demo.tablet import Tablet, TabletSheet, TurnKey, time_left
from config.demo.writing import Solution, find, spoil, write

log = structlog.get_logger(__name__)

DEVICE = "simulated"
#: One player in so many does not hand anything in, on a turn.
ABSENT_MINDED = 40


@dataclass
class SimulatedPlayer(Tablet):
    """At one table, until somebody sits down there; ``solve``: the solutions of a turn."""

    table: int
    strength: float
    solve: Callable[[int, int], Sequence[Solution]]
    _answered: TurnKey | None = None
    _writing: set[asyncio.Task[None]] = field(default_factory=set)

    def lost(self, error: Exception) -> None:
        log.info("simulated_player_waits", table=self.table, error=str(error))

    def notice(self, game: int, turn: dict[str, Any] | None, message: dict[str, Any]) -> None:
        """An open turn not answered yet: think, then hand in before the bell."""
        if turn is None or turn["state"] != "open" or self._answered == (game, turn["ordinal"]):
            return
        self._answered = (game, turn["ordinal"])
        if self.chance.randrange(ABSENT_MINDED) == 0:
            return
        left = time_left(turn, message)
        task = asyncio.create_task(self._hand_in(game, turn["ordinal"], left))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _hand_in(self, game: int, turn: int, left: float) -> None:
        """First a modest solution, then perhaps a better one: the last revision counts."""
        solutions = await asyncio.to_thread(self.solve, game, turn)
        if not solutions:
            return
        with contextlib.suppress(OSError, WebSocketException):
            await asyncio.sleep(left * self.chance.uniform(0.15, 0.5))
            first = find(solutions, self.strength / 2, self.chance)
            await self._save(game, turn, 1, first)
            await asyncio.sleep(left * self.chance.uniform(0.05, 0.4))
            better = min(first, find(solutions, self.strength, self.chance), key=lambda s: -s[2])
            await self._save(game, turn, 2, better)

    async def _save(self, game: int, turn: int, rev: int, solution: Solution) -> None:
        one = spoil(write(solution), self.chance)
        sheet = TabletSheet(game, turn, rev, one.rows, one.reference, one.score, DEVICE)
        await self.send(sheet.content)
