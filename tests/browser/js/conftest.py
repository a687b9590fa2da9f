"""Pages for tests of the modules and of the live pages, without servers."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.js.room import FakeRoom


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
    page.clock.install()
    room = FakeRoom(page)
    yield room
    assert room.errors == []
