"""Tablets on their sockets: each hands in what the script gives it, once it sees its turn."""

import asyncio
import contextlib
import json
from collections.abc import Collection, Coroutine, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.chaos.room import Seat
from benchmarks.hall.script import Slip

PATIENCE_S = 60.0
RECONNECT_S = 0.5
#: Sockets that are opened at once.
AT_ONCE = 25
DEVICE = "hall-tablet"
IN_PLAY, OVER = ("open",), ("closed", "revealed", "done")


@dataclass
class Tablet:
    seat: Seat
    url: str
    #: Whether somebody looks at it when a slip comes.
    read: bool
    _socket: ClientConnection | None = None
    #: By turn, the slip that it showed; and those of which the server knows.
    _shown: dict[str, str] = field(default_factory=dict)
    _receipts: set[str] = field(default_factory=set)
    _turn: dict[str, Any] = field(default_factory=dict)
    _game: int = 0
    _rev: int = 0
    _answers: dict[int, dict[str, Any]] = field(default_factory=dict)
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def live(self, gate: asyncio.Semaphore) -> None:
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with gate:
                    socket = await connect(self.seat.socket(self.url), compression=None)
                async with socket:
                    self._socket = socket
                    async for frame in socket:
                        await self._read(json.loads(frame))
            await asyncio.sleep(RECONNECT_S)

    async def _read(self, message: dict[str, Any]) -> None:
        if message["type"] == "resync" and self._socket is not None:
            await self._socket.send('{"type":"sync"}')
            return
        state = message.get("state") if message["type"] == "snapshot" else message
        async with self._news:
            if state and "turn" in state and message["type"] in {"snapshot", "event"}:
                self._turn = state["turn"] or {}
                self._game = message.get("game_id") or state["game"]["id"]
            elif message["type"] in {"saved", "refused"}:
                self._answers[message["rev"]] = message
            elif message["type"] == "receipt":
                self._receipts.add(message["uid"])
            self._news.notify_all()
        await self._look_at((state or {}).get("slips") or {})

    async def _look_at(self, slips: dict[str, dict[str, Any] | None]) -> None:
        """Say that they were on the screen."""
        assert self._socket is not None
        for turn, slip in slips.items() if self.read else ():
            if slip and self._shown.get(turn) != slip["uid"]:
                self._shown[turn] = slip["uid"]
                await self._socket.send(json.dumps({"type": "shown", "uid": slip["uid"]}))

    async def see_slip(self, ordinal: int) -> None:
        """Until the server knows that the slip of the turn was shown."""
        await self._until(lambda: self._shown.get(str(ordinal)) in self._receipts)

    async def hand_in(self, ordinal: int, slip: Slip, *, late: bool) -> str:
        """What went wrong, or nothing; the answer comes once the bulletin is committed."""
        try:
            answer = await self._hand_in(ordinal, slip, OVER if late else IN_PLAY)
        except (TimeoutError, WebSocketException) as error:
            return f"table {self.seat.number}, coup {ordinal} : {error!r}"
        told = (answer["type"], answer.get("late"))
        return "" if told == ("saved", late) else f"table {self.seat.number} : {answer}"

    async def _hand_in(self, ordinal: int, slip: Slip, states: tuple[str, ...]) -> dict[str, Any]:
        await self._until(
            lambda: self._turn.get("ordinal") == ordinal and self._turn["state"] in states
        )
        self._rev += 1
        rev = self._rev
        save = {"type": "save", "game_id": self._game, "turn": ordinal, "rev": rev}
        save |= {"device": DEVICE, "rows": slip.rows}
        save |= {"reference": slip.reference, "score": slip.score}
        assert self._socket is not None
        await self._socket.send(json.dumps(save))
        await self._until(lambda: rev in self._answers)
        return self._answers[rev]

    async def _until(self, is_so: Any) -> None:
        async with asyncio.timeout(PATIENCE_S), self._news:
            await self._news.wait_for(is_so)


class Tablets:
    """All of them, on a thread of their own."""

    def __init__(self, seats: Iterable[Seat], url: str, read: Collection[int]) -> None:
        self._loop = asyncio.new_event_loop()
        self._tablets = {seat.number: Tablet(seat, url, read=seat.number in read) for seat in seats}
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        gate = asyncio.Semaphore(AT_ONCE)
        for tablet in self._tablets.values():
            self._start(tablet.live(gate))

    def _start[T](self, work: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def hand_in(self, ordinal: int, slips: dict[int, Slip], *, late: bool = False) -> list[str]:
        """By table; returns what went wrong."""

        async def everybody() -> list[str]:
            work = (
                self._tablets[table].hand_in(ordinal, slip, late=late)
                for table, slip in slips.items()
            )
            return [wrong for wrong in await asyncio.gather(*work) if wrong]

        return self._start(everybody()).result()

    def see_slips(self, ordinal: int, tables: Iterable[int]) -> None:
        async def everybody() -> None:
            await asyncio.gather(*(self._tablets[table].see_slip(ordinal) for table in tables))

        self._start(everybody()).result()

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
