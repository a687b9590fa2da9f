"""One browser's socket, as the rest of the process sees it."""

import asyncio
import itertools
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from tournament.live.protocol import Displaced, Resync, encode
from tournament.live.tokens import Ticket

type Event = dict[str, Any]
type Receive = Callable[[], Awaitable[Event]]
type Send = Callable[[Event], Coroutine[Any, Any, None]]

#: Frames kept for a client whose snapshot is being made; with more it starts again.
MAX_HELD = 64
#: How long a client that does not read may take to swallow what was sent to it.
LAG_LIMIT_S = 10.0
#: As the number of a frame: it is outside the numbering and never superseded by a snapshot.
UNNUMBERED = 1 << 62

BAD_TOKEN, DISPLACED, MALFORMED, TRY_LATER, BROKEN = 4401, 4009, 4400, 1013, 1011

_process = secrets.token_hex(4)
_numbers = itertools.count()


def text(frame: bytes) -> Event:
    """The ASGI event that sends a JSON object; one event serves all receivers."""
    return {"type": "websocket.send", "text": frame.decode()}


_displaced = text(encode(Displaced()))
_resync = text(encode(Resync()))


class Connection:
    """Sends without ever waiting: a client that does not read is left behind, then closed.

    ``expel`` ends the receiving side of a client that cannot even be told to go.
    """

    __slots__ = ("_expel", "_held", "_leaving", "_send", "gone", "id", "seated", "ticket")

    def __init__(self, ticket: Ticket, send: Send, expel: Callable[[], object]) -> None:
        self.id = f"{_process}-{next(_numbers)}"
        self.ticket = ticket
        #: The bus has announced this connection as the newest of its table.
        self.seated = False
        #: Nothing more is sent: disconnected, closed or left behind.
        self.gone = False
        #: While a snapshot is under way, the frames it may not yet contain.
        self._held: list[tuple[int, int, Event]] | None = []
        self._leaving: asyncio.Task[None] | None = None
        self._send = send
        self._expel = expel

    def deliver(self, game: int, seq: int, event: Event) -> None:
        """Send the frame of journal row ``seq`` of ``game``, or keep it behind a snapshot."""
        if self._held is None:
            self.push(event)
        elif len(self._held) < MAX_HELD:
            self._held.append((game, seq, event))
        else:
            self._held = [(0, UNNUMBERED, _resync)]

    def push(self, event: Event) -> None:
        """Send now; a socket that does not take it at once belongs to a client that lags."""
        if self.gone:
            return
        loop = asyncio.get_running_loop()
        task = asyncio.Task(self._send(event), loop=loop, eager_start=True)
        if not task.done():
            self.gone = True
            self._leaving = asyncio.create_task(self._leave(task))
        elif task.exception() is not None:
            self.gone = True  # disconnected; the receiving side hears of it by itself

    def hold(self) -> None:
        """From now on keep frames: a snapshot is about to be read."""
        if self._held is None:
            self._held = []

    async def release(self, game: int, seq: int, snapshot: Event) -> None:
        """Send the snapshot (of ``game``, up to row ``seq``) and the frames it lacks."""
        if self.gone:
            return
        await self._send(snapshot)
        held, self._held = self._held or [], None
        for of_game, number, event in held:
            if of_game != game or number > seq:
                self.push(event)

    def close(self, code: int) -> None:
        self.push({"type": "websocket.close", "code": code})
        self.gone = True

    def displace(self) -> None:
        """Its table was opened on a newer device."""
        self.push(_displaced)
        self.close(DISPLACED)

    async def _leave(self, last: asyncio.Task[None]) -> None:
        """Let a lagging client swallow what it has, then ask it to come back."""
        try:
            async with asyncio.timeout(LAG_LIMIT_S):
                await last
                await self._send({"type": "websocket.close", "code": TRY_LATER})
        except Exception:  # noqa: BLE001 - each server has its own way to say disconnected
            self._expel()
