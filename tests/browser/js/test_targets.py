"""Everything that is touched on the tablet's page is large enough for a finger, in every window."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.js.room import FakeRoom, now
from tests.browser.js.states import entry_state, turn
from tests.browser.js.tablet import TABLET, open_turn, reveal, tap_letters
from tests.browser.js.test_in_sight import SHEET_SIZES, size_of
from tests.browser.js.test_slips import send_slips, slip
from tests.rows import every_row

#: Pixels of a side: in a window whose shorter side is that of a tablet, and in a smaller one.
TABLET_SIDE, TABLET_TARGET, PHONE_TARGET = 600, 44, 40
#: A phone upright and lying, a low and a high tablet.
EXTREME_SIZES = [(360, 640), (844, 390), (962, 520), (800, 1280)]
#: What lies over the page or below the turn has one layout: the narrowest window, and that of the
#: largest targets.
OVER_PAGE_SIZES = [(360, 640), (800, 1280)]
#: Pixels of the squares of a word of fifteen letters (WCAG 2.2, criterion 2.5.8).
SMALLEST_SQUARE = 24
#: What may be smaller, and why.
EXCEPTIONS = {
    ".skip-link": "it is shown to those who move by keyboard only",
    "#board .square": "the grid has 15 squares in a line; a touch is outlined before it counts",
    "#squares .written": "the word has up to 15 letters in a line; a touch only moves the caret",
}
#: Controls of `root` that have less than `least` pixels in a direction: from the middle of each to
#: where a touch belongs to another element.
MEASURE = """([root, exceptions, least]) => {
  const controls = "button, summary, a[href], select, label:has(input), [tabindex='0'], "
    + "input:not([type=hidden])";
  const untouched = "label input, .scroll, dialog, .word-input";
  const small = [];
  let count = 0;
  for (const control of document.querySelector(root).querySelectorAll(controls)) {
    if (control.matches(`${exceptions}, ${untouched}`) || control.closest(":disabled")) continue;
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    control.scrollIntoView({ block: "nearest" });
    const box = control.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const isHit = (px, py) => control.contains(document.elementFromPoint(px, py));
    count += 1;
    const reach = (dx, dy) => {
      let steps = 0;
      while (steps < least && isHit(x + dx * (steps + 0.5), y + dy * (steps + 0.5))) steps += 0.5;
      return steps;
    };
    const half = (least - 1) / 2;
    const ends = [[x - half, y], [x + half, y], [x, y - half], [x, y + half]];
    if (ends.every(([px, py]) => isHit(px, py))) continue;
    const [width, height] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)];
    if (Math.min(width, height) >= least - 1) continue;
    const name = control.id || control.ariaLabel || control.textContent.trim();
    small.push(`${name}: ${width} x ${height}`);
  }
  return [count, small];
}"""


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": TABLET, "has_touch": True}


def check(
    page: Page, name: str, root: str = "body", sizes: list[tuple[int, int]] = EXTREME_SIZES
) -> None:
    """Fail for each control in ``root`` that is smaller than a finger needs."""
    with every_row() as row:
        for width, height in sizes:
            page.set_viewport_size(size_of(width, height))
            min_size = TABLET_TARGET if min(width, height) >= TABLET_SIDE else PHONE_TARGET
            with row(f"{name} {width}x{height}"):
                count, small = page.evaluate(MEASURE, [root, ", ".join(EXCEPTIONS), min_size])
                assert count > 0
                assert small == []


def test_targets_of_a_turn(room: FakeRoom) -> None:
    page = open_turn(room)
    send_slips(room, turn10=slip(10))
    page.keyboard.type("ABCDEFGHIJKLMNO")
    check(page, "word", sizes=[*SHEET_SIZES, (601, 880), (800, 1280)])
    page.set_viewport_size(size_of(390, 844))
    widths = page.locator("#squares .written").evaluate_all(
        "(squares) => squares.map((square) => square.getBoundingClientRect().width)"
    )
    assert len(widths) == 15
    assert min(widths) >= SMALLEST_SQUARE
    room.replace_state("entry", entry_state(11, "open", now=now(), kept="", drawn="EHLANIEST"))
    expect(page.locator("#rack")).to_have_attribute("data-count", "9")
    page.get_by_role("radio", name="Feuille quadrillée").tap()
    check(page, "sheet and nine letters")


def test_targets_of_dialogs_menu_and_slips(room: FakeRoom) -> None:
    page = open_turn(room)
    send_slips(room, turn10=slip(10))
    page.locator("#slips-open").tap()
    check(page, "slip", "#slip-card", OVER_PAGE_SIZES)
    page.locator("#slip-card-close").tap()
    page.locator("details.menu summary").tap()
    check(page, "menu", ".menu-body", OVER_PAGE_SIZES)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Poser").tap()
    page.locator("#board .square").first.tap()
    tap_letters(page, "?")
    check(page, "joker", "#joker", OVER_PAGE_SIZES)
    page.keyboard.press("Escape")
    for dialog in ("displaced", "renewed", "moved", "denied"):
        page.evaluate("(id) => document.getElementById(id).showModal()", dialog)
        check(page, dialog, f"#{dialog}", OVER_PAGE_SIZES)
        page.evaluate("(id) => document.getElementById(id).close()", dialog)


def test_targets_between_turns(room: FakeRoom) -> None:
    page = open_turn(room)
    send_slips(room, turn10=slip(10))
    room.event("closed", turn=turn(11, "closed", now=now(), left_s=-1))
    reveal(room)
    expect(page.locator("body")).to_have_attribute("data-stage", "revealed")
    check(page, "revealed", sizes=OVER_PAGE_SIZES)
