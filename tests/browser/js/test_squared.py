"""Writing on the squared sheet of the tablet, by touch and by keyboard, beside the quick form."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.js.room import FakeRoom, now
from tests.browser.js.states import entry_state
from tests.browser.js.tablet import (
    TABLET,
    find_status,
    open_table,
    open_turn,
    press_keys,
    read_written_word,
    reveal,
    tap_letters,
)
from tests.waiting import wait_for


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": TABLET, "has_touch": True}


def open_sheet(room: FakeRoom) -> Page:
    page = open_turn(room)
    page.get_by_role("radio", name="Feuille quadrillée").tap()
    expect(page.get_by_role("grid", name="Feuille quadrillée")).to_be_visible()
    return page


def square(page: Page, row: int, col: int) -> Locator:
    """A square of the sheet, counted from 1."""
    return page.locator(f"#squared [data-row='{row - 1}'][data-col='{col - 1}']")


def read_saved_sheet(room: FakeRoom) -> tuple[list[str], list[str]]:
    expect(find_status(room.page)).to_have_attribute("data-kind", "saved")
    save = room.saves[-1]
    return save["rows"], save["struck"]


def test_the_keyboard_draws_what_a_reload_keeps_and_undoes_strokes(room: FakeRoom) -> None:
    page = open_sheet(room)
    room.answer_saves = False
    expect(page.locator("#squared .sq:focus")).to_have_count(1)
    page.keyboard.type("a?l")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("yx-")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("*")
    expect(page.get_by_role("radio", name="Vertical")).to_be_checked()
    expect(square(page, 9, 6)).to_have_attribute(
        "aria-label", "ligne 9, colonne 6, X, encerclé, rayé"
    )
    page.get_by_role("radio", name="Mot seul").tap()
    page.reload()

    expect(page.locator("#squared .struck")).to_have_text("X")
    room.answer_saves = True
    drawn = (["Al", ".Y", ".x"], ["..", "..", ".x"])
    assert read_saved_sheet(room) == drawn
    undo_strokes(room, drawn)


def undo_strokes(room: FakeRoom, drawn: tuple[list[str], list[str]]) -> None:
    """Undo the clearing by the keypad, and a letter by the tool and the keyboard."""
    page = room.page
    page.get_by_role("button", name="Tout effacer").tap()
    expect(page.locator("#squared .sq:not(:empty)")).to_have_count(0)
    page.locator("[data-key='undo']").tap()
    assert read_saved_sheet(room) == drawn

    undo = page.locator("[data-tool='undo']")
    expect(undo).to_have_attribute("aria-disabled", "true")
    square(page, 8, 8).tap()
    page.keyboard.type("b-")
    assert read_saved_sheet(room) == (["Al.", ".Y.", ".xB"], ["...", "...", ".xx"])
    undo.tap()
    assert read_saved_sheet(room) == (["Al.", ".Y.", ".xB"], ["...", "...", ".x."])
    page.keyboard.press("Control+z")
    assert read_saved_sheet(room) == drawn
    expect(undo).to_have_attribute("aria-disabled", "true")


def test_touch_draws_the_same(room: FakeRoom) -> None:
    page = open_sheet(room)
    tap_letters(page, "H?")
    press_keys(page, "Z")
    square(page, 8, 5).tap()
    page.get_by_role("radio", name="Vertical").tap()
    press_keys(page, "AS")
    page.get_by_role("button", name="Rayer").tap()
    square(page, 8, 5).tap()
    page.get_by_role("button", name="Encercler").tap()

    assert read_saved_sheet(room) == (["Hz", "a.", "S."], ["..", "..", "x."])
    page.get_by_role("gridcell", name="A8, vide, mot triple").tap()
    expect(page.locator("#reference")).to_have_value("8A")
    page.get_by_role("radio", name="Horizontal").tap()
    expect(page.locator("#reference")).to_have_value("A8")


def test_word_and_sheet_write_the_same_bulletin(room: FakeRoom) -> None:
    page = open_turn(room)
    page.get_by_role("radio", name="Vertical").tap()
    tap_letters(page, "HAL")
    page.locator("#squares [data-index='1']").tap()
    page.locator("#circle-letter").tap()
    page.get_by_role("radio", name="Feuille quadrillée").tap()
    expect(page.locator("#squared .circled")).to_have_text("A")
    expect(page.get_by_role("radio", name="Vertical")).to_be_checked()
    page.keyboard.type("e")
    assert read_saved_sheet(room) == (["H", "a", "L", "E"], [])

    page.get_by_role("radio", name="Mot seul").tap()

    assert read_written_word(page) == "HaLE"
    expect(page.get_by_role("radio", name="Vertical")).to_be_checked()


def test_a_drawing_that_is_no_word_stays_until_cleared(room: FakeRoom) -> None:
    page = open_sheet(room)
    page.keyboard.type("ra")
    square(page, 8, 5).tap()
    page.keyboard.type("t")
    page.get_by_role("radio", name="Mot seul").tap()

    expect(page.locator(".not-a-word")).to_contain_text("n’est pas un seul mot")
    expect(page.locator("#word")).to_be_hidden()
    press_keys(page, "Z")
    tap_letters(page, "H")
    assert read_saved_sheet(room) == (["RA", "T."], [])
    page.get_by_role("button", name="Voir la feuille").tap()
    expect(square(page, 8, 5)).to_have_text("T")
    page.get_by_role("radio", name="Mot seul").tap()
    page.get_by_role("button", name="Effacer le dessin").tap()
    expect(find_status(page)).to_have_attribute("data-kind", "nothing")
    page.locator("[data-key='undo']").tap()
    expect(page.locator(".not-a-word")).to_be_visible()
    assert read_saved_sheet(room) == (["RA", "T."], [])
    page.get_by_role("button", name="Effacer le dessin").tap()
    page.keyboard.type("HA")

    assert read_written_word(page) == "HA"
    assert read_saved_sheet(room) == (["HA"], [])


def open_drawing(room: FakeRoom, rows: list[str], **changes: Any) -> Page:
    """The sheet with what another device has drawn on it."""
    bulletin = {
        "turn": 11,
        "rev": 3,
        "device": "another-tablet",
        "rows": rows,
        "struck": [],
        "reference": "",
        "score": "12",
    }
    own = {"bulletin": bulletin | changes}
    open_table(room, entry_state(11, "open", now=now(), own=own))
    return room.page


def test_a_word_without_room_is_refused_and_changes_nothing(room: FakeRoom) -> None:
    page = open_drawing(room, ["ABCDEFGHIJKLMNO"])
    page.get_by_role("radio", name="Feuille quadrillée").tap()
    expect(page.locator("#squared [data-col='14']")).to_have_count(13)
    page.keyboard.type("p")

    expect(page.locator("#sheet-note")).to_contain_text("Plus de place")
    page.keyboard.press("Backspace")
    expect(page.locator("#sheet-note")).to_be_empty()
    assert read_saved_sheet(room) == (["ABCDEFGHIJKLMN"], [])


def test_a_drawing_of_another_device_opens_the_sheet(room: FakeRoom) -> None:
    page = open_drawing(room, ["RaS", "..T"], struck=["...", "..x"])

    expect(page.get_by_role("grid", name="Feuille quadrillée")).to_be_visible()
    expect(page.locator("#squared .sq:not(:empty)")).to_have_text(["R", "A", "S", "T"])
    drawing = find_status(page).get_by_role("img", name="RAS / T, encerclé : A, rayé : T")
    expect(drawing).to_be_visible()
    assert room.saves == []


def test_after_the_bell_the_sheet_is_read_only_and_shown(room: FakeRoom) -> None:
    page = open_sheet(room)
    page.keyboard.type("ab-")
    page.get_by_label("Score").fill("7")
    room.event("shortened", turn=entry_state(11, "open", now=now(), left_s=0)["turn"])
    expect(page.locator("#locked-note")).to_contain_text("Bulletin remis.")
    expect(find_status(page)).to_contain_text("sans référence 7")
    assert read_saved_sheet(room) == (["AB"], [".x"])  # the last stroke too
    assert room.saves[-1]["score"] == "7"
    saves = len(room.saves)

    square(page, 7, 5).dispatch_event("click")
    page.locator("#squared [tabindex='0']").focus()
    page.keyboard.type("z")
    for key in ("Backspace", "Control+z", "ArrowLeft"):
        page.keyboard.press(key)

    expect(page.locator("#squared .sq:not(:empty)")).to_have_text(["A", "B"])
    assert len(room.saves) == saves
    reveal(room)
    own_result = page.locator("#result-own")
    expect(own_result.get_by_role("img", name="AB, rayé : B")).to_be_visible()
    expect(own_result).to_contain_text("sans référence 7")

    following = entry_state(10, "open", now=now())["turn"] | {"ordinal": 12, "number": 12}
    room.event("announced", turn=following, bulletin=None)
    expect(page.locator("body")).to_have_attribute("data-stage", "open")
    expect(page.get_by_role("grid", name="Feuille quadrillée")).to_be_visible()
    expect(page.locator("#squared .sq:not(:empty)")).to_have_count(0)


#: Of the pen's square: how much its side is over 40 pixels, and how far it is in the sheet.
MEASURE_PEN = """() => {
  const box = document.querySelector("#squared").getBoundingClientRect();
  const pen = document.querySelector("#squared .pen").getBoundingClientRect();
  return { side: pen.width - 40, left: pen.left - box.left, top: pen.top - box.top,
           right: box.right - pen.right, bottom: box.bottom - pen.bottom };
}"""


def test_squares_are_large_enough_and_the_pen_is_visible(room: FakeRoom) -> None:
    page = open_drawing(room, ["ABCDEFGHIJK", *[".........." + letter for letter in "LMNOPQR"]])

    def place() -> dict[str, float]:
        measured: dict[str, float] = page.evaluate(MEASURE_PEN)
        return measured

    for width in (1024, 390):
        page.set_viewport_size({"width": width, "height": 768})
        page.locator("#squared [tabindex='0']").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.type("s")
        page.set_viewport_size({"width": 1200 - width // 2, "height": 900})  # turned, and back
        page.set_viewport_size({"width": width, "height": 768})
        # a window turns in its time
        wait_for(lambda: min(place().values()) >= 0, lambda: str(place()))

    # a touch that scrolls the sheet writes nothing
    saved = read_saved_sheet(room)
    page.locator("#squared").evaluate("(box) => box.scrollTo(0, 0)")
    square(page, 1, 1).tap()
    expect(page.locator("#squared .pen")).to_have_attribute("aria-label", re.compile("ligne 1,"))
    assert read_saved_sheet(room) == saved
