"""Pages for tests of the modules and of the live pages, without servers."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.js.room import FakeRoom, open_fake_room


@pytest.fixture(scope="module")
def modules(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """One page on which the site's modules can be imported; it keeps nothing between calls."""
    with open_fake_room(browser, **browser_context_args) as room:
        room.serve_blank()
        yield room.page


@pytest.fixture(scope="module")
def _shared(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[FakeRoom]:
    with open_fake_room(browser, **browser_context_args) as room:
        yield room


@pytest.fixture
def room(_shared: FakeRoom) -> Iterator[FakeRoom]:
    """A room for the page that the tests of a file share; it is left as it was found.

    An error of the page's own fails the test.
    """
    yield _shared
    errors = list(_shared.errors)
    _shared.begin_anew()
    assert errors == []


@pytest.fixture
def own_room(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[FakeRoom]:
    """A room for a page of the test's own, which it may change for good.

    By scripts that run before the page's, by a clock that stands still, without network.
    """
    with open_fake_room(browser, **browser_context_args) as room:
        yield room
    assert room.errors == []
