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
    """A reader of public pages, who also opens the page of a table."""

    client: Client
    slug: str

    def visit(self, key: str) -> None:
        for path in (f"/{self.slug}/live/", f"/{self.slug}/ranking/", f"/t/{key}/"):
            self.client.get(path)

    def request_and_leave(self, within_s: float) -> None:
        """Request a page and disconnect before the answer, as a locked telephone does."""
        server = HTTPConnection(urlsplit(self.client.url).netloc, timeout=TIMEOUT_S)
        with contextlib.closing(server):
            server.request("GET", f"/{self.slug}/ranking/")
            time.sleep(within_s)


@dataclass
class PageRequests:
    """Milliseconds of each request, number of new pages, bytes."""

    times: list[float] = field(default_factory=list)
    new_pages: int = 0
    bytes: int = 0
    failures: int = 0

    def add(self, other: "PageRequests") -> None:
        self.times += other.times
        self.new_pages += other.new_pages
        self.bytes += other.bytes
        self.failures += other.failures


@dataclass
class Phone:
    """A phone that requests ``page`` every ``interval_s`` seconds with its ETag (page_updates.js).

    Results are added to ``requests``."""

    port: int
    page: str
    interval_s: float
    requests: PageRequests
    _etag: bytes = b""

    async def follow(self, rng: Random) -> None:
        await asyncio.sleep(self.interval_s * rng.random())
        while True:
            await self._request_page()
            await asyncio.sleep(self.interval_s * (1 + JITTER * rng.random()))

    async def _request_page(self) -> None:
        start = time.monotonic()
        try:
            async with asyncio.timeout(TIMEOUT_S):
                head, size = await self._read_answer()
        except (OSError, asyncio.IncompleteReadError):
            self.requests.failures += 1
            return
        self.requests.times.append((time.monotonic() - start) * 1000)
        self.requests.bytes += size
        status = int(head[0].split(b" ", 2)[1])
        if status == HTTPStatus.OK:
            self.requests.new_pages += 1
            self._etag = next(
                (_get_value(line) for line in head if line[:5].lower() == b"etag:"), b""
            )
        elif status != HTTPStatus.NOT_MODIFIED:
            self.requests.failures += 1

    async def _read_answer(self) -> tuple[Sequence[bytes], int]:
        """Return the lines of the head and the bytes of the whole answer."""
        reader, writer = await asyncio.open_connection(HOST, self.port)
        etag_header = b"If-None-Match: " + self._etag + b"\r\n" if self._etag else b""
        request = f"GET {self.page} HTTP/1.1\r\nHost: localhost:{self.port}\r\n"
        request += "Accept-Encoding: gzip\r\nConnection: close\r\n"
        writer.write(request.encode() + etag_header + b"\r\n")
        try:
            answer = await reader.read()
        finally:
            writer.close()
        if not answer:
            raise ConnectionResetError
        return answer.partition(END)[0].split(b"\r\n"), len(answer)


def _get_value(line: bytes) -> bytes:
    return line.partition(b":")[2].strip()
