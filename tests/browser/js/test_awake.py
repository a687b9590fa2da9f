"""A screen that stays on through a turn, also on plain http, or a player who is warned."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.js.room import FakeRoom, now
from tests.browser.js.states import entry_state
from tests.browser.js.tablet import TABLET, open_table, open_turn
from tests.waiting import TIMEOUT_S

#: As Safari is, where neither lock nor picture holds a screen on plain http.
SAFARI = "window.GestureEvent = class {};"
#: As a secure page is, with a lock that the browser takes back.
LOCK = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  const lock = new EventTarget();
  window.locks.push(lock);
  return lock;
} } });
"""
IN_SIGHT = """(video) => {
  const { top, left, width, height } = video.getBoundingClientRect();
  return !video.paused && video.videoWidth > 0 && top === 0 && left === 0 && width * height > 0;
}"""


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return browser_context_args | {"viewport": TABLET, "has_touch": True}


def plays(page: Page) -> None:
    video = page.locator("video.awake")
    expect(video).to_be_attached()
    page.wait_for_function(
        f"({IN_SIGHT})(document.querySelector('video.awake'))", timeout=TIMEOUT_S * 1000
    )


def test_on_plain_http_a_silent_picture_plays_in_sight(room: FakeRoom) -> None:
    page = open_turn(room)

    plays(page)
    expect(page.locator("#awake-note")).to_be_hidden()
    page.locator("video.awake").evaluate("(video) => video.pause()")
    page.locator("#board").tap()
    plays(page)
    expect(page.locator("video.awake")).to_have_count(1)


def test_with_a_lock_of_the_browser_there_is_no_picture(own_room: FakeRoom) -> None:
    own_room.page.add_init_script(LOCK)
    page = open_turn(own_room)
    page.wait_for_function("locks.length === 1")
    page.evaluate("locks[0].dispatchEvent(new Event('release'))")
    page.locator("#board").tap()

    page.wait_for_function("locks.length === 2")
    expect(page.locator("video.awake")).to_have_count(0)


def test_a_screen_that_may_sleep_warns_once_before_turns(
    own_room: FakeRoom,
) -> None:
    own_room.page.add_init_script(SAFARI)
    between = entry_state(11, "announced", now=now()) | {"turn": None}
    open_table(own_room, between)
    page = own_room.page
    note = page.get_by_role("region", name="Cet écran peut s’éteindre pendant un coup")
    expect(note).to_be_visible()

    open_turn(own_room)
    expect(note).to_be_hidden()

    open_table(own_room, between)
    note.get_by_role("button", name="J’ai compris").tap()
    expect(note).to_be_hidden()
    page.reload()
    expect(page.locator("#link")).to_contain_text("Connecté")
    expect(note).to_be_hidden()
