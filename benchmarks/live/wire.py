"""The little of the WebSocket protocol that the load client and the bare server need."""

import base64
import hashlib
import os
from collections.abc import Iterator

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
END = b"\r\n\r\n"


def request(host: str, path: str) -> bytes:
    """An opening handshake."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def answer(head: bytes) -> bytes:
    """The server's side of the handshake."""
    key = head.lower().split(b"sec-websocket-key:")[1].split(b"\r\n")[0]
    start = head.lower().index(key)
    digest = hashlib.sha1(head[start : start + len(key)].strip() + _GUID).digest()  # noqa: S324 - the protocol's
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + base64.b64encode(digest) + END
    )


def frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """A whole frame as a server sends it."""
    return bytes([0x80 | opcode]) + _length(len(payload), 0) + payload


def size(payload: bytes) -> int:
    """Length of a server's frame on the wire."""
    return len(payload) + len(_length(len(payload), 0)) + 1


def masked(payload: bytes, opcode: int = TEXT) -> bytes:
    """A whole frame as a client sends it."""
    mask = os.urandom(4)
    length = len(payload)
    key = int.from_bytes((mask * (length // 4 + 1))[:length])
    body = (int.from_bytes(payload) ^ key).to_bytes(length)
    return bytes([0x80 | opcode]) + _length(length, 0x80) + mask + body


def frames(buffer: bytearray) -> Iterator[tuple[int, bytes]]:
    """Take the whole frames out of what a server has sent: opcode and payload."""
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


def _length(length: int, bit: int) -> bytes:
    if length < 126:
        return bytes([bit | length])
    if length < 65536:
        return bytes([bit | 126]) + length.to_bytes(2)
    return bytes([bit | 127]) + length.to_bytes(8)
