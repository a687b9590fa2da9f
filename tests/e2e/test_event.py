"""An event of three clubs on two installations: from the sealing to the joint ranking.

Nantes is the host's own club. The others are on a server whose clock is an hour ahead: the files of
Lomé, on paper and with pairs, are carried; Liège asks and sends online.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from arbitrage.event import verify
from arbitrage.event.core.definition import EventTerms
from arbitrage.event.models import (
    CentreArchive,
    Event,
    ImportedEvent,
    ImportedGame,
    OpeningChannel,
)
from arbitrage.event.queries.joint import load_state
from arbitrage.event.services.event_archive import build_event_archive
from arbitrage.event.services.events import NewCentre, add_centres, create_event
from arbitrage.event.services.importing import import_hosted_package, import_package
from arbitrage.event.services.opening import open_game
from arbitrage.event.services.packing import build_package, give_key
from arbitrage.event.services.sealing import seal_game
from arbitrage.event.services.sending import send_to_host
from tests.arbitrage.event.centres import draw, play_turn, prepare_short_game
from tests.e2e.clubs import OtherClub, open_page
from tests.e2e.event_rooms import find_room, play_on_paper, rehearse
from tests.room import Room, make_room
from tests.stack import LiveStack
from tests.waiting import wait_for
from tournament.models import Game, Membership, Organisation
from tournament.queries import clock
from tournament.services.play.games import start_game

HOUR = timedelta(hours=1)
#: Until the hour of the game.
SOON = timedelta(seconds=2)


@pytest.fixture
def elsewhere(live_stack: LiveStack, tmp_path: Path) -> Iterator[OtherClub]:
    """The server of Lomé and Liège, whose clock is an hour ahead."""
    club = OtherClub("elsewhere", tmp_path, live_stack)
    try:
        club.create()
        club.shift_clock(HOUR)
        club.start_web()
        yield club
    finally:
        club.destroy()


@dataclass
class Host:
    """The host, with an event of one sealed game; ``words`` open it."""

    url: str
    room: Room
    event: Event
    words: str

    @property
    def user(self) -> User:
        return self.room.user

    def make_package(self, name: str) -> bytes:
        centres = self.event.centres.select_related("event__organisation")
        return build_package(centre=centres.get(name=name), by=self.user, now=clock.now())


@dataclass
class Away:
    """A club on the other server, and the page of the one organiser of both."""

    club: OtherClub
    page: Page
    room: Room

    def open_page(self) -> None:
        slug = self.room.tournament.slug
        self.page.goto(self.club.url + reverse("centre-event", args=[slug]))

    def press(self, button: str, answer: str) -> None:
        self.page.get_by_role("button", name=button).click()
        expect(self.page.locator("body")).to_contain_text(answer)


@pytest.fixture
def host(live_stack: LiveStack, settings: Any) -> Host:
    settings.PUBLIC_URL = live_stack.url
    room = make_room()
    Membership.objects.update(manages=True)
    game = prepare_short_game(room)
    now = clock.now()
    event = create_event(
        organisation=room.tournament.organisation, name="Mondial", source=room.tournament,
        opens_at=now + SOON, ends_at=now + 3 * HOUR, terms=EventTerms(), by=room.user, now=now,
    )  # fmt: skip
    centres = [
        NewCentre("Nantes", "France", "Europe/Paris"),
        NewCentre("Lomé", "Togo", "Africa/Lome"),
        NewCentre("Liège", "Belgique", "Europe/Brussels"),
    ]
    add_centres(event=event, centres=centres, by=room.user, now=now)
    game = Game.objects.select_related("tournament", "word_list").get(pk=game.pk)
    sealed = seal_game(event=event, game=game, opens_at=now + SOON, by=room.user, now=now)
    return Host(live_stack.url, room, event, sealed.key_words)


def import_by_page(club: OtherClub, user: User, page: Page, package: Path) -> Away:
    """Lomé: the file is chosen in the browser; the rehearsal is played; pairs register."""
    with club.work():
        home = Organisation.objects.get(name="Lomé")
        page.goto(club.url + reverse("event-import", args=[home.pk]))
        page.get_by_label("Paquet du centre").set_input_files(package)
        page.get_by_role("button", name="Vérifier et importer").click()
        expect(page.locator("body")).to_contain_text("Le paquet est vérifié et importé.")
        imported = ImportedEvent.objects.select_related("tournament", "rehearsal").get()
        rehearse(imported, user)
        room = find_room(user, imported.tournament, ["Kara", "Mono"], ["Oti", "Zio"])
        return Away(club, page, room)


def import_by_service(club: OtherClub, user: User, page: Page, package: bytes) -> Away:
    with club.work():
        home = Organisation.objects.get(name="Liège")
        imported = import_package(file=package, organisation=home, by=user, now=clock.now())
        return Away(club, page, find_room(user, imported.tournament, ["Meuse"], ["Ourthe"]))


def import_inside(host: Host) -> Room:
    """Nantes: the club of the host's server."""
    token, home = host.event.centres.get(name="Nantes").token, host.event.organisation
    imported = import_hosted_package(token=token, organisation=home, by=host.user, now=clock.now())
    return find_room(host.user, imported.tournament, ["Loire"], ["Erdre"])


def open_everywhere(host: Host, lome: Away, liege: Away) -> Game:
    """The key is given online, asked for by Liège, and read out to Lomé."""
    wait_for(lambda: clock.now() >= host.event.opens_at)
    game = host.event.games.select_related("event__organisation").get()
    give_key(game=game, typed_words=host.words, by=host.user, now=clock.now())
    liege.open_page()
    liege.press("Demander le code par internet", "La partie 1 est ouverte")
    lome.open_page()
    lome.page.get_by_label("Code de douze mots").fill(host.words)
    lome.press("Ouvrir", "La partie 1 est ouverte")
    sealed = ImportedGame.objects.select_related("package__tournament").get()
    return open_game(
        sealed=sealed,
        typed_words=host.words,
        channel=OpeningChannel.WORDS,
        by=host.user,
        now=clock.now(),
    )


def play_everywhere(game: Game, nantes: Room, lome: Away, liege: Away) -> None:
    play_room(nantes, game)
    with lome.club.work():
        play_on_paper(lome.room, lome.room.tournament.games.get())
        play_room(liege.room, liege.room.tournament.games.get())


def play_room(room: Room, game: Game) -> None:
    """The first finds every top."""
    game = start_game(game=game, **room.get_author_and_time())
    while (turn := draw(room, game)) is not None:
        play_turn(room, turn, (0, 2))


def send_everything(host: Host, lome: Away, liege: Away, carried: Path) -> None:
    lome.open_page()
    with lome.page.expect_download() as download:
        lome.page.get_by_role("button", name="Prendre le fichier").click()
    download.value.save_as(carried)
    liege.open_page()
    liege.press("Envoyer par internet", "L’archive est chez l’hôte.")
    package = ImportedEvent.objects.select_related("tournament").get()
    send_to_host(package=package, by=host.user, now=clock.now())


def receive_and_publish(host: Host, page: Page, carried: Path) -> None:
    event = host.event
    page.goto(host.url + reverse("event-host", args=[event.organisation_id, event.slug]))
    page.get_by_label("Archive ou envoi d’un centre").set_input_files(carried)
    page.get_by_role("button", name="Recevoir").click()
    expect(page.locator("body")).to_contain_text("L’archive de « Lomé » est arrivée.")
    by_centre = dict(CentreArchive.objects.values_list("centre__name", "way"))
    assert by_centre == {"Liège": "network", "Lomé": "browser", "Nantes": "network"}
    wait_for(lambda: not CentreArchive.objects.exclude(state="done").exists())
    Event.objects.update(ends_at=clock.now())
    page.reload()
    expect(page.locator("#arrivals")).to_contain_text("3 centres comptés")
    page.get_by_role("button", name="Publier le classement").click()
    page.get_by_role("link", name="Classement commun").click()


def check_ranking(page: Page, event: Event, file: Path) -> None:
    """The first of each club found every top; the archive alone gives the same ranking."""
    state = load_state(Event.objects.get(pk=event.pk))
    assert not state.is_provisional
    ranks = {(row.joint.centre.name, row.joint.entry.name): row.rank for row in state.joint.rows}
    firsts = {centre: name for (centre, name), rank in ranks.items() if rank == 1}
    assert firsts == {"Nantes": "Loire", "Lomé": "Kara / Mono", "Liège": "Meuse"}
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(len(ranks))
    expect(rows.filter(has_text="Kara")).to_contain_text("Togo")
    file.write_bytes(build_event_archive(event))
    assert verify.main([str(file)]) == 0


def test_three_clubs_play_one_event(
    elsewhere: OtherClub, host: Host, browser: Browser, tmp_path: Path
) -> None:
    package = tmp_path / "lome.paquet.zip"
    package.write_bytes(host.make_package("Lomé"))
    user = elsewhere.make_user("Lomé", "Liège")
    with elsewhere.work():
        away = open_page(browser, elsewhere.url, user)
    lome = import_by_page(elsewhere, user, away, package)
    liege = import_by_service(elsewhere, user, away, host.make_package("Liège"))
    nantes = import_inside(host)
    game = open_everywhere(host, lome, liege)
    play_everywhere(game, nantes, lome, liege)
    carried = tmp_path / "lome.envoi.zip"
    send_everything(host, lome, liege, carried)
    page = open_page(browser, host.url, host.user)
    receive_and_publish(host, page, carried)
    check_ranking(page, host.event, tmp_path / "epreuve.zip")
    for opened in (away, page):
        opened.context.close()
