"""Writing to a socket without waiting for its client.

ASGI's ``send`` waits for a client that does not read; for a broadcast it is started and left
running if it does not finish at once. Under uvicorn, the server in use, an encoded frame is written
directly to the transport: this halves the time of a broadcast, and a client that stops reading can
be disconnected (docs/decisions/).
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame as WebSocketFrame, Opcode

type SocketEvent = dict[str, Any]
type Receive = Callable[[], Awaitable[SocketEvent]]
type Send = Callable[[SocketEvent], Coroutine[Any, Any, None]]

#: Bytes that may wait in the process for one client, after the buffers of the system.
MAX_BEHIND = 64 * 1024


class Frame:
    """A JSON object ready to be sent to any number of sockets."""

    __slots__ = ("data", "event")

    def __init__(self, payload: bytes) -> None:
        self.event: SocketEvent = {"type": "websocket.send", "text": payload.decode()}
        #: The bytes on the network; frames of a server are not masked.
        self.data = WebSocketFrame(Opcode.TEXT, payload).serialize(mask=False)


class Wire:
    """Writes the bytes of a socket of any ASGI server; ``cancel_task`` ends its task if the socket
    cannot be closed."""

    __slots__ = ("_cancel_task", "_pending", "_send")

    def __init__(self, send: Send, cancel_task: Callable[[], object]) -> None:
        self._send = send
        self._cancel_task = cancel_task
        self._pending: asyncio.Task[None] | None = None

    def write(self, frame: Frame) -> bool:
        """Send without waiting; False if the client does not read or is gone: stop writing."""
        return self._start_sending(frame.event)

    async def send(self, frame: Frame) -> None:
        """Send, waiting for the client as long as necessary."""
        await self._send(frame.event)

    def close(self, code: int) -> bool:
        return self._start_sending({"type": "websocket.close", "code": code})

    async def finish(self, code: int) -> None:
        """Wait until the client has read everything, then close."""
        if self._pending is not None:
            await self._pending
        await self._send({"type": "websocket.close", "code": code})

    def abort(self) -> None:
        """End the task of a client that cannot be closed normally."""
        self._cancel_task()

    def _start_sending(self, event: SocketEvent) -> bool:
        loop = asyncio.get_running_loop()
        task = asyncio.Task(self._send(event), loop=loop, eager_start=True)
        if not task.done():
            self._pending = task
            return False
        return task.exception() is None  # each server has its own way to say disconnected


class UvicornWire(Wire):
    """A socket of uvicorn's sans-I/O protocol, written to directly."""

    __slots__ = ("_transport",)

    def __init__(self, send: Send, transport: asyncio.Transport) -> None:
        super().__init__(send, transport.abort)
        self._transport = transport

    def write(self, frame: Frame) -> bool:
        transport = self._transport
        if transport.is_closing() or transport.get_write_buffer_size() > MAX_BEHIND:
            return False
        transport.write(frame.data)
        return True


def make_wire(send: Send, cancel_task: Callable[[], object]) -> Wire:
    """Return the fastest way to write to the socket behind an accepted connection's ``send``."""
    protocol = getattr(send, "__self__", None)
    if isinstance(protocol, WebSocketsSansIOProtocol):
        return UvicornWire(send, protocol.transport)
    return Wire(send, cancel_task)
