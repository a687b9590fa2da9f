"""The proxies of ``make chaos`` cause the impairments that they should."""

import contextlib
import socket
import socketserver
import threading
from collections.abc import Iterator

import pytest

from benchmarks.chaos.network import IMPAIRMENTS, NO_IMPAIRMENT, Network, Proxy
from tests.waiting import TIMEOUT_S, wait_for


class Echo(socketserver.ThreadingTCPServer):
    """Sends back the bytes received, and stores them."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.received: list[bytes] = []


class Answer(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        assert isinstance(self.server, Echo)
        try:
            while data := self.request.recv(100):
                self.server.received.append(data)
                self.request.sendall(data)
        except OSError:  # it was cut
            return


@pytest.fixture
def echo() -> Iterator[Echo]:
    with Echo() as server:
        threading.Thread(target=server.serve_forever).start()
        yield server
        server.shutdown()


@pytest.fixture
def network(echo: Echo) -> Iterator[Network]:
    network = Network([Proxy("proxy", lambda: int(echo.server_address[1]))])
    yield network
    network.close()


def call(network: Network) -> socket.socket:
    return socket.create_connection(("127.0.0.1", network.proxies["proxy"].port), TIMEOUT_S)


def answer(end: socket.socket) -> bytes:
    """Return the next bytes, none if the connection is closed."""
    try:
        return end.recv(100)
    except ConnectionError:
        return b""


def test_a_proxy_forwards_all_bytes_even_if_slow(network: Network) -> None:
    with call(network) as end:
        for impairment in (NO_IMPAIRMENT, IMPAIRMENTS["slow"], NO_IMPAIRMENT):
            network.apply("proxy", impairment)
            end.sendall(b"a")
            assert answer(end) == b"a"


def test_a_cut_proxy_ends_open_connections_and_refuses_new_ones(network: Network) -> None:
    with call(network) as end:
        end.sendall(b"a")
        assert answer(end) == b"a"
        network.apply("proxy", IMPAIRMENTS["cut"])
        assert answer(end) == b""
    with contextlib.suppress(ConnectionError), call(network) as end:
        assert answer(end) == b""
    network.apply("proxy", NO_IMPAIRMENT)
    with call(network) as end:
        end.sendall(b"b")
        assert answer(end) == b"b"


@pytest.mark.parametrize(
    ("impairment", "received"),
    [("drop-both", []), ("drop-requests", []), ("drop-answers", [b"lost"])],
)
def test_dropped_bytes_never_arrive_and_their_connection_is_reset(
    network: Network, echo: Echo, impairment: str, received: list[bytes]
) -> None:
    with call(network) as end, call(network) as idle:
        for each in (end, idle):
            each.sendall(b"a")
            assert answer(each) == b"a"
        echo.received.clear()
        network.apply("proxy", IMPAIRMENTS[impairment])
        end.sendall(b"lost")
        (proxy,) = network.proxies.values()
        wait_for(lambda: any(connection.is_lossy for connection in proxy.connections))
        network.apply("proxy", NO_IMPAIRMENT)
        assert answer(end) == b""
        assert echo.received == received
        idle.sendall(b"b")  # nothing of this one was lost
        assert answer(idle) == b"b"
