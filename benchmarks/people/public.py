"""The public: readers, readers who leave before the answer, phones that follow a ranking."""

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

#: Jitter of ``static/js/public/page_updates.js``: phones do not request at the same moment.
JITTER = 0.25


@dataclass
class Visitor:
    """Reads public pages, and opens the page of a table."""

    client: Client
    slug: str

    def visit(self, key: str) -> None:
        for path in (f"/{self.slug}/live/", f"/{self.slug}/ranking/", f"/t/{key}/"):
            self.client.get(path)

    def leave(self, within_s: float) -> None:
        """Request a page and disconnect before the answer, as a locked telephone does."""
        server = HTTPConnection(urlsplit(self.client.url).netloc, timeout=TIMEOUT_S)
        with contextlib.closing(server):
            server.request("GET", f"/{self.slug}/ranking/")
            time.sleep(within_s)


@dataclass
class Refreshes:
    """Milliseconds of each request, number of new pages, bytes."""

    times: list[float] = field(default_factory=list)
    fresh: int = 0
    bytes: int = 0
    failed: int = 0

    def add(self, other: "Refreshes") -> None:
        self.times += other.times
        self.fresh += other.fresh
        self.bytes += other.bytes
        self.failed += other.failed


@dataclass
class Phone:
    """Shows ``page`` and requests it again every ``every`` seconds with its ETag, as page_updates.js;
    results are added to ``refreshes``."""

    port: int
    page: str
    every: float
    refreshes: Refreshes
    _tag: bytes = b""

    async def follow(self, chance: Random) -> None:
        await asyncio.sleep(self.every * chance.random())
        while True:
            await self._ask()
            await asyncio.sleep(self.every * (1 + JITTER * chance.random()))

    async def _ask(self) -> None:
        began = time.monotonic()
        try:
            async with asyncio.timeout(TIMEOUT_S):
                head, size = await self._answer()
        except (OSError, asyncio.IncompleteReadError):
            self.refreshes.failed += 1
            return
        self.refreshes.times.append((time.monotonic() - began) * 1000)
        self.refreshes.bytes += size
        status = int(head[0].split(b" ", 2)[1])
        if status == HTTPStatus.OK:
            self.refreshes.fresh += 1
            self._tag = next((_value(line) for line in head if line[:5].lower() == b"etag:"), b"")
        elif status != HTTPStatus.NOT_MODIFIED:
            self.refreshes.failed += 1

    async def _answer(self) -> tuple[Sequence[bytes], int]:
        """Return the lines of the head and the bytes of the whole answer."""
        reader, writer = await asyncio.open_connection(HOST, self.port)
        conditional = b"If-None-Match: " + self._tag + b"\r\n" if self._tag else b""
        request = f"GET {self.page} HTTP/1.1\r\nHost: localhost:{self.port}\r\n"
        request += "Accept-Encoding: gzip\r\nConnection: close\r\n"
        writer.write(request.encode() + conditional + b"\r\n")
        try:
            answer = await reader.read()
        finally:
            writer.close()
        if not answer:
            raise ConnectionResetError
        return answer.partition(END)[0].split(b"\r\n"), len(answer)


def _value(line: bytes) -> bytes:
    return line.partition(b":")[2].strip()
