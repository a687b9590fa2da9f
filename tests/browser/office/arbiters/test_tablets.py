"""The judge sees which tablets are connected, before the game and while a turn is played."""

from django.urls import reverse
from playwright.sync_api import Browser, expect

from tests.browser.office.desks import OfficePage
from tournament.services.play.games import create_game, prepare_game
from tournament.services.play.turns import announce_turn, draw_turn, open_turn


def test_the_desk_follows_the_tablets_without_being_drawn_anew(
    office: OfficePage, browser: Browser
) -> None:
    game = create_game(tournament=office.room.tournament, **office.room.get_author_and_time())
    prepare_game(game=game, **office.room.get_author_and_time())
    page = office.open("judge-desk")
    expect(page.locator("#tablets-away li")).to_have_text(["1", "2", "3", "4", "5", "6"])
    tablet = browser.new_context().new_page()
    table = office.room.entries[2].table
    tablet.goto(office.stack.url + reverse("enter-by-key", args=[table.key]))
    expect(page.locator("#tablets-here")).to_have_text("1")
    expect(page.locator("#tablets-away li")).to_have_text(["1", "2", "4", "5", "6"])

    page.locator("#primary").click()
    expect(page.locator("#state")).to_have_text("Premier tirage")
    game.refresh_from_db()
    turn = draw_turn(game=game, **office.room.get_author_and_time())
    assert turn is not None
    announce_turn(turn=turn, **office.room.get_author_and_time())
    open_turn(turn=turn, **office.room.get_author_and_time())
    expect(page.locator("#tablets-away")).to_have_count(0)
    expect(page.locator("#tablets-here")).to_have_text("1")
    tablet.context.close()
    expect(page.locator("#tablets-here")).to_have_text("0")
