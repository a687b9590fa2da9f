"""One game in two rooms, from the first draw to the ranking, on the real stack.

Judge, a tablet in each room, public and the judge of the second room, whose network is cut in
mid-turn, then for a turn and the next announcement: nothing is lost. The other player reloads.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from arbitrage.models import Ruling
from arbitrage.queries.bulletins.kept import list_kept_bulletins
from arbitrage.services.rulings import confirm_ruling
from benchmarks.chaos.network import IMPAIRMENTS, NO_IMPAIRMENT, Network, Proxy
from tests.browser.axe import list_violations
from tests.e2e.hall import (
    BrowserHall,
    Player,
    build_short_record,
    next_step,
    read_ranking,
    sit_down,
    stop_the_clock,
)
from tests.stack import LiveStack
from tests.waiting import wait_for
from tournament.core.events import EventKind
from tournament.core.states import GameState, Role
from tournament.models import Bulletin, Centre, Game, Journal, StaffMember, Turn
from tournament.queries import clock

TURNS = 2
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
    for number, name in enumerate(("Paris", "Dakar"), start=1):
        centre = Centre.objects.create(
            tournament=hall.tournament, name=name, is_lead=number == 1, position=number
        )
        hall.tournament.tables.filter(number=number).update(centre=centre)
    user = User.objects.create_user("camille")
    StaffMember.objects.create(
        tournament=hall.tournament, user=user, role=Role.CENTRE_JUDGE, centre=centre
    )
    return replace(hall, url=f"http://localhost:{network.proxies['dakar'].port}")


@dataclass
class Rooms:
    """Both rooms, and everybody's page; ``far`` and ``desk`` are in Dakar."""

    hall: BrowserHall
    network: Network
    judge: Page
    near: Player
    far: Player
    desk: Page
    public: Page

    @property
    def players(self) -> tuple[Player, Player]:
        return self.near, self.far

    def is_cut(self) -> None:
        self.network.apply("dakar", IMPAIRMENTS["cut"])
        expect(self.desk.locator("#alone")).to_be_visible()

    def is_mended(self) -> None:
        self.network.apply("dakar", NO_IMPAIRMENT)
        expect(self.desk.locator("#alone")).to_be_hidden()

    def open_turn(self, played: dict[str, Any]) -> None:
        next_step(self.judge, "Tirer les lettres")
        assert self.public.locator(f'text="{played["word"].upper()}"').count() == 0
        next_step(self.judge, "Montrer les lettres")
        next_step(self.judge, "Lancer le chrono")
        for player in self.players:
            player.sees_stage("open")

    def reveal(self, played: dict[str, Any], *players: Player) -> None:
        next_step(self.judge, "Donner la solution")
        for page in (self.public, *(player.page for player in players)):
            expect(page.locator("body")).to_contain_text(f"{played['score']}")
        next_step(self.judge, "Annonce terminée")


@pytest.fixture
def rooms(hall: BrowserHall, dakar: BrowserHall, network: Network, browser: Browser) -> Rooms:
    """The rooms with all pages open; the judge has declared the game ready."""
    hall.replay(TURNS)
    judge = hall.sign_in(
        browser.new_context(locale="fr-FR"), hall.judge, f"/judge/{hall.tournament.slug}/"
    )
    next_step(judge, "Déclarer la partie prête")
    near, far = (
        sit_down(browser, room, entry)
        for room, entry in zip((hall, dakar), hall.entries, strict=True)
    )
    public = near.page.context.new_page()
    public.goto(f"{hall.url}/{hall.tournament.slug}/live/")
    path = f"/centres/{hall.tournament.slug}/{Centre.objects.get(name='Dakar').pk}/"
    camille = User.objects.get(username="camille")
    desk = dakar.sign_in(browser.new_context(locale="fr-FR"), camille, path)
    expect(desk.locator("#connection")).to_contain_text("en direct")
    return Rooms(hall, network, judge, near, far, desk, public)


def test_a_game_in_two_rooms_from_draw_to_ranking(rooms: Rooms) -> None:
    record = build_short_record(TURNS)["turns"]
    next_step(rooms.judge, "Commencer la partie")
    rooms.open_turn(record[0])
    say_ready(rooms)
    play_through_a_short_cut(rooms, record[0])
    stop_the_clock(rooms.judge)
    for player in rooms.players:
        expect(player.page.locator("#word")).to_be_disabled()
    rooms.reveal(record[0], *rooms.players)

    rooms.open_turn(record[1])
    write_without_network(rooms, record[1])
    stop_the_clock(rooms.judge)
    decide(rooms.hall)
    rooms.reveal(record[1], rooms.near)
    rooms.is_mended()
    count_kept_bulletins(rooms.hall, rooms.judge)
    next_step(rooms.judge, "Tirer les lettres")
    expect(rooms.public.locator("body")).to_contain_text("terminée")
    assert Game.objects.get().state == GameState.FINISHED
    check_totals(rooms, record)


def say_ready(rooms: Rooms) -> None:
    expect(rooms.desk.locator("#centre-desk")).to_contain_text("N’ont rien remis")
    rooms.desk.locator("#ready").click()
    expect(rooms.judge.locator("#centres")).to_contain_text("prêt")
    assert not list_violations(rooms.desk)


def play_through_a_short_cut(rooms: Rooms, played: dict[str, Any]) -> None:
    """Dakar writes without network, with a wrong score, and hands in in time; the other reloads."""
    word, ref, score = played["word"], played["ref"], played["score"]
    near, far = rooms.players
    near.write(word, ref, score)
    near.is_held()
    rooms.is_cut()
    far.write(word, ref, score - 1)
    expect(far.page.locator("#save-status")).to_have_attribute("data-kind", "unsent")
    assert Bulletin.objects.filter(turn=Turn.objects.latest("ordinal")).count() == 1
    rooms.is_mended()
    far.is_held()
    near.page.reload()
    near.sees_stage("open")
    near.is_held()
    expect(near.page.locator("#reference")).to_have_value(ref)


def write_without_network(rooms: Rooms, played: dict[str, Any]) -> None:
    """Dakar writes after the cut, and checks the letters from the telephone; Paris writes what
    is no word."""
    check = rooms.judge.locator("#letters-check")
    expect(check).to_be_visible()
    rooms.is_cut()
    expect(rooms.desk.locator("#standing-turn")).to_contain_text("coup 2")
    rooms.far.write(played["word"], played["ref"], played["score"])
    expect(rooms.far.page.locator("#save-status")).to_have_attribute("data-kind", "unsent")
    rooms.near.write("WWW", "A1", 90)
    rooms.near.is_held()
    rack = Turn.objects.latest("ordinal").rack
    rooms.desk.locator("#telephone-turn").fill("2")
    rooms.desk.locator("#telephone-typed").fill(rack.lower())
    expect(rooms.desk.locator("#letters-check")).to_have_text(check.inner_text())
    rooms.desk.locator("#telephone-typed").fill(rack[1:])
    expect(rooms.desk.locator("#letters-check")).not_to_have_text(check.inner_text())


def decide(hall: BrowserHall) -> None:
    """Confirm the software's verdict about letters that were not drawn."""
    turn = Turn.objects.latest("ordinal")
    wait_for(lambda: Turn.objects.filter(pk=turn.pk, corrected_at__isnull=False).exists())
    ruling = Ruling.objects.get(turn=turn, entry=hall.entries[0])
    assert ruling.points == 0
    confirm_ruling(
        turn=turn,
        entry=ruling.entry,
        version=ruling.version,
        by=hall.arbiter,
        now=clock.now(),
    )


def count_kept_bulletins(hall: BrowserHall, judge: Page) -> None:
    """Wait until the bulletin of the centre is back, and count it as in time."""
    wait_for(lambda: bool(list_kept_bulletins(hall.tournament)))
    judge.goto(f"{hall.url}/arbiter/{hall.tournament.slug}/kept/")
    expect(judge.locator("main")).to_contain_text("1 bulletin")
    judge.get_by_label("Raison").fill(WHY)
    judge.get_by_role("button", name="Les compter à l’heure").click()
    expect(judge.locator("body")).to_contain_text("1 bulletin compte à l’heure.")
    reported = Journal.objects.get(kind=EventKind.CENTRE_REPORTED, data__act="kept")
    assert reported.data["detail"] == WHY
    judge.goto(f"{hall.url}/judge/{hall.tournament.slug}/")


def check_totals(rooms: Rooms, record: list[dict[str, Any]]) -> None:
    """A wrong score costs a warning and no point; letters not drawn are worth zero."""
    top = sum(turn["score"] for turn in record)
    first = record[0]["score"]
    assert read_ranking(rooms.hall) == [("Océanie", top), ("Norvège", first)]
    expect(rooms.far.page.locator("#total")).to_have_text(str(top))
    expect(rooms.near.page.locator("#total")).to_have_text(str(first))
    expect(rooms.near.page.locator("#rank")).to_contain_text("2")
