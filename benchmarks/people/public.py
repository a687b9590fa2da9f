"""The public: who looks at pages, who is gone before they come, phones that follow a ranking."""

import asyncio
import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection
from random import Random
from urllib.parse import urlsplit

from benchmarks.people.client import Client
from benchmarks.people.connections import END, HOST, TIMEOUT_S

#: Of ``static/js/public/follow.js``: a whole hall does not ask at the same moment.
AWHILE = 0.25


@dataclass
class Visitor:
    """Looks at what everybody may see, and opens the page of a table."""

    client: Client
    slug: str

    def visit(self, key: str) -> None:
        for path in (f"/{self.slug}/live/", f"/{self.slug}/ranking/", f"/t/{key}/"):
            self.client.get(path)

    def leave(self, within_s: float) -> None:
        """Ask for a page and be gone before it comes, like a telephone that is put away."""
        server = HTTPConnection(urlsplit(self.client.url).netloc, timeout=TIMEOUT_S)
        with contextlib.closing(server):
            server.request("GET", f"/{self.slug}/ranking/")
            time.sleep(within_s)


@dataclass
class Refreshes:
    """Milliseconds of each, how many brought a new page, and their bytes."""

    took: list[float] = field(default_factory=list)
    fresh: int = 0
    bytes: int = 0
    failed: int = 0

    def add(self, other: "Refreshes") -> None:
        self.took += other.took
        self.fresh += other.fresh
        self.bytes += other.bytes
        self.failed += other.failed


@dataclass
class Phone:
    """Shows ``page`` and asks for it again every ``every`` seconds, with the stamp of what it
    shows, as follow.js does; what came is added to ``found``."""

    port: int
    page: str
    every: float
    found: Refreshes
    _tag: bytes = b""

    async def follow(self, chance: Random) -> None:
        await asyncio.sleep(self.every * chance.random())
        while True:
            await self._ask()
            await asyncio.sleep(self.every * (1 + AWHILE * chance.random()))

    async def _ask(self) -> None:
        began = time.monotonic()
        try:
            async with asyncio.timeout(TIMEOUT_S):
                head, size = await self._answer()
        except (OSError, asyncio.IncompleteReadError):
            self.found.failed += 1
            return
        self.found.took.append((time.monotonic() - began) * 1000)
        self.found.bytes += size
        status = int(head[0].split(b" ", 2)[1])
        if status == HTTPStatus.OK:
            self.found.fresh += 1
            self._tag = next((_value(line) for line in head if line[:5].lower() == b"etag:"), b"")
        elif status != HTTPStatus.NOT_MODIFIED:
            self.found.failed += 1

    async def _answer(self) -> tuple[Sequence[bytes], int]:
        """The lines of its head, and the bytes of all."""
        reader, writer = await asyncio.open_connection(HOST, self.port)
        known = b"If-None-Match: " + self._tag + b"\r\n" if self._tag else b""
        asked = f"GET {self.page} HTTP/1.1\r\nHost: localhost:{self.port}\r\n"
        asked += "Accept-Encoding: gzip\r\nConnection: close\r\n"
        writer.write(asked.encode() + known + b"\r\n")
        try:
            answer = await reader.read()
        finally:
            writer.close()
        if not answer:
            raise ConnectionResetError
        return answer.partition(END)[0].split(b"\r\n"), len(answer)


def _value(line: bytes) -> bytes:
    return line.partition(b":")[2].strip()
