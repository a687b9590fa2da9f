"""Simulated players: real sockets, like the tablets; a person at a table displaces his."""

import asyncio
import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import structlog
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from config.demo.writing import Solution, find, spoil, write

log = structlog.get_logger(__name__)

DEVICE = "simulated"
#: One player in so many does not hand anything in, on a turn.
ABSENT_MINDED = 40
RECONNECT_S = 3.0


@dataclass(slots=True)
class SimulatedPlayer:
    """One table. ``ticket`` makes a fresh socket address, ``solve`` the solutions of a turn."""

    table: int
    strength: float
    chance: Random
    ticket: Callable[[], str]
    solve: Callable[[int, int], Sequence[Solution]]
    displaced: bool = False
    _answered: tuple[int, int] | None = None
    _writing: set[asyncio.Task[None]] = field(default_factory=set)

    async def play(self) -> None:
        """Play until somebody sits down at this table."""
        while not self.displaced:
            try:
                address = await asyncio.to_thread(self.ticket)
                async with connect(address, compression=None) as socket:
                    async for frame in socket:
                        await self._read(json.loads(frame), socket)
            except (OSError, WebSocketException) as error:
                log.info("simulated_player_waits", table=self.table, error=str(error))
            await asyncio.sleep(RECONNECT_S * (1 + self.chance.random()))

    async def _read(self, message: dict[str, Any], socket: ClientConnection) -> None:
        match message["type"]:
            case "displaced":
                self.displaced = True
                await socket.close()
            case "resync":
                await socket.send('{"type":"sync"}')
            case "snapshot" if message["state"]:
                self._notice(
                    message["state"]["game"]["id"], message["state"]["turn"], message, socket
                )
            case "event" if message.get("turn"):
                self._notice(message["game_id"], message["turn"], message, socket)

    def _notice(
        self,
        game: int,
        turn: dict[str, Any] | None,
        message: dict[str, Any],
        socket: ClientConnection,
    ) -> None:
        """An open turn not answered yet: think, then hand in before the bell."""
        if turn is None or turn["state"] != "open" or self._answered == (game, turn["ordinal"]):
            return
        self._answered = (game, turn["ordinal"])
        if self.chance.randrange(ABSENT_MINDED) == 0:
            return
        left = max(0.0, (turn["closes_at"] - message["now"]) / 1000)
        task = asyncio.create_task(self._hand_in(game, turn["ordinal"], left, socket))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _hand_in(self, game: int, turn: int, left: float, socket: ClientConnection) -> None:
        """First a modest solution, then perhaps a better one: the last revision counts."""
        solutions = await asyncio.to_thread(self.solve, game, turn)
        if not solutions:
            return
        with contextlib.suppress(OSError, WebSocketException):
            await asyncio.sleep(left * self.chance.uniform(0.15, 0.5))
            first = find(solutions, self.strength / 2, self.chance)
            await socket.send(self._save(game, turn, 1, first))
            await asyncio.sleep(left * self.chance.uniform(0.05, 0.4))
            better = min(first, find(solutions, self.strength, self.chance), key=lambda s: -s[2])
            await socket.send(self._save(game, turn, 2, better))

    def _save(self, game: int, turn: int, rev: int, solution: Solution) -> str:
        written = spoil(write(solution), self.chance)
        return json.dumps(
            {
                "type": "save",
                "game_id": game,
                "turn": turn,
                "rev": rev,
                "device": DEVICE,
                "rows": written.rows if written.word else [],
                "reference": written.reference,
                "score": written.score,
            }
        )
