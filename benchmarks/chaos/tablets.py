"""The tablets of the club, and second devices of tables. Import it only once Django is set up."""

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection

from benchmarks.chaos.history import History, TabletObserver
from benchmarks.chaos.models import Sheet
from benchmarks.chaos.random_people import Person
from benchmarks.people.client import Client
from benchmarks.people.room import Seat
from config.demo.tablet import Tablet, TabletSheet, TurnKey, compute_seconds_left

#: Seconds between two checks for a sheet to send, and until it is sent again.
CHECK_S, RESEND_S = 0.25, 2.0
REVISIONS_PER_TURN = (1, 3)
LETTERS = "AEINRSTLOUDMPC"
MAX_GUESSED_REVISION = 4


@dataclass
class Player(Tablet):
    """A tablet that sends each sheet until it is answered.

    ``acknowledged_sheets``: the highest of each turn; ``acknowledged_count`` counts all; ``turn``:
    the last open turn.
    """

    seat: Seat
    observer: TabletObserver
    acknowledged_sheets: dict[TurnKey, TabletSheet] = field(default_factory=dict)
    acknowledged_count: int = 0
    refusal_counts: Counter[str] = field(default_factory=Counter)
    turn: TurnKey | None = None
    #: The sheet that is sent until it is answered.
    unanswered_sheet: TabletSheet | None = None
    _write_times: list[float] = field(default_factory=list)
    _sent_sheets: dict[int, TabletSheet] = field(default_factory=dict)
    _rev: int = 0
    _sent_at: float = 0.0

    @classmethod
    def create(cls, seat: Seat, url: str, history: History, rng: Random) -> "Player":
        observer = TabletObserver(history, seat.entry, f"table {seat.number}")

        def get_address() -> str:
            observer.note_connection()
            return seat.get_socket_url(url)

        return cls(get_address, rng, seat, observer)

    @property
    def is_idle(self) -> bool:
        """True if every sheet was answered."""
        return self.unanswered_sheet is None and not self._write_times

    async def read_messages(self, socket: ClientConnection, is_over: Callable[[], bool]) -> None:
        self._sent_at = 0.0
        while not is_over():
            await self._write()
            with contextlib.suppress(TimeoutError):
                message = json.loads(await asyncio.wait_for(socket.recv(), CHECK_S))
                self.observer.note_message(message)
                await self.handle_message(message)

    async def _write(self) -> None:
        now = time.monotonic()
        if self._write_times and now >= self._write_times[0] and self.turn is not None:
            self._write_times.pop(0)
            self._rev += 1
            word = "".join(self.rng.choices(LETTERS, k=self.rng.randint(2, 7)))
            reference = self.rng.choice(["H4", "H8", "8H", "4H", "A1", ""])
            score = str(self.rng.randint(2, 90))
            sheet = TabletSheet(*self.turn, self._rev, [word], reference, score, "chaos-tablet")
            self._sent_sheets[self._rev] = self.unanswered_sheet = sheet
            self._sent_at = 0.0
        if self.unanswered_sheet is not None and now - self._sent_at > RESEND_S:
            self._sent_at = now
            content = self.unanswered_sheet.content
            self.observer.note_sent(*self.unanswered_sheet.key, Sheet.from_fields(**content))
            await self.send(content)

    async def handle_message(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "resync":
                self.observer.note_request()
            case "saved":
                self._record_acknowledged(message)
            case "refused" if not message.get("retry"):
                self.refusal_counts[message["code"]] += 1
                self.unanswered_sheet = None
            case "stale":
                self.unanswered_sheet = None
        await super().handle_message(message)

    def handle_turn(self, game: int, turn: dict[str, Any] | None, message: dict[str, Any]) -> None:
        """Plan the sheets of a turn that opens; ignore repeated messages about older turns."""
        if turn is None or turn["state"] != "open":
            return
        turn_key = (game, turn["ordinal"])
        if self.turn is not None and turn_key <= self.turn:
            return
        remaining_s, now = compute_seconds_left(turn, message), time.monotonic()
        times = self.rng.randint(*REVISIONS_PER_TURN)
        self.turn, self._rev, self._sent_sheets, self.unanswered_sheet = turn_key, 0, {}, None
        self._write_times = sorted(now + remaining_s * self.rng.random() for _ in range(times))

    def _record_acknowledged(self, message: dict[str, Any]) -> None:
        """Record an acknowledged sheet: from now on it must never be lost."""
        sheet = self._sent_sheets.get(message["rev"])
        if sheet is None or sheet.turn != message["turn"]:
            return
        del self._sent_sheets[sheet.rev]  # ignore a second answer
        self.acknowledged_count += 1
        earlier_sheet = self.acknowledged_sheets.get(sheet.key)
        if earlier_sheet is None or earlier_sheet.rev < sheet.rev:
            self.acknowledged_sheets[sheet.key] = sheet
        if self.unanswered_sheet == sheet:
            self.unanswered_sheet = None


class OpenedTable(NamedTuple):
    """A table's page on another device."""

    client: Client
    token: str
    observer: TabletObserver


@dataclass
class SecondDevice(Person):
    """A device that sends a sheet by HTTP for one of ``seats`` in the open turn, once.

    The answer is noted: newer sheets of the tablet must be kept, and the answer must say so.
    """

    history: History
    seats: list[Seat]
    get_turn: Callable[[], TurnKey | None]
    _opened_tables: dict[int, OpenedTable] = field(default_factory=dict, init=False)

    def step(self) -> None:
        turn, seat = self.get_turn(), self.rng.choice(self.seats)
        if turn is None:
            return
        client, token, observer = self._opened_tables.get(seat.number) or self._open(seat)
        rev = self.rng.randint(1, MAX_GUESSED_REVISION)
        word, score = self.rng.choices("AEINRSTLOU", k=5), str(self.rng.randint(2, 90))
        sheet = TabletSheet(*turn, rev, ["".join(word)], "H8", score, "second")
        observer.note_connection()
        observer.note_sent(*turn, Sheet.from_fields(**sheet.content))
        _status, text = client.post_json("/table/bulletin/", sheet.content, token)
        observer.note_message(json.loads(text))

    def _open(self, seat: Seat) -> OpenedTable:
        client = self.client.make_other()
        token = client.get(f"/t/{seat.key}/").token
        author = f"second appareil, table {seat.number}"
        observer = TabletObserver(self.history, seat.entry, author, answers_in_order=True)
        table = self._opened_tables[seat.number] = OpenedTable(client, token, observer)
        return table
