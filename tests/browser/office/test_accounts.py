"""An account per person in a real browser: made, printed, opened by its card, its own password."""

import re

from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import list_violations_in_both_themes
from tests.browser.keyboard import list_unreachable
from tests.browser.office.desks import OfficePage, overflow
from tournament.models import StaffMember

PASSWORD = "Quinze lignes de quinze"


def look(page: Page) -> None:
    """Check accessibility, and that nothing is wider than a phone."""
    for width, height in ((1366, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) <= 0
    assert list_violations_in_both_themes(page) == []
    assert list_unreachable(page) == []


def test_an_arbiter_signs_in_by_card_and_chooses_a_password(
    office: OfficePage, browser: Browser
) -> None:
    page = office.open("office-staff")
    page.get_by_label("Nom du compte").fill("dominique")
    page.get_by_label("Nom affiché").fill("Dominique Lac")
    page.get_by_role("checkbox", name="arbitre-correcteur : ").check()
    page.get_by_role("checkbox", name="juge-arbitre : ").check()
    page.get_by_role("button", name="Donner les rôles", exact=True).click()
    expect(page.get_by_role("img", name="Code QR de connexion de dominique")).to_be_in_viewport()
    look(page)
    link = page.locator(".secret a.code").inner_text()
    guest = browser.new_page()
    guest.goto(link.replace("http://localhost/", office.stack.url + "/"))
    guest.get_by_role("button", name="Se connecter").click()
    expect(guest.get_by_text("Choisissez votre mot de passe maintenant")).to_be_visible()
    look(guest)
    guest.get_by_label(re.compile("^Nouveau mot de passe")).fill(PASSWORD)
    guest.get_by_label("Confirmation du nouveau mot de passe").fill(PASSWORD)
    guest.get_by_role("button", name="Enregistrer le mot de passe").click()
    expect(guest.get_by_text("Votre mot de passe est choisi.")).to_be_visible()
    user = User.objects.get(username="dominique")
    assert user.check_password(PASSWORD)
    assert StaffMember.objects.filter(user=user).count() == 2
    guest.locator("summary", has_text="Dominique Lac").click()
    guest.get_by_role("button", name="Se déconnecter").click()
    expect(guest.locator("summary", has_text="Dominique Lac")).to_have_count(0)
    guest.close()


def test_a_manager_prints_cards_and_reads_what_was_done(office: OfficePage) -> None:
    page = office.page
    page.goto(f"{office.stack.url}/organisation/{office.room.organisation_id}/accounts/")
    for name in ("camille", "dominique"):
        page.get_by_label("Nom du compte").fill(name)
        page.get_by_role("button", name="Créer le compte et sa carte").click()
        expect(page.get_by_role("heading", name="Compte créé")).to_be_visible()
    look(page)
    page.get_by_label("Tout cocher").check()
    page.get_by_role("button", name="Cartes de connexion des comptes cochés").click()
    expect(page.locator(".table-card")).to_have_count(3)
    look(page)
    page.get_by_role("link", name="Retour aux comptes").click()
    page.get_by_role("link", name="camille").click()
    expect(page.get_by_role("button", name="Fermer le compte")).to_be_visible()
    page.get_by_role("button", name="Fermer le compte").click()
    page.get_by_role("dialog").get_by_role("button", name="Fermer le compte").click()
    expect(page.get_by_text("Ce compte est fermé : il n’ouvre plus rien.")).to_be_visible()
    page.get_by_role("link", name="Tous les comptes").click()
    page.get_by_role("link", name="Ce qui a été fait").click()
    expect(page.get_by_role("row", name=re.compile("camille.*compte fermé"))).to_be_visible()
