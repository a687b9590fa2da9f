"""One device visits a page for the first time and comes back: what it asked for and waited for."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, Page, Request, WebSocket

#: Bits a second and milliseconds that an answer takes to begin, as a phone has them at the edge of
#: the network. Browsers' tools call it slow 3G.
SLOW_3G = (400_000, 400)
PATIENCE_MS = 120_000
#: What a browser with windows also asks for on a first visit, and Playwright does not tell.
UNTOLD = """() => {
  const { dataset } = document.documentElement;
  const links = document.querySelectorAll('link[rel="icon"], link[rel="manifest"]');
  const found = [...links].map((link) => link.href);
  const worker = "serviceWorker" in navigator && dataset.shellWorker;
  return worker ? [...found, new URL(worker, location.href).href] : found;
}"""


#: What one does not wait for to read: a sheet that only the printer uses.
PRINT_ONLY = "[...document.querySelectorAll('link[media=print]')].map((link) => link.href)"


@dataclass
class Visit:
    """What came over the network: bytes by address, in the order of asking, and seconds.
    ``silent`` are addresses that nobody waits for who reads the page."""

    requests: list[tuple[str, int]] = field(default_factory=list)
    sockets: list[str] = field(default_factory=list)
    socket_bytes: int = 0
    silent: frozenset[str] = frozenset()
    seconds: float = 0.0

    @property
    def count(self) -> int:
        return len(self.requests) + len(self.sockets)

    @property
    def waited(self) -> int:
        """Requests until the page can be read."""
        return sum(address not in self.silent for address, _ in self.requests)

    @property
    def bytes(self) -> int:
        return sum(size for _, size in self.requests) + self.socket_bytes


@contextmanager
def device(browser: Browser, *, slow: bool) -> Iterator[Page]:
    """A page of a browser that knows nothing yet."""
    context = browser.new_context(locale="fr-FR", timezone_id="Europe/Paris")
    page = context.new_page()
    if slow:
        _slow_down(context, page)
    yield page
    context.close()


def _slow_down(context: BrowserContext, page: Page) -> None:
    bits, latency = SLOW_3G
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": latency,
            "downloadThroughput": bits / 8,
            "uploadThroughput": bits / 8,
        },
    )


def visit(page: Page, address: str, ready: str) -> Visit:
    """Open ``address`` (again, if the page is there), until ``ready`` is seen and all is quiet."""
    made = Visit()
    asked: list[Request] = []

    def asks(request: Request) -> None:
        asked.append(request)

    def opened(socket: WebSocket) -> None:
        made.sockets.append(socket.url)
        socket.on("framereceived", lambda frame: _add(made, frame))

    context = page.context
    context.on("request", asks)
    page.on("websocket", opened)
    is_first = page.url == "about:blank"
    began = time.monotonic()
    if is_first:
        page.goto(address, wait_until="commit", timeout=PATIENCE_MS)
    else:
        page.reload(wait_until="commit", timeout=PATIENCE_MS)
    page.locator(ready).wait_for(state="attached", timeout=PATIENCE_MS)
    made.seconds = time.monotonic() - began
    page.wait_for_load_state("networkidle", timeout=PATIENCE_MS)
    context.remove_listener("request", asks)
    page.remove_listener("websocket", opened)
    made.requests = [(one.url, size) for one in asked if (size := _received(one))]
    untold = _untold(page) if is_first else []
    made.requests += untold
    made.silent = frozenset([*page.evaluate(PRINT_ONLY), *(address for address, _ in untold)])
    return made


def _untold(page: Page) -> list[tuple[str, int]]:
    """Asked for beside the page, for their size."""
    sizes = []
    for address in page.evaluate(UNTOLD):
        head = page.context.request.get(address).headers
        sizes.append((address, int(head["content-length"]) + len(repr(head))))
    return sizes


def _add(made: Visit, frame: str | bytes) -> None:
    made.socket_bytes += len(frame.encode() if isinstance(frame, str) else frame)


def _received(request: Request) -> int:
    """Bytes of the answer with its head; none where the browser had kept it."""
    sizes = request.sizes()
    answer = request.response()
    if answer and answer.ok and not sizes["responseBodySize"]:
        return 0
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]
