"""Games played alone in a real browser: try-out, random game, replay; sizes, keyboard, axe."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.axe import list_violations, list_violations_in_both_themes
from tests.browser.js.test_in_sight import list_hidden, list_overlapping
from tests.browser.keyboard import list_unreachable
from tests.rows import every_row
from tournament.practice.services.request_limit import RequestLimit
from tournament.practice.views import guard

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

    from tests.arbitrage.services.sanctioned_turns import SanctionedTurns

#: Of 8 inches.
TABLET: ViewportSize = {"width": 601, "height": 880}
PHONE: ViewportSize = {"width": 390, "height": 844}
#: The others are looked at with the page of a table, which has the same sheets.
WINDOWS = [(360, 640), (844, 390), (601, 880), (1024, 768), (1366, 768)]
#: Too low for the grid beside the bulletin: a button opens it.
LOW = {(360, 640), (844, 390)}
#: What must be in sight together while a bulletin is written.
IN_SIGHT = ["#clock", "#rack", "#squares", "#reference", "#score", "#hand-in", "#keypad"]

#: Parts of a table's page, at which ``js/test_looks.py`` looks with axe.
OF_A_TABLE = ".board, .rack, .keypad"


@pytest.fixture
def page(
    browser: Browser,
    browser_context_args: dict[str, Any],
    live_server: "LiveServer",
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Page]:
    monkeypatch.setattr(guard, "network_limit", RequestLimit(max_requests=1000))
    context = browser.new_context(
        **browser_context_args, base_url=live_server.url, reduced_motion="reduce"
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def look(page: Page, name: str) -> None:
    """Keep a picture of every size, if a folder is given for them."""
    if folder := os.environ.get("PRACTICE_PICTURES"):
        before = page.viewport_size
        for width, height in ((601, 880), (390, 844), (1024, 768), (1366, 768)):
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=Path(folder) / f"{name}-{width}.png")
        assert before
        page.set_viewport_size(before)


def write(page: Page, word: str, reference: str, score: str) -> None:
    """Write with the keyboard alone."""
    page.locator("#word").focus()
    page.keyboard.type(word)
    page.locator("#reference").focus()
    page.keyboard.type(reference)
    page.locator("#score").focus()
    page.keyboard.type(score)
    page.locator("#hand-in").focus()


def play_turn(page: Page, name: str, word: str = "ZZZ") -> None:
    """Play the open turn by keyboard: the same word is no word anywhere."""
    expect(page.locator("body")).to_have_attribute("data-stage", "open")
    look(page, f"{name}-open")
    # the keys of the page's keypad are those of a keyboard
    assert [node for node in list_unreachable(page) if 'class="key' not in node] == []
    write(page, word, "H8", "12")
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_have_attribute("data-stage", "revealed")
    expect(page.locator("#result-own")).to_contain_text("Zéro")
    expect(page.locator("#compared")).not_to_be_empty()
    look(page, f"{name}-shown")


def begin(page: Page) -> None:
    page.get_by_role("button", name="Commencer").focus()
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_have_attribute("data-stage", "open")


def try_turns(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/essayer/")
    play_turn(page, "trial")
    assert page.evaluate("Object.keys(localStorage).filter((k) => /trial/.test(k))") == []
    page.get_by_role("link", name="Un autre coup").click()
    expect(page.locator("body")).to_have_attribute("data-stage", "open")


def play_random(page: Page) -> None:
    """A turn in every window, and a letter of the next on a tablet that is reloaded."""
    page.set_viewport_size(TABLET)
    page.goto("/seul/")
    assert list_violations_in_both_themes(page) == []
    page.get_by_label("Longueur").select_option("5 coups")
    page.get_by_role("button", name="Tirer une partie").click()
    begin(page)
    fits_every_window(page)
    page.set_viewport_size(PHONE)
    expect(page.locator("#time")).to_contain_text("2:")
    play_turn(page, "random")
    expect(page.locator("#stage")).to_have_text("Restait")
    expect(page.locator("#time")).to_contain_text("2:")
    page.get_by_role("button", name="Coup suivant").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#turn-name")).to_contain_text("2 / 5")
    page.locator("#word").focus()
    page.keyboard.type("MOT")
    page.reload()
    expect(page.locator("#word")).to_have_value("MOT")


def fits_every_window(page: Page) -> None:
    with every_row() as each:
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            parts = [*IN_SIGHT, "#grid-toggle" if (width, height) in LOW else "#board"]
            with each(f"{width}x{height}"):
                assert list_hidden(page, parts, width, height) == []
                assert list_overlapping(page, parts) == []


def replay(page: Page, sheet: str) -> None:
    page.set_viewport_size(TABLET)
    page.goto(sheet)
    page.get_by_role("link", name="Rejouer cette partie").click()
    page.get_by_label("Temps").select_option("sans chrono")
    assert list_violations_in_both_themes(page) == []
    page.get_by_role("button", name="Rejouer").click()
    begin(page)
    assert list_violations_in_both_themes(page, without=OF_A_TABLE) == []
    play_turn(page, "replay")
    expect(page.locator("#end")).to_contain_text("Vous et ceux qui y étaient")
    assert list_violations_in_both_themes(page, without=f".site-header, {OF_A_TABLE}") == []
    look(page, "replay-end")


def keep_games(page: Page, count: int) -> None:
    """The list of this device deletes one after the other."""
    page.goto("/seul/parties/")
    expect(page.locator("#device-games tr")).to_have_count(count)
    assert list_violations_in_both_themes(page) == []
    page.locator("#device-games button").first.click()
    expect(page.locator("#device-games tr")).to_have_count(count - 1)


def search(page: Page) -> None:
    page.goto("/seul/")
    page.get_by_label("Scrabbles, au moins").fill("1")
    page.get_by_role("button", name="Tirer une partie").click()
    expect(page.locator("#job-bar")).to_be_visible()
    assert list_violations(page, without=".site-header, .site-footer") == []


def test_each_kind_of_game_is_played_alone_on_every_screen(
    page: Page, sanctioned_turns: "SanctionedTurns"
) -> None:
    from tournament.core.states import GameState
    from tournament.models import Game
    from tournament.queries import clock

    Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
    slug, number = sanctioned_turns.room.tournament.slug, sanctioned_turns.game.number
    try_turns(page)
    play_random(page)
    replay(page, f"/{slug}/games/{number}/")
    keep_games(page, 2)
    search(page)
