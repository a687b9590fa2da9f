"""During a turn letters, clock, bulletin, keypad and grid are in sight together in every window."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.axe import COLOURS_AND_SIZES, list_violations
from tests.browser.js.room import FakeRoom, now
from tests.browser.js.states import entry_state, turn
from tests.browser.js.tablet import TABLET, open_table, open_turn
from tests.rows import every_row

SIZES = [
    (601, 880),
    (390, 844),
    (360, 640),
    (600, 1024),
    (768, 1024),
    (810, 1000),
    (800, 1280),
    (962, 520),
    (1024, 600),
    (1024, 768),
    (844, 390),
    (1366, 768),
]
#: One of each layout, for the sheet beside the same parts.
SHEET_SIZES = [(360, 640), (844, 390), (390, 844), (600, 1024), (962, 520), (1024, 768)]
#: Too low for the grid beside the bulletin: a button opens it.
LOW = {(360, 640), (844, 390)}
PARTS = [
    "#clock",
    "#rack",
    "#reference",
    "#score",
    "#save-status",
    "#keypad",
    "#link",
    "#rack-tools",
]
#: What is in sight besides, by way of writing.
WRITINGS = {"Mot seul": "#squares", "Feuille quadrillée": "#squared"}
#: The smallest grid that is read, in pixels.
MIN_BOARD = 170


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": TABLET, "has_touch": True}


def size_of(width: int, height: int) -> ViewportSize:
    return {"width": width, "height": height}


def boxes(page: Page, selectors: list[str]) -> dict[str, list[float]]:
    """Left, top, right and bottom of each element in the window."""
    places: dict[str, list[float]] = page.evaluate(
        """(selectors) => Object.fromEntries(selectors.map((selector) => {
             const box = document.querySelector(selector).getBoundingClientRect();
             return [selector, [box.left, box.top, box.right, box.bottom]];
           }))""",
        selectors,
    )
    return places


def list_hidden(page: Page, selectors: list[str], width: int, height: int) -> list[str]:
    """The elements that are not wholly in the window."""
    return [
        name
        for name, (x1, y1, x2, y2) in boxes(page, selectors).items()
        if min(x1, y1) < 0 or x2 > width or y2 > height or x2 <= x1
    ]


def list_overlapping(page: Page, selectors: list[str]) -> list[tuple[str, str]]:
    """The pairs of elements that cover each other by more than a pixel."""
    places = list(boxes(page, selectors).items())
    return [
        (a, b)
        for index, (a, p) in enumerate(places)
        for b, q in places[index + 1 :]
        if min(p[2], q[2]) - max(p[0], q[0]) > 1 and min(p[3], q[3]) - max(p[1], q[1]) > 1
    ]


def test_everything_of_a_turn_is_in_sight_without_scrolling(room: FakeRoom) -> None:
    page = open_turn(room)
    with every_row() as row:
        for writing, field in WRITINGS.items():
            page.get_by_role("radio", name=writing).tap()
            for width, height in SIZES if writing == "Mot seul" else SHEET_SIZES:
                page.set_viewport_size(size_of(width, height))
                is_low = (width, height) in LOW
                parts = [*PARTS, field, "#grid-toggle" if is_low else "#board"]
                with row(f"{writing} {width}x{height}"):
                    assert list_hidden(page, parts, width, height) == []
                    assert list_overlapping(page, parts) == []
                    if not is_low:
                        x1, _, x2, _ = boxes(page, ["#board"])["#board"]
                        assert x2 - x1 >= MIN_BOARD


def test_a_touch_opens_the_grid_in_a_low_window(room: FakeRoom) -> None:
    page = open_turn(room)
    toggle = page.locator("#grid-toggle")
    for width, height in LOW:
        page.set_viewport_size(size_of(width, height))
        expect(toggle).to_have_text("Voir la grille", use_inner_text=True)
        toggle.tap()
        expect(toggle).to_have_attribute("aria-expanded", "true")
        expect(toggle).to_have_text("Fermer la grille", use_inner_text=True)
        assert list_hidden(page, ["#board", "#grid-toggle"], width, height) == []
        page.locator("#board .square").nth(3).tap()
        expect(page.locator("#reference")).to_have_value("A4")
        expect(page.locator("#board")).to_be_hidden()
    toggle.press("Enter")
    assert list_violations(page, COLOURS_AND_SIZES) == []
    page.keyboard.press("Escape")
    expect(page.locator("#board")).to_be_hidden()


def test_new_letters_bring_the_turn_into_sight(room: FakeRoom) -> None:
    open_table(room, entry_state(11, "waiting", now=now()))
    page = room.page
    page.set_viewport_size(size_of(390, 844))
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")

    room.event("announced", turn=turn(11, "announced", now=now()))

    expect(page.locator("#rack [data-letter]").first).to_be_visible()
    assert list_hidden(page, ["#clock", "#board", "#rack", "#keypad"], 390, 844) == []
