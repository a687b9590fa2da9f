"""The big screen between turns, and the overlay of a broadcast, on the real site: in the hall at
1920 × 1080 and on a phone."""

import os
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations_in_both_themes
from tests.browser.keyboard import unreachable
from tests.browser.pages.tables import Open, draw
from tests.pictures import PICTURES
from tests.rows import every_row

if TYPE_CHECKING:
    from tests.room import Room
    from tournament.core.scenes import Scene

HALL, PHONE = {"width": 1920, "height": 1080}, {"width": 390, "height": 844}
#: One two-hundredth of twenty metres, on a picture two metres high that has 1080 lines.
READABLE_PX = 54 * 0.7
#: What is read in the hall, by scene.
READ = {
    "programme": ".panel-name",
    "tables": ".panel-name",
    "ranking": ".panel-name",
    "address": "h2",
    "podium": ".called-up .podium-name",
}


def look(page: Page, name: str) -> None:
    if os.environ.get("SHOTS"):
        page.wait_for_timeout(900)
        page.screenshot(path=f"{os.environ['SHOTS']}/{name}-{page.viewport_size['width']}.png")


@pytest.fixture
def crowd(live_room: "Room") -> "Room":
    """Enough players for two pages of a plan."""
    from tournament.core.people import PlayerData
    from tournament.services.registration import register_entry

    for n in range(24):
        player = PlayerData(last_name=f"MARTINEAU-{n:02}", first_name="Bérengère")
        register_entry(tournament=live_room.tournament, players=[player], **live_room.by())
    return live_room


def choose(room: "Room", scene: str) -> None:
    from tournament.core.scenes import Scene
    from tournament.services.screen import choose_scene

    choose_scene(tournament=room.tournament, scene=Scene(scene))


def shown(page: Page) -> Any:
    """The panel that is seen."""
    return page.locator(".panel:visible")


def test_every_scene_in_the_hall_and_on_a_phone(crowd: "Room", open_page: Open) -> None:
    from tests.browser.pages.test_real_table import play_to_the_reveal
    from tournament.services.games import finish_game
    from tournament.services.screen import set_logo

    set_logo(tournament=crowd.tournament, data=PICTURES["image/png"])
    pages = [open_page(f"/{crowd.tournament.slug}/live/") for _ in range(2)]
    for page, size in zip(pages, (HALL, PHONE), strict=True):
        page.set_viewport_size(size)
    hall, phone = pages
    for page in pages:  # before the first game
        expect(shown(page)).to_contain_text(crowd.tournament.name)
        expect(page.locator("#board")).to_be_hidden()
        assert page.locator(".panel-logo").evaluate("(image) => image.naturalWidth") == 3
        look(page, "welcome")
    turn = play_to_the_reveal(crowd)
    for page in pages:
        expect(page.locator("#board")).to_be_visible()
        expect(shown(page)).to_have_count(0)
    with every_row() as row:
        for name, read in READ.items():
            choose(crowd, name)
            for page in pages:
                with row(f"{name} {page.viewport_size}"):
                    expect(page.locator("body")).to_have_attribute("data-scene", name)
                    expect(page.locator("#board")).to_be_hidden()
                    expect(shown(page).locator(read).first).to_be_visible()
                    look(page, name)
                    fits(page)
                    assert unreachable(page) == []
            with row(f"{name} from twenty metres"):
                size = hall.locator(f".panel:visible {read}").first.evaluate(
                    "(node) => parseFloat(getComputedStyle(node).fontSize)"
                )
                assert size >= READABLE_PX
            with row(f"{name} for everybody"):
                assert violations_in_both_themes(phone) == []
    finish_game(game=turn.game, reason="judge_decision", open_slips_stay=True, **crowd.by())


def fits(page: Page) -> None:
    """No scene scrolls sideways, and in the hall nothing is cut off below."""
    width, height = page.evaluate(
        "[document.documentElement.scrollWidth, document.querySelector('main').scrollHeight]"
    )
    assert width <= page.viewport_size["width"]
    if page.viewport_size == HALL:
        assert height <= page.locator("main").bounding_box()["height"] + 1
