"""Tablets: each keeps its sheet, sends it until it is answered, and notes what was promised."""

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.chaos.models import Sheet as Written
from benchmarks.chaos.room import Seat
from benchmarks.chaos.witness import Witness

DEVICE = "chaos-tablet"
TICK_S = 0.25
RESEND_S = 2.0
RECONNECT_S = (0.2, 1.5)
#: Versions of a sheet that a player writes in one turn.
WRITES = (1, 3)
LETTERS = "AEINRSTLOUDMPC"

type Key = tuple[int, int]  # game, ordinal of the turn


@dataclass(frozen=True)
class Sheet:
    """What a player wrote at one moment."""

    game: int
    turn: int
    rev: int
    word: str
    reference: str
    score: str
    device: str = DEVICE

    @property
    def written(self) -> Written:
        return Written(self.rev, self.device, self.word, self.reference, self.score)

    def message(self) -> str:
        return json.dumps(
            {
                "type": "save",
                "game_id": self.game,
                "turn": self.turn,
                "rev": self.rev,
                "device": self.device,
                "rows": [self.word],
                "reference": self.reference,
                "score": self.score,
            }
        )


@dataclass
class Tablet:
    """``promised``: the highest acknowledged sheet of each turn; ``acknowledged`` counts all."""

    seat: Seat
    url: str
    chance: Random
    witness: Witness
    promised: dict[Key, Sheet] = field(default_factory=dict)
    acknowledged: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    _due: list[float] = field(default_factory=list)
    _turn: Key | None = None
    _rev: int = 0
    _written: dict[int, Sheet] = field(default_factory=dict)
    _unanswered: Sheet | None = None
    _sent_at: float = 0.0

    @property
    def turn(self) -> Key | None:
        """The last one that it saw open."""
        return self._turn

    @property
    def rests(self) -> bool:
        """Whether everything it wrote was answered."""
        return self._unanswered is None and not self._due

    @property
    def unanswered(self) -> Sheet | None:
        """What it sends until it is answered."""
        return self._unanswered

    async def play(self, is_over: Callable[[], bool]) -> None:
        while not is_over():
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                address = self.seat.socket(self.url)
                self.witness.came()
                async with connect(address, compression=None, close_timeout=1) as socket:
                    self._sent_at = 0.0
                    await self._talk(socket, is_over)
            await asyncio.sleep(self.chance.uniform(*RECONNECT_S))

    async def _talk(self, socket: ClientConnection, is_over: Callable[[], bool]) -> None:
        while not is_over():
            await self._write(socket)
            with contextlib.suppress(TimeoutError):
                frame = await asyncio.wait_for(socket.recv(), TICK_S)
                message = json.loads(frame)
                self.witness.heard(message)
                await self._read(message, socket)

    async def _write(self, socket: ClientConnection) -> None:
        now = time.monotonic()
        if self._due and now >= self._due[0] and self._turn is not None:
            self._due.pop(0)
            self._rev += 1
            self._unanswered = self._sheet(*self._turn)
            self._written[self._rev] = self._unanswered
            self._sent_at = 0.0
        if self._unanswered is not None and now - self._sent_at > RESEND_S:
            self._sent_at = now
            sheet = self._unanswered
            self.witness.sent(sheet.game, sheet.turn, sheet.written)
            await socket.send(sheet.message())

    def _sheet(self, game: int, turn: int) -> Sheet:
        word = "".join(self.chance.choices(LETTERS, k=self.chance.randint(2, 7)))
        reference = self.chance.choice(["H4", "H8", "8H", "4H", "A1", ""])
        return Sheet(game, turn, self._rev, word, reference, str(self.chance.randint(2, 90)))

    async def _read(self, message: dict[str, Any], socket: ClientConnection) -> None:
        match message["type"]:
            case "resync":
                self.witness.asked()
                await socket.send('{"type":"sync"}')
            case "snapshot" if message["state"]:
                self._notice(message["state"]["game"]["id"], message["state"]["turn"], message)
            case "event" if message.get("turn"):
                self._notice(message["game_id"], message["turn"], message)
            case "saved":
                self._keep(message)
            case "refused" if not message.get("retry"):
                self.refused[message["code"]] += 1
                self._unanswered = None
            case "stale":
                self._unanswered = None

    def _notice(self, game: int, turn: dict[str, Any] | None, message: dict[str, Any]) -> None:
        """A turn that was opened: when to write. Of an older one it is news heard again."""
        if turn is None or turn["state"] != "open":
            return
        opened = (game, turn["ordinal"])
        if self._turn is not None and opened <= self._turn:
            return
        left = max(0.0, (turn["closes_at"] - message["now"]) / 1000)
        times = self.chance.randint(*WRITES)
        now = time.monotonic()
        self._turn, self._rev, self._written = opened, 0, {}
        self._due = sorted(now + left * self.chance.random() for _ in range(times))
        self._unanswered = None

    def _keep(self, message: dict[str, Any]) -> None:
        """Acknowledged: from now on it must never be lost."""
        sheet = self._written.get(message["rev"])
        if sheet is None or sheet.turn != message["turn"]:
            return
        key = (sheet.game, sheet.turn)
        del self._written[sheet.rev]  # a second answer to the same is none
        self.acknowledged += 1
        held = self.promised.get(key)
        if held is None or held.rev < sheet.rev:
            self.promised[key] = sheet
        if self._unanswered == sheet:
            self._unanswered = None
