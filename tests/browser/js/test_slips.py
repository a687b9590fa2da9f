"""Slips on the tablet: opened between turns, a button during one, receipts, the list of all."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.axe import list_violations
from tests.browser.js.room import FakeRoom, now
from tests.browser.js.states import entry_state, game, result, turn
from tests.browser.js.tablet import TABLET, open_table, open_turn
from tests.waiting import wait_for

UID = "0b9e6f0e-6f0e-4f0e-8f0e-{:012d}"
SIZES: list[ViewportSize] = [
    {"width": 1024, "height": 768},
    {"width": 800, "height": 1280},
    {"width": 390, "height": 844},
]


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": TABLET, "has_touch": True}


def slip(number: int, **changes: Any) -> dict[str, Any]:
    return {
        "uid": UID.format(number),
        "sanction": "zero",
        "heading": "zéro",
        "lines": ["Mot(s) non admis : HELAINS", "Vérifiez votre grille !"],
        "article": "art. 5.9",
        "shown": False,
    } | changes


def send_slips(room: FakeRoom, **slips: Any) -> None:
    assert room.snapshot
    mine = {"results": {}, "total": 700, "rank": 4, "warnings": 0}
    by_turn = {name.removeprefix("turn"): slip for name, slip in slips.items()}
    head = {"type": "mine", "game_id": 7, "seq": room.snapshot["seq"]}
    room.send(head | mine | {"slips": by_turn})


def card(page: Page) -> Locator:
    return page.locator("#slip-card")


def list_receipts(room: FakeRoom) -> list[str]:
    return [message["uid"] for message in room.received if message["type"] == "shown"]


def wait_until(page: Page, fact: Callable[[], bool]) -> None:
    """Wait for what the page sends: its messages are read while Playwright waits."""

    def is_true_after_pause() -> bool:
        page.wait_for_timeout(50)
        return fact()

    wait_for(is_true_after_pause)


def open_waiting(room: FakeRoom, **changes: Any) -> Page:
    """The tablet between turns."""
    open_table(room, entry_state(11, "waiting", now=now(), **changes))
    return room.page


def slips_button(page: Page) -> Locator:
    return page.locator("#slips-open")


def test_between_turns_a_slip_stays_open_until_closed(room: FakeRoom) -> None:
    page = open_waiting(room)

    send_slips(room, turn10=slip(10))

    expect(card(page)).to_be_in_viewport(ratio=1)
    expect(card(page)).to_contain_text("Billet de correction, coup 10")
    expect(card(page)).to_contain_text("Mot(s) non admis : HELAINS")
    assert card(page).evaluate("(card) => getComputedStyle(card).position") == "static"
    wait_until(page, lambda: list_receipts(room) == [UID.format(10)])
    page.locator("#slip-card-close").tap()
    expect(card(page)).to_be_hidden()
    expect(page.locator("#all-slips-count")).to_have_text("1")
    # The server knows: nothing is sent again, and nothing is opened again.
    send_slips(
        room, turn10=slip(10, shown=True), turn9=slip(9, heading="pénalité", sanction="penalty")
    )
    expect(card(page)).not_to_contain_text("coup 10")
    expect(card(page)).to_contain_text("coup 9")
    wait_until(page, lambda: list_receipts(room) == [UID.format(10), UID.format(9)])
    # Letters fold the open slip into the button.
    room.event("announced", turn=turn(11, "announced", now=now()))
    expect(card(page)).to_be_hidden()
    expect(slips_button(page)).to_have_text("1 billet")


def test_a_slip_is_a_button_of_the_bar_during_turns(room: FakeRoom) -> None:
    page = open_turn(room)
    places = ["#sheet-fields", "#rack", "#board", "#keypad", "#clock", "#squares"]
    before = [page.locator(place).bounding_box() for place in places]

    send_slips(room, turn9=slip(9), turn10=slip(10))

    expect(slips_button(page)).to_have_text("2 billets")
    expect(slips_button(page)).to_be_in_viewport(ratio=1)
    expect(card(page)).to_be_hidden()
    assert [page.locator(place).bounding_box() for place in places] == before
    assert list_receipts(room) == []
    slips_button(page).press("Enter")
    expect(card(page)).to_contain_text("Billet de correction, coup 9")
    expect(page.locator("#slip-card-close")).to_be_focused()
    wait_until(page, lambda: len(list_receipts(room)) == 2)
    page.keyboard.press("Enter")
    expect(card(page)).to_be_hidden()
    expect(slips_button(page)).to_be_hidden()


def open_slips(page: Page) -> None:
    slips_button(page).tap()
    expect(card(page)).to_be_visible()


def test_a_receipt_goes_by_a_request_until_it_is_answered(room: FakeRoom) -> None:
    page = open_waiting(room)
    room.answer_receipts = False
    send_slips(room, turn10=slip(10))
    expect(card(page)).to_be_visible()
    wait_until(page, lambda: list_receipts(room) != [])
    room.pass_time(5)
    wait_until(page, lambda: any(message["type"] == "shown" for message in room.posted))

    def is_silent() -> bool:
        sent = len(list_receipts(room))
        room.pass_time(30)
        return len(list_receipts(room)) == sent

    wait_until(page, is_silent)  # once the answer has arrived
    assert is_silent()


def test_a_receipt_unknown_to_the_server_is_not_repeated(room: FakeRoom) -> None:
    page = open_waiting(room)
    room.answer_receipts = False
    send_slips(room, turn10=slip(10))
    wait_until(page, lambda: list_receipts(room) != [])
    room.send({"type": "receipt", "uid": UID.format(10), "known": False})
    room.pass_time(30)
    assert len(list_receipts(room)) == 1


def test_what_was_shown_before_is_only_in_the_list(room: FakeRoom) -> None:
    own = {"slips": {"3": slip(3, shown=True)}}
    own["results"] = {"1": result(1, points=70), "2": result(2), "3": result(3, points=0)}
    points_on = game(points_on_slips=True)
    open_table(room, entry_state(11, "waiting", now=now(), own=own, game=points_on))
    expect(room.page.locator("#all-slips-count")).to_have_text("1")
    points = "Points : 0 · top 72 · total 138"
    expect(room.page.locator("#all-slips-list")).to_contain_text(points)
    expect(card(room.page)).to_be_hidden()
    assert list_receipts(room) == []


def test_it_can_be_read_and_closed_on_every_screen(room: FakeRoom) -> None:
    page = open_turn(room)
    send_slips(room, turn10=slip(10))
    open_slips(page)
    assert list_violations(page, without=".table-bar, .turn, .play-road") == []
    for size in SIZES:
        page.set_viewport_size(size)
        box = card(page).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= size["height"]
    # the button to close many slips is in sight
    send_slips(room, **{f"turn{n}": slip(n) for n in range(1, 11)})
    expect(page.locator("#slip-card-list > *")).to_have_count(10)
    for size in SIZES:
        page.set_viewport_size(size)
        expect(page.locator("#slip-card-close")).to_be_in_viewport(ratio=1)
    page.locator("#slip-card-close").focus()
    page.keyboard.press("Enter")
    expect(card(page)).to_be_hidden()


def test_a_long_slip_counts_as_shown_at_its_end(
    room: FakeRoom,
) -> None:
    page = open_turn(room)
    page.set_viewport_size({"width": 320, "height": 420})
    send_slips(room, turn10=slip(10, lines=["Autre motif de zéro : " + "relu à deux, " * 60]))
    open_slips(page)
    close = page.locator("#slip-card-close")
    close.dispatch_event("click")  # closed unread
    open_slips(page)
    assert list_receipts(room) == []
    card(page).hover()
    page.mouse.wheel(0, 2000)
    wait_until(page, lambda: list_receipts(room) == [UID.format(10)])
    close.tap()
    expect(card(page)).to_be_hidden()
