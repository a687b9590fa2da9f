"""Tablet and public screen look as they did, at a moment that stands still."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.axe import Scheme
from tests.browser.js.room import FakeRoom, open_fake_room
from tests.browser.js.states import entry_state, public_state, result
from tests.browser.js.tablet import find_status, open_table
from tests.browser.js.test_screen import BIG, open_screen
from tests.rows import every_row
from tests.screens import assert_screen_matches

TABLET: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
#: What both clocks say, milliseconds since 1970.
STILL = 1_000_000
TOP = {"word": "aNHELAI", "ref": "A8", "score": 97, "formed": ["AVEUX"]}


class StillRoom(FakeRoom):
    """A room in which it is always the same moment."""

    def attach(self, page: Page) -> None:
        page.clock.pause_at(STILL)
        super().attach(page)

    def now(self) -> int:
        return STILL


def before(room: FakeRoom) -> None:
    open_table(room, entry_state(11, "announced", now=STILL))


def during(room: FakeRoom) -> None:
    open_table(room, entry_state(11, "open", now=STILL, left_s=95.5))
    room.page.get_by_label("Mot", exact=True).fill("HAL")
    room.page.get_by_label("Référence", exact=True).fill("A8")
    room.page.clock.run_for(1000)
    expect(find_status(room.page)).to_have_attribute("data-kind", "saved")


def squared(room: FakeRoom) -> None:
    open_table(room, entry_state(11, "open", now=STILL, left_s=95.5))
    room.page.get_by_role("radio", name="Feuille quadrillée").tap()
    room.page.keyboard.type("ha*le-")
    room.page.clock.run_for(1000)
    expect(find_status(room.page)).to_have_attribute("data-kind", "saved")


def after(room: FakeRoom) -> None:
    state = entry_state(11, "revealed", now=STILL, left_s=-9, top=TOP)
    warned = result(11, points=24, sanction="warning", text="Score inexact.", article="5.4.1")
    open_table(room, state | {"results": state["results"] | {"11": warned}})


def public_turn(room: FakeRoom) -> None:
    open_screen(room, public_state(11, "open", now=STILL, left_s=20.5))


def public_result(room: FakeRoom) -> None:
    open_screen(room, public_state(11, "revealed", now=STILL, left_s=-5, top=TOP))


SCREENS: dict[str, tuple[Callable[[FakeRoom], None], Any, Scheme]] = {
    "tablet-before": (before, TABLET, "light"),
    "tablet-during": (during, TABLET, "light"),
    "tablet-during-phone-dark": (during, PHONE, "dark"),
    "tablet-squared": (squared, TABLET, "light"),
    "tablet-after": (after, TABLET, "light"),
    "public-turn": (public_turn, BIG, "light"),
    "public-turn-phone": (public_turn, PHONE, "light"),
    "public-result-dark": (public_result, BIG, "dark"),
}


def test_the_live_pages_look_as_they_did(browser: Browser) -> None:
    """On one page, which keeps nothing of the others."""
    context: dict[str, Any] = {"locale": "fr-FR", "timezone_id": "Europe/Paris"}
    with (
        open_fake_room(browser, room=StillRoom(), time=0, has_touch=True, **context) as room,
        every_row() as row,
    ):
        for name, (show, size, scheme) in SCREENS.items():
            with row(name):
                room.page.set_viewport_size(size)
                room.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                show(room)
                assert_screen_matches(room.page, name, clock=False)
                assert room.errors == []
            room.begin_anew()
