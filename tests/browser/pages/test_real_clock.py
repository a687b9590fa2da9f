"""The clock of a table with real tiles on the real stack, through what befalls a device, no network
and a reload; and the common time of the room on its screen."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import list_violations_in_both_themes
from tests.browser.pages.tables import Open
from tests.waiting import wait_for

if TYPE_CHECKING:
    from tests.classic_room import ClassicRoom
    from tests.room import Room
    from tournament.classic.models import ClockEvent


@pytest.fixture
def begun(live_room: "Room") -> "ClassicRoom":
    from tests.classic_room import NAMES, make_classic_room

    room = make_classic_room(NAMES[:2], time_s=1500)
    room.begin()
    return room


def expect_running(page: Page, side: str) -> None:
    expect(page.locator(f"#press-{side}")).to_have_attribute("data-running", "")


def presses() -> "list[ClockEvent]":
    from tournament.classic.models import ClockEvent

    return list(ClockEvent.objects.filter(command="press").order_by("seq"))


def looks_well(page: Page) -> None:
    assert not list_violations_in_both_themes(page)
    for width, height in ((390, 844), (844, 390), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


def test_clock_of_a_device_survives_outage_and_reload(
    begun: "ClassicRoom", open_page: Open
) -> None:
    match = begun.matches(begun.tournament.rounds.get())[0]
    assert match.y
    device, other = (open_page(f"/t/{e.table.key}/") for e in (match.x, match.y))
    for page in (device, other):
        page.get_by_role("link", name="Pendule de la table").click()
        expect(page.locator("#link")).to_have_attribute("data-status", "live")
    device.locator("#press-Y").click()
    for page in (device, other):
        expect_running(page, "X")
    looks_well(device)

    device.context.set_offline(True)
    device.locator("#press-X").click()
    expect_running(device, "Y")
    expect(device.locator("#offline")).to_contain_text("Ce qui est appuyé part")
    assert len(presses()) == 1
    device.context.set_offline(False)
    wait_for(lambda: len(presses()) == 2)
    expect_running(other, "Y")

    other.keyboard.press("ArrowLeft" if is_first(other, "Y") else "ArrowRight")
    expect_running(device, "X")
    assert [event.actor for event in presses()] == ["Y", "X", "Y"]
    device.reload()
    expect_running(device, "X")
    device.locator("#hold").click()
    expect(other.locator("#clock-status")).to_have_text("Arrêtée : un arbitre est appelé")


def is_first(page: Page, side: str) -> bool:
    """Return True if the half of ``side`` is the first of the page."""
    return page.locator(".clock-half").first.get_attribute("data-side") == side


def test_common_time_appears_on_the_room_s_screen_at_once(
    live_room: "Room", open_page: Open
) -> None:
    from tests.classic_room import NAMES, make_classic_room
    from tournament.classic.core.rounds.countdown import CountdownCommand
    from tournament.classic.services.countdowns import change_countdown

    room = make_classic_room(NAMES[:2], clock="global", time_s=3000)
    match_round = room.begin()
    screen = open_page(f"/{room.tournament.slug}/live/")
    expect(screen.locator("#link")).to_have_attribute("data-status", "live")
    expect(screen.locator(".panel-tables")).to_be_visible()

    def change(command: str, seconds: int = 3000) -> None:
        command_name = CountdownCommand(command)
        change_countdown(
            match_round=match_round,
            command=command_name,
            seconds=seconds,
            **room.get_author_and_time(),
        )

    change("start")
    expect(screen.locator(".panel-time")).to_contain_text("49:")
    assert not list_violations_in_both_themes(screen)
    change("stop")
    expect(screen.locator(".panel-countdown")).to_contain_text("Temps arrêté")
    change("set", 1)
    change("resume")
    expect(screen.locator(".panel-countdown")).to_contain_text("Le temps est écoulé")
