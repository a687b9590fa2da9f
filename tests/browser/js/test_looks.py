"""Accessibility of the live pages: contrast and names (axe), zoom, targets, stable layout."""

from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import COLOURS, EVERY_RULE, Scheme, list_violations_in_both_themes
from tests.browser.js.room import FakeRoom, now, open_fake_room
from tests.browser.js.states import entry_state, game, public_state, result, turn
from tests.browser.js.tablet import (
    TABLET,
    find_status,
    load_table,
    open_table,
    open_turn,
    reveal,
    tap_letters,
)
from tests.browser.js.test_screen import open_screen
from tests.rows import every_row

WIDTHS = [1024, 800, 512, 390, 320]  # tablet, upright, at 200 % zoom, phone, WCAG's reflow
PLAYED = [1024, 800, 390]
SMALLEST_TARGET = 24  # pixels, WCAG 2.2 criterion 2.5.8


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    tablet = {"viewport": TABLET, "has_touch": True}
    return browser_context_args | tablet | {"reduced_motion": "reduce"}


def tablet_states() -> dict[str, dict[str, Any] | None]:
    moment = now()
    warned = result(11, points=24, sanction="warning", text="Score inexact.", article="5.4.1")
    after = entry_state(11, "revealed", now=moment, left_s=-9)
    return {
        "no game": None,
        "waiting": entry_state(1, "announced", now=moment)
        | {"turn": None, "game": game(state="ready")},
        "announced": entry_state(11, "announced", now=moment),
        "open": entry_state(11, "open", now=moment),
        "last seconds": entry_state(11, "open", now=moment, left_s=20),
        "over": entry_state(11, "closed", now=moment, left_s=-1),
        "revealed": after | {"results": after["results"] | {"11": warned}},
    }


def list_widths_that_scroll(page: Page) -> list[int]:
    """The widths at which the page would have to be pushed sideways."""
    problems = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            problems.append(width)
    return problems


#: What is on the tablet once it shows a state.
SHOWN = {
    "no game": "#notice h2:text-is('Pas encore de partie')",
    "waiting": "#notice h2:text-is('La partie va commencer')",
    "announced": "body[data-stage=announced]",
    "open": "body[data-stage=open]",
    "last seconds": "#clock[data-phase=warning]",
    "over": "body[data-stage=over]",
    "revealed": "#result-own:has-text('Score inexact.')",
}
#: The grid is looked at where something lies on it that lies on none before.
WITH_GRID = {"no game", "open", "revealed"}
#: The elements of an open turn, in other colours: only those are looked at.
AS_OPEN = {"announced", "last seconds"}


def test_the_tablet_is_accessible_and_never_scrolls_sideways(room: FakeRoom) -> None:
    open_table(room, None)
    with every_row() as row:
        for name, shown in SHOWN.items():
            with row(name):
                room.page.set_viewport_size(TABLET)
                room.replace_state("entry", tablet_states()[name])
                room.page.locator(shown).wait_for(state="attached")
                if name == "open":
                    tap_letters(room.page, "HAL")
                    room.page.locator("#squares [data-index='1']").tap()
                    room.page.locator("#circle-letter").tap()
                    expect(room.page.locator("#squares .written.joker")).to_have_text("A")
                    expect(find_status(room.page)).to_have_attribute("data-kind", "saved")
                unseen = None if name in WITH_GRID else ".board"
                rules = COLOURS if name in AS_OPEN else EVERY_RULE
                assert list_violations_in_both_themes(room.page, rules, without=unseen) == []
                assert list_widths_that_scroll(room.page) == []


def test_the_squared_sheet_is_accessible_and_never_scrolls_sideways(room: FakeRoom) -> None:
    page = open_turn(room)
    page.get_by_role("radio", name="Feuille quadrillée").tap()
    page.keyboard.type("ha*le-")
    for writing in ("Feuille quadrillée", "Mot seul"):
        page.get_by_role("radio", name=writing).tap()
        expect(find_status(page)).to_have_attribute("data-kind", "saved")

        assert list_violations_in_both_themes(page, without=".board") == [], writing
        assert list_widths_that_scroll(page) == [], writing
        page.set_viewport_size(TABLET)


def test_the_public_screen_is_accessible_and_never_scrolls_sideways(room: FakeRoom) -> None:
    open_screen(room, public_state(11, "announced", now=now(), left_s=20))
    for state in ("announced", "open", "revealed"):
        room.replace_state("public", public_state(11, state, now=now(), left_s=20))
        room.page.locator(f"body[data-stage={state}]").wait_for(state="attached")

        unseen = ".board" if state == "open" else None
        assert list_violations_in_both_themes(room.page, without=unseen) == [], state
        assert list_widths_that_scroll(room.page) == [], state


def test_the_dialogs_are_accessible(room: FakeRoom) -> None:
    page = open_turn(room)
    room.send({"type": "displaced"})
    expect(page.get_by_role("dialog")).to_be_visible()

    assert list_violations_in_both_themes(page, without=".board") == []


def list_small_targets(page: Page) -> list[list[Any]]:
    """List the targets smaller than a finger, with width and height."""
    sizes: list[list[Any]] = page.locator(
        "main button:visible, main .choices label:visible, main input:not(.word-input):visible, "
        "#squared .sq:visible"
    ).evaluate_all(
        """(nodes) => nodes.map((node) => {
             const box = node.getBoundingClientRect();
             return [node.outerHTML.slice(0, 80), box.width, box.height];
           })"""
    )

    return [row for row in sizes if min(row[1], row[2]) < SMALLEST_TARGET]


def test_everything_that_is_tapped_is_large_enough(room: FakeRoom) -> None:
    page = open_turn(room)
    page.get_by_label("Mot", exact=True).fill("ABCDEFGHIJKLMNO")
    for writing in ("Mot seul", "Feuille quadrillée"):
        page.get_by_role("radio", name=writing).tap()
        for width in PLAYED:
            page.set_viewport_size({"width": width, "height": 800})
            assert list_small_targets(page) == [], (writing, width)
        page.set_viewport_size(TABLET)


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

    page.keyboard.type("abcdefgh")
    page.keyboard.press("Space")
    page.keyboard.type("ijklmnopq")
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
    opened = read_boxes_at(page, PLAYED, parts)
    tap_letters(page, "HALEINE"[:5])
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

    assert opened == before
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


def test_the_choice_of_colours_is_kept_and_beats_the_system(room: FakeRoom) -> None:
    room.page.emulate_media(color_scheme="light")
    page = open_turn(room)
    paper = "getComputedStyle(document.body.parentElement).backgroundColor"
    light = page.evaluate(paper)
    page.locator(".table-bar summary").tap()
    page.get_by_role("radio", name="Sombre").tap()
    dark = page.evaluate(paper)
    assert dark != light

    page.reload()

    assert page.evaluate(paper) == dark
    expect(page.get_by_role("radio", name="Sombre", include_hidden=True)).to_be_checked()


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


def test_the_four_premium_colours_have_names_too(room: FakeRoom) -> None:
    page = open_turn(room)
    reveal(room)

    for name in ("lettre double", "lettre triple", "mot double", "mot triple"):
        squares = page.get_by_role("gridcell", name=name)
        assert squares.count() > 0
        assert (squares.first.text_content() or "").strip() in {"LD", "LT", "MD", "MT", "★"}
