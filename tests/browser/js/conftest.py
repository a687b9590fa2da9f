"""Pages for tests of the modules and of the live pages, without servers."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.js.room import FakeRoom, open_fake_room

type OpenRoom = Callable[[dict[str, Any]], FakeRoom]


@pytest.fixture(scope="session")
def _open_room(browser: Browser) -> Iterator[OpenRoom]:
    """Opens the room of a kind of browser context; files with the same kind share it."""
    rooms: dict[str, FakeRoom] = {}
    with ExitStack() as stack:

        def open_room(context: dict[str, Any]) -> FakeRoom:
            kind = repr(sorted(context.items()))
            if kind not in rooms:
                rooms[kind] = stack.enter_context(open_fake_room(browser, **context))
            return rooms[kind]

        yield open_room


@pytest.fixture(scope="module")
def _shared(_open_room: OpenRoom, browser_context_args: dict[str, Any]) -> FakeRoom:
    return _open_room(browser_context_args)


@pytest.fixture(scope="module")
def modules(_shared: FakeRoom) -> Iterator[Page]:
    """One page on which the site's modules can be imported; it keeps nothing between calls."""
    _shared.serve_blank()
    yield _shared.page
    _shared.begin_anew()


@pytest.fixture
def room(_shared: FakeRoom) -> Iterator[FakeRoom]:
    """A room for the page that many tests share; it is left as it was found.

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
