"""Writing directly to uvicorn's transport: the same bytes, without waiting for a client."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from tests.loops import run_in_loop
from tournament.live.wire import MAX_BEHIND, Frame, Send, SocketEvent, UvicornWire, Wire, make_wire

HANDSHAKE = (
    b"GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Transport(asyncio.Transport):
    """A transport that records what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.behind = 0
        self.closing = False
        self.aborted = False

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def get_write_buffer_size(self) -> int:
        return self.behind

    def is_closing(self) -> bool:
        return self.closing

    def abort(self) -> None:
        self.aborted = True

    def close(self) -> None:
        self.closing = True


async def accept(transport: Transport) -> WebSocketsSansIOProtocol:
    """Return uvicorn's side of a connection after the handshake."""
    accepting: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        accepting.set_result(None)
        await receive()

    config = Config(application, ws="websockets-sansio", ws_per_message_deflate=False)
    config.load()
    protocol = WebSocketsSansIOProtocol(config, ServerState(), {}, asyncio.get_running_loop())
    protocol.connection_made(transport)
    protocol.data_received(HANDSHAKE)
    await accepting
    transport.written.clear()
    return protocol


def run_on_uvicorn(test: Callable[[Transport, WebSocketsSansIOProtocol, Wire], Any]) -> None:
    async def run() -> None:
        transport = Transport()
        protocol = await accept(transport)
        try:
            outcome = test(
                transport, protocol, make_wire(cast(Send, protocol.send), transport.abort)
            )
            if asyncio.iscoroutine(outcome):
                await outcome
        finally:
            protocol.connection_lost(None)
            await asyncio.gather(*protocol.tasks)

    run_in_loop(run())


@pytest.mark.parametrize("size", [0, 2, 125, 126, 300, 65_535, 65_536, 200_000])
def test_a_frame_built_once_is_what_uvicorn_would_write(size: int) -> None:
    frame = Frame(("é" * (size // 2) + "x" * (size % 2)).encode())

    async def test(transport: Transport, protocol: WebSocketsSansIOProtocol, wire: Wire) -> None:
        assert wire.write(frame)
        await wire.send(frame)
        direct, by_uvicorn = transport.written
        assert direct == by_uvicorn

    run_on_uvicorn(test)


def test_under_our_server_frames_go_straight_to_the_transport() -> None:
    def test(transport: Transport, protocol: WebSocketsSansIOProtocol, wire: Wire) -> None:
        assert isinstance(wire, UvicornWire)

    run_on_uvicorn(test)


def test_a_client_too_far_behind_is_written_nothing_more() -> None:
    def test(transport: Transport, protocol: WebSocketsSansIOProtocol, wire: Wire) -> None:
        transport.behind = MAX_BEHIND
        assert wire.write(Frame(b"{}"))
        transport.behind = MAX_BEHIND + 1
        assert not wire.write(Frame(b"{}"))
        assert len(transport.written) == 1

    run_on_uvicorn(test)


def test_nothing_is_written_to_a_connection_that_is_being_closed() -> None:
    def test(transport: Transport, protocol: WebSocketsSansIOProtocol, wire: Wire) -> None:
        transport.closing = True
        assert not wire.write(Frame(b"{}"))
        assert transport.written == []

    run_on_uvicorn(test)


def test_a_client_that_never_reads_again_is_cut_off() -> None:
    def test(transport: Transport, protocol: WebSocketsSansIOProtocol, wire: Wire) -> None:
        wire.abort()
        assert transport.aborted

    run_on_uvicorn(test)


def test_the_close_waits_until_the_client_has_read_the_rest() -> None:
    async def test(transport: Transport, protocol: WebSocketsSansIOProtocol, wire: Wire) -> None:
        protocol.pause_writing()
        finishing = asyncio.create_task(wire.finish(1013))
        await asyncio.sleep(0)
        assert transport.written == []
        protocol.resume_writing()
        await finishing
        assert transport.written[0][2:4] == (1013).to_bytes(2)

    run_on_uvicorn(test)


def test_any_other_server_is_written_to_by_its_send() -> None:
    sent: list[SocketEvent] = []

    async def send(event: SocketEvent) -> None:
        sent.append(event)

    async def test() -> None:
        wire = make_wire(send, lambda: None)
        assert type(wire) is Wire
        assert wire.write(Frame(b"{}"))

    run_in_loop(test())
    assert sent == [{"type": "websocket.send", "text": "{}"}]
