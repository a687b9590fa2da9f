"""Writing a bulletin on the tablet: taps, keys, keyboard, the order of one's letters."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.js.room import FakeRoom
from tests.browser.js.tablet import (
    TABLET,
    find_status,
    get_last_save,
    open_turn,
    order,
    press_keys,
    read_written_word,
    reveal,
    tap_letters,
)
from tests.waiting import wait_for


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": TABLET, "has_touch": True}


def test_letters_and_squares_that_are_tapped_write_the_bulletin(room: FakeRoom) -> None:
    page = open_turn(room)
    tap_letters(page, "HAL")
    press_keys(page, "E")
    page.locator("#squares [data-index='2']").tap()
    page.locator("#circle-letter").tap()
    page.get_by_role("gridcell", name="A8, vide, mot triple").tap()
    page.locator("#score").tap()
    press_keys(page, "24")

    expect(find_status(page)).to_have_attribute("data-kind", "saved")
    assert read_written_word(page) == "HAlE"
    assert get_last_save(room) == {
        "turn": 11,
        "rows": ["HAlE"],
        "reference": "A8",
        "score": "24",
    }
    expect(find_status(page)).to_contain_text(
        re.compile(r"Enregistré sur le serveur à \d\d:\d\d:\d\d\s: HALE A8 24")
    )


def test_keys_without_focus_are_written_at_the_pen(
    room: FakeRoom,
) -> None:
    page = open_turn(room)
    page.keyboard.press("Control+l")
    page.keyboard.type("he")
    assert read_written_word(page) == "HE"
    page.locator("#score").tap()
    page.locator("#score").blur()
    page.keyboard.type("24")
    expect(page.locator("#score")).to_have_value("24")
    page.locator("#shuffle").press("Space")  # a button that was pressed holds nothing either
    page.keyboard.type("7")
    expect(page.locator("#score")).to_have_value("247")
    check_links_wait_for_the_reveal(room)


def check_links_wait_for_the_reveal(room: FakeRoom) -> None:
    page = room.page
    topping = page.locator("#toppings a")
    page.evaluate("document.getElementById('toppings').innerHTML = '<p><a href>Topping 1</a></p>'")
    expect(topping).to_be_hidden()
    reveal(room)
    expect(topping).to_be_visible()


def test_a_typed_word_has_the_direction_of_its_reference(room: FakeRoom) -> None:
    page = open_turn(room)
    page.keyboard.type("he")
    page.locator("#reference").tap()
    press_keys(page, "11B")
    expect(page.get_by_role("radio", name="Vertical")).to_be_checked()
    expect(find_status(page)).to_have_attribute("data-kind", "saved")
    assert get_last_save(room) == {"turn": 11, "rows": ["H", "E"], "reference": "11B", "score": ""}

    page.get_by_role("radio", name="Horizontal").tap()

    expect(page.locator("#reference")).to_have_value("B11")
    wait_for(lambda: get_last_save(room)["rows"] == ["HE"])
    page.locator("#reference").fill("h 4")
    page.get_by_role("radio", name="Vertical").tap()
    expect(page.locator("#reference")).to_have_value("4H")
    press_keys(page, "clear")
    check_outline_of_a_word(page)


def check_outline_of_a_word(page: Page) -> None:
    """The outline on the grid of a word with its reference."""
    page.keyboard.type("hel")
    page.locator("#reference").tap()
    page.keyboard.type("3n")

    aimed = page.locator("#board .aimed")
    expect(aimed).to_have_count(2)  # the third letter is beyond the grid
    assert aimed.evaluate_all("(all) => all.map(({ dataset }) => dataset.row + dataset.col)") == [
        "132",
        "142",
    ]
    press_keys(page, "clear")
    expect(aimed).to_have_count(0)


def test_another_square_replaces_the_reference_at_the_second_touch(room: FakeRoom) -> None:
    page = open_turn(room)
    page.get_by_role("gridcell", name=re.compile("^H8,")).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("gridcell", name=re.compile("^G9,"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#reference")).to_have_value("G9")
    expect(page.locator("#announce")).to_contain_text("G9")  # that it is saved

    other = page.get_by_role("gridcell", name=re.compile("^A9, vide"))
    other.tap()
    expect(page.locator("#reference")).to_have_value("G9")
    expect(other).to_have_class(re.compile("aimed"))
    expect(page.locator("#announce")).to_contain_text("Touchez encore")
    other.tap()
    expect(page.locator("#reference")).to_have_value("A9")
    expect(page.locator("#board .aimed")).to_have_count(0)


def test_a_letter_inside_the_word_is_erased_circled_or_corrected(room: FakeRoom) -> None:
    page = open_turn(room)
    page.keyboard.type("halte")
    page.locator("#squares [data-index='3']").tap()
    press_keys(page, "backspace")
    assert read_written_word(page) == "HALE"
    press_keys(page, "S")
    assert read_written_word(page) == "HALSE"
    page.locator("#circle-letter").tap()
    assert read_written_word(page) == "HALsE"
    page.locator("#squares [data-index='0']").click(delay=600)
    assert read_written_word(page) == "hALsE"

    page.get_by_label("Mot", exact=True).focus()
    for key in ("End", "ArrowLeft", "ArrowLeft", "N", "Delete"):
        page.keyboard.press(key)
    assert read_written_word(page) == "hALNE"
    press_keys(page, "clear")
    check_letters_digits_and_joker(page)


def check_letters_digits_and_joker(page: Page) -> None:
    """The keypad writes each where it belongs."""
    press_keys(page, "HE24L")
    assert read_written_word(page) == "HEL"
    expect(page.locator("#score")).to_have_value("24")
    press_keys(page, "clear")
    assert read_written_word(page) == ""
    expect(page.locator("#word")).to_have_class(re.compile("active"))

    tap_letters(page, "H?")
    expect(page.locator('#rack [data-letter="?"]')).to_have_attribute("aria-pressed", "true")
    press_keys(page, "Z")
    tap_letters(page, "A")
    assert read_written_word(page) == "HzA"
    expect(page.locator('#rack [data-letter="?"]')).to_have_attribute("aria-pressed", "false")


def test_the_keyboard_writes_everything(room: FakeRoom) -> None:
    """The keyboard of the device does not open and proposes no words."""
    page = open_turn(room)
    for field in ("#word", "#reference", "#score"):
        expect(page.locator(field)).to_have_attribute("inputmode", "none")
    for field in ("#word", "#reference"):
        expect(page.locator(field)).to_have_attribute("autocomplete", "off")
        expect(page.locator(field)).to_have_attribute("spellcheck", "false")
    page.get_by_label("Mot", exact=True).focus()
    page.keyboard.type("l?é")
    page.get_by_label("Référence", exact=True).focus()
    page.keyboard.type("a8")
    page.get_by_label("Score").focus()
    page.keyboard.type("2x4")

    expect(find_status(page)).to_have_attribute("data-kind", "saved")
    assert get_last_save(room) == {
        "turn": 11,
        "rows": ["Le"],
        "reference": "A8",
        "score": "24",
    }


def test_what_was_cleared_by_mistake_comes_back(room: FakeRoom) -> None:
    page = open_turn(room)
    page.keyboard.type("ha")
    press_keys(page, "24")
    page.get_by_role("button", name="Tout effacer").tap()
    assert read_written_word(page) == ""
    undo = page.locator("[data-key='undo']")

    undo.tap()

    assert read_written_word(page) == "HA"
    expect(page.locator("#score")).to_have_value("24")
    for _ in range(3):
        undo.tap()
    assert read_written_word(page) == "H"
    page.get_by_role("button", name="Rétablir").tap()
    page.locator("#word").press("Control+y")
    assert read_written_word(page) == "HA"
    expect(page.locator("#score")).to_have_value("2")
    expect(find_status(page)).to_contain_text("HA")
    assert get_last_save(room)["score"] == "2"
    for _ in range(3):
        undo.tap()
    expect(undo).to_have_attribute("aria-disabled", "true")
    assert read_written_word(page) == ""


def drag(page: Page, letter: str, other: str) -> None:
    """Drop a letter of the rack behind another."""
    start, end = (
        page.locator(f'#rack [data-letter="{name}"]').bounding_box() for name in (letter, other)
    )
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 40, end["y"] + 24, steps=5)
    page.mouse.up()


def test_the_player_s_order_of_letters_survives_a_reload(room: FakeRoom) -> None:
    page = open_turn(room)
    assert order(page) == "EHLA?NI"
    drag(page, "E", "A")
    assert order(page) == "HLAE?NI"
    page.get_by_role("button", name="Trier").tap()
    assert order(page) == "AEHILN?"

    page.get_by_role("button", name="Joker", exact=True).focus()
    page.keyboard.press("Alt+ArrowLeft")
    assert order(page) == "AEHIL?N"
    expect(page.get_by_role("button", name="Joker", exact=True)).to_be_focused()

    page.get_by_role("button", name="Échanger").tap()
    page.get_by_role("button", name="A, 1 point").tap()
    page.get_by_role("button", name="N, 1 point").tap()
    page.get_by_role("button", name="Échanger").tap()
    assert order(page) == "NEHIL?A"

    page.get_by_role("button", name="Mélanger").tap()
    mixed = order(page)
    assert sorted(mixed) == sorted("EHLA?NI")
    page.reload()
    expect(page.locator("#rack [data-letter]")).to_have_count(7)
    assert order(page) == mixed
    assert read_written_word(page) == ""
