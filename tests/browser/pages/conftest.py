"""A room with players; Django is only imported once it is set up."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.pages.tables import Open, Visit
from tests.stack import LiveStack
from tests.waiting import wait_for

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

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


@pytest.fixture
def visit(
    room: "Room",
    live_server: "LiveServer",
    page: Page,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> Visit:
    """Opens a page of the tournament, which has one finished game of one turn."""
    from tests.tournament.services.play.test_turns import play_turn
    from tournament.services import tasks
    from tournament.services.play.games import finish_game

    # A worker that an earlier test has started corrects nothing here.
    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)
    settings.CSRF_TRUSTED_ORIGINS = [live_server.url]
    game = room.game()
    play_turn(room, game)
    finish_game(game=game, reason="judge_decision", **room.get_author_and_time())

    def open_page(address: str) -> Page:
        first, other = room.entry_ids[:2]
        named = {"slug": room.tournament.slug, "one": first, "other": other}
        page.goto(live_server.url + address.format(**named))
        return page

    return open_page
