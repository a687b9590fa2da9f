"""The judge's desk in a real browser: by keyboard, live, and without anything jumping."""

import re

from playwright.sync_api import Page, expect

from tests.browser.office.desks import OfficePage, solved, without_network
from tests.bulletins import RACK
from tests.room import ring
from tests.waiting import wait_for
from tournament.core.people.player_data import PlayerData
from tournament.core.states import TurnState
from tournament.models import Turn
from tournament.services.people.registration import register_entry
from tournament.services.play.turns import cancel_turn, draw_turn


def primary(page: Page, label: str) -> None:
    """The next action has the focus; Enter does it."""
    button = page.locator("#primary")
    expect(button).to_have_text(re.compile(label))
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Enter")


def test_a_turn_is_led_with_the_enter_key_alone(office: OfficePage) -> None:
    office.room.game()
    page = office.open("judge-desk")
    expect(page.locator("#connection")).to_have_text("en direct")
    primary(page, "Tirer les lettres")
    expect(page.locator("#state")).to_have_text("Lettres tirées")
    expect(page.locator(".speech")).to_contain_text("Tirage complet")
    primary(page, "Montrer les lettres")
    primary(page, "Lancer le chrono")
    expect(page.locator("#state")).to_have_text("Temps de jeu")
    expect(page.locator("#time-left")).to_have_text(re.compile("^2:5[0-9]$"))

    turn = Turn.objects.get()
    wait_for(lambda: solved(turn))
    ring(turn)
    expect(page.locator("#state")).to_have_text("Choix du mot")
    expect(page.locator("[name=top]:checked")).to_have_count(1)
    primary(page, "Donner la solution")
    expect(page.locator("#state")).to_have_text("Annonce de la solution")
    expect(page.locator(".speech")).to_contain_text("Rappel")
    expect(page.locator("#grid .square.tile.last").first).to_be_visible()
    expect(page.locator("#time-since-announcement")).to_have_count(0)
    primary(page, "Annonce terminée")
    expect(page.locator("#time-since-announcement")).to_contain_text(
        re.compile("Attendez encore [0-9]+ secondes")
    )
    primary(page, "Tirer les lettres")
    expect(page.get_by_text("coup 2")).to_be_visible()


def type_letters_whatever_happens(page: Page, office: OfficePage) -> None:
    """They survive what happens in the room, and a click elsewhere."""
    letters = page.locator("input.letters")
    expect(letters).to_be_focused()
    page.keyboard.type("tae")
    seq = page.locator("#desk").get_attribute("data-seq")
    register_entry(
        tournament=office.room.tournament,
        players=[PlayerData("Grèce")],
        **office.room.get_author_and_time(),
    )
    expect(page.locator("#desk")).not_to_have_attribute("data-seq", str(seq))
    expect(letters).to_be_focused()
    page.keyboard.type("si")
    page.locator("#grid .square").first.click()
    page.keyboard.type("nr")
    expect(letters).to_have_value("taesinr")


def test_wrong_letters_are_refused_retyped_and_shown_to_the_room(office: OfficePage) -> None:
    office.room.game(source="hand")
    page = office.open("judge-desk")
    type_letters_whatever_happens(page, office)
    letters = page.locator("input.letters")
    letters.fill("kkaeinr")
    page.keyboard.press("Enter")
    expect(page.locator("#refusal .alert")).to_contain_text("le sac ne contient plus assez de")
    expect(letters).to_have_value("kkaeinr")
    expect(letters).to_be_focused()

    letters.fill("")
    page.keyboard.type("taesinu")
    page.keyboard.press("Enter")
    for name, drawn in (("retype", "taesint"), ("rectify", "taesinr")):
        page.locator(f"#ask-{name}").press("Enter")
        expect(page.locator("#rack-letters")).to_be_focused()
        page.keyboard.type("taes")
        page.keyboard.press("Enter")
        expect(page.locator("#ask-body .alert")).to_contain_text("Lettres à tirer : 7")
        page.keyboard.type(drawn)
        page.keyboard.press("Enter")
        expect(page.locator("#ask")).to_be_hidden()
        expect(page.locator(".rack-now .tiles")).to_have_text(re.compile(drawn[-1].upper()))
        if name == "retype":
            primary(page, "Montrer les lettres")
    expect(page.locator("#speech-title")).to_contain_text("Rectification")
    assert Turn.objects.get().drawn == RACK


def cancel_dialog(page: Page) -> None:
    """Close the question: the focus returns to the button pressed."""
    for _ in range(2):
        page.locator("#ask-cancel").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#ask")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#ask")).not_to_be_visible()
        expect(page.locator("#ask-cancel")).to_be_focused()
    assert Turn.objects.get().state == TurnState.DRAWN


def move_on_under_the_dialog(page: Page, office: OfficePage) -> None:
    """The room may."""
    page.locator("#ask-cancel").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_be_visible()
    seq = page.locator("#desk").get_attribute("data-seq")
    register_entry(
        tournament=office.room.tournament,
        players=[PlayerData("Grèce")],
        **office.room.get_author_and_time(),
    )
    expect(page.locator("#desk")).not_to_have_attribute("data-seq", str(seq))
    page.keyboard.press("Escape")
    expect(page.locator("#ask-cancel")).to_be_focused()


def test_a_repeated_key_draws_once_and_cancelling_asks_why(office: OfficePage) -> None:
    """A dialog that comes back is at the field to mend."""
    office.room.game()
    page = office.open("judge-desk")
    expect(page.locator("#primary")).to_be_focused()
    page.keyboard.down("Enter")
    expect(page.locator("#state")).to_have_text("Lettres tirées")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.method))
    for _ in range(10):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.evaluate("1")  # what the keys have sent is told before the page answers
    assert "POST" not in requests
    assert Turn.objects.get().state == TurnState.DRAWN

    expect(page.locator("#connection")).to_have_text("en direct")
    expect(page.locator("#primary")).to_be_focused()
    cancel_dialog(page)
    move_on_under_the_dialog(page, office)
    page.locator("#ask-cancel").click()
    dialog = page.get_by_role("dialog", name="Annuler le coup")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("#primary")).to_be_focused()  # the mouse asked: Enter goes on
    assert Turn.objects.get().state == TurnState.DRAWN

    page.locator("#ask-cancel").click()
    dialog.get_by_role("button", name="Annuler le coup").click()
    expect(dialog).to_contain_text("Choisissez le motif de l’annulation.")
    dialog.get_by_label("autre erreur").check()
    dialog.get_by_role("button", name="Annuler le coup").click()
    expect(dialog).to_contain_text("Précisez l’erreur.")
    expect(dialog.get_by_label("Précision")).to_be_focused()
    dialog.get_by_label("erreur d’épellation").check()
    dialog.get_by_role("button", name="Annuler le coup").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#state")).to_have_text("Coup annulé")


def press_enter_twice_at_a_question(office: OfficePage) -> None:
    """The second does not confirm it."""
    page = office.open("office-tables")
    renew = page.get_by_role("button", name="Renouveler les liens")
    before = [table.renewals for table in office.room.tournament.tables.order_by("pk")]
    renew.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#renew")).to_be_visible()
    expect(page.locator("#renew h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(renew).to_be_focused()
    assert [table.renewals for table in office.room.tournament.tables.order_by("pk")] == before


def test_a_question_stays_and_the_desk_survives_a_lost_network(office: OfficePage) -> None:
    """It follows another judge again by itself."""
    press_enter_twice_at_a_question(office)
    game = office.room.game()
    page = office.open("judge-desk")
    expect(page.locator("#connection")).to_have_text("en direct")
    with without_network(page):
        expect(page.locator("#connection")).to_have_text("hors ligne : la page ne suit plus")
        turn = draw_turn(game=game, **office.room.get_author_and_time())
        assert turn is not None
    expect(page.locator("#connection")).to_have_text("en direct")
    expect(page.locator("#state")).to_have_text("Lettres tirées")
    cancel_turn(turn=turn, reason="essai", **office.room.get_author_and_time())
    expect(page.locator("#state")).to_have_text("Coup annulé")
    expect(page.locator("#primary")).to_be_focused()
    office.errors.clear()  # the browser complains about the network that was gone
