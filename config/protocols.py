"""Uvicorn's protocols with timeouts: without a proxy, nothing else closes silent connections.

A telephone that has left the network sends nothing more, and browsers open connections that they
never use: each would stay open for ever, until the process reaches its limit of open files.
"""

import asyncio
from typing import override

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tournament.live.wire import MAX_BEHIND

#: Limits of the head of a request (method, address, headers), in seconds and in bytes.
HEAD_TIMEOUT_S = 20.0
MAX_HEAD_BYTES = 64 * 1024
#: Seconds within which a client must read what was sent to it.
UNREAD_TIMEOUT_S = 60.0


class TimedHttpProtocol(HttpToolsProtocol):
    """Closes connections whose client does not complete the head, or read the answer."""

    _head_timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None
    _head_bytes = 0

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_head_timer()

    @override
    def data_received(self, data: bytes) -> None:
        # Until the first request there is no cycle, whatever uvicorn's annotation says.
        is_idle = self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr]
        if is_idle and self._head_timer is None:
            self._start_head_timer()
        self._head_bytes += len(data)
        super().data_received(data)
        if self._head_timer is not None and self._head_bytes > MAX_HEAD_BYTES:
            self.transport.abort()

    @override
    def on_headers_complete(self) -> None:
        _cancel_timer(self._head_timer)
        self._head_timer = None
        super().on_headers_complete()

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread_timer = self.loop.call_later(UNREAD_TIMEOUT_S, self.transport.abort)

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        _cancel_timer(self._unread_timer)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        _cancel_timer(self._head_timer)
        _cancel_timer(self._unread_timer)
        super().connection_lost(exc)

    @property
    def is_timing_out(self) -> bool:
        """Return True if a timeout runs: the connection will be closed unless the client acts."""
        return any(
            timer and not timer.cancelled() for timer in (self._head_timer, self._unread_timer)
        )

    def _start_head_timer(self) -> None:
        self._head_bytes = 0
        self._head_timer = self.loop.call_later(HEAD_TIMEOUT_S, self.transport.abort)


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Closes connections whose client sends pings and does not read the answers."""

    @override
    def handle_ping(self) -> None:
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MAX_BEHIND:
            self.transport.abort()


def _cancel_timer(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
