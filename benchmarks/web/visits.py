"""First visits in a real browser, on a club with its files joined: what a device asks for and waits
for, and what when it comes back. Needs Django set up."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.db import connection
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page as Tab, Request, WebSocket

from benchmarks.people.browser import open_browser
from benchmarks.people.judge import Desk
from benchmarks.people.room import make_room
from benchmarks.web.festival import PLANS
from benchmarks.web.report import SLOW_3G, Page, Visit, Visited
from tournament.core.states import Role
from tournament.models import Entry, Tournament
from tournament.services.play.games import create_game

PATIENCE_MS = 120_000
PLAYING = "body[data-stage=open]"
#: Tables of the room that is visited, and seconds of its turn: long enough for every visit.
TABLES, TIME_S = 24, 900
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


def visit_all(url: str) -> list[Visited]:
    pages = _pages()
    with open_browser() as browser:
        return [_visit_page(browser, url, page) for page in pages]


def _pages() -> list[Page]:
    tournament = Tournament.objects.get(name=PLANS[-1].name)
    slug, entry = tournament.slug, Entry.objects.filter(tournament=tournament).order_by("pk")[0]
    ranking, last = reverse("public-ranking", args=[slug]), ".ranking tbody tr:last-child"
    found = [
        Page("table en plein coup", open_table(), PLAYING, requests=12, bytes=120_000, seconds=2.0),
        Page("tournoi", reverse("public-home", args=[slug])),
        Page("classement de 500", ranking, last, waited=8, bytes=100_000),
        Page("feuille de partie", reverse("public-game", args=[slug, 1])),
        Page("joueur", reverse("public-player", args=[slug, entry.pk])),
        Page("grand écran", reverse("public-screen", args=[slug])),
    ]
    connection.close()
    return found


def open_table() -> str:
    """A first turn is open; returns the address of a table's link."""
    user = User.objects.get(username="bureau")  # who has made the festival
    room = make_room("Visite", user, TABLES, Role.JUDGE)
    desk = Desk(create_game(tournament=room.tournament, time_s=TIME_S, **room.by()), user)
    desk.start()
    turn = desk.draw()
    assert turn is not None
    desk.announce(turn)
    desk.open(turn)
    return reverse("enter-by-key", args=[room.entries[0].table.key])


def _visit_page(browser: Browser, url: str, page: Page) -> Visited:
    made = []
    for is_slow in (False, True):
        with open_device(browser, slow=is_slow) as tab:
            made += [visit(tab, url + page.path, page.ready) for _ in range(2)]
    return Visited(page, *made)


@contextmanager
def open_device(browser: Browser, *, slow: bool) -> Iterator[Tab]:
    """A page of a browser that knows nothing yet."""
    context = browser.new_context(locale="fr-FR", timezone_id="Europe/Paris")
    page = context.new_page()
    if slow:
        _slow_down(context, page)
    yield page
    context.close()


def _slow_down(context: BrowserContext, page: Tab) -> None:
    bits, latency = SLOW_3G
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    speed = {"downloadThroughput": bits / 8, "uploadThroughput": bits / 8}
    conditions = {"offline": False, "latency": latency, **speed}
    network.send("Network.emulateNetworkConditions", conditions)


def visit(page: Tab, address: str, ready: str) -> Visit:
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


def _untold(page: Tab) -> list[tuple[str, int]]:
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
