"""The socket of one browser, through which the rest of the process sends."""

import asyncio
import itertools
import secrets

from tournament.live.wire import Frame, Wire
from tournament.protocol import Displaced, Moved, Renewed, Resync, encode
from tournament.protocol.admission import InvalidReason
from tournament.protocol.tokens import Ticket

#: Maximum number of frames kept while a client's snapshot is made; beyond it the client resyncs.
MAX_WAITING = 64
#: Time for a slow client to read what was sent to it.
LAG_LIMIT_S = 10.0
#: Number of a frame outside the numbering: never superseded by a snapshot.
UNNUMBERED = 1 << 62

#: Closing codes of sockets.
BAD_TOKEN, DISPLACED, RENEWED, MOVED = 4401, 4009, 4010, 4011
MALFORMED, TRY_LATER, BROKEN = 4400, 1013, 1011

_process = secrets.token_hex(4)
_numbers = itertools.count()
_displaced = Frame(encode(Displaced()))
#: Last message and closing code for a ticket that is no longer valid.
_last_messages = {
    InvalidReason.RENEWED: (Frame(encode(Renewed())), RENEWED),
    InvalidReason.MOVED: (Frame(encode(Moved())), MOVED),
}
_resync = Frame(encode(Resync()))


class Connection:
    """The order of the frames of a socket, written without waiting (``Wire`` writes the bytes,
    ``Socket`` answers requests); a client that does not read is disconnected."""

    __slots__ = ("_finishing", "_waiting", "_wire", "arrival", "id", "is_closed", "ticket", "token")

    def __init__(self, ticket: Ticket, wire: Wire, token: str = "") -> None:
        self.id = f"{_process}-{next(_numbers)}"
        self.ticket = ticket
        #: The token it came by; the sockets of one token are counted.
        self.token = token
        #: Number of its arrival (``Registry.add``): later sockets have greater ones.
        self.arrival = 0
        #: Nothing more is sent: disconnected, closed or too slow.
        self.is_closed = False
        #: While a snapshot is being made, the frames that it may not contain yet.
        self._waiting: list[tuple[int, int, Frame]] | None = []
        self._finishing: asyncio.Task[None] | None = None
        self._wire = wire

    def deliver(self, game: int, seq: int, frame: Frame) -> None:
        """Send the frame of journal row ``seq`` of ``game``, or keep it for after the snapshot."""
        if self._waiting is None:
            # Called thousands of times for one message: keep it short.
            if not self.is_closed and not self._wire.write(frame):
                self._disconnect_slow_client()
        elif len(self._waiting) < MAX_WAITING:
            self._waiting.append((game, seq, frame))
        else:
            self._waiting = [(0, UNNUMBERED, _resync)]

    @property
    def is_ready(self) -> bool:
        """Return True if it has its snapshot and every frame since."""
        return self._waiting is None and not self.is_closed

    def push(self, frame: Frame) -> None:
        """Send a frame without waiting, even while a snapshot is being made."""
        if not self.is_closed and not self._wire.write(frame):
            self._disconnect_slow_client()

    def _disconnect_slow_client(self) -> None:
        self.is_closed = True
        self._finishing = asyncio.create_task(self._finish_and_close())

    def start_buffering(self) -> None:
        """Keep frames from now on: a snapshot is about to be read."""
        if self._waiting is None:
            self._waiting = []

    async def send_snapshot(self, game: int, seq: int, snapshot: Frame) -> None:
        """Send the snapshot (of ``game``, up to row ``seq``) and the frames it lacks."""
        if self.is_closed:
            return
        await self._wire.send(snapshot)
        frames, self._waiting = self._waiting or [], None
        for frame_game, number, frame in frames:
            if frame_game != game or number > seq:
                self.push(frame)

    def close(self, code: int) -> None:
        if not self.is_closed:
            self.is_closed = True
            self._wire.close(code)

    def displace(self) -> None:
        """Close the socket: its table was opened on a newer device."""
        self.push(_displaced)
        self.close(DISPLACED)

    def revoke(self, reason: InvalidReason | None = None) -> None:
        """Close the socket: its ticket is no longer valid; ``reason`` None for an account."""
        if reason is None:
            self.close(BAD_TOKEN)
        else:
            frame, code = _last_messages[reason]
            self.push(frame)
            self.close(code)

    async def _finish_and_close(self) -> None:
        """Let a slow client read what it was sent, then ask it to reconnect."""
        try:
            async with asyncio.timeout(LAG_LIMIT_S):
                await self._wire.finish(TRY_LATER)
        except Exception:  # noqa: BLE001 - each server has its own way to say disconnected
            self._wire.abort()
