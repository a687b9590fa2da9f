"""The socket applications: what a browser sends is received and answered here.

A plain ASGI application, not a Channels consumer: no channel per socket and no change of thread
per message (docs/decisions/).
"""

import asyncio
from functools import partial
from secrets import token_hex
from typing import Any, cast

import msgspec
import structlog

from tournament import metrics
from tournament.core.errors import BadAccess, BadSheet, Busy, NotAllowed, RoomError
from tournament.live.connection import (
    BAD_TOKEN,
    BROKEN,
    MALFORMED,
    TRY_LATER,
    Connection,
)
from tournament.live.draining import is_draining, refuse_handshake
from tournament.live.lifespan import get_current_room
from tournament.live.room import Room
from tournament.live.snapshots import UnavailableError
from tournament.live.update_channel import Follower
from tournament.live.wire import Frame, Receive, Send, SocketEvent, make_wire
from tournament.presentation.refusals import build_refusal
from tournament.protocol import (
    Message,
    Ping,
    Pong,
    Save,
    SlipReceived,
    SlipShown,
    decode_client,
    encode,
)
from tournament.protocol.admission import InvalidReason
from tournament.protocol.tokens import Ticket, read_token
from tournament.protocol.update_channel import is_shared_update_token, read_update_token
from tournament.services.hand_in.writer import HandInAnswer

log = structlog.get_logger(__name__)

#: Number of unreadable messages after which a client is disconnected.
MAX_MALFORMED = 20
#: Maximum numbers of bulletins, and of receipts, of one socket that wait for an answer.
MAX_UNANSWERED = 16
#: Least interval between two snapshots for one client, in seconds.
SYNC_EVERY_S = 0.25


async def serve_live_socket(scope: SocketEvent, receive: Receive, send: Send) -> None:
    """The ASGI application behind ``/live/v1/<token>/``."""
    if is_draining():
        await refuse_handshake(receive, send)
        return
    if (await receive())["type"] != "websocket.connect":
        return
    # Accepted even with a bad token: a browser only sees the closing code of an open socket.
    await send({"type": "websocket.accept"})
    token = scope["url_route"]["kwargs"]["token"]
    try:
        ticket = read_token(token)
    except BadAccess as error:
        log.info("live.bad_token", reason=error.reason)
        await send({"type": "websocket.close", "code": BAD_TOKEN})
        return
    await Socket(get_current_room(), ticket, token, send).run(receive)


async def serve_update_socket(scope: SocketEvent, receive: Receive, send: Send) -> None:
    """The ASGI application behind ``/live/beside/v1/<token>/`` (``protocol.update_channel``)."""
    if is_draining():
        await refuse_handshake(receive, send)
        return
    if (await receive())["type"] != "websocket.connect":
        return
    await send({"type": "websocket.accept"})
    token = scope["url_route"]["kwargs"]["token"]
    try:
        rooms = read_update_token(token)
    except BadAccess as error:
        log.info("live.bad_token", reason=error.reason)
        await send({"type": "websocket.close", "code": BAD_TOKEN})
        return
    task = cast(asyncio.Task[Any], asyncio.current_task())
    key = token_hex() if is_shared_update_token(token) else token
    follower = Follower(key, rooms, make_wire(send, task.cancel))
    await get_current_room().followers.serve(follower, receive)


async def refuse_socket(_: SocketEvent, receive: Receive, send: Send) -> None:
    """Refuse the handshake for unknown addresses."""
    await receive()
    await send({"type": "websocket.close"})


class Socket:
    """Answers the requests of one client."""

    __slots__ = (
        "_connection",
        "_malformed",
        "_receipts",
        "_room",
        "_sync",
        "_synced_at",
        "_unanswered",
    )

    def __init__(self, room: Room, ticket: Ticket, token: str, send: Send) -> None:
        task = cast(asyncio.Task[Any], asyncio.current_task())
        self._room = room
        self._connection = Connection(ticket, make_wire(send, task.cancel), token)
        self._malformed = 0
        self._unanswered = 0
        self._receipts: set[asyncio.Task[None]] = set()
        self._sync: asyncio.Task[None] | None = None
        self._synced_at = 0.0

    async def run(self, receive: Receive) -> None:
        """Serve the client until it disconnects or is disconnected."""
        self._room.enter(self._connection)
        try:
            self._start_sync()
            while (event := await receive())["type"] == "websocket.receive":
                self._handle(event.get("text") or event.get("bytes") or "")
        except asyncio.CancelledError:
            if not self._connection.is_closed:
                raise  # the server stops; otherwise this task was cancelled by ``Wire``
        finally:
            self._connection.is_closed = True
            self._room.leave(self._connection)
            if self._sync is not None:
                self._sync.cancel()

    def _handle(self, data: str | bytes) -> None:
        try:
            message = decode_client(data)
        except (msgspec.MsgspecError, RecursionError):  # not JSON of the protocol; endless nesting
            self._send(build_refusal(BadSheet("malformed")))
            self._malformed += 1
            if self._malformed >= MAX_MALFORMED:
                log.warning("live.malformed", ticket=self._connection.ticket)
                self._connection.close(MALFORMED)
            return
        if isinstance(message, Save):
            self._save(message)
        elif isinstance(message, SlipShown):
            self._receive_receipt(message)
        elif isinstance(message, Ping):
            self._send(Pong(t=message.t, now=self._room.receiver.server_time.now_ms()))
        else:
            self._start_sync()

    def _save(self, save: Save) -> None:
        try:
            if self._unanswered >= MAX_UNANSWERED:
                raise Busy("queue-full")
            self._room.receiver.submit(save, self._connection.ticket, partial(self._answer, save))
        except RoomError as error:
            self._send(build_refusal(error, save))
        else:
            self._unanswered += 1

    def _answer(self, save: Save, answer: HandInAnswer) -> None:
        self._unanswered -= 1
        self._send(build_refusal(answer, save) if isinstance(answer, BadSheet) else answer)

    def _receive_receipt(self, shown: SlipShown) -> None:
        """Store the receipt of a slip; the answer confirms it."""
        ticket = self._connection.ticket
        if ticket.entry_id is None:
            self._send(build_refusal(NotAllowed("audience", audience=ticket.audience)))
        elif len(self._receipts) < MAX_UNANSWERED:  # the tablet sends again what is not answered
            task = asyncio.create_task(self._answer_receipt(shown, ticket.entry_id))
            self._receipts.add(task)
            task.add_done_callback(self._receipts.discard)

    async def _answer_receipt(self, shown: SlipShown, entry_id: int) -> None:
        is_own_slip = await self._room.receipts.store(shown.uid, entry_id)
        if is_own_slip is not None:  # else the tablet sends it again
            self._send(SlipReceived(uid=str(shown.uid), known=is_own_slip))

    def _send(self, message: Message) -> None:
        self._connection.push(Frame(encode(message)))

    def _start_sync(self) -> None:
        """Send a snapshot, unless one is already being made."""
        if self._sync is None or self._sync.done():
            self._connection.start_buffering()
            self._sync = asyncio.create_task(self._synchronise())

    async def _synchronise(self) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._synced_at + SYNC_EVERY_S - loop.time()))
        self._synced_at = loop.time()
        try:
            await self._room.subscribe(self._connection.ticket)
            snapshot = await self._room.snapshots.get(self._connection.ticket)
            if snapshot is None or isinstance(snapshot, InvalidReason):
                self._connection.revoke(snapshot)
                return
            stamped = msgspec.structs.replace(
                snapshot, now=self._room.receiver.server_time.now_ms()
            )
            game = snapshot.state.game.id if snapshot.state else 0
            await self._connection.send_snapshot(game, snapshot.seq, Frame(encode(stamped)))
            self._room.confirm_snapshot(self._connection, snapshot)
            metrics.SNAPSHOTS.inc()
        except UnavailableError:
            self._connection.close(TRY_LATER)
        except Exception:
            if not self._connection.is_closed:
                log.exception("live.sync_failed", ticket=self._connection.ticket)
                self._connection.close(BROKEN)
