"""Measures what a page weighs for a device that comes for the first time: ``make bench-web``.

A club of its own, a table in mid-turn, a real browser: requests and bytes of the first visit and
of a reload, and how long both take over slow 3G. The exit status is 1 when a goal was missed.
"""

import os
import shutil
import sys

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

from benchmarks.chaos.club import Club
from benchmarks.web.visit import SLOW_3G, Visit, device, visit
from engine.arguments import Parser

BROWSERS = ("chromium-headless-shell", "chromium")
#: Of a first visit, and seconds until one plays again after a reload.
MOST_REQUESTS, MOST_BYTES, MOST_SECONDS = 12, 120_000, 2.0
PLAYING = "body[data-stage=open]"


def main(arguments: list[str] | None = None) -> int:
    parser = Parser(prog="benchmarks.web", description=__doc__)
    parser.add_argument("--list", action="store_true", help="chaque requête de la première visite")
    options = parser.parse_args(arguments)
    console = Console()
    console.print("[dim]… un club démarre[/dim]")
    club = Club()
    try:
        os.environ.update(club.environment(club.start()))
        import django

        django.setup()
        from benchmarks.web.table import set_up  # its imports need Django

        quick, slow = _visits(club.url + set_up())
        if options.list:
            for address, size in quick[0].requests:
                console.print(f"{size:>8} {address.removeprefix(club.url)}", highlight=False)
        return _tell(console, quick, slow)
    finally:
        club.stop()


def _visits(address: str) -> tuple[list[Visit], list[Visit]]:
    """First visit and reload, as fast as it goes and over slow 3G."""
    chromium = next(filter(None, map(shutil.which, BROWSERS)))
    made = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--disable-sync"]
        )
        for is_slow in (False, True):
            with device(browser, slow=is_slow) as page:
                made.append([visit(page, address, PLAYING), visit(page, address, PLAYING)])
        browser.close()
    return made[0], made[1]


def _tell(console: Console, quick: list[Visit], slow: list[Visit]) -> int:
    (first, again), (slow_first, slow_again) = quick, slow
    goals = [
        first.count <= MOST_REQUESTS,
        first.bytes <= MOST_BYTES,
        slow_again.seconds <= MOST_SECONDS,
    ]
    bits, latency = SLOW_3G
    over = f"en jeu, {bits // 1000} kbit/s, {latency} ms"
    table = Table(title="Une table en plein coup")
    for name in ("", "requêtes", "octets", "en jeu", over):
        table.add_column(name, justify="right" if name else "left")
    for name, fast, over_3g in (
        ("première visite", first, slow_first),
        ("rechargement", again, slow_again),
    ):
        seconds = (f"{one.seconds:.2f} s" for one in (fast, over_3g))
        table.add_row(name, str(fast.count), str(fast.bytes), *seconds)
    console.print(table)
    reached = "atteint" if all(goals) else "manqué"
    console.print(
        f"But : première visite en {MOST_REQUESTS} requêtes et {MOST_BYTES} octets au plus, "
        f"en jeu {MOST_SECONDS:g} s après un rechargement : {reached}."
    )
    return 0 if all(goals) else 1


if __name__ == "__main__":
    sys.exit(main())
