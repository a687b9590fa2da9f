"""The big screen between turns, and the overlay of a broadcast, on the real site: in the hall at
1920 × 1080 and on a phone."""

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.axe import COLOURS, list_violations
from tests.browser.keyboard import list_unreachable
from tests.browser.pages.tables import Open, draw
from tests.pictures import PICTURES
from tests.rows import every_row
from tests.screens import assert_screen_matches

if TYPE_CHECKING:
    from tests.room import Room
    from tournament.models import Turn

HALL: ViewportSize = {"width": 1920, "height": 1080}
PHONE: ViewportSize = {"width": 390, "height": 844}
#: The pictures kept of scenes in the hall.
LOOK = {"programme": "scene-programme", "podium": "scene-podium"}
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


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"reduced_motion": "reduce"}


@pytest.fixture
def crowd(live_room: "Room") -> "Room":
    """Enough players for two pages of a plan."""
    from tournament.core.people.player_data import PlayerData
    from tournament.services.people.registration import register_entries

    names = [f"MARTINEAU-{n:02}" for n in range(24)]
    register_entries(
        tournament=live_room.tournament,
        entries=[[PlayerData(last_name=name, first_name="Bérengère")] for name in names],
        **live_room.get_author_and_time(),
    )
    return live_room


def choose(room: "Room", scene: str) -> None:
    from tournament.core.scenes import Scene
    from tournament.queries import clock
    from tournament.services.screen import choose_scene

    choose_scene(tournament=room.tournament, scene=Scene(scene), now=clock.now())


def shown(page: Page) -> Any:
    """The panel that is seen."""
    return page.locator(".panel:visible")


def test_every_scene_and_the_end_in_hall_and_on_phone(crowd: "Room", open_page: Open) -> None:
    from tests.browser.pages.test_real_table import play_to_the_reveal
    from tournament.services.screen import set_logo

    set_logo(tournament=crowd.tournament, data=PICTURES["image/png"])
    page = open_page(f"/{crowd.tournament.slug}/live/")
    for size in (HALL, PHONE):  # before the first game
        page.set_viewport_size(size)
        expect(shown(page)).to_contain_text(crowd.tournament.name)
        expect(page.locator("#board")).to_be_hidden()
        expect(page.locator(".panel-logo")).to_have_js_property("naturalWidth", 3)
    turn = play_to_the_reveal(crowd)
    expect(page.locator("#board")).to_be_visible()
    expect(shown(page)).to_have_count(0)
    with every_row() as row:
        for name in READ:
            choose(crowd, name)
            with row(name):
                look_at_scene(page, name)
    page.emulate_media(color_scheme="dark")
    assert list_violations(page, COLOURS) == []
    page.emulate_media(color_scheme="light")
    end_game(crowd, turn, page)
    walk_through_the_end(page)


def look_at_scene(page: Page, name: str) -> None:
    page.set_viewport_size(HALL)
    expect(page.locator("body")).to_have_attribute("data-scene", name)
    expect(page.locator("#board")).to_be_hidden()
    first = shown(page).locator(READ[name]).first
    expect(first).to_be_visible()
    fits(page)
    if name in LOOK:
        assert_screen_matches(page, LOOK[name])
    size = first.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)")
    assert size >= READABLE_PX
    page.set_viewport_size(PHONE)
    expect(first).to_be_visible()
    fits(page)
    assert list_unreachable(page) == []
    excluded = None if name == "programme" else ".site-header, .site-footer"  # with the first scene
    assert list_violations(page, without=excluded) == []


def fits(page: Page) -> None:
    """No scene scrolls sideways, and in the hall nothing is cut off below."""
    width, over = page.evaluate(
        """() => { const main = document.querySelector("main");
          return [document.documentElement.scrollWidth, main.scrollHeight - main.clientHeight]; }"""
    )
    assert page.viewport_size is not None
    assert width <= page.viewport_size["width"]
    if page.viewport_size == HALL:
        assert over <= 0


def end_game(room: "Room", turn: "Turn", page: Page) -> None:
    """With three who are called up; before it the podium is provisional."""
    from tournament.models import Turn
    from tournament.services.play.games import finish_game
    from tournament.services.play.scoreboard import ScoreLine, post_scores

    lines = [
        ScoreLine(entry.pk, points, points, "none")
        for points, entry in enumerate(room.entries[:3], start=41)
    ]
    by = room.get_author_and_time
    post_scores(turn=turn, lines=lines, to_decide=0, corrected=False, **by())
    page.set_viewport_size(HALL)
    expect(shown(page).locator(".badge")).to_have_text("provisoire")
    choose(room, "auto")
    expect(page.locator("#board")).to_be_visible()
    Turn.objects.filter(pk=turn.pk).update(to_decide=0)
    finish_game(game=turn.game, reason="judge_decision", open_bulletins_stay=True, **by())


def walk_through_the_end(hall: Page) -> None:
    """Third, second, first, each in their time, then everybody, page after page; the arrow keys
    turn as the clock does."""
    expect(hall.locator("body")).to_have_attribute("data-scene", "between")
    expect(shown(hall)).to_have_attribute("data-panel", "podium")
    called = hall.locator(".podium-step.called-up .podium-name")
    expect(called).to_have_text(["Algérie"])
    hall.evaluate("document.activeElement.blur()")  # arrows are for the scene
    hall.keyboard.press("ArrowRight")
    expect(called).to_have_text(["Algérie", "Belgique"])
    hall.keyboard.press("ArrowRight")
    expect(called).to_have_text(["Algérie", "Belgique", "Canada"])
    fits(hall)
    hall.keyboard.press("ArrowRight")
    expect(shown(hall)).to_have_attribute("data-panel", "ranking")
    expect(hall.locator(".panel-rows > li:visible")).to_have_count(20)
    hall.get_by_role("button", name="Arrêter").press("Enter")
    expect(hall.get_by_role("button", name="Reprendre")).to_be_visible()
    hall.get_by_role("button", name="Suivante").press("Enter")
    expect(hall.locator(".panel-rows > li:visible")).to_have_count(10)
    expect(hall.locator("#scene-turns output")).to_have_text("Page 2 sur 2")
    hall.reload()
    expect(shown(hall)).to_have_attribute("data-panel", "podium")


def test_the_overlay_is_laid_over_any_picture(crowd: "Room", open_page: Open) -> None:
    from tests.browser.pages.test_real_table import play_to_the_reveal
    from tournament.core.states import ResultVisibility
    from tournament.services.play.turns import announce_turn
    from tournament.services.tournaments import update_tournament

    page = open_page(f"/{crowd.tournament.slug}/overlay/")
    page.set_viewport_size(HALL)
    expect(page.locator("main")).to_be_hidden()
    turn = play_to_the_reveal(crowd)
    expect(page.locator("#top")).to_contain_text(turn.word.upper())
    expect(page.locator("#ranking tr:visible")).to_have_count(5)
    settings = {"publicity": ResultVisibility.GAME}
    update_tournament(tournament=crowd.tournament, changes=settings, **crowd.get_author_and_time())
    expect(page.locator(".overlay-leaders")).to_be_hidden()
    bar = page.locator(".overlay-bar").bounding_box()
    assert bar
    assert bar["y"] > HALL["height"] * 0.6, "the picture is still seen where nobody leads"
    choose(crowd, "tables")  # the hall looks at something else
    following = draw(crowd, turn.game, "EIOLMLS")
    announce_turn(turn=following, **crowd.get_author_and_time())
    expect(page.locator("#letters .tile:not(.blank)")).to_have_count(7)
    expect(page.locator("#turn-name")).to_have_text("Coup 2")
    name = page.locator("#ranking .name").first
    assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    page.evaluate("document.body.dataset.ranked = 'false'")  # as before anything is counted
    bar = page.locator(".overlay-bar").bounding_box()
    assert bar is not None
    assert bar["y"] > HALL["height"] / 2
    for node in ("html", "body", "main"):
        background = page.locator(node).evaluate("(one) => getComputedStyle(one).backgroundColor")
        assert background == "rgba(0, 0, 0, 0)"
    assert_screen_matches(page, "overlay")
    assert list_unreachable(page) == []
    assert page.evaluate("document.documentElement.scrollHeight") <= HALL["height"]
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
