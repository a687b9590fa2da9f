"""The load client: thousands of sockets on one uvloop, in a process of its own.

Raw protocol and frames built beforehand, so that it measures the server and not itself.
"""

import asyncio
import resource
import socket
import struct
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
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


@dataclass
class Tally:
    """What a round of messages is waiting for."""

    #: Length on the wire of the frame that is being broadcast.
    length: int = 0
    missing: int = 0
    done: asyncio.Future[float] | None = None
    events: list[tuple[float, bytes]] = field(default_factory=list)

    def expect(self, count: int, length: int = 0) -> "asyncio.Future[float]":
        """A future of the moment (monotonic seconds) at which the last of ``count`` came."""
        self.length, self.missing = length, count
        self.done = asyncio.get_running_loop().create_future()
        return self.done

    def one(self) -> None:
        self.missing -= 1
        if not self.missing and self.done is not None:
            self.done.set_result(time.monotonic())


class Peer(asyncio.Protocol):
    """One browser. ``sent`` is when its last bulletin left, ``acks`` how long each one took."""

    transport: asyncio.Transport

    def __init__(self, path: str, tally: Tally, *, snapshot: bool) -> None:
        self.path = path
        self.tally = tally
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.sent = 0.0
        self.acks: list[float] = []
        self.other: list[bytes] = []
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
        if len(data) == self.tally.length:
            self.tally.one()
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
        elif opcode == wire.TEXT and payload.startswith(ACK):
            self.acks.append(time.monotonic() - self.sent)
            self.tally.one()
        elif opcode == wire.TEXT and not self.ready.done():
            self.ready.set_result(None)
        elif opcode == wire.TEXT:
            self.other.append(payload)
            self.tally.events.append((time.time(), payload))


class Herd:
    """All sockets of a measurement."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.peers: list[Peer] = []

    async def connect(
        self, port: int, paths: Sequence[str], *, snapshot: bool, at_once: int = 200
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

    async def broadcast(self, trigger: Callable[[], Awaitable[object]], payload: bytes) -> float:
        """Seconds from the call of ``trigger`` to the last peer having read ``payload``."""
        done = self.tally.expect(len(self.peers), len(wire.frame(payload)))
        start = time.monotonic()
        await trigger()
        async with asyncio.timeout(TIMEOUT_S):
            last = await done
        self.tally.length = 0
        return last - start

    async def close(self) -> None:
        for peer in self.peers:
            peer.transport.abort()
        self.peers.clear()
        await asyncio.sleep(0.2)
