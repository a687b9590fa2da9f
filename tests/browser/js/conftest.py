"""Pages for tests of the modules and of the live pages, without servers."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.js.room import TOKEN, FakeRoom

END_REASONS = {"all_placed": "Toutes les lettres ont été tirées et placées."}
TOURNAMENT = SimpleNamespace(name="Festival de printemps", slug="festival")


@pytest.fixture(scope="module")
def modules(browser: Browser) -> Iterator[Page]:
    """One page on which the site's modules can be imported; it keeps nothing between calls."""
    page = browser.new_page(locale="fr-FR", timezone_id="Europe/Paris")
    FakeRoom(page).serve_blank()
    yield page
    page.close()


@pytest.fixture
def room(page: Page) -> Iterator[FakeRoom]:
    """A room for the page of the test; an error of the page's own fails the test."""
    room = FakeRoom(page)
    yield room
    assert room.errors == []


def open_table(room: FakeRoom, state: dict[str, Any] | None) -> None:
    """The tablet of table 7, given ``state`` when it connects."""
    data = {
        "token": TOKEN,
        "tokenUrl": "/table/token/",
        "bulletinUrl": "/table/bulletin/",
        "entry": 4,
        "tournament": TOURNAMENT.name,
        "endReasons": END_REASONS,
    }
    context = {
        "table": SimpleNamespace(number=7, tournament=TOURNAMENT),
        "entry": SimpleNamespace(name="DELMAS Yvette"),
        "csrf_token": "c" * 64,
        "data": data,
    }
    room.hold("entry", state)
    room.open("/table/", "player/table.html", context)
    room.page.locator("#link[data-status=live]").wait_for()
    room.page.locator("body[data-stage]").wait_for(state="attached")


def open_screen(room: FakeRoom, state: dict[str, Any] | None) -> None:
    """The public screen, given ``state`` when it connects."""
    data = {
        "token": TOKEN,
        "tokenUrl": "/festival/token/",
        "tournament": TOURNAMENT.name,
        "endReasons": END_REASONS,
    }
    room.hold("public", state)
    room.open("/festival/live/", "public/screen.html", {"tournament": TOURNAMENT, "data": data})
    room.page.locator("#link[data-status=live]").wait_for()
    room.page.locator("body[data-stage]").wait_for(state="attached")
