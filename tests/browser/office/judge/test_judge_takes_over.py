"""The judge's laptop dies: another takes the desk over, and the game goes on."""

import re
from typing import Any

from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tests.browser.office.desks import OfficePage
from tournament.core.states import TurnState
from tournament.models import Journal, Turn


def open_other_device(office: OfficePage, browser: Browser, arguments: dict[str, Any]) -> Page:
    page = browser.new_context(**arguments).new_page()
    office.sign_in(page, office.room.user)
    return office.open("judge-desk", page=page)


def enter(page: Page) -> None:
    expect(page.locator("#primary")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Enter")


def test_another_device_takes_over_when_the_first_dies(
    office: OfficePage, browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    office.room.game()
    laptop = open_other_device(office, browser, browser_context_args)
    enter(laptop)
    expect(laptop.locator("#state")).to_have_text("Lettres tirées")
    storage = laptop.context.storage_state()
    laptop.context.close()  # dead in the middle of a turn

    page = office.open("judge-desk")
    expect(page.locator("#connection")).to_have_text("en direct")
    expect(page.locator(".elsewhere")).to_contain_text("bureau mène la partie")
    expect(page.locator("#primary")).to_have_count(0)
    page.keyboard.press("Enter")  # means nothing here
    expect(page.locator(".speech")).to_contain_text("Tirage complet")
    page.get_by_role("button", name="Prendre la main").click()
    expect(page.locator(".elsewhere")).to_have_count(0)
    expect(page.locator("#primary")).to_be_focused()
    enter(page)
    expect(page.locator("#state")).to_have_text("Annonce des lettres")
    assert Journal.objects.filter(kind="desk").count() == 1

    # The first one wakes up: it only looks on, and follows.
    woken = browser.new_context(**browser_context_args, storage_state=storage).new_page()
    office.open("judge-desk", page=woken)
    expect(woken.locator(".elsewhere")).to_be_visible()
    expect(woken.locator("#connection")).to_have_text("en direct")
    enter(page)
    expect(woken.locator("#state")).to_have_text("Temps de jeu")
    assert Turn.objects.get().state == TurnState.OPEN
    woken.context.close()


def test_a_judge_who_is_displaced_keeps_what_he_typed(
    office: OfficePage, browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    office.room.game(source="hand")
    page = office.open("judge-desk")
    expect(page.locator("#connection")).to_have_text("en direct")
    page.keyboard.type("taes")
    other = open_other_device(office, browser, browser_context_args)
    other.get_by_role("button", name="Prendre la main").click()
    expect(other.locator("#primary")).to_be_visible()
    expect(page.locator(".elsewhere")).to_be_visible()  # without asking
    letters = page.locator("input.letters")
    expect(letters).to_have_value("taes")
    letters.focus()
    page.keyboard.type("inr")
    page.keyboard.press("Enter")  # means nothing here
    expect(page.get_by_role("button", name="Valider le tirage")).to_be_disabled()
    expect(letters).to_have_value("taesinr")
    assert not Turn.objects.exists()
    page.get_by_role("button", name="Prendre la main").click()
    expect(page.locator("#primary")).to_be_visible()
    expect(letters).to_have_value("taesinr")
    enter(page)
    expect(page.locator("#state")).to_have_text("Lettres tirées")
    expect(other.locator(".elsewhere")).to_be_visible()
    other.context.close()


def test_a_page_signed_out_elsewhere_hands_over_to_another_device(
    office: OfficePage, browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    office.room.game()
    other = open_other_device(office, browser, browser_context_args)
    page = office.open("judge-desk")
    for shown in (page, other):
        expect(shown.locator("#connection")).to_have_text("en direct")
    window = page.context.new_page()
    window.goto(office.stack.url + reverse("account"))
    window.locator(".menu summary", has_text="mon compte").click()
    window.get_by_role("button", name="Se déconnecter").click()
    expect(page.locator("#connection")).to_have_text("accès refusé : rechargez la page")
    expect(other.locator("#connection")).to_have_text("en direct")
    enter(other)
    expect(other.locator("#state")).to_have_text("Lettres tirées")
    other.context.close()
    page.reload()
    expect(page).to_have_url(re.compile("/accounts/login/"))
