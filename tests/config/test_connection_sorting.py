"""The one address of a club's two web processes: who gets which connection."""

import asyncio
import socket
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from config import connection_sorting
from config.connection_sorting import Receiver, Sorter, pair_processes
from config.serve import listen
from tests.loops import run_in_loop
from tests.rows import every_row
from tests.waiting import TIMEOUT_S

PAGE = b"GET /essai/ranking/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
#: First requests by the process that gets them.
REQUESTS = {
    b"GET /live/v1/token/ HTTP/1.1\r\n\r\n": "live",
    b"GET /live/sante/pret HTTP/1.1\r\n\r\n": "live",
    b"POST /table/bulletin/ HTTP/1.1\r\n\r\n": "live",
    b"GET /table/token/?x=1 HTTP/1.1\r\n\r\n": "live",
    PAGE: "pages",
    b"GET /lively/ HTTP/1.1\r\n\r\n": "pages",
    b"POST /table/match/ HTTP/1.1\r\n\r\n": "pages",
    b"G": "pages",
    b"\x16\x03\x01": "pages",
}


class Processes:
    """Both ends in one process: the connections that each would serve."""

    def __init__(self) -> None:
        self.listener = listen("127.0.0.1", 0)
        self.served = {name: asyncio.Queue[socket.socket]() for name in ("live", "pages")}
        self.pair = pair_processes()
        self.sorting, self.receiving = self.pair.__enter__()

    def run(self, course: Callable[["Processes"], Coroutine[Any, Any, None]]) -> None:
        async def run_course() -> None:
            self.sorter = Sorter(self.listener, self.sorting, self.served["live"].put_nowait)
            await course(self)
            self.sorter.stop()

        run_in_loop(asyncio.wait_for(run_course(), TIMEOUT_S))

    def receive(self) -> Receiver:
        return Receiver(self.receiving, self.served["pages"].put_nowait)

    def connect(self, request: bytes) -> socket.socket:
        client = socket.create_connection(self.listener.getsockname(), TIMEOUT_S)
        client.sendall(request)
        return client

    def close(self) -> None:
        self.listener.close()
        self.pair.__exit__(None, None, None)


@pytest.fixture
def processes() -> Iterator[Processes]:
    both = Processes()
    yield both
    both.close()


def test_each_connection_goes_unread_to_its_process(processes: Processes) -> None:
    async def course(both: Processes) -> None:
        receiver = both.receive()
        with every_row() as row:
            for request, name in REQUESTS.items():
                with row(request), both.connect(request) as client:
                    connection = await both.served[name].get()
                    assert connection.recv(1000) == request
                    connection.sendall(b"answer")
                    assert client.recv(1000) == b"answer"
                    connection.close()
                    assert all(queue.empty() for queue in both.served.values())
        receiver.stop()

    processes.run(course)


def test_pages_wait_for_a_process_that_starts_again(processes: Processes) -> None:
    count = 400  # more than the system holds between both

    async def course(both: Processes) -> None:
        clients = [both.connect(PAGE) for _ in range(count)]
        with both.connect(next(iter(REQUESTS))):  # sockets are served meanwhile
            (await both.served["live"].get()).close()
        receiver = both.receive()
        for client in clients:
            connection = await both.served["pages"].get()
            assert connection.recv(1000) == PAGE
            connection.close()
            client.close()
        receiver.stop()

    processes.run(course)


def test_a_connection_without_a_request_is_closed(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_sorting, "HEAD_TIMEOUT_S", 0.01)

    async def course(both: Processes) -> None:
        loop = asyncio.get_running_loop()
        for is_silent in (True, False):
            with both.connect(b"") as client:
                client.setblocking(False)
                if not is_silent:
                    client.shutdown(socket.SHUT_WR)
                assert await loop.sock_recv(client, 1) == b""

    processes.run(course)
