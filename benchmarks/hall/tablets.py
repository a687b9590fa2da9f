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

from benchmarks.hall.script import WrittenBulletin
from benchmarks.people.room import Seat
from config.demo.tablet import Tablet, TabletSheet

TIMEOUT_S = 60.0
#: Sockets are opened one after the other, so many seconds apart.
CONNECT_PAUSE_S = 0.01
DEVICE = "hall-tablet"
OPEN_STATES, CLOSED_STATES = ("open",), ("closed", "revealed", "done")


@dataclass
class Player(Tablet):
    """``reads_slips``: True if the player looks at the tablet when a slip comes."""

    seat: Seat
    reads_slips: bool
    _turn: dict[str, Any] = field(default_factory=dict)
    _game: int = 0
    _rev: int = 0
    #: The answer to each revision; the slip shown, by turn; slips confirmed by the server.
    _answers_by_rev: dict[int, dict[str, Any]] = field(default_factory=dict)
    _shown_slips: dict[str, str] = field(default_factory=dict)
    _receipts: set[str] = field(default_factory=set)
    _message_received: asyncio.Event = field(default_factory=asyncio.Event)

    def handle_turn(self, game: int, turn: dict[str, Any] | None, message: dict[str, Any]) -> None:
        self._game, self._turn = game, turn or {}

    async def handle_message(self, message: dict[str, Any]) -> None:
        await super().handle_message(message)
        if message["type"] in {"saved", "refused"}:
            self._answers_by_rev[message["rev"]] = message
        elif message["type"] == "receipt":
            self._receipts.add(message["uid"])
        self._message_received.set()
        state = message["state"] if message["type"] == "snapshot" else message
        if self.reads_slips and state:
            await self._confirm_slips(state.get("slips") or {})

    async def _confirm_slips(self, slips: dict[str, dict[str, Any] | None]) -> None:
        """Tell the server that the slips were shown."""
        for turn, slip in slips.items():
            if slip and self._shown_slips.get(turn) != slip["uid"]:
                self._shown_slips[turn] = slip["uid"]
                await self.send({"type": "shown", "uid": slip["uid"]})

    async def wait_for_slip(self, ordinal: int) -> None:
        """Wait until the server confirms that the slip of the turn was shown."""
        await self._wait_until(lambda: self._shown_slips.get(str(ordinal)) in self._receipts)

    async def hand_in(self, ordinal: int, bulletin: WrittenBulletin, *, late: bool) -> str:
        """Hand in and wait for the answer; return the error, or ""."""
        states = CLOSED_STATES if late else OPEN_STATES
        try:
            await self._wait_until(
                lambda: self._turn.get("ordinal") == ordinal and self._turn["state"] in states
            )
            self._rev += 1
            content = (bulletin.rows, bulletin.reference, bulletin.score)
            await self.send(TabletSheet(self._game, ordinal, self._rev, *content, DEVICE).content)
            await self._wait_until(lambda: self._rev in self._answers_by_rev)
        except (OSError, WebSocketException) as error:
            return f"table {self.seat.number}, coup {ordinal} : {error!r}"
        answer = self._answers_by_rev[self._rev]
        outcome = (answer["type"], answer.get("late"))
        return "" if outcome == ("saved", late) else f"table {self.seat.number} : {answer}"

    async def _wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait for the condition, checked at each message. Raise TimeoutError."""
        async with asyncio.timeout(TIMEOUT_S):
            while not condition():
                self._message_received.clear()
                await self._message_received.wait()


class Players:
    """All tablets, in one thread; ``readers``: the tables that look at their slips."""

    def __init__(self, seats: Iterable[Seat], url: str, readers: Collection[int]) -> None:
        self._loop = asyncio.new_event_loop()
        rng = Random(0)  # noqa: S311 - when they connect again
        self._players = {
            seat.number: Player(
                partial(seat.get_socket_url, url), rng, seat, seat.number in readers
            )
            for seat in seats
        }
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._start_task(self._connect_all())

    async def _connect_all(self) -> None:
        async with asyncio.TaskGroup() as group:
            for player in self._players.values():
                group.create_task(player.stay_connected())
                await asyncio.sleep(CONNECT_PAUSE_S)

    def _start_task[T](self, work: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def hand_in(
        self, ordinal: int, bulletins: dict[int, WrittenBulletin], *, late: bool = False
    ) -> list[str]:
        """Hand in by table; return the errors."""
        futures = [
            self._start_task(self._players[table].hand_in(ordinal, bulletin, late=late))
            for table, bulletin in bulletins.items()
        ]
        return [error for future in futures if (error := future.result())]

    def wait_for_slips(self, ordinal: int, tables: Iterable[int]) -> None:
        for future in [
            self._start_task(self._players[table].wait_for_slip(ordinal)) for table in tables
        ]:
            future.result()

    def stop(self) -> None:
        async def cancel_all() -> None:
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        self._start_task(cancel_all()).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
