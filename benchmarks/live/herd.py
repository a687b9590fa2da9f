"""The load client: thousands of sockets on one uvloop, in a process of its own.

Raw protocol and frames built beforehand, so that it measures the server and not itself.
"""

import asyncio
import resource
import socket
import struct
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import cast

from benchmarks.live import wire

HOST = "127.0.0.1"
LINGER = struct.pack("ii", 1, 0)  # close with a reset: no port stays reserved
TIMEOUT_S = 60.0
ACK = b'{"type":"saved"'


def raise_file_limit() -> int:
    """As many open files as the system allows without asking anybody; returns how many."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


class Tally:
    """What a round of messages waits for: broadcast frames of one length, or answers."""

    def __init__(self) -> None:
        #: Length on the wire of the frame that is being broadcast; 0 for none.
        self.length = 0
        self._missing = 0
        self._done: asyncio.Future[float] | None = None

    def expect(self, count: int, length: int = 0) -> asyncio.Future[float]:
        """A future of the moment (monotonic seconds) at which the last of ``count`` came."""
        self.length, self._missing = length, count
        self._done = asyncio.get_running_loop().create_future()
        return self._done

    def one(self) -> None:
        self._missing -= 1
        if self._missing == 0 and self._done is not None:
            self._done.set_result(time.monotonic())


class Peer(asyncio.Protocol):
    """One browser; ``messages`` keeps, with the moment, what is neither snapshot nor answer."""

    transport: asyncio.Transport

    def __init__(self, path: str, tally: Tally, *, snapshot: bool) -> None:
        self.path = path
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.sent = 0.0
        #: Seconds from each bulletin to its answer.
        self.acks: list[float] = []
        self.messages: list[tuple[float, bytes]] = []
        #: Called after each answer.
        self.on_ack: Callable[[Peer], None] | None = None
        self._tally = tally
        self._wait_for_snapshot = snapshot
        self._buffer = bytearray()
        self._upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass
        sock = self.transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER)
        self.transport.write(wire.request(HOST, self.path))

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionResetError(self.path))

    def data_received(self, data: bytes) -> None:
        if len(data) == self._tally.length and not self._buffer:
            self._tally.one()
            return
        self._buffer += data
        if not self._upgraded and not self._shake_hands():
            return
        for opcode, payload in wire.frames(self._buffer):
            self._read(opcode, payload)

    def send(self, framed: bytes) -> None:
        self.sent = time.monotonic()
        self.transport.write(framed)

    def _shake_hands(self) -> bool:
        head, end, rest = bytes(self._buffer).partition(wire.END)
        if not end:
            return False
        if b" 101 " not in head[:20]:
            raise ConnectionRefusedError(head[:80])
        self._buffer = bytearray(rest)
        self._upgraded = True
        if not self._wait_for_snapshot:
            self.ready.set_result(None)
        return True

    def _read(self, opcode: int, payload: bytes) -> None:
        if opcode == wire.PING:
            self.transport.write(wire.masked(payload, wire.PONG))
        elif opcode == wire.TEXT:
            self.heard(payload)

    def heard(self, payload: bytes) -> None:
        """A message of the server."""
        if payload.startswith(ACK):
            self.acks.append(time.monotonic() - self.sent)
            self._tally.one()
            if self.on_ack is not None:
                self.on_ack(self)
        elif not self.ready.done():
            self.ready.set_result(None)
        elif wire.size(payload) == self._tally.length:
            self._tally.one()  # it came together with something else
        else:
            self.messages.append((time.time(), payload))


class Herd:
    """The sockets of one measurement."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.peers: list[Peer] = []

    async def connect(
        self, port: int, paths: Iterable[str], *, snapshot: bool = True, at_once: int = 200
    ) -> float:
        """Open a socket per path, ``at_once`` at a time; seconds until all are ready."""
        loop = asyncio.get_running_loop()
        gate = asyncio.Semaphore(at_once)

        async def open_one(path: str) -> Peer:
            async with gate:
                _, peer = await loop.create_connection(
                    lambda: Peer(path, self.tally, snapshot=snapshot), HOST, port
                )
                await peer.ready
                return peer

        start = time.monotonic()
        async with asyncio.timeout(TIMEOUT_S):
            self.peers += await asyncio.gather(*map(open_one, paths))
        return time.monotonic() - start

    async def broadcast(
        self, trigger: Callable[[], Awaitable[object]], payload: bytes, receivers: int
    ) -> float:
        """Seconds from calling ``trigger`` until the last receiver has read ``payload``."""
        done = self.tally.expect(receivers, wire.size(payload))
        start = time.monotonic()
        await trigger()
        async with asyncio.timeout(TIMEOUT_S):
            last = await done
        self.tally.length = 0
        return last - start

    async def burst(self, frames: Sequence[bytes]) -> float:
        """Send one frame per peer at once; seconds until the last answer."""
        done = self.tally.expect(len(frames))
        start = time.monotonic()
        for peer, framed in zip(self.peers, frames, strict=False):
            peer.send(framed)
        async with asyncio.timeout(TIMEOUT_S):
            return await done - start

    async def close(self) -> None:
        for peer in self.peers:
            peer.transport.abort()
        self.peers.clear()
        await asyncio.sleep(0.2)
