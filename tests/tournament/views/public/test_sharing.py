"""Previews, pictures, site map and frames for other sites; and what never leaves the site."""

import re
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import read_text, reverse_for
from tournament.models import Entry, Game, Player, Tournament
from tournament.presentation import share_picture
from tournament.presentation.paper.pdf_renderer import Document
from tournament.services.play.turns import draw_turn

pytestmark = pytest.mark.usefixtures("nobody_works")

PICTURES = ("public-picture", "public-game-picture", "public-turn-picture", "public-player-picture")
FRAMES = ("embed-ranking", "embed-grid")


@pytest.fixture
def documents(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the data of every picture that is drawn; none is drawn in fact."""
    drawn: list[str] = []

    def draw(document: Document, *, cache: bool) -> bytes:
        assert cache
        drawn.append(document.data)
        return b"png"

    monkeypatch.setattr(share_picture, "render_pdf", draw)
    return drawn


@pytest.fixture
def game(room: Room) -> Game:
    game = room.game()
    play_turn(room, game)
    return game


def path(room: Room, name: str) -> str:
    arguments: dict[str, list[int]] = {
        "public-game": [1],
        "public-game-picture": [1],
        "public-turn": [1, 1],
        "public-turn-picture": [1, 1],
        "public-player": [room.entries[0].pk],
        "public-player-picture": [room.entries[0].pk],
    }
    return reverse(name, args=[room.tournament.slug, *arguments.get(name, [])])


def read_meta(text: str, name: str) -> str | None:
    match = re.search(rf'<meta (?:name|property)="{name}" content="([^"]*)"', text)
    return match[1] if match else None


def test_shared_pages_have_title_description_picture_and_one_address(
    room: Room, game: Game, settings: Any, documents: list[str]
) -> None:
    settings.PUBLIC_URL = "https://tournoi.example"
    titles = {
        "public-home": room.tournament.name,
        "public-ranking": f"Classement général – {room.tournament.name}",
        "public-game": f"Partie 1 – {room.tournament.name}",
        "public-turn": f"Coup 1 de la partie 1 – {room.tournament.name}",
        "public-player": f"{room.entries[0].name} – {room.tournament.name}",
    }
    with every_row() as row:
        for name, title in titles.items():
            with row(name):
                text = read_text(Client().get(path(room, name), {"q": "alg"}))
                address = f"https://tournoi.example{path(room, name)}"
                assert read_meta(text, "og:title") == title
                assert read_meta(text, "og:url") == address
                assert f'<link rel="canonical" href="{address}">' in text
                assert read_meta(text, "description")
                picture = read_meta(text, "og:image")
                assert picture is not None
                response = Client().get(picture.removeprefix("https://tournoi.example"))
                assert response["Content-Type"] == "image/png"
    assert len(set(documents)) == 4  # the ranking has that of the tournament


def test_picture_is_a_png_of_the_size_that_networks_show(room: Room, game: Game) -> None:
    response = Client().get(path(room, "public-picture"))

    picture = Image.open(BytesIO(response.content))
    assert (picture.format, picture.size) == ("PNG", (1200, 630))
    assert len(response.content) < 200_000
    assert response["ETag"]


def test_pictures_show_nothing_before_its_time(
    room: Room, game: Game, documents: list[str]
) -> None:
    Client().get(path(room, "public-picture"))
    turn = draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    assert (
        Client().get(path(room, "public-turn-picture").replace("turns/1", "turns/2")).status_code
        == 404
    )
    Client().get(path(room, "public-picture"))
    assert documents[0] == documents[1]

    Tournament.objects.filter(pk=room.tournament.pk).update(publicity="end")
    for name in ("public-game-picture", "public-turn-picture"):
        assert Client().get(path(room, name)).status_code == 404
    documents.clear()
    Client().get(path(room, "public-picture"))
    assert room.entries[0].name not in documents[0]


def test_nothing_of_a_draft_is_shared_with_its_staff_either(room: Room, game: Game) -> None:
    Tournament.objects.filter(pk=room.tournament.pk).update(state="draft", is_embeddable=True)
    browser = Client()
    browser.force_login(room.user)

    for name in (*PICTURES, *FRAMES):
        assert browser.get(path(room, name)).status_code == 404, name
    text = read_text(browser.get(path(room, "public-home")))
    assert read_meta(text, "og:title") is None
    assert read_meta(text, "robots") == "noindex"
    assert room.tournament.slug not in Client().get("/sitemap.xml").text


def test_withdrawn_and_anonymised_people_are_shared_nowhere(
    room: Room, game: Game, documents: list[str]
) -> None:
    Tournament.objects.filter(pk=room.tournament.pk).update(is_embeddable=True)
    withdrawn, anonymous = room.entries[:2]
    Entry.objects.filter(pk=withdrawn.pk).update(withdrawn=True)
    Player.objects.filter(entries=anonymous).update(last_name="Joueur anonyme 1", first_name="")
    Entry.objects.filter(pk=anonymous.pk).update(name="Joueur anonyme 1")
    for name in ("public-picture", "public-game-picture"):
        Client().get(path(room, name))
    shown = "".join([*documents, read_text(Client().get(path(room, "embed-ranking")))])

    assert withdrawn.name not in shown
    assert "anonyme" not in shown
    assert room.entries[2].name in shown
    for entry in (withdrawn, anonymous):
        address = reverse("public-player", args=[room.tournament.slug, entry.pk])
        assert Client().get(f"{address}picture.png").status_code == 404
        assert read_meta(read_text(Client().get(address)), "og:title") is None
    assert "players" not in Client().get("/sitemap.xml").text


def test_only_frames_may_be_framed_without_cookie_or_form(room: Room, game: Game) -> None:
    for name in FRAMES:
        assert Client().get(path(room, name)).status_code == 404, name
    Tournament.objects.filter(pk=room.tournament.pk).update(is_embeddable=True)
    browser = Client()
    browser.force_login(room.user)
    for name in FRAMES:
        response = browser.get(path(room, name))
        assert "frame-ancestors *" in response["Content-Security-Policy"], name
        assert "form-action 'none'" in response["Content-Security-Policy"]
        assert "X-Frame-Options" not in response
        assert not response.cookies
        assert "<form" not in read_text(response)
        assert response.content == Client().get(path(room, name)).content
    for name in ("public-home", "public-ranking", "public-screen"):
        response = Client().get(path(room, name))
        assert response["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in response["Content-Security-Policy"]


def test_office_gives_the_code_of_allowed_frames(room: Room, settings: Any) -> None:
    settings.PUBLIC_URL = "https://tournoi.example"
    browser = Client()
    browser.force_login(room.user)
    assert "iframe" not in read_text(browser.get(reverse_for(room, "office-screen")))
    Tournament.objects.filter(pk=room.tournament.pk).update(is_embeddable=True)

    text = browser.get(reverse_for(room, "office-screen")).text

    for name in FRAMES:
        assert f"https://tournoi.example{path(room, name)}" in text


def test_robots_and_site_map_list_what_is_public(room: Room, game: Game, settings: Any) -> None:
    settings.PUBLIC_URL = "https://tournoi.example"
    robots = Client().get("/robots.txt").text
    assert "Disallow: /office/" in robots
    assert "Sitemap: https://tournoi.example/sitemap.xml" in robots

    tree = ElementTree.fromstring(Client().get("/sitemap.xml").content)  # noqa: S314 - our own
    addresses = {node.text for node in tree.iter() if node.tag.endswith("}loc")}

    names = ("public-home", "public-ranking", "public-game")
    assert addresses >= {f"https://tournoi.example{path(room, name)}" for name in names}
    assert "https://tournoi.example/a-propos/" in addresses
    assert Client().get("/favicon.ico")["Location"].endswith("icons/favicon.ico")
