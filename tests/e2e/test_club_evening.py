"""A club evening from an empty installation, by the one person who holds all the roles.

Every click is counted by the page itself; what is typed is not, but a form that is sent by the
keyboard counts as the click it saves.
"""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.hall import next_step
from tests.stack import LiveStack
from tournament.core.states import GameState, Role, TurnState
from tournament.models import Entry, Turn
from tournament.queries.access import get_roles

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
MAX_CLICKS = 12
NAMES = ["Algérie", "Belgique", "Canada", "Danemark", "Égypte", "France", "Grèce", "Hongrie"]
#: A form sent without a button has no click of its own.
COUNTING = """
document.addEventListener("click", () => window.clicked(), true);
document.addEventListener("submit", (event) => event.submitter || window.clicked(), true);
"""


@pytest.fixture
def count(page: Page) -> Callable[[], int]:
    """Return a function that counts the clicks since, on all pages."""
    clicks: list[None] = []
    page.expose_function("clicked", lambda: clicks.append(None))
    page.add_init_script(COUNTING)
    return lambda: len(clicks)


def test_a_club_evening_begins_within_twelve_clicks(
    live_stack: LiveStack, page: Page, count: Callable[[], int]
) -> None:
    page.set_viewport_size(PHONE)
    user = User.objects.create_user("club")
    sign_in(page, live_stack, user)
    page.goto(f"{live_stack.url}/office/")

    page.get_by_role("link", name="Créer un tournoi").click()
    expect(page.locator("#id_name")).to_be_focused()
    page.keyboard.type("Soirée du club")
    expect(page.get_by_label("Je tiens tous les rôles")).to_be_checked()
    page.get_by_role("button", name="Créer le tournoi").click()

    page.get_by_label("Un nom par ligne").click()
    page.keyboard.insert_text("\n".join(NAMES))
    page.get_by_role("button", name="Inscrire tous").click()
    expect(page.locator("body")).to_contain_text("8 inscriptions ajoutées.")

    page.get_by_role("link", name="Pupitre").click()
    for label in (
        "Commencer la partie",
        "Tirer les lettres",
        "Montrer les lettres",
        "Lancer le chrono",
    ):
        next_step(page, label)
    expect(page.locator("#state")).to_have_text("Temps de jeu")

    turn = Turn.objects.select_related("game__tournament").get()
    assert (turn.state, turn.game.state) == (TurnState.OPEN, GameState.RUNNING)
    assert [entry.name for entry in Entry.objects.order_by("table__number")] == NAMES
    assert get_roles(user, turn.game.tournament) == {
        Role.ORGANISER,
        Role.JUDGE,
        Role.ARBITER,
        Role.COMMISSION,
    }
    assert 9 <= count() <= MAX_CLICKS


def sign_in(page: Page, stack: LiveStack, user: User) -> None:
    client = Client()
    client.force_login(user)
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value}
    page.context.add_cookies([{**session, "url": stack.url}])  # type: ignore[typeddict-item]
