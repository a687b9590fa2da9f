"""Tablets on their sockets: each hands in the script's bulletin once its turn is open."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Thread
from typing import Any

from websockets.exceptions import WebSocketException

from benchmarks.hall.script import Slip
from benchmarks.people.room import Seat
from config.demo.tablet import Tablet, TabletSheet

TIMEOUT_S = 60.0
#: Sockets are opened one after the other, so many seconds apart.
CONNECT_PAUSE_S = 0.01
DEVICE = "hall-tablet"
IN_PLAY, OVER = ("open",), ("closed", "revealed", "done")


@dataclass
class Player(Tablet):
    """``reads``: True if the player looks at the tablet when a slip comes."""

    seat: Seat
    reads: bool
    _turn: dict[str, Any] = field(default_factory=dict)
    _game: int = 0
    _rev: int = 0
    #: The answer to each revision; the slip shown, by turn; slips confirmed by the server.
    _answers: dict[int, dict[str, Any]] = field(default_factory=dict)
    _shown: dict[str, str] = field(default_factory=dict)
    _receipts: set[str] = field(default_factory=set)
    _received: asyncio.Event = field(default_factory=asyncio.Event)

    def handle_turn(self, game: int, turn: dict[str, Any] | None, message: dict[str, Any]) -> None:
        self._game, self._turn = game, turn or {}

    async def handle_message(self, message: dict[str, Any]) -> None:
        await super().handle_message(message)
        if message["type"] in {"saved", "refused"}:
            self._answers[message["rev"]] = message
        elif message["type"] == "receipt":
            self._receipts.add(message["uid"])
        self._received.set()
        state = message["state"] if message["type"] == "snapshot" else message
        if self.reads and state:
            await self._look_at(state.get("slips") or {})

    async def _look_at(self, slips: dict[str, dict[str, Any] | None]) -> None:
        """Tell the server that the slips were shown."""
        for turn, slip in slips.items():
            if slip and self._shown.get(turn) != slip["uid"]:
                self._shown[turn] = slip["uid"]
                await self.send({"type": "shown", "uid": slip["uid"]})

    async def see_slip(self, ordinal: int) -> None:
        """Wait until the server confirms that the slip of the turn was shown."""
        await self._until(lambda: self._shown.get(str(ordinal)) in self._receipts)

    async def hand_in(self, ordinal: int, slip: Slip, *, late: bool) -> str:
        """Hand in and wait for the answer; return the error, or ""."""
        states = OVER if late else IN_PLAY
        try:
            await self._until(
                lambda: self._turn.get("ordinal") == ordinal and self._turn["state"] in states
            )
            self._rev += 1
            written = (slip.rows, slip.reference, slip.score)
            await self.send(TabletSheet(self._game, ordinal, self._rev, *written, DEVICE).content)
            await self._until(lambda: self._rev in self._answers)
        except (OSError, WebSocketException) as error:
            return f"table {self.seat.number}, coup {ordinal} : {error!r}"
        answer = self._answers[self._rev]
        outcome = (answer["type"], answer.get("late"))
        return "" if outcome == ("saved", late) else f"table {self.seat.number} : {answer}"

    async def _until(self, condition: Callable[[], bool]) -> None:
        """Wait for the condition, checked at each message. Raise TimeoutError."""
        async with asyncio.timeout(TIMEOUT_S):
            while not condition():
                self._received.clear()
                await self._received.wait()


class Players:
    """All tablets, in one thread; ``read``: the tables that look at their slips."""

    def __init__(self, seats: Iterable[Seat], url: str, read: Collection[int]) -> None:
        self._loop = asyncio.new_event_loop()
        chance = Random(0)  # noqa: S311 - when they connect again
        self._players = {
            seat.number: Player(
                partial(seat.get_socket_url, url), chance, seat, seat.number in read
            )
            for seat in seats
        }
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._start(self._sit_down())

    async def _sit_down(self) -> None:
        async with asyncio.TaskGroup() as group:
            for player in self._players.values():
                group.create_task(player.stay_connected())
                await asyncio.sleep(CONNECT_PAUSE_S)

    def _start[T](self, work: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def hand_in(self, ordinal: int, slips: dict[int, Slip], *, late: bool = False) -> list[str]:
        """Hand in by table; return the errors."""
        work = [
            self._start(self._players[table].hand_in(ordinal, slip, late=late))
            for table, slip in slips.items()
        ]
        return [wrong for done in work if (wrong := done.result())]

    def see_slips(self, ordinal: int, tables: Iterable[int]) -> None:
        for done in [self._start(self._players[table].see_slip(ordinal)) for table in tables]:
            done.result()

    def stop(self) -> None:
        async def leave() -> None:
            everything = asyncio.all_tasks() - {asyncio.current_task()}
            for task in everything:
                task.cancel()
            await asyncio.gather(*everything, return_exceptions=True)

        self._start(leave()).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
