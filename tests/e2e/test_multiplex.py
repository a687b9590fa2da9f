"""One game in three rooms; the network of one is cut for two turns, and nothing is lost."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from arbitrage.queries.bulletins.kept import list_kept_bulletins
from benchmarks.chaos.network import IMPAIRMENTS, NO_IMPAIRMENT, Network, Proxy
from tests.browser.axe import list_violations
from tests.e2e.hall import BrowserHall, build_short_record, sit_down
from tests.e2e.test_whole_game import next_step, stop_the_clock
from tests.stack import LiveStack
from tests.waiting import wait_for
from tournament.core.events import EventKind
from tournament.core.states import Role
from tournament.models import Centre, Journal, StaffMember, Turn
from tournament.queries.results.standings import GameStandings

TURNS = 3
WHY = "Réseau coupé, feuilles vues par le juge-arbitre du centre"


@pytest.fixture
def network(live_stack: LiveStack) -> Iterator[Network]:
    """The network of Dakar, which the test cuts."""
    network = Network([Proxy("dakar", lambda: live_stack.port)])
    yield network
    network.close()


@pytest.fixture
def dakar(hall: BrowserHall, network: Network) -> BrowserHall:
    """The hall as people in Dakar reach it: through a proxy."""
    hall.fill(3)
    for number, name in enumerate(("Paris", "Nantes", "Dakar"), start=1):
        centre = Centre.objects.create(
            tournament=hall.tournament, name=name, is_lead=number == 1, position=number
        )
        hall.tournament.tables.filter(number=number).update(centre=centre)
    user = User.objects.create_user("camille")
    StaffMember.objects.create(
        tournament=hall.tournament, user=user, role=Role.CENTRE_JUDGE, centre=centre
    )
    return replace(hall, url=f"http://localhost:{network.proxies['dakar'].port}")


def draw_and_open(judge: Page) -> None:
    for label in ("Tirer les lettres", "Montrer les lettres", "Lancer le chrono"):
        next_step(judge, label)


def close_and_reveal(judge: Page) -> None:
    stop_the_clock(judge)
    next_step(judge, "Donner la solution")
    next_step(judge, "Annonce terminée")


def check_letters(judge: Page, desk: Page) -> None:
    """Type the letters of turn 3 from the telephone, then with one missing."""
    check = judge.locator("#letters-check")
    expect(check).to_be_visible()
    rack = Turn.objects.latest("ordinal").rack
    desk.locator("#telephone-turn").fill("3")
    desk.locator("#telephone-typed").fill(rack.lower())
    expect(desk.locator("#letters-check")).to_have_text(check.inner_text())
    desk.locator("#telephone-typed").fill(rack[1:])
    expect(desk.locator("#letters-check")).not_to_have_text(check.inner_text())


def count_kept_bulletins(hall: BrowserHall, judge: Page) -> None:
    """Wait until the bulletins of the centre are back, and count them as in time."""
    wait_for(lambda: bool(list_kept_bulletins(hall.tournament)))
    judge.goto(f"{hall.url}/arbiter/{hall.tournament.slug}/kept/")
    expect(judge.locator("main")).to_contain_text("1 bulletin")
    judge.get_by_label("Raison").fill(WHY)
    judge.get_by_role("button", name="Les compter à l’heure").click()
    expect(judge.locator("body")).to_contain_text("1 bulletin compte à l’heure.")


def test_a_centre_without_network_plays_on_and_loses_nothing(
    hall: BrowserHall, dakar: BrowserHall, network: Network, browser: Browser
) -> None:
    game = hall.replay(TURNS)
    record = build_short_record(TURNS)["turns"]
    judge = hall.sign_in(
        browser.new_context(locale="fr-FR"), hall.judge, f"/judge/{hall.tournament.slug}/"
    )
    next_step(judge, "Déclarer la partie prête")
    near = [sit_down(browser, hall, entry) for entry in hall.entries[:2]]
    far = sit_down(browser, dakar, hall.entries[2])
    next_step(judge, "Commencer la partie")
    centre = Centre.objects.get(name="Dakar")
    path = f"/centres/{hall.tournament.slug}/{centre.pk}/"
    camille = User.objects.get(username="camille")
    desk = dakar.sign_in(browser.new_context(locale="fr-FR"), camille, path)
    expect(desk.locator("#connection")).to_contain_text("en direct")

    draw_and_open(judge)
    expect(desk.locator("#centre-desk")).to_contain_text("N’ont rien remis")
    desk.locator("#ready").click()
    expect(judge.locator("#centres")).to_contain_text("prêt")
    assert not list_violations(desk)
    for player in [*near, far]:
        player.sees_stage("open")
        player.write(record[0]["word"], record[0]["ref"], record[0]["score"])
        player.is_held()
    close_and_reveal(judge)

    draw_and_open(judge)
    far.sees_stage("open")
    network.apply("dakar", IMPAIRMENTS["cut"])
    expect(desk.locator("#alone")).to_be_visible()
    expect(desk.locator("#standing-turn")).to_contain_text("coup 2")
    far.write(record[1]["word"], record[1]["ref"], record[1]["score"])
    expect(far.page.locator("#save-status")).to_have_attribute("data-kind", "unsent")
    for player in near:
        player.write(record[1]["word"], record[1]["ref"], record[1]["score"])
        player.is_held()
    close_and_reveal(judge)

    for label in ("Tirer les lettres", "Montrer les lettres"):
        next_step(judge, label)
    check_letters(judge, desk)
    next_step(judge, "Lancer le chrono")
    stop_the_clock(judge)

    network.apply("dakar", NO_IMPAIRMENT)
    expect(desk.locator("#alone")).to_be_hidden()
    count_kept_bulletins(hall, judge)
    rows = {row.name: row.total for row in GameStandings(game).rows}
    assert len(set(rows.values())) == 1, rows
    assert (
        Journal.objects.get(kind=EventKind.CENTRE_REPORTED, data__act="kept").data["detail"] == WHY
    )
