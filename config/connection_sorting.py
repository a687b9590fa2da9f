"""One address for the two web processes of a club, which has no proxy: sockets, and pages.

The process of the sockets accepts every connection. It looks at the first bytes without reading
them, and sends a connection that asks for a page to the other process, open as it is
(``SCM_RIGHTS``). Either process answers whatever comes later on a connection that it has.
"""

import asyncio
import contextlib
import socket
from collections import deque
from collections.abc import Callable, Iterator

import structlog

from config.protocols import HEAD_TIMEOUT_S

log = structlog.get_logger(__name__)

#: Beginnings of requests on which a turn depends, as in deploy/Caddyfile.
TURN_REQUESTS = (b"GET /live/", b"POST /table/bulletin/", b"GET /table/token/")
_LONGEST = max(map(len, TURN_REQUESTS))
BACKLOG = 4096
#: Connections accepted, or received, before other tasks run.
BATCH = 64
#: Connections that wait for the process of the pages; further ones are closed.
MAX_WAITING = 1024
#: Pause after a refusal of the system (no more open files), in seconds.
REFUSED_PAUSE_S = 1.0

type Serve = Callable[[socket.socket], None]
"""Serve a connection in this process."""


def is_turn_request(beginning: bytes) -> bool:
    """Return True if a turn depends on the request that begins with these bytes."""
    return beginning.startswith(TURN_REQUESTS)


class Sorter:
    """Accepts connections: ``serve`` has those of a turn, ``pages`` is sent the others."""

    def __init__(self, listener: socket.socket, pages: socket.socket, serve: Serve) -> None:
        self._listener = listener
        self._pages = pages
        self._serve = serve
        self._loop = asyncio.get_running_loop()
        self._unsorted: dict[socket.socket, asyncio.TimerHandle] = {}
        self._waiting: deque[socket.socket] = deque()
        for each in (listener, pages):
            each.setblocking(False)
        listener.listen(BACKLOG)
        self._resume()

    def stop(self) -> None:
        """Accept nothing more; the listener keeps what comes for the next process."""
        self._loop.remove_reader(self._listener)
        self._loop.remove_writer(self._pages)
        for connection in [*self._unsorted]:
            self._end_sorting(connection)
            connection.close()
        while self._waiting:
            self._waiting.popleft().close()

    def _resume(self) -> None:
        self._loop.add_reader(self._listener, self._accept)

    def _accept(self) -> None:
        for _ in range(BATCH):
            try:
                connection, _address = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                log.warning("sorting.refused", error=repr(error))
                self._loop.remove_reader(self._listener)
                self._loop.call_later(REFUSED_PAUSE_S, self._resume)
                return
            connection.setblocking(False)
            self._unsorted[connection] = self._loop.call_later(
                HEAD_TIMEOUT_S, self._forget, connection
            )
            self._loop.add_reader(connection, self._sort, connection)

    def _sort(self, connection: socket.socket) -> None:
        try:
            beginning = connection.recv(_LONGEST, socket.MSG_PEEK)
        except BlockingIOError:
            return
        except OSError:
            beginning = b""
        self._end_sorting(connection)
        if not beginning:
            connection.close()
        elif is_turn_request(beginning):
            self._serve(connection)
        elif len(self._waiting) < MAX_WAITING:
            self._waiting.append(connection)
            self._send_waiting()
        else:
            connection.close()

    def _forget(self, connection: socket.socket) -> None:
        """Close a connection that has asked for nothing: browsers open some in advance."""
        self._end_sorting(connection)
        connection.close()

    def _end_sorting(self, connection: socket.socket) -> None:
        self._loop.remove_reader(connection)
        self._unsorted.pop(connection).cancel()

    def _send_waiting(self) -> None:
        self._loop.remove_writer(self._pages)
        while self._waiting:
            try:
                socket.send_fds(self._pages, [b"."], [self._waiting[0].fileno()])
            except BlockingIOError:
                self._loop.add_writer(self._pages, self._send_waiting)
                return
            except OSError as error:
                log.warning("sorting.not_sent", error=repr(error))
            self._waiting.popleft().close()


class Receiver:
    """Serves the connections that a ``Sorter`` sends."""

    def __init__(self, source: socket.socket, serve: Serve) -> None:
        self._source = source
        self._serve = serve
        self._loop = asyncio.get_running_loop()
        source.setblocking(False)
        self._loop.add_reader(source, self._receive)

    def stop(self) -> None:
        """Receive nothing more; the source keeps what comes for the next process."""
        self._loop.remove_reader(self._source)

    def _receive(self) -> None:
        for _ in range(BATCH):
            try:
                sent, descriptors, _flags, _address = socket.recv_fds(self._source, 1, 1)
            except (BlockingIOError, InterruptedError):
                return
            if not sent:  # nobody has the other end any more
                self.stop()
                return
            for descriptor in descriptors:
                connection = socket.socket(fileno=descriptor)
                connection.setblocking(False)
                self._serve(connection)


@contextlib.contextmanager
def pair_processes() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Yield the ends for the two processes: of a ``Sorter``, and of its ``Receiver``. Who starts
    the processes keeps both open, so that either may be started again."""
    sorting, receiving = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    with sorting, receiving:
        yield sorting, receiving
