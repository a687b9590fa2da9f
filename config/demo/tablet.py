"""A client of a table's socket: it connects again after each break, follows the turns and sends
bulletins. Used by the simulated players, here and in ``benchmarks``."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

type TurnKey = tuple[int, int]
"""Game, and ordinal of the turn in it."""


@dataclass(frozen=True, slots=True)
class TabletSheet:
    """One revision of a bulletin."""

    game: int
    turn: int
    rev: int
    rows: Sequence[str]
    reference: str
    score: str
    device: str

    @property
    def key(self) -> TurnKey:
        return self.game, self.turn

    @property
    def content(self) -> dict[str, Any]:
        """Return the JSON to send, by socket or by HTTP."""
        fields = asdict(self)
        return {"type": "save", "game_id": fields.pop("game"), **fields}


@dataclass
class Tablet:
    """``get_address`` returns a new address of the socket, in a thread, or raises OSError.

    ``is_displaced``: True once another device has taken the table.
    """

    get_address: Callable[[], str]
    rng: Random
    #: Minimum and maximum number of seconds until it connects again.
    pause_s: tuple[float, float] = field(default=(0.2, 1.5), kw_only=True)
    is_displaced: bool = field(default=False, init=False)
    _socket: ClientConnection | None = field(default=None, init=False)

    async def stay_connected(self, is_over: Callable[[], bool] = lambda: False) -> None:
        """Stay connected until ``is_over()`` or displaced."""
        while not self.is_displaced and not is_over():
            try:
                address = await asyncio.to_thread(self.get_address)
                async with connect(address, compression=None, close_timeout=1) as self._socket:
                    await self.read_messages(self._socket, is_over)
            except (OSError, WebSocketException) as error:
                self.handle_lost_connection(error)
            await asyncio.sleep(self.rng.uniform(*self.pause_s))

    async def read_messages(self, socket: ClientConnection, is_over: Callable[[], bool]) -> None:
        """Read the messages of one connection until it breaks."""
        async for frame in socket:
            await self.handle_message(json.loads(frame))

    async def send(self, content: Any) -> None:
        """Send ``content`` as JSON. Raise OSError or WebSocketException."""
        if self._socket is None:
            raise ConnectionError("not connected yet")
        await self._socket.send(json.dumps(content))

    async def handle_message(self, message: dict[str, Any]) -> None:
        """Handle a message of the server."""
        match message["type"]:
            case "displaced":
                self.is_displaced = True
                if self._socket is not None:
                    await self._socket.close()
            case "resync":
                await self.send({"type": "sync"})
            case "snapshot" if message["state"]:
                self.handle_turn(message["state"]["game"]["id"], message["state"]["turn"], message)
            case "event" if "turn" in message:
                self.handle_turn(message["game_id"], message["turn"], message)

    def handle_turn(self, game: int, turn: dict[str, Any] | None, message: dict[str, Any]) -> None:
        """Handle a change of the current turn, None if there is none; ``message`` reports it."""

    def handle_lost_connection(self, error: Exception) -> None:
        """Handle a connection that broke or failed."""


def compute_seconds_left(turn: dict[str, Any], message: dict[str, Any]) -> float:
    """Return the seconds left of the open turn when ``message`` was sent."""
    remaining_s: float = (turn["closes_at"] - message["now"]) / 1000
    return max(0.0, remaining_s)
