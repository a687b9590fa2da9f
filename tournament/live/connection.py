"""One browser's socket, as the rest of the process sees it."""

import asyncio
import itertools
import secrets

from tournament.live.wire import Frame, Wire
from tournament.protocol import Displaced, Moved, Renewed, Resync, encode
from tournament.protocol.admission import InvalidReason
from tournament.protocol.tokens import Ticket

#: Frames kept for a client whose snapshot is being made; with more it starts again.
MAX_HELD = 64
#: How long a client that does not read may take to swallow what was sent to it.
LAG_LIMIT_S = 10.0
#: As the number of a frame: it is outside the numbering and never superseded by a snapshot.
UNNUMBERED = 1 << 62

BAD_TOKEN, DISPLACED, RENEWED, MOVED = 4401, 4009, 4010, 4011
MALFORMED, TRY_LATER, BROKEN = 4400, 1013, 1011

_process = secrets.token_hex(4)
_numbers = itertools.count()
_displaced = Frame(encode(Displaced()))
#: What a player is told when his ticket is good no more.
_farewells = {
    InvalidReason.RENEWED: (Frame(encode(Renewed())), RENEWED),
    InvalidReason.MOVED: (Frame(encode(Moved())), MOVED),
}
_resync = Frame(encode(Resync()))


class Connection:
    """Sends without ever waiting: a client that does not read is left behind, then closed."""

    __slots__ = ("_held", "_leaving", "_wire", "came", "gone", "id", "ticket", "token")

    def __init__(self, ticket: Ticket, wire: Wire, token: str = "") -> None:
        self.id = f"{_process}-{next(_numbers)}"
        self.ticket = ticket
        #: What it came by; the sockets of one token are counted.
        self.token = token
        #: When it was taken in, as the registry counts.
        self.came = 0
        #: Nothing more is sent: disconnected, closed or left behind.
        self.gone = False
        #: While a snapshot is under way, the frames it may not yet contain.
        self._held: list[tuple[int, int, Frame]] | None = []
        self._leaving: asyncio.Task[None] | None = None
        self._wire = wire

    def deliver(self, game: int, seq: int, frame: Frame) -> None:
        """Send the frame of journal row ``seq`` of ``game``, or keep it behind a snapshot."""
        if self._held is None:
            # Thousands of times for one message: no call more than it takes.
            if not self.gone and not self._wire.write(frame):
                self._fall_behind()
        elif len(self._held) < MAX_HELD:
            self._held.append((game, seq, frame))
        else:
            self._held = [(0, UNNUMBERED, _resync)]

    @property
    def ready(self) -> bool:
        """It has its snapshot, and has been sent everything since."""
        return self._held is None and not self.gone

    def push(self, frame: Frame) -> None:
        """Send now."""
        if not self.gone and not self._wire.write(frame):
            self._fall_behind()

    def _fall_behind(self) -> None:
        self.gone = True
        self._leaving = asyncio.create_task(self._leave())

    def hold(self) -> None:
        """From now on keep frames: a snapshot is about to be read."""
        if self._held is None:
            self._held = []

    async def release(self, game: int, seq: int, snapshot: Frame) -> None:
        """Send the snapshot (of ``game``, up to row ``seq``) and the frames it lacks."""
        if self.gone:
            return
        await self._wire.send(snapshot)
        held, self._held = self._held or [], None
        for of_game, number, frame in held:
            if of_game != game or number > seq:
                self.push(frame)

    def close(self, code: int) -> None:
        if not self.gone:
            self.gone = True
            self._wire.close(code)

    def displace(self) -> None:
        """Its table was opened on a newer device."""
        self.push(_displaced)
        self.close(DISPLACED)

    def revoke(self, why: InvalidReason | None = None) -> None:
        """Its ticket is good no more; an account that lost a role asks for a new one."""
        if why is None:
            self.close(BAD_TOKEN)
        else:
            frame, code = _farewells[why]
            self.push(frame)
            self.close(code)

    async def _leave(self) -> None:
        """Let a lagging client swallow what it has, then ask it to come back."""
        try:
            async with asyncio.timeout(LAG_LIMIT_S):
                await self._wire.finish(TRY_LATER)
        except Exception:  # noqa: BLE001 - each server has its own way to say disconnected
            self._wire.abort()
