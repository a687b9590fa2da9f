"""A browser's socket, from its first message to its last.

A plain ASGI application in place of a Channels consumer: no channel per socket and no thread
hop per message (docs/decisions/).
"""

import asyncio
from functools import partial
from typing import Any, cast

import msgspec
import structlog

from tournament.core.errors import BadAccess, BadSheet, Busy, NotAllowed, RoomError
from tournament.live.connection import (
    BAD_TOKEN,
    BROKEN,
    MALFORMED,
    TRY_LATER,
    Connection,
)
from tournament.live.lifespan import current_room
from tournament.live.room import Room
from tournament.live.snapshots import UnavailableError
from tournament.live.update_channel import Follower
from tournament.live.wire import Frame, Receive, Send, SocketEvent, wire_of
from tournament.presentation.refusals import refused
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
from tournament.protocol.admission import Barred
from tournament.protocol.tokens import Ticket, read_token
from tournament.protocol.update_channel import read_beside_token
from tournament.services.hand_in.writer import HandInAnswer

log = structlog.get_logger(__name__)

#: After so many unreadable messages a client is broken or malicious.
MAX_MALFORMED = 20
#: Bulletins of one socket, and receipts, that may wait for their answer.
MAX_UNANSWERED = 16
#: A client that keeps asking for snapshots gets one this often.
SYNC_EVERY_S = 0.25


async def live_socket(scope: SocketEvent, receive: Receive, send: Send) -> None:
    """The ASGI application behind ``/live/v1/<token>/``."""
    if (await receive())["type"] != "websocket.connect":
        return
    # Accepted even with a bad token: only an open socket can tell a browser why it is closed.
    await send({"type": "websocket.accept"})
    token = scope["url_route"]["kwargs"]["token"]
    try:
        ticket = read_token(token)
    except BadAccess as error:
        log.info("live.bad_token", reason=error.reason)
        await send({"type": "websocket.close", "code": BAD_TOKEN})
        return
    await Socket(current_room(), ticket, token, send).run(receive)


async def beside_socket(scope: SocketEvent, receive: Receive, send: Send) -> None:
    """The ASGI application behind ``/live/beside/v1/<token>/`` (``protocol.update_channel``)."""
    if (await receive())["type"] != "websocket.connect":
        return
    await send({"type": "websocket.accept"})
    token = scope["url_route"]["kwargs"]["token"]
    try:
        rooms = read_beside_token(token)
    except BadAccess as error:
        log.info("live.bad_token", reason=error.reason)
        await send({"type": "websocket.close", "code": BAD_TOKEN})
        return
    task = cast(asyncio.Task[Any], asyncio.current_task())
    follower = Follower(token, rooms, wire_of(send, task.cancel))
    await current_room().beside.serve(follower, receive)


async def refuse(_: SocketEvent, receive: Receive, send: Send) -> None:
    """For addresses that do not exist: no handshake."""
    await receive()
    await send({"type": "websocket.close"})


class Socket:
    """What one client asks for, and the answers."""

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
        self._connection = Connection(ticket, wire_of(send, task.cancel), token)
        self._malformed = 0
        self._unanswered = 0
        self._receipts: set[asyncio.Task[None]] = set()
        self._sync: asyncio.Task[None] | None = None
        self._synced_at = 0.0

    async def run(self, receive: Receive) -> None:
        """Serve the client until it goes or is sent away."""
        self._room.enter(self._connection)
        try:
            self._start_sync()
            while (event := await receive())["type"] == "websocket.receive":
                self._take(event.get("text") or event.get("bytes") or "")
        except asyncio.CancelledError:
            if not self._connection.gone:
                raise  # the server stops; otherwise the client was expelled
        finally:
            self._connection.gone = True
            self._room.leave(self._connection)
            if self._sync is not None:
                self._sync.cancel()

    def _take(self, data: str | bytes) -> None:
        try:
            message = decode_client(data)
        except (msgspec.MsgspecError, RecursionError):  # no JSON of ours; endless nesting
            self._say(refused(BadSheet("malformed")))
            self._malformed += 1
            if self._malformed >= MAX_MALFORMED:
                log.warning("live.malformed", ticket=self._connection.ticket)
                self._connection.close(MALFORMED)
            return
        if isinstance(message, Save):
            self._save(message)
        elif isinstance(message, SlipShown):
            self._take_receipt(message)
        elif isinstance(message, Ping):
            self._say(Pong(t=message.t, now=self._room.desk.servertime.millis()))
        else:
            self._start_sync()

    def _save(self, save: Save) -> None:
        try:
            if self._unanswered >= MAX_UNANSWERED:
                raise Busy("queue-full")
            self._room.desk.submit(save, self._connection.ticket, partial(self._answer, save))
        except RoomError as error:
            self._say(refused(error, save))
        else:
            self._unanswered += 1

    def _answer(self, save: Save, answer: HandInAnswer) -> None:
        self._unanswered -= 1
        self._say(refused(answer, save) if isinstance(answer, BadSheet) else answer)

    def _take_receipt(self, shown: SlipShown) -> None:
        """A slip was on the screen: the answer says that the server knows it."""
        ticket = self._connection.ticket
        if ticket.entry_id is None:
            self._say(refused(NotAllowed("audience", audience=ticket.audience)))
        elif len(self._receipts) < MAX_UNANSWERED:  # what is not answered comes again
            task = asyncio.create_task(self._answer_receipt(shown, ticket.entry_id))
            self._receipts.add(task)
            task.add_done_callback(self._receipts.discard)

    async def _answer_receipt(self, shown: SlipShown, entry_id: int) -> None:
        known = await self._room.receipts.take(shown.uid, entry_id)
        if known is not None:  # else the tablet sends it again
            self._say(SlipReceived(uid=str(shown.uid), known=known))

    def _say(self, message: Message) -> None:
        self._connection.push(Frame(encode(message)))

    def _start_sync(self) -> None:
        """Send a snapshot; one that is already being made serves as well."""
        if self._sync is None or self._sync.done():
            self._connection.hold()
            self._sync = asyncio.create_task(self._synchronise())

    async def _synchronise(self) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._synced_at + SYNC_EVERY_S - loop.time()))
        self._synced_at = loop.time()
        try:
            snapshot = await self._room.snapshots.get(self._connection.ticket)
            if snapshot is None or isinstance(snapshot, Barred):
                self._connection.revoke(snapshot)
                return
            fresh = msgspec.structs.replace(snapshot, now=self._room.desk.servertime.millis())
            game = snapshot.state.game.id if snapshot.state else 0
            await self._connection.release(game, snapshot.seq, Frame(encode(fresh)))
            self._room.served(self._connection, snapshot)
        except UnavailableError:
            self._connection.close(TRY_LATER)
        except Exception:
            if not self._connection.gone:
                log.exception("live.sync_failed", ticket=self._connection.ticket)
                self._connection.close(BROKEN)
