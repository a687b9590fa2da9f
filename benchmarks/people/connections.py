"""The load client: thousands of sockets on one uvloop, in a process of its own.

Raw protocol and frames built beforehand, so that it measures the server and not itself. The needed
part of the WebSocket protocol is here, also for the bare server of ``benchmarks.live``.
"""

import asyncio
import multiprocessing
import os
import resource
import socket
import struct
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from typing import Any, cast

import uvloop
from websockets.frames import Frame, Opcode
from websockets.utils import accept_key, generate_key

HOST = "127.0.0.1"
LINGER = struct.pack("ii", 1, 0)  # close with a reset: no port stays reserved
TIMEOUT_S = 60.0
JOB_TIMEOUT_S = 180.0
#: The goal of a bulletin's answer in a full room, in milliseconds.
ANSWER_P99_MS = 60.0
SAVED_PREFIX = b'{"type":"saved"'
END = b"\r\n\r\n"

# --- the protocol -------------------------------------------------------------------------


def build_request(path: str) -> bytes:
    """Build an opening handshake."""
    return (
        f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {generate_key()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def build_handshake_answer(head: bytes) -> bytes:
    """Build the server's answer to a handshake."""
    start = head.lower().index(b"sec-websocket-key:") + len(b"sec-websocket-key:")
    accepted = accept_key(head[start:].split(b"\r\n")[0].strip().decode())
    return (
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Accept: {accepted}\r\n\r\n"
    ).encode()


def build_server_frame(payload: bytes) -> bytes:
    """Build a frame as a server sends it."""
    return Frame(Opcode.TEXT, payload).serialize(mask=False)


def compute_frame_size(payload: bytes) -> int:
    """Return the length of a server's frame on the wire."""
    return len(payload) + (2 if len(payload) < 126 else 4 if len(payload) < 65536 else 10)


def build_client_frame(payload: bytes, opcode: Opcode = Opcode.TEXT) -> bytes:
    """Build a frame as a client sends it."""
    return Frame(opcode, payload).serialize(mask=True)


def read_frames(buffer: bytearray) -> Iterator[tuple[int, bytes]]:
    """Yield opcode and payload of the complete frames of a server; remove them from the buffer."""
    while len(buffer) >= 2:
        length, start = buffer[1] & 0x7F, 2
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(buffer) < start:
                return
            length = int.from_bytes(buffer[2:start])
        if len(buffer) < start + length:
            return
        opcode, payload = buffer[0] & 0x0F, bytes(buffer[start : start + length])
        del buffer[: start + length]
        yield opcode, payload


# --- the sockets --------------------------------------------------------------------------


class MessageCounter:
    """Counter of the messages of a round: broadcast frames of one length, or answers."""

    def __init__(self) -> None:
        #: Length on the wire of the broadcast frame; 0 for none.
        self.length = 0
        self._missing = 0
        self._completion: asyncio.Future[float] | None = None

    def expect(self, count: int, length: int = 0) -> asyncio.Future[float]:
        """Return a future of the time (monotonic seconds) at which the last of ``count`` came."""
        self.length, self._missing = length, count
        self._completion = asyncio.get_running_loop().create_future()
        return self._completion

    def count_down(self) -> None:
        self._missing -= 1
        if self._missing == 0 and self._completion is not None:
            self._completion.set_result(time.monotonic())


class Peer(asyncio.Protocol):
    """One browser; ``messages``: with their time, those that are neither snapshot nor answer."""

    transport: asyncio.Transport

    def __init__(self, path: str, message_counter: MessageCounter, *, snapshot: bool) -> None:
        self.path = path
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_closed = False
        self.sent_at = 0.0
        #: Seconds from each bulletin to its answer.
        self.answer_times_s: list[float] = []
        self.messages: list[tuple[float, bytes]] = []
        #: Called after each answer.
        self.on_answer: Callable[[Peer], None] | None = None
        self._message_counter = message_counter
        self._waits_for_snapshot = snapshot
        self._buffer = bytearray()
        self._is_upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass
        sock = self.transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER)
        self.transport.write(build_request(self.path))

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_closed = True
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionResetError(self.path))

    def data_received(self, data: bytes) -> None:
        if len(data) == self._message_counter.length and not self._buffer:
            self._message_counter.count_down()
            return
        self._buffer += data
        if not self._is_upgraded and not self._read_handshake():
            return
        for opcode, payload in read_frames(self._buffer):
            if opcode == Opcode.PING:
                self.transport.write(build_client_frame(payload, Opcode.PONG))
            elif opcode == Opcode.TEXT:
                self.handle_message(payload)

    def send(self, client_frame: bytes) -> None:
        self.sent_at = time.monotonic()
        self.transport.write(client_frame)

    def _read_handshake(self) -> bool:
        head, end, frames = bytes(self._buffer).partition(END)
        if not end:
            return False
        if b" 101 " not in head[:20]:
            raise ConnectionRefusedError(head[:80])
        self._buffer = bytearray(frames)
        self._is_upgraded = True
        if not self._waits_for_snapshot:
            self.ready.set_result(None)
        return True

    def handle_message(self, payload: bytes) -> None:
        """Handle a message of the server."""
        if payload.startswith(SAVED_PREFIX):
            self.answer_times_s.append(time.monotonic() - self.sent_at)
            self._message_counter.count_down()
            if self.on_answer is not None:
                self.on_answer(self)
        elif not self.ready.done():
            self.ready.set_result(None)
        elif compute_frame_size(payload) == self._message_counter.length:
            self._message_counter.count_down()  # it came together with something else
        else:
            self.messages.append((time.time(), payload))


async def connect_all[P: Peer](
    make_peer: Callable[[str], P],
    ports: Iterable[int],
    paths: Iterable[str],
    *,
    max_pending: int = 200,
) -> list[P]:
    """Open a socket per path, each at the next of ``ports``; wait for at most ``max_pending``."""
    semaphore = asyncio.Semaphore(max_pending)

    async def open_socket(path: str, port: int) -> P:
        async with semaphore:
            loop = asyncio.get_running_loop()
            _, peer = await loop.create_connection(lambda: make_peer(path), HOST, port)
            await peer.ready
            return peer

    async with asyncio.timeout(3 * TIMEOUT_S):
        return await asyncio.gather(*map(open_socket, paths, ports))


class Connections:
    """The sockets of one measurement."""

    def __init__(self) -> None:
        self.message_counter = MessageCounter()
        self.peers: list[Peer] = []

    async def connect(
        self, port: int, paths: Sequence[str], *, snapshot: bool = True, max_pending: int = 200
    ) -> float:
        """Open a socket per path; return the seconds until all are ready."""
        start = time.monotonic()
        self.peers += await connect_all(
            lambda path: Peer(path, self.message_counter, snapshot=snapshot),
            [port] * len(paths), paths, max_pending=max_pending,
        )  # fmt: skip
        return time.monotonic() - start

    async def broadcast(
        self, trigger: Callable[[], Awaitable[object]], payload: bytes, receivers: int
    ) -> float:
        """Return the seconds from ``trigger`` until the last receiver has read ``payload``."""
        completion = self.message_counter.expect(receivers, compute_frame_size(payload))
        start = time.monotonic()
        await trigger()
        async with asyncio.timeout(TIMEOUT_S):
            last = await completion
        self.message_counter.length = 0
        return last - start

    async def send_all(self, payload: bytes, within_s: float = 0.0) -> float:
        """Send from every peer, one after the other; return the seconds until the last answer."""
        client_frames = [build_client_frame(payload) for _ in self.peers]
        completion = self.message_counter.expect(len(client_frames))
        start = time.monotonic()
        for index, (peer, client_frame) in enumerate(zip(self.peers, client_frames, strict=True)):
            pause_s = start + within_s * index / len(client_frames) - time.monotonic()
            if pause_s > 0:
                await asyncio.sleep(pause_s)
            peer.send(client_frame)
        async with asyncio.timeout(TIMEOUT_S):
            return await completion - start

    async def close(self) -> None:
        for peer in self.peers:
            peer.transport.abort()
        self.peers.clear()
        await asyncio.sleep(0.2)


# --- the process --------------------------------------------------------------------------


def raise_file_limit() -> int:
    """Raise the limit of open files to the hard limit; return it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def start_job[**P, R](
    job: Callable[P, Coroutine[Any, Any, R]], *args: P.args, **kwargs: P.kwargs
) -> Future[R]:
    """Run the job on the uvloop of a fresh process."""
    pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    future = pool.submit(_run_on_uvloop, partial(job, *args, **kwargs))
    pool.shutdown(wait=False)
    return future


def run_job[**P, R](
    job: Callable[P, Coroutine[Any, Any, R]], *args: P.args, **kwargs: P.kwargs
) -> R:
    return start_job(job, *args, **kwargs).result(JOB_TIMEOUT_S)


def _run_on_uvloop[R](job: Callable[[], Coroutine[Any, Any, R]]) -> R:
    raise_file_limit()
    # Real browsers take no processor from the server: batch scheduling.
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    return uvloop.run(job())
