"""Uvicorn's protocols with bounds: without a proxy before us, nobody else lets a mute client go.

A telephone that has left the network says nothing more, and browsers open connections that they
never use: each would be kept for ever, until the process may open no more files.
"""

import asyncio
from typing import override

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tournament.live.wire import MAX_BEHIND

#: How long a client may take to say what it wants (method, address, headers), and in how many
#: bytes: beyond them nothing more is taken in.
HEAD_WITHIN_S = 20.0
MAX_HEAD = 64 * 1024
#: How long a client may leave lying what was sent to it.
UNREAD_S = 60.0


class BoundedRequests(HttpToolsProtocol):
    """Cuts off who does not end the head of a request, or does not read the answer."""

    _head: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _taken = 0

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    @override
    def data_received(self, data: bytes) -> None:
        # Until the first request there is no cycle, whatever uvicorn's annotation says.
        idle = self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr]
        if idle and self._head is None:
            self._await_head()
        self._taken += len(data)
        super().data_received(data)
        if self._head is not None and self._taken > MAX_HEAD:
            self.transport.abort()

    @override
    def on_headers_complete(self) -> None:
        _stop(self._head)
        self._head = None
        super().on_headers_complete()

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD_S, self.transport.abort)

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        _stop(self._unread)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        _stop(self._head)
        _stop(self._unread)
        super().connection_lost(exc)

    @property
    def impatient(self) -> bool:
        """Whether the client is about to be cut off unless he does something."""
        return any(timer and not timer.cancelled() for timer in (self._head, self._unread))

    def _await_head(self) -> None:
        self._taken = 0
        self._head = self.loop.call_later(HEAD_WITHIN_S, self.transport.abort)


class BoundedSockets(WebSocketsSansIOProtocol):
    """Cuts off who goes on pinging without reading what is answered."""

    @override
    def handle_ping(self) -> None:
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MAX_BEHIND:
            self.transport.abort()


def _stop(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
