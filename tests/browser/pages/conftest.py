"""A room with players; Django is only imported once it is set up."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.pages.tables import Open
from tests.patience import wait_for
from tests.stack import LiveStack

if TYPE_CHECKING:
    from tests.room import Room


@pytest.fixture
def live_room(live_stack: LiveStack) -> "Iterator[Room]":
    """A room whose worker finishes what it was given before the rows go."""
    from tests.room import make_room
    from tournament.models import Turn

    yield make_room()
    waiting = Turn.objects.filter(state__in=["closed", "revealed"], corrected_at=None)
    wait_for(lambda: not waiting.exists())


@pytest.fixture
def open_page(
    browser: Browser, live_stack: LiveStack, browser_context_args: dict[str, Any]
) -> Iterator[Open]:
    """Opens a page in a browser of its own, as another device would."""
    contexts = []

    def open_on_a_device(address: str) -> Page:
        contexts.append(browser.new_context(**browser_context_args))
        page = contexts[-1].new_page()
        page.goto(live_stack.url + address)
        return page

    yield open_on_a_device
    for context in contexts:
        context.close()
