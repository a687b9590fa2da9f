"""A player appeals on their tablet, the commission decides on its page: the real stack."""

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import list_violations_in_both_themes
from tests.browser.pages.tables import Open, find_table_link
from tests.stack import LiveStack

if TYPE_CHECKING:
    from tests.room import Room
    from tournament.models import Game


def open_signed_in(browser: Browser, live_stack: LiveStack, room: "Room", name: str) -> Page:
    """A page of a member of the commission."""
    from django.contrib.auth.models import User
    from django.test import Client

    from tests.arbitrage.services.sanctioned_turns import get_account
    from tournament.core.states import Role

    get_account(room, Role.COMMISSION, name=name)
    client = Client()
    client.force_login(User.objects.get(username=name))
    context = browser.new_context(locale="fr-FR", timezone_id="Europe/Paris")
    cookie = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_stack.url}])
    return context.new_page()


def contest(player: Page, grounds: str) -> None:
    player.get_by_role("button", name="Recours").click()
    player.get_by_label("La décision sur le bulletin").check()
    assert not list_violations_in_both_themes(player)
    player.get_by_label("Pourquoi").fill(grounds)
    player.get_by_role("button", name="Former le recours").click()


def decide_otherwise(member: Page, points: str) -> None:
    """With a warning."""
    member.get_by_label("admet : une autre décision").check()
    member.locator("#id_points").fill(points)
    member.locator("#id_sanction").select_option("warning")
    member.locator("#id_motives_0").check()


def decide(member: Page, outcome: str, reason: str) -> None:
    member.get_by_label(outcome).first.check()
    member.get_by_label("Motif de la décision").fill(reason)
    member.get_by_role("button", name="Enregistrer la décision").click()


def end(game: "Game", *, ago: timedelta) -> None:
    """The game is over since then, by the server's clock."""
    from arbitrage.models import Ruling
    from tournament.models import Turn
    from tournament.queries import clock
    from tournament.services.play.games import finish_game

    game.refresh_from_db()
    if game.state != "finished":
        game = finish_game(
            game=game,
            reason="other",
            detail="fin",
            open_bulletins_stay=True,
            by=None,
            now=clock.now(),
        )
    Turn.objects.filter(game=game).update(to_decide=0)
    over = clock.now() - ago
    type(game).objects.filter(pk=game.pk).update(finished_at=over)
    Ruling.objects.filter(turn__game=game).update(at=over)


def test_an_appeal_is_decided_and_read_at_the_table(
    browser: Browser, live_stack: LiveStack, live_room: "Room", open_page: Open
) -> None:
    from tests.arbitrage.services.sanctioned_turns import get_score, play_sanctioned_turns

    room = live_room
    sanctioned_turns = play_sanctioned_turns(room)
    player = open_page(find_table_link(room, 0))
    expect(player.locator("#total")).to_have_text("0")
    cases = f"{live_stack.url}/commission/{room.tournament.slug}/"
    member = open_signed_in(browser, live_stack, room, "membre")
    member.goto(cases)

    contest(player, "NUPTE se lit NUPTÉ.")
    expect(player.locator("#appeals-body")).to_contain_text("Votre recours est enregistré")
    expect(player.locator("#own-cases")).to_contain_text("à décider")
    expect(player.locator("#appeals-body .alert")).to_be_in_viewport()  # what was done is seen
    player.get_by_role("button", name="Fermer", exact=True).click()
    expect(member.get_by_role("link", name="1 Algérie")).to_be_visible()  # by itself
    member.get_by_role("link", name="1 Algérie").click()
    expect(member.locator("#case-state")).to_have_text("à décider")
    expect(member.locator(".drawing").first).to_be_visible()
    expect(member.locator("#id_points")).to_be_hidden()
    decide_otherwise(member, points="24")
    decide(member, "admet : une autre décision", "Le doute profite au joueur.")
    expect(member.locator("#case-state")).to_have_text("admis")
    assert get_score(sanctioned_turns.first, sanctioned_turns.entries[0]).points == 24
    expect(player.locator("#appeals-new")).to_be_visible()
    expect(player.locator("#total")).to_have_text("24")
    player.get_by_role("button", name="Recours").click()
    expect(player.locator("#own-cases")).to_contain_text("Le doute profite au joueur.")
    expect(player.locator("#appeals-new")).to_be_hidden()
    member.context.close()

    sanctioned_turns.reveal(sanctioned_turns.second)
    end(sanctioned_turns.game, ago=timedelta(minutes=1))
    player.reload()
    player.get_by_role("button", name="Recours").click()
    expect(player.locator("#appeal-left")).to_have_text(re.compile("^1[34]:"))
