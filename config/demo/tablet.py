"""A table's tablet on its socket: it connects again after each break, keeps up with the turn, and
sends what is written. Simulated players have one, here and in ``benchmarks``."""

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
    """What a player wrote at one moment."""

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
        """As it is sent, by the socket or by request."""
        fields = asdict(self)
        return {"type": "save", "game_id": fields.pop("game"), **fields}


@dataclass
class Tablet:
    """``address``: a fresh one of the socket, asked in a thread; OSError while there is none.

    Another device that sits down at the table ends it: ``displaced``.
    """

    address: Callable[[], str]
    chance: Random
    #: Seconds until it connects again, least and most.
    pause_s: tuple[float, float] = field(default=(0.2, 1.5), kw_only=True)
    displaced: bool = field(default=False, init=False)
    _socket: ClientConnection | None = field(default=None, init=False)

    async def stay(self, is_over: Callable[[], bool] = lambda: False) -> None:
        """Connected until it is over."""
        while not self.displaced and not is_over():
            try:
                address = await asyncio.to_thread(self.address)
                async with connect(address, compression=None, close_timeout=1) as self._socket:
                    await self.talk(self._socket, is_over)
            except (OSError, WebSocketException) as error:
                self.lost(error)
            await asyncio.sleep(self.chance.uniform(*self.pause_s))

    async def talk(self, socket: ClientConnection, is_over: Callable[[], bool]) -> None:
        """What it does on one connection, until that breaks."""
        async for frame in socket:
            await self.read(json.loads(frame))

    async def send(self, content: Any) -> None:
        """Raises OSError or WebSocketException where it cannot."""
        if self._socket is None:
            raise ConnectionError("not connected yet")
        await self._socket.send(json.dumps(content))

    async def read(self, message: dict[str, Any]) -> None:
        """Any message of the server."""
        match message["type"]:
            case "displaced":
                self.displaced = True
                if self._socket is not None:
                    await self._socket.close()
            case "resync":
                await self.send({"type": "sync"})
            case "snapshot" if message["state"]:
                self.notice(message["state"]["game"]["id"], message["state"]["turn"], message)
            case "event" if "turn" in message:
                self.notice(message["game_id"], message["turn"], message)

    def notice(self, game: int, turn: dict[str, Any] | None, message: dict[str, Any]) -> None:
        """The turn at hand has changed, or there is none; ``message`` told it."""

    def lost(self, error: Exception) -> None:
        """The connection broke, or there was none."""


def time_left(turn: dict[str, Any], message: dict[str, Any]) -> float:
    """Seconds until the open turn is over, when ``message`` was sent."""
    left: float = (turn["closes_at"] - message["now"]) / 1000
    return max(0.0, left)
