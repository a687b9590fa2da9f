"""The order of the games, changed by keyboard: the button pressed keeps the focus."""

from playwright.sync_api import expect

from tests.browser.office.desks import OfficePage
from tournament.models import Game
from tournament.services.game_list import create_games


def test_games_are_reordered_by_keyboard_and_a_start_is_shown(office: OfficePage) -> None:
    first, second, third = create_games(
        tournament=office.room.tournament, count=3, ready=True, **office.room.get_author_and_time()
    )
    page = office.open("office-tournament")
    links = page.locator("#games th a")
    up = page.locator(f"#up-{third.pk}")
    up.focus()
    for place in (2, 1):
        page.keyboard.press("Enter")
        expect(up).to_be_focused()
        expect(up).to_have_accessible_name(f"Jouer la partie {place} plus tôt")
    expect(up).to_have_attribute("aria-disabled", "true")
    expect(links).to_have_text(["Partie 1", "Partie 2", "Partie 3"])
    assert list(Game.objects.order_by("number")) == [third, first, second]

    page.keyboard.press("Enter")
    expect(page.locator("#alerts")).to_contain_text("déjà au bout")
    Game.objects.filter(pk=third.pk).update(
        state="running", started_at=office.room.get_author_and_time()["now"]
    )
    page.locator(f"#up-{first.pk}").press("Enter")
    expect(page.locator("#alerts")).to_contain_text("déjà au bout")
    assert list(Game.objects.order_by("number")) == [third, first, second]
    Game.objects.update(state="void")
