"""A network between the club's programs and its servers, of proxies to which things happen.

Every proxy is a port of its own that passes on what it hears to a server. It runs in a thread.
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

PIECE = 65_536  # bytes passed on at once
#: After so long without an answer a real system gives a connection up (config.database.KEEPALIVE).
GIVE_UP_S = 10.0
#: Closing then says "reset" and not "the end".
RESET = struct.pack("ii", 1, 0)


class Direction(Enum):
    """In which direction bytes go: to the server, or back from it."""

    THERE = auto()
    BACK = auto()


@dataclass(frozen=True)
class Trouble:
    """What a proxy does to what goes over it.

    ``cuts``: connections are reset, and new ones too; ``swallows``: the ways in which bytes vanish
    without a word; every ``piece`` bytes wait ``delay_s``.
    """

    cuts: bool = False
    swallows: frozenset[Direction] = frozenset()
    delay_s: float = 0.0
    piece: int = PIECE


WELL = Trouble()
TROUBLES = {
    "cut": Trouble(cuts=True),
    "hole": Trouble(swallows=frozenset(Direction)),
    "mute": Trouble(swallows=frozenset({Direction.THERE})),
    "deaf": Trouble(swallows=frozenset({Direction.BACK})),
    "slow": Trouble(delay_s=0.2, piece=2048),
}


class Connection:
    """One connection over a proxy: its two ends. ``lossy``: bytes of it were swallowed."""

    def __init__(self, near: asyncio.StreamWriter) -> None:
        self.ends = [near]
        self.lossy = False

    def reset(self) -> None:
        for end in self.ends:
            with contextlib.suppress(OSError):  # it is closed already
                end.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            end.transport.abort()


@dataclass
class Proxy:
    """``far`` is asked at each connection where the server is; OSError means nowhere."""

    name: str
    far: Callable[[], Address]
    port: int = 0
    trouble: Trouble = WELL
    connections: set[Connection] = field(default_factory=set)
    _loop: asyncio.AbstractEventLoop | None = None

    async def listen(self) -> asyncio.Server:
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._take, "127.0.0.1", 0, backlog=1024)
        self.port = server.sockets[0].getsockname()[1]
        return server

    def apply(self, trouble: Trouble) -> None:
        """From now on. Bytes that were swallowed never come: their connections end with it."""
        self.trouble = trouble
        for connection in list(self.connections):
            if trouble.cuts or connection.lossy:
                connection.reset()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with self._connection(writer) as connection:
            if self.trouble.cuts:
                return
            if Direction.THERE in self.trouble.swallows:  # nobody hears that somebody calls
                self._lose(connection)
                while await reader.read(PIECE):
                    pass
                return
            far_reader, far_writer = await _connect(self.far())
            connection.ends.append(far_writer)
            await asyncio.gather(
                self._pass_on(connection, Direction.THERE, reader, far_writer),
                self._pass_on(connection, Direction.BACK, far_reader, writer),
            )

    @contextlib.asynccontextmanager
    async def _connection(self, near: asyncio.StreamWriter) -> AsyncIterator[Connection]:
        connection = Connection(near)
        self.connections.add(connection)
        try:
            with contextlib.suppress(OSError):
                yield connection
        finally:
            self.connections.discard(connection)
            connection.reset()

    async def _pass_on(
        self,
        connection: Connection,
        direction: Direction,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        while data := await reader.read(self.trouble.piece):
            if self.trouble.delay_s:
                await asyncio.sleep(self.trouble.delay_s)
            if direction in self.trouble.swallows:
                self._lose(connection)
            elif not connection.lossy:
                writer.write(data)
                await writer.drain()
        if direction in self.trouble.swallows:
            self._lose(connection)  # the end is not heard either
        elif not connection.lossy:
            writer.close()

    def _lose(self, connection: Connection) -> None:
        if not connection.lossy and self._loop is not None:
            connection.lossy = True
            self._loop.call_later(GIVE_UP_S, connection.reset)


async def _connect(far: Address) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    if isinstance(far, Path):
        return await asyncio.open_unix_connection(far)
    return await asyncio.open_connection("127.0.0.1", far)


class Network:
    """All proxies, by name; open until ``close``."""

    def __init__(self, proxies: Iterable[Proxy]) -> None:
        self.proxies = {proxy.name: proxy for proxy in proxies}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="network", daemon=True)
        self._thread.start()
        self._servers = self._do(self._open())

    def apply(self, name: str, trouble: Trouble) -> None:
        """Have it happen to a proxy; returns when it has begun."""

        async def begin() -> None:
            self.proxies[name].apply(trouble)

        self._do(begin())

    def close(self) -> None:
        self._do(self._shut())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _shut(self) -> None:
        """Nobody is let in, everybody is cut off, and what that ends has ended."""
        for server in self._servers:
            server.close()
        for proxy in self.proxies.values():
            proxy.apply(TROUBLES["cut"])
        if connections := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(connections, timeout=GIVE_UP_S)

    async def _open(self) -> list[asyncio.Server]:
        return [await proxy.listen() for proxy in self.proxies.values()]

    def _do[T](self, work: Coroutine[None, None, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()
