"""Simulated players at their tablets; a person who opens a table's page displaces its tablet."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog
from websockets.exceptions import WebSocketException

from config.demo.tablet import Tablet, TabletSheet, TurnKey, compute_seconds_left
from config.demo.writing import Solution, add_mistakes, choose_solution, write_bulletin

log = structlog.get_logger(__name__)

DEVICE = "simulated"
#: One player in so many hands nothing in, at each turn.
SILENT_RATIO = 40


@dataclass
class SimulatedPlayer(Tablet):
    """A player until a person displaces them; ``solve`` lists the solutions of a turn."""

    table: int
    strength: float
    solve: Callable[[int, int], Sequence[Solution]]
    _answered_turn: TurnKey | None = None
    _hand_in_tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def handle_lost_connection(self, error: Exception) -> None:
        log.info("simulated_player_waits", table=self.table, error=str(error))

    def handle_turn(self, game: int, turn: dict[str, Any] | None, message: dict[str, Any]) -> None:
        """Start handing in for an open turn that has no bulletin yet."""
        if (
            turn is None
            or turn["state"] != "open"
            or self._answered_turn == (game, turn["ordinal"])
        ):
            return
        self._answered_turn = (game, turn["ordinal"])
        if self.rng.randrange(SILENT_RATIO) == 0:
            return
        remaining_s = compute_seconds_left(turn, message)
        task = asyncio.create_task(self._hand_in(game, turn["ordinal"], remaining_s))
        self._hand_in_tasks.add(task)
        task.add_done_callback(self._hand_in_tasks.discard)

    async def _hand_in(self, game: int, turn: int, remaining_s: float) -> None:
        """Save a modest solution, then perhaps a better one: the last revision counts."""
        solutions = await asyncio.to_thread(self.solve, game, turn)
        if not solutions:
            return
        with contextlib.suppress(OSError, WebSocketException):
            await asyncio.sleep(remaining_s * self.rng.uniform(0.15, 0.5))
            first = choose_solution(solutions, self.strength / 2, self.rng)
            await self._save(game, turn, 1, first)
            await asyncio.sleep(remaining_s * self.rng.uniform(0.05, 0.4))
            better = min(
                first, choose_solution(solutions, self.strength, self.rng), key=lambda s: -s[2]
            )
            await self._save(game, turn, 2, better)

    async def _save(self, game: int, turn: int, rev: int, solution: Solution) -> None:
        bulletin = add_mistakes(write_bulletin(solution), self.rng)
        sheet = TabletSheet(
            game, turn, rev, bulletin.rows, bulletin.reference, bulletin.score, DEVICE
        )
        await self.send(sheet.content)
