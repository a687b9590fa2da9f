"""With the colours of the system, what is chosen differs from what is not by more than colour."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.js.room import FakeRoom
from tests.browser.js.tablet import TABLET, open_turn, tap_letters
from tests.browser.js.test_laying import square
from tests.rows import every_row

#: Borders, outlines and backgrounds, which forced colours leave; no shadows.
LOOK = """(element) => {
  const styles = [getComputedStyle(element), getComputedStyle(element, "::after")];
  return styles.flatMap((style) => [style.outlineStyle, style.outlineWidth, style.outlineColor,
    style.borderLeftStyle, style.borderLeftWidth, style.borderLeftColor, style.backgroundColor]
    .concat(style.content)).join(" ");
}"""


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": TABLET, "has_touch": True}


def look(page: Page, selector: str) -> str:
    text: str = page.locator(selector).first.evaluate(LOOK)
    return text


def compare(page: Page, pairs: dict[str, tuple[str, str]]) -> None:
    with every_row() as row:
        for name, (chosen, other) in pairs.items():
            with row(name):
                assert look(page, chosen) != look(page, other)


def test_chosen_differs_from_not_chosen_in_forced_colours(room: FakeRoom) -> None:
    page = open_turn(room)
    page.emulate_media(forced_colors="active")
    tap_letters(page, "H?")
    choice = "[name={}]{} + span"
    compare(
        page,
        {
            "way of writing": (
                choice.format("writing", ":checked"),
                choice.format("writing", ":not(:checked)"),
            ),
            "direction": (
                choice.format("direction", ":checked"),
                choice.format("direction", ":not(:checked)"),
            ),
            "joker of the rack": ("#rack [aria-pressed=true]", "#rack [data-letter=E]"),
            "square of the next letter": ("#squares .caret", "#squares .unwritten:not(.caret)"),
        },
    )
    tap_letters(page, "E")
    page.locator("#reference").tap()
    page.keyboard.type("A1")
    compare(
        page,
        {
            "circled joker": ("#squares .joker .letter", "#squares :not(.joker) > .letter"),
            "field": ("#reference", "#score"),
            "outlined word": ("#board .aimed", "#board .square:not(.aimed, .tile)"),
            "last word": ("#board .tile.last", "#board .tile:not(.last)"),
        },
    )
    page.get_by_role("button", name="Poser").tap()
    square(page, "B3").tap()
    tap_letters(page, "L")
    expect(page.locator("#board .loose")).to_have_count(1)
    compare(
        page,
        {
            "pressed button": ("#lay", "#swap"),
            "laid tile": ("#board .loose", "#board .tile:not(.loose, .last)"),
            "square of the next tile": (
                "#board [data-cursor]",
                "#board .square:not(.tile, .aimed)",
            ),
            "laid letter of the rack": ("#rack .laid", "#rack button:not(.laid)"),
        },
    )
    page.get_by_role("radio", name="Feuille quadrillée").tap()
    compare(page, {"pen": ("#squared .pen", "#squared .sq:not(.pen)")})
