"""A club registers itself on a hosted server: from the sign-in page to its first tournament."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import list_violations_in_both_themes
from tests.browser.keyboard import list_unreachable
from tests.browser.office.desks import overflow
from tests.mail import MailServer, mail_server
from tests.stack import LiveStack, find_free_port
from tests.waiting import wait_for
from tournament.models import Organisation, Tournament

ADDRESS = "camille@example.org"
PASSWORD = "Quinze lignes de quinze"


@pytest.fixture
def post(live_stack: LiveStack) -> Iterator[MailServer]:
    """The stack as an open installation, with a mail server; afterwards it is closed again."""
    with mail_server(find_free_port()) as server:
        opened = {"SELF_REGISTRATION": "open", "EMAIL_URL": server.url}
        opened["EMAIL_FROM"] = "duplicata@example.org"
        live_stack.environment.update(opened)
        live_stack.stop()
        live_stack.ensure()
        yield server
        for name in opened:
            del live_stack.environment[name]
        live_stack.stop()


def look(page: Page) -> None:
    for width, height in ((1366, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) <= 0
    assert list_violations_in_both_themes(page) == []
    assert list_unreachable(page) == []


def test_a_club_comes_by_mail_to_its_first_tournament(
    live_stack: LiveStack, post: MailServer, page: Page
) -> None:
    page.goto(f"{live_stack.url}/accounts/login/")
    page.get_by_role("link", name="Créer le premier compte").click()
    look(page)
    page.goto(f"{live_stack.url}/accounts/login/")
    page.get_by_role("link", name="Inscrire votre club").click()
    look(page)
    page.get_by_label("Votre club").fill("Club du Lac")
    page.get_by_label("Votre nom").fill("Camille Rive")
    page.get_by_label("Adresse électronique").fill(ADDRESS)
    page.get_by_role("button", name="Recevoir le lien").click()
    expect(page.get_by_role("heading", name="Regardez votre courrier")).to_be_visible()
    wait_for(lambda: post.list_texts_to(ADDRESS) != [])
    assert post.letters[0]["From"] == "duplicata@example.org"
    [link] = re.findall(r"http://\S+", post.list_texts_to(ADDRESS)[0])
    page.goto(link)
    look(page)
    page.get_by_label("Nom du compte").fill("camille")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("#id_password2").fill(PASSWORD)
    page.get_by_role("button", name="Inscrire mon club").click()
    expect(page.get_by_role("heading", name="Mes tournois")).to_be_visible()
    page.get_by_role("link", name="Créer un tournoi").click()
    page.locator("#id_name").fill("Coupe du Lac")
    page.get_by_role("button", name="Créer le tournoi").click()
    expect(page.get_by_label("Un nom par ligne")).to_be_focused()
    expect(page.get_by_text("Le tournoi est créé.")).to_be_in_viewport(ratio=1)
    home = Organisation.objects.get(name="Club du Lac")
    assert Tournament.objects.get().organisation == home
    reset_forgotten_password(page, live_stack, post)


def reset_forgotten_password(page: Page, stack: LiveStack, post: MailServer) -> None:
    page.context.clear_cookies()
    page.goto(f"{stack.url}/accounts/login/")
    page.get_by_role("link", name="Mot de passe oublié").click()
    look(page)
    page.get_by_label("Adresse électronique").fill(ADDRESS)
    page.get_by_role("button", name="Recevoir le lien").click()
    wait_for(lambda: len(post.list_texts_to(ADDRESS)) == 2)
    [link] = re.findall(r"http://\S+", post.list_texts_to(ADDRESS)[1])
    page.goto(link)
    look(page)
    page.locator("#id_new_password1").fill(f"{PASSWORD} encore")
    page.locator("#id_new_password2").fill(f"{PASSWORD} encore")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_role("button", name="Se connecter")).to_be_visible()
