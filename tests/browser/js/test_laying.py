"""Letters laid on the grid of the tablet write the bulletin, and count for nothing themselves."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.js.room import FakeRoom, now
from tests.browser.js.states import turn
from tests.browser.js.tablet import (
    TABLET,
    find_status,
    get_last_save,
    open_turn,
    read_written_word,
    tap_letters,
)


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": TABLET, "has_touch": True}


def square(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(f"^{name}, "))


def laid(page: Page) -> Locator:
    return page.locator("#board .loose")


def drag(page: Page, letter: str, name: str) -> None:
    page.locator(f'#rack [data-letter="{letter}"]').first.hover()
    page.mouse.down()
    box = square(page, name).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=2)
    page.mouse.up()


def test_letters_dragged_into_one_line_fill_word_direction_and_reference(room: FakeRoom) -> None:
    page = open_turn(room)
    drag(page, "L", "A1")
    assert read_written_word(page) == ""  # one letter is no word
    drag(page, "A", "B1")
    expect(page.locator("#reference")).to_have_value("1A")
    drag(page, "N", "D5")  # not in the line: the bulletin stays
    expect(laid(page)).to_have_count(3)
    square(page, "D5").tap()
    expect(laid(page)).to_have_count(2)

    expect(find_status(page)).to_have_attribute("data-kind", "saved")
    assert get_last_save(room) == {"turn": 11, "rows": ["L", "A"], "reference": "1A", "score": ""}
    expect(page.locator("#rack .laid")).to_have_count(2)


def test_laid_by_touch_a_joker_asks_for_its_letter(room: FakeRoom) -> None:
    page = open_turn(room)
    page.get_by_role("button", name="Poser").tap()
    tap_letters(page, "H")
    expect(page.locator("#rack .picked")).to_have_count(1)
    square(page, "A1").tap()
    tap_letters(page, "?")
    page.get_by_role("button", name="Z", exact=True).last.tap()
    tap_letters(page, "A")

    assert read_written_word(page) == "HzA"
    expect(page.locator("#reference")).to_have_value("A1")
    expect(page.locator("#score")).to_have_value("")
    square(page, "A3").tap()
    assert read_written_word(page) == "Hz"
    page.get_by_role("button", name="Poser").tap()
    tap_letters(page, "E")
    assert read_written_word(page) == "HzE"  # as before: a letter is written


def test_letters_are_laid_by_keyboard_and_survive_a_reload(room: FakeRoom) -> None:
    page = open_turn(room)
    page.get_by_role("button", name="Poser").press("Enter")
    square(page, "A1").tap()
    page.keyboard.type("hel")
    page.keyboard.press("Backspace")
    assert read_written_word(page) == "HE"
    expect(find_status(page)).to_have_attribute("data-kind", "saved")

    page.reload()

    expect(laid(page)).to_have_count(2)
    room.event("closed", turn=turn(11, "closed", now=now(), left_s=-1))
    expect(page.get_by_role("button", name="Poser")).to_be_disabled()
    square(page, "A1").dispatch_event("click")
    expect(laid(page)).to_have_count(2)
    room.event("revealed", turn=turn(11, "revealed", now=now()))
    expect(laid(page)).to_have_count(0)


def click_key(page: Page, name: str) -> None:
    page.locator(f"#keypad [data-key={name}]").dispatch_event("click")


def test_undo_and_redo_go_through_laid_tiles_and_bulletin_together(room: FakeRoom) -> None:
    page = open_turn(room)
    page.keyboard.type("A")
    drag(page, "L", "A1")  # no word yet
    drag(page, "A", "B1")  # written
    expect(laid(page)).to_have_count(2)
    assert read_written_word(page) == "LA"
    click_key(page, "undo")
    expect(laid(page)).to_have_count(1)
    assert read_written_word(page) == "A"
    expect(page.locator("#reference")).to_have_value("")
    click_key(page, "undo")
    expect(laid(page)).to_have_count(0)
    expect(page.locator("#rack .laid")).to_have_count(0)
    click_key(page, "undo")
    assert read_written_word(page) == ""
    for _ in range(3):
        click_key(page, "redo")
    expect(laid(page)).to_have_count(2)
    assert read_written_word(page) == "LA"
    square(page, "B1").click()  # taken back: a step of its own
    square(page, "A1").focus()
    page.keyboard.press("Control+z")
    expect(laid(page)).to_have_count(2)

    page.reload()

    expect(laid(page)).to_have_count(2)
    expect(page.locator("#keypad [data-key=undo]")).to_have_attribute("aria-disabled", "true")
