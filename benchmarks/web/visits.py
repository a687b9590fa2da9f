"""First visits in a real browser, on a club with its files joined. Needs Django set up."""

import shutil

from django.db import connection
from django.urls import reverse
from playwright.sync_api import Browser, sync_playwright

from benchmarks.web.festival import PLANS
from benchmarks.web.results import Page, Visited
from benchmarks.web.table import set_up
from benchmarks.web.visit import device, visit
from tournament.models import Entry, Tournament

BROWSERS = ("chromium-headless-shell", "chromium")
PLAYING = "body[data-stage=open]"


def first_visits(url: str) -> list[Visited]:
    pages = _pages()
    chromium = next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--disable-sync"]
        )
        found = [_visited(browser, url, page) for page in pages]
        browser.close()
    return found


def _visited(browser: Browser, url: str, page: Page) -> Visited:
    made = []
    for is_slow in (False, True):
        with device(browser, slow=is_slow) as tab:
            made += [visit(tab, url + page.path, page.ready) for _ in range(2)]
    return Visited(page, *made)


def _pages() -> list[Page]:
    tournament = Tournament.objects.get(name=PLANS[-1].name)
    slug = tournament.slug
    entry = Entry.objects.filter(tournament=tournament).order_by("pk")[0]
    found = [
        Page("table en plein coup", set_up(), PLAYING, requests=12, bytes=120_000, seconds=2.0),
        Page("tournoi", reverse("public-home", args=[slug])),
        Page(
            "classement de 500",
            reverse("public-ranking", args=[slug]),
            ".ranking tbody tr:last-child",
            waited=8,
            bytes=100_000,
        ),
        Page("feuille de partie", reverse("public-game", args=[slug, 1])),
        Page("joueur", reverse("public-player", args=[slug, entry.pk])),
        Page("grand écran", reverse("public-screen", args=[slug])),
    ]
    connection.close()
    return found
