"""Another device takes the judge's desk over, and the game goes on."""

import re
from typing import Any

from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tests.browser.office.desks import OfficePage
from tournament.core.states import TurnState
from tournament.models import Journal, Turn
from tournament.services.play.turns import stop_clock


def open_other_device(office: OfficePage, browser: Browser, arguments: dict[str, Any]) -> Page:
    page = browser.new_context(**arguments).new_page()
    office.sign_in(page, office.room.user)
    return office.open("judge-desk", page=page)


def enter(page: Page) -> None:
    expect(page.locator("#primary")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Enter")


def displace_a_judge_who_types(page: Page, other: Page) -> None:
    """Without asking; he keeps what he typed, and takes the desk back."""
    page.keyboard.type("taes")
    other.get_by_role("button", name="Prendre la main").click()
    expect(other.locator("#primary")).to_be_visible()
    expect(page.locator(".elsewhere")).to_be_visible()
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


def take_over_from_a_dead_device(other: Page) -> None:
    expect(other.locator("#state")).to_have_text("Lettres tirées")
    expect(other.locator(".elsewhere")).to_contain_text("bureau mène la partie")
    expect(other.locator("#primary")).to_have_count(0)
    other.keyboard.press("Enter")  # means nothing here
    expect(other.locator(".speech")).to_contain_text("Tirage complet")
    before = Journal.objects.filter(kind="desk").count()
    other.get_by_role("button", name="Prendre la main").click()
    expect(other.locator(".elsewhere")).to_have_count(0)
    expect(other.locator("#primary")).to_be_focused()
    enter(other)
    expect(other.locator("#state")).to_have_text("Annonce des lettres")
    assert Journal.objects.filter(kind="desk").count() == before + 1


def sign_out_in_another_window(page: Page, office: OfficePage) -> None:
    window = page.context.new_page()
    window.goto(office.stack.url + reverse("account"))
    window.locator(".menu summary", has_text="mon compte").click()
    window.get_by_role("button", name="Se déconnecter").click()
    expect(page.locator("#connection")).to_have_text("accès refusé : rechargez la page")


def test_another_device_takes_over_and_goes_on(
    office: OfficePage, browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    office.room.game(source="hand")
    page = office.open("judge-desk")
    expect(page.locator("#connection")).to_have_text("en direct")
    other = open_other_device(office, browser, browser_context_args)
    displace_a_judge_who_types(page, other)
    page.goto("about:blank")  # dead in the middle of a turn
    take_over_from_a_dead_device(other)

    # The first one wakes up: it only looks on, and follows.
    office.open("judge-desk")
    expect(page.locator(".elsewhere")).to_be_visible()
    expect(page.locator("#connection")).to_have_text("en direct")
    enter(other)
    expect(page.locator("#state")).to_have_text("Temps de jeu")
    turn = Turn.objects.get()
    assert turn.state == TurnState.OPEN

    sign_out_in_another_window(page, office)
    expect(other.locator("#connection")).to_have_text("en direct")
    stop_clock(turn=turn, **office.room.get_author_and_time())
    expect(other.locator("#state")).not_to_have_text("Temps de jeu")
    other.context.close()
    page.reload()
    expect(page).to_have_url(re.compile("/accounts/login/"))
