"""First visits in a real browser, on a club with bundled files: the requests of a device, those it
waits for, and those of a second visit.

Needs Django set up.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import connection
from django.urls import reverse
from playwright.sync_api import Browser, Page as Tab, Request, WebSocket

from benchmarks.people.browser import open_browser
from benchmarks.people.judge import Desk
from benchmarks.people.room import make_room
from benchmarks.web.festival import PLANS
from benchmarks.web.report import WebReport, make_web_table
from tournament.core.states import Role
from tournament.models import Entry, Tournament

#: Bits per second and latency in milliseconds: "slow 3G" of browsers' tools.
SLOW_3G = (400_000, 400)
TIMEOUT_MS = 120_000
PLAYING = "body[data-stage=open]"
#: Tables of the hall, and seconds of its turn: long enough for every visit.
TABLES, TIME_S = 24, 900
#: Requests of a real browser's first visit that Playwright does not report.
OTHER_ADDRESSES = """() => {
  const { dataset } = document.documentElement;
  const links = document.querySelectorAll('link[rel="icon"], link[rel="manifest"]');
  const addresses = [...links].map((link) => link.href);
  const worker = "serviceWorker" in navigator && dataset.shellWorker;
  return worker ? [...addresses, new URL(worker, location.href).href] : addresses;
}"""
#: Style sheets for printing only: the reader does not wait for them.
PRINT_ONLY = "[...document.querySelectorAll('link[media=print]')].map((link) => link.href)"


@dataclass(frozen=True)
class Page:
    """``ready``: selector of the readable page. Goals: requests in all, requests until readable,
    bytes, and seconds of a reload over slow 3G."""

    name: str
    path: str
    ready: str = "main h1"
    requests: int | None = None
    awaited_count: int | None = None
    bytes: int | None = None
    seconds: float | None = None


@dataclass
class Visit:
    """One visit: bytes by address, in order of request, and seconds.

    ``unawaited``: addresses that the reader does not wait for.
    """

    requests: list[tuple[str, int]] = field(default_factory=list)
    sockets: list[str] = field(default_factory=list)
    socket_bytes: int = 0
    unawaited: frozenset[str] = frozenset()
    seconds: float = 0.0

    @property
    def count(self) -> int:
        return len(self.requests) + len(self.sockets)

    @property
    def awaited_count(self) -> int:
        """Number of requests until the page is readable."""
        return sum(address not in self.unawaited for address, _ in self.requests)

    @property
    def bytes(self) -> int:
        return sum(size for _, size in self.requests) + self.socket_bytes


def measure_visits(url: str, report: WebReport) -> None:
    bits, latency = SLOW_3G
    title = f"Premières visites ; 3G lente : {bits // 1000} kbit/s, {latency} ms"
    numbers = (">requêtes", ">avant de lire", ">octets", ">lisible", ">en 3G", ">rechargée", ">3G")
    table = make_web_table(title, "", *numbers)
    pages = _list_pages()
    with open_browser() as browser:
        for page in pages:
            first, second = _visit_twice(browser, url, page, slow=False)
            slow, slow_second = _visit_twice(browser, url, page, slow=True)
            counts = f"{first.count}", f"{first.awaited_count}", f"{first.bytes:,}"
            times = f"{first.seconds:.2f} s", f"{slow.seconds:.2f} s"
            reload_text = f"{second.count} : {second.bytes:,}, {second.seconds:.2f} s"
            table.add_row(page.name, *counts, *times, reload_text, f"{slow_second.seconds:.2f} s")
            for label, value, goal in (
                ("requêtes", first.count, page.requests),
                ("requêtes avant de lire", first.awaited_count, page.awaited_count),
                ("octets", first.bytes, page.bytes),
                ("s rechargée en 3G", slow_second.seconds, page.seconds),
            ):
                if goal is not None:
                    problem = f"{page.name} : {value:g} {label}, au lieu de {goal:g}"
                    report.require(value <= goal, problem)
            report.requests[page.name] = [
                f"{size:>8} {'·' if address in first.unawaited else ' '} {address}"
                for address, size in first.requests
            ]
    report.tables.append(table)


def _list_pages() -> list[Page]:
    tournament = Tournament.objects.get(name=PLANS[-1].name)
    slug, entry = tournament.slug, Entry.objects.filter(tournament=tournament).order_by("pk")[0]
    ranking, last_row = reverse("public-ranking", args=[slug]), ".ranking tbody tr:last-child"
    pages = [
        Page("table en plein coup", open_table(), PLAYING, requests=12, bytes=120_000, seconds=2.0),
        Page("tournoi", reverse("public-home", args=[slug])),
        Page("classement de 500", ranking, last_row, awaited_count=8, bytes=100_000),
        Page("feuille de partie", reverse("public-game", args=[slug, 1])),
        Page("joueur", reverse("public-player", args=[slug, entry.pk])),
        Page("grand écran", reverse("public-screen", args=[slug])),
    ]
    connection.close()
    return pages


def open_table() -> str:
    """Open a first turn; return the address of a table's link."""
    room = make_room("Visite", "bureau", TABLES, Role.JUDGE)  # the festival's account
    desk = Desk(room.create_game(time_s=TIME_S), room.user)
    desk.start()
    turn = desk.draw()
    assert turn is not None
    desk.announce(turn)
    desk.open(turn)
    return reverse("enter-by-key", args=[room.entries[0].table.key])


def _visit_twice(browser: Browser, url: str, page: Page, *, slow: bool) -> list[Visit]:
    with open_device(browser, slow=slow) as tab:
        return [visit(tab, url + page.path, page.ready) for _ in range(2)]


@contextmanager
def open_device(browser: Browser, *, slow: bool) -> Iterator[Tab]:
    """Yield a page of a new browser context."""
    context = browser.new_context(locale="fr-FR", timezone_id="Europe/Paris")
    page = context.new_page()
    if slow:
        bits, latency = SLOW_3G
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        speed = {"downloadThroughput": bits / 8, "uploadThroughput": bits / 8}
        conditions = {"offline": False, "latency": latency, **speed}
        network.send("Network.emulateNetworkConditions", conditions)
    yield page
    context.close()


def visit(page: Tab, address: str, ready: str) -> Visit:
    """Open or reload ``address``, until ``ready`` is visible and the network idle."""
    visited = Visit()
    requests: list[Request] = []

    def add_request(request: Request) -> None:
        requests.append(request)

    def add_bytes(frame: str | bytes) -> None:
        visited.socket_bytes += len(frame.encode() if isinstance(frame, str) else frame)

    def add_socket(socket: WebSocket) -> None:
        visited.sockets.append(socket.url)
        socket.on("framereceived", add_bytes)

    context = page.context
    context.on("request", add_request)
    page.on("websocket", add_socket)
    is_first = page.url == "about:blank"
    start = time.monotonic()
    if is_first:
        page.goto(address, wait_until="commit", timeout=TIMEOUT_MS)
    else:
        page.reload(wait_until="commit", timeout=TIMEOUT_MS)
    page.locator(ready).wait_for(state="attached", timeout=TIMEOUT_MS)
    visited.seconds = time.monotonic() - start
    page.wait_for_load_state("networkidle", timeout=TIMEOUT_MS)
    context.remove_listener("request", add_request)
    page.remove_listener("websocket", add_socket)
    visited.requests = [
        (request.url, size) for request in requests if (size := _count_received_bytes(request))
    ]
    others = _list_others(page) if is_first else []
    visited.requests += others
    visited.unawaited = frozenset([*page.evaluate(PRINT_ONLY), *(address for address, _ in others)])
    return visited


def _list_others(page: Tab) -> list[tuple[str, int]]:
    """Return the address and the size of each request that Playwright does not report."""
    sizes = []
    for address in page.evaluate(OTHER_ADDRESSES):
        head = page.context.request.get(address).headers
        sizes.append((address, int(head["content-length"]) + len(repr(head))))
    return sizes


def _count_received_bytes(request: Request) -> int:
    """Return the bytes of the answer with its head; 0 if the browser had it cached, or the page
    broke the request off."""
    if request.failure is not None:
        return 0
    sizes = request.sizes()
    answer = request.response()
    if answer and answer.ok and not sizes["responseBodySize"]:
        return 0
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]
