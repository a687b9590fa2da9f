"""HTTP requests of pages, answered in the process of the test.

By a proxy, so that pages keep their address and are no secure contexts; not by Playwright's routes,
which would disable the browser's cache.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ProxySettings

#: Says which test a page asks for: what one that is over has asked last may come late.
TEST = "X-Test"
KEPT = {"Cache-Control": "public, max-age=86400, immutable"}


@dataclass(frozen=True)
class Answer:
    body: bytes = b""
    kind: str = "text/plain"
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"Cache-Control": "no-store"})


#: Of a path, what was sent and the header ``TEST``; None ends the connection without a word.
type Answers = Callable[[str, bytes, str], Answer | None]


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that closes a page waits for no answer."""


@contextmanager
def build_proxy(answers: Answers) -> Iterator[ProxySettings]:
    """Gives the ``proxy`` of a browser's context whose pages get these answers."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            answer = answers(urlsplit(self.path).path, sent, self.headers.get(TEST, ""))
            if answer is None:
                self.close_connection = True
                return
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(answer.body)))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)

        do_GET = do_POST = answer  # noqa: N815 - the names that the base class calls

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's
            """Log nothing."""

    with _Server(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.25}, daemon=True)
        thread.start()
        yield {"server": f"http://127.0.0.1:{server.server_port}"}
        server.shutdown()
        thread.join()
