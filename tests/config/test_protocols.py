"""Clients that say nothing, too much, or do not read: the real server lets them go."""

import asyncio
import contextlib
import resource
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from config import protocols
from config.serve import allow_many_clients, build_server_options, listen
from tests.loops import run_in_loop
from tests.waiting import TIMEOUT_S

HOST = "127.0.0.1"
SOON_S = 0.05
ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
#: More than all buffers on the way take.
LONG = b"." * 16 * 1024 * 1024
PING = b"\x89\xfd" + bytes(4) + b"." * 125


async def answer(
    scope: Mapping[str, Any],
    receive: Callable[[], Awaitable[Any]],
    send: Callable[[Any], Awaitable[None]],
) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": LONG})


@asynccontextmanager
async def run_server() -> AsyncIterator[uvicorn.Server]:
    listener = listen(HOST, 0)
    options = build_server_options() | {"lifespan": "off"}
    server = uvicorn.Server(uvicorn.Config(answer, **options))
    task = asyncio.create_task(server.serve([listener]))
    await wait_until(lambda: server.started)
    try:
        yield server
    finally:
        server.should_exit = server.force_exit = True
        await task


def get_port(server: uvicorn.Server) -> int:
    return int(server.servers[0].sockets[0].getsockname()[1])


async def wait_until(fact: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while not fact():  # noqa: ASYNC110 - no event to wait for
            await asyncio.sleep(0.01)


def list_connections(server: uvicorn.Server) -> list[protocols.TimedHttpProtocol]:
    connections = list(server.server_state.connections)
    return [
        connection
        for connection in connections
        if isinstance(connection, protocols.TimedHttpProtocol)
    ]


async def wait_for_no_connection(server: uvicorn.Server) -> None:
    await wait_until(lambda: not server.server_state.connections)


async def cut_off(saying: bytes) -> bool:
    """Return True if a client that sends ``saying`` and no more is disconnected."""
    async with run_server() as server:
        reader, writer = await asyncio.open_connection(HOST, get_port(server))
        with contextlib.suppress(OSError):
            writer.write(saying)
            await writer.drain()
        await wait_for_no_connection(server)
        writer.close()
        return not await read_all(reader)


async def read_all(reader: asyncio.StreamReader) -> bytes:
    with contextlib.suppress(OSError):
        return await reader.read()
    return b""


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "HEAD_TIMEOUT_S", SOON_S)
    monkeypatch.setattr(protocols, "UNREAD_TIMEOUT_S", SOON_S)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("saying", [b"", b"GET / HTTP/1.1\r\nHost: lo", b"\r\n"])
def test_who_does_not_say_what_he_wants_is_let_go(saying: bytes) -> None:
    assert run_in_loop(cut_off(saying))


def test_a_head_without_end_is_not_taken_in() -> None:
    assert run_in_loop(cut_off(b"GET / HTTP/1.1\r\nHost: " + b"a" * 2 * protocols.MAX_HEAD_BYTES))


@pytest.mark.usefixtures("hasty")
def test_who_does_not_read_his_answer_is_let_go() -> None:
    async def send_without_reading() -> None:
        async with run_server() as server:
            with socket.create_connection((HOST, get_port(server))) as client:
                client.sendall(ASKED)
                await wait_until(lambda: bool(server.server_state.connections))
                await wait_for_no_connection(server)

    run_in_loop(send_without_reading())


def test_a_slow_reader_gets_the_whole_answer_and_another() -> None:
    async def read_twice() -> list[int]:
        connections = []
        async with run_server() as server:
            reader, writer = await asyncio.open_connection(HOST, get_port(server))
            for _ in range(2):
                writer.write(ASKED)
                await reader.readuntil(b"\r\n\r\n")
                size = int(await reader.readuntil(b"\r\n"), 16)
                connections.append(len(await reader.readexactly(size)))
                await reader.readuntil(b"0\r\n\r\n")
                assert not any(connection.is_timing_out for connection in list_connections(server))
            writer.close()
        return connections

    assert run_in_loop(read_twice()) == [len(LONG)] * 2


def test_a_client_that_pings_without_reading_is_disconnected() -> None:
    async def ping() -> bool:
        async with run_server() as server:
            url = f"ws://{HOST}:{get_port(server)}/"
            async with connect(url) as honest:
                greedy = await connect(url)
                greedy.transport.pause_reading()
                with contextlib.suppress(OSError):
                    while len(server.server_state.connections) > 1:
                        greedy.transport.write(PING * 500)
                        await asyncio.sleep(0)
                greedy.transport.abort()
                return await (await honest.ping()) >= 0

    assert run_in_loop(asyncio.wait_for(ping(), TIMEOUT_S))


def test_a_server_may_have_more_clients_than_a_terminal_allows() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = 256
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, before[1]))
        allow_many_clients()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > few
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
