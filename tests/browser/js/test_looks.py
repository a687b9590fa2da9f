"""Accessibility of the live pages: contrast and names (axe), zoom, targets, stable layout."""

from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import COLOURS, Scheme, list_violations, list_violations_in_both_themes
from tests.browser.js.room import FakeRoom, now, open_fake_room
from tests.browser.js.states import entry_state, game, public_state, result, turn
from tests.browser.js.tablet import (
    TABLET,
    find_status,
    load_table,
    open_table,
    open_turn,
    tap_letters,
)
from tests.browser.js.test_screen import open_screen

#: The narrowest windows of a tablet upright and of a phone (WCAG's reflow), beside the tablet's.
WIDTHS = [TABLET["width"], 800, 320]
#: Parts of a turn that are the same in every way of writing; axe has looked at them.
SEEN = ".board, .table-bar, .rack, .keypad, .play-road"
PLAYED = [TABLET["width"], 390]
OVER = {"state": "finished", "end_reason": "all_placed", "end_article": "3.7"}


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    tablet = {"viewport": TABLET, "has_touch": True}
    return browser_context_args | tablet | {"reduced_motion": "reduce"}


def list_widths_that_scroll(page: Page) -> list[int]:
    """The widths at which the page would have to be pushed sideways; it keeps its own."""
    problems = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            problems.append(width)
    page.set_viewport_size(TABLET)
    return problems


def check_looks(page: Page, without: str | None = None) -> None:
    """By every rule in light colours, by those of colours in dark ones, and at every width."""
    assert list_violations_in_both_themes(page, without=without) == []
    assert list_widths_that_scroll(page) == []


def fill_turn(room: FakeRoom) -> None:
    """A word with a joker, its place on the grid, and a letter that is laid there."""
    page = room.page
    page.keyboard.type("hal")
    page.locator("#squares [data-index='1']").tap()
    page.locator("#circle-letter").tap()
    expect(page.locator("#squares .written.joker")).to_have_text("A")
    page.locator("#lay").tap()
    page.locator("#board .square").nth(3).tap()
    tap_letters(page, "E")
    expect(page.locator("#board .loose")).to_have_count(1)
    page.locator("#lay").tap()
    expect(find_status(page)).to_have_attribute("data-kind", "saved")


def test_a_turn_is_accessible_and_never_scrolls_sideways(room: FakeRoom) -> None:
    page = open_turn(room, left_s=20)
    page.locator("#clock[data-phase=warning]").wait_for()
    fill_turn(room)
    check_looks(page)

    page.get_by_role("radio", name="Feuille quadrillée").tap()
    page.locator("#squared .pen").focus()
    page.keyboard.type("*e-")
    page.locator("#squared .struck").wait_for()
    check_looks(page, without=SEEN)

    page.get_by_role("radio", name="Mot seul").tap()
    page.locator(".not-a-word").wait_for()
    assert list_violations(page, COLOURS, without=SEEN) == []

    room.event("closed", turn=turn(11, "closed", now=now(), left_s=-1))
    page.locator("body[data-stage=over]").wait_for(state="attached")
    expect(page.locator("#locked-note")).to_contain_text("Terminé.")
    assert list_widths_that_scroll(page) == []
    room.send({"type": "displaced"})
    expect(page.get_by_role("dialog")).to_be_visible()
    under = ".table-bar, .turn, .play-road"
    assert list_violations_in_both_themes(page, without=under) == []


def test_results_and_end_are_accessible_and_never_scroll_sideways(room: FakeRoom) -> None:
    """With the choice of an earlier game's road sheet, and the note that the screen may sleep."""
    warned = result(11, points=24, sanction="warning", text="Score inexact.", article="5.4.1")
    after = entry_state(11, "revealed", now=now(), left_s=-9, game=game(earlier=[1]))
    page = room.page
    open_table(room, after | {"results": after["results"] | {"11": warned}})
    page.locator("#result-own:has-text('Score inexact.')").wait_for()
    expect(page.get_by_label("Partie de la feuille de route")).to_be_visible()
    page.locator("#awake-note").evaluate("(note) => { note.hidden = false; }")
    check_looks(page)

    over = entry_state(11, "done", now=now(), left_s=-60, game=game(**OVER), own={"rank": 21})
    room.replace_state("entry", over)
    page.locator("#notice h2:text-is('Partie terminée')").wait_for()
    check_looks(page, without=".board, .table-bar, .play-road, .awake-note, #result")


def test_the_public_screen_is_accessible_and_never_scrolls_sideways(room: FakeRoom) -> None:
    open_screen(room, public_state(11, "open", now=now(), left_s=20))
    assert list_violations_in_both_themes(room.page, COLOURS, without=".board, .site-header") == []

    room.replace_state("public", public_state(11, "revealed", now=now(), left_s=-5))
    room.page.locator("body[data-stage=revealed]").wait_for(state="attached")
    check_looks(room.page)


def boxes(page: Page, selectors: list[str]) -> dict[str, Any]:
    """Return the positions of the elements on the whole page, whatever the scroll."""
    positions: dict[str, Any] = page.evaluate(
        """(selectors) => Object.fromEntries(selectors.map((selector) => {
             const box = document.querySelector(selector).getBoundingClientRect();
             const [x, y] = [box.x + scrollX, box.y + scrollY];
             return [selector, { x, y, width: box.width, height: box.height }];
           }))""",
        selectors,
    )
    return positions


def read_boxes_at(page: Page, widths: list[int], selectors: list[str]) -> dict[int, dict[str, Any]]:
    """The same at every width; the page stays at the last one."""
    places = {}
    for width in widths:
        page.set_viewport_size({"width": width, "height": 1000})
        places[width] = boxes(page, selectors)
    return places


def test_nothing_jumps_while_a_drawing_grows(room: FakeRoom) -> None:
    page = open_turn(room)
    page.get_by_role("radio", name="Feuille quadrillée").tap()
    parts = ["#board", "#rack", "#squared", "#reference", "#score", "#save-status", "#keypad"]
    before = read_boxes_at(page, PLAYED, parts)

    page.keyboard.type("abcd")
    page.keyboard.press("Space")
    page.keyboard.type("ef")
    page.get_by_label("Référence", exact=True).fill("A8")
    page.get_by_label("Score").fill("124")
    expect(find_status(page)).to_contain_text("124")

    assert read_boxes_at(page, PLAYED, parts) == before


def test_nothing_jumps_while_a_turn_is_played(room: FakeRoom) -> None:
    page = room.page
    parts = ["#board", "#clock", "#rack", "#squares", "#reference", "#score", "#save-status"]
    open_table(room, entry_state(11, "announced", now=now()))
    before = read_boxes_at(page, PLAYED, parts)

    room.event("opened", turn=turn(11, "open", now=now(), left_s=60))
    expect(page.locator("#word")).to_be_enabled()
    page.keyboard.type("halei")
    page.get_by_label("Référence", exact=True).fill("A8")
    expect(find_status(page)).to_have_attribute("data-kind", "saved")
    saved = read_boxes_at(page, PLAYED, parts)
    room.network = False
    room.drop()
    page.get_by_label("Score").fill("24")
    expect(find_status(page)).to_have_attribute("data-kind", "unsent")
    lost = read_boxes_at(page, PLAYED, parts)
    room.pass_time(31)
    expect(page.locator("#clock")).to_have_attribute("data-phase", "warning")
    warned = read_boxes_at(page, PLAYED, parts)

    assert saved == before
    assert lost == before
    assert warned == before


def test_grid_letters_and_clock_have_their_place_before_data(room: FakeRoom) -> None:
    parts = ["#board", "#clock", "#rack"]
    room.sockets_open = False
    load_table(room, entry_state(11, "open", now=now()))
    expect(room.page.locator("#link")).to_contain_text("Hors ligne")
    before = read_boxes_at(room.page, PLAYED, parts)

    room.sockets_open = True
    expect(room.page.locator("body")).to_have_attribute("data-stage", "open")

    assert read_boxes_at(room.page, PLAYED, parts) == before


def test_public_ranking_and_grid_stay_in_place_at_the_reveal(room: FakeRoom) -> None:
    room.page.set_viewport_size({"width": 1920, "height": 1080})
    parts = ["#board", "#clock", "#letters", "#top", "#ranking"]
    open_screen(room, public_state(10, "open", now=now(), left_s=60))
    before = boxes(room.page, parts)

    room.event("closed", turn=turn(10, "closed", now=now(), left_s=-1))
    expect(room.page.locator("#top")).to_contain_text("Terminé")
    closed = boxes(room.page, parts)
    top = {"word": "DUQUONS", "ref": "N8", "score": 62, "formed": ["EX", "NON"]}
    after = public_state(10, "revealed", now=now(), left_s=-5, top=top, best=60)
    room.event("revealed", **{name: after[name] for name in ("turn", "board", "history")})
    expect(room.page.locator("#top")).to_contain_text("DUQUONS")

    assert closed == before
    assert boxes(room.page, parts) == before


TOKENS = """() => {
  const style = getComputedStyle(document.documentElement);
  const rules = (sheet) =>
    [...sheet.cssRules].flatMap((rule) => (rule.styleSheet ? rules(rule.styleSheet) : [rule]));
  const colours = [...document.styleSheets]
    .flatMap(rules)
    .find((rule) => rule.selectorText === ":root");
  return Object.fromEntries(
    [...colours.style]
      .filter((name) => colours.style.getPropertyValue(name).includes("--dark"))
      .map((name) => [name, style.getPropertyValue(name).trim()]),
  );
}"""


def colours(page: Page, scheme: Scheme, media: Literal["screen", "print"]) -> dict[str, str]:
    """The tokens that the theme changes, by name."""
    page.emulate_media(color_scheme=scheme, media=media)
    tokens: dict[str, str] = page.evaluate(TOKENS)
    return tokens


def test_without_javascript_the_colours_are_the_system_s(browser: Browser) -> None:
    with open_fake_room(browser, java_script_enabled=False) as room:
        load_table(room, entry_state(11, "open", now=now()))
        light, dark = colours(room.page, "light", "screen"), colours(room.page, "dark", "screen")
        printed = colours(room.page, "dark", "print")

    assert len(light) > 30
    assert [name for name in light if not light[name] or dark[name] in light[name]] == []
    assert [name for name in dark if not dark[name] or light[name] in dark[name]] == []
    assert printed == light
