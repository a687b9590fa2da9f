"""A network of proxies between the club's programs and its servers, with injected impairments.

Every proxy listens on its own port and forwards to a server. All run in one thread.
"""

import asyncio
import contextlib
import socket
import struct
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path

#: Where a server listens: the path of a Unix socket, or a port of this machine.
type Address = Path | int

CHUNK_BYTES = 65_536  # read at once
#: Real systems close a connection without answer after so long (config.database.KEEPALIVE).
RESET_AFTER_S = 10.0
#: Value of SO_LINGER: closing then sends RST instead of FIN.
RESET = struct.pack("ii", 1, 0)


class Direction(Enum):
    """The direction of bytes: to the server, or from it."""

    TO_SERVER = auto()
    FROM_SERVER = auto()


@dataclass(frozen=True)
class Impairment:
    """An impairment of a proxy.

    ``is_cut``: connections are reset, new ones too. Bytes in ``dropped_directions`` are dropped;
    every ``chunk_bytes`` bytes wait ``delay_s``.
    """

    is_cut: bool = False
    dropped_directions: frozenset[Direction] = frozenset()
    delay_s: float = 0.0
    chunk_bytes: int = CHUNK_BYTES


NO_IMPAIRMENT = Impairment()
IMPAIRMENTS = {
    "cut": Impairment(is_cut=True),
    "drop-both": Impairment(dropped_directions=frozenset(Direction)),
    "drop-requests": Impairment(dropped_directions=frozenset({Direction.TO_SERVER})),
    "drop-answers": Impairment(dropped_directions=frozenset({Direction.FROM_SERVER})),
    "slow": Impairment(delay_s=0.2, chunk_bytes=2048),
}


class Connection:
    """One connection over a proxy: its two ends. ``is_lossy``: bytes of it were dropped."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.ends = [writer]
        self.is_lossy = False

    def reset(self) -> None:
        for end in self.ends:
            with contextlib.suppress(OSError):  # closed already
                end.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            end.transport.abort()


@dataclass
class Proxy:
    """``find_address`` returns the server's address at each connection, or raises OSError."""

    name: str
    find_address: Callable[[], Address]
    port: int = 0
    impairment: Impairment = NO_IMPAIRMENT
    connections: set[Connection] = field(default_factory=set)
    _loop: asyncio.AbstractEventLoop | None = None

    async def listen(self) -> asyncio.Server:
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._handle, "127.0.0.1", 0, backlog=1024)
        self.port = server.sockets[0].getsockname()[1]
        return server

    def apply(self, impairment: Impairment) -> None:
        """Apply ``impairment`` from now on; connections with dropped bytes end with the old one."""
        self.impairment = impairment
        for connection in list(self.connections):
            if impairment.is_cut or connection.is_lossy:
                connection.reset()

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with self._open_connection(writer) as connection:
            if self.impairment.is_cut:
                return
            if Direction.TO_SERVER in self.impairment.dropped_directions:  # no connection either
                self._mark_lossy(connection)
                while await reader.read(CHUNK_BYTES):
                    pass
                return
            server_reader, server_writer = await _connect(self.find_address())
            connection.ends.append(server_writer)
            await asyncio.gather(
                self._forward(connection, Direction.TO_SERVER, reader, server_writer),
                self._forward(connection, Direction.FROM_SERVER, server_reader, writer),
            )

    @contextlib.asynccontextmanager
    async def _open_connection(self, writer: asyncio.StreamWriter) -> AsyncIterator[Connection]:
        connection = Connection(writer)
        self.connections.add(connection)
        try:
            with contextlib.suppress(OSError):
                yield connection
        finally:
            self.connections.discard(connection)
            connection.reset()

    async def _forward(
        self, connection: Connection, direction: Direction,
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter,
    ) -> None:  # fmt: skip
        while data := await reader.read(self.impairment.chunk_bytes):
            if self.impairment.delay_s:
                await asyncio.sleep(self.impairment.delay_s)
            if direction in self.impairment.dropped_directions:
                self._mark_lossy(connection)
            elif not connection.is_lossy:
                writer.write(data)
                await writer.drain()
        if direction in self.impairment.dropped_directions:
            self._mark_lossy(connection)  # the end is dropped too
        elif not connection.is_lossy:
            writer.close()

    def _mark_lossy(self, connection: Connection) -> None:
        if not connection.is_lossy and self._loop is not None:
            connection.is_lossy = True
            self._loop.call_later(RESET_AFTER_S, connection.reset)


async def _connect(address: Address) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    if isinstance(address, Path):
        return await asyncio.open_unix_connection(address)
    return await asyncio.open_connection("127.0.0.1", address)


class Network:
    """All proxies, by name; open until ``close``."""

    def __init__(self, proxies: Iterable[Proxy]) -> None:
        self.proxies = {proxy.name: proxy for proxy in proxies}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="network", daemon=True)
        self._thread.start()
        self._servers = self._run_in_loop(self._open())

    def apply(self, name: str, impairment: Impairment) -> None:
        """Apply an impairment to a proxy; return when it is in force."""

        async def apply_in_loop() -> None:
            self.proxies[name].apply(impairment)

        self._run_in_loop(apply_in_loop())

    def close(self) -> None:
        self._run_in_loop(self._close_all())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _close_all(self) -> None:
        """Stop listening, reset all connections, and wait for their tasks."""
        for server in self._servers:
            server.close()
        for proxy in self.proxies.values():
            proxy.apply(IMPAIRMENTS["cut"])
        if connections := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(connections, timeout=RESET_AFTER_S)

    async def _open(self) -> list[asyncio.Server]:
        return [await proxy.listen() for proxy in self.proxies.values()]

    def _run_in_loop[T](self, work: Coroutine[None, None, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()
