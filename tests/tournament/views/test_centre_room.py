"""The room of one centre: check-in, papers, seats, big screen, programme; its judge keeps to it."""

from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from tests.documents.pdfs import Printed
from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.people.centre_steps import add_centre
from tests.tournament.views.office import HTMX, SignIn, read_text, reverse_for
from tournament.core.states import PlayMedium, Role
from tournament.models import Centre, Entry
from tournament.services.people.centres import update_centre
from tournament.services.play.games import create_game, plan_start, prepare_game

NANTES, DAKAR = ("Algérie", "Belgique", "Canada"), ("Danemark", "Égypte", "France")


@pytest.fixture
def nantes(room: Room) -> Centre:
    centre = add_centre(room, "Nantes", 1, 2, 3)
    add_centre(room, "Dakar", 4, 5, 6)
    return centre


@pytest.fixture
def judge_of_nantes(nantes: Centre, sign_in: SignIn) -> Client:
    return sign_in(Role.CENTRE_JUDGE)


def list_shown(text: str) -> set[str]:
    return {name for name in NANTES + DAKAR if name in text}


def test_the_judge_of_a_centre_checks_in_its_players(
    room: Room, nantes: Centre, judge_of_nantes: Client
) -> None:
    assert list_shown(read_text(judge_of_nantes.get(reverse_for(room, "office-check-in")))) == {
        *NANTES
    }
    own, foreign = room.entries[0], room.entries[3]
    judge_of_nantes.post(reverse_for(room, "office-tick", own.pk))
    refused = judge_of_nantes.post(reverse_for(room, "office-tick", foreign.pk))
    assert refused.status_code == HTTPStatus.FORBIDDEN
    assert "« Dakar »" in read_text(refused)
    assert [*Entry.objects.exclude(checked_in_at=None)] == [own]
    judge_of_nantes.post(reverse_for(room, "office-absent"))
    absent = Entry.objects.filter(plays_on=PlayMedium.ABSENT).values_list("name", flat=True)
    assert sorted(absent) == ["Belgique", "Canada"]


def test_the_office_counts_and_checks_in_each_centre(
    room: Room, nantes: Centre, organiser: Client
) -> None:
    tick = reverse_for(room, "office-tick", room.entries[3].pk)
    page = read_text(organiser.post(tick, headers=HTMX))
    assert 'Nantes <span class="num">0/3</span>' in page
    assert 'Dakar <span class="num">1/3</span>' in page
    assert "Danemark : table 4. Dakar." in page
    page = read_text(organiser.get(reverse_for(room, "office-check-in"), {"centre": nantes.pk}))
    assert list_shown(page) == {*NANTES}
    assert (
        f'action="{reverse_for(room, "office-tick", room.entries[0].pk)}?centre={nantes.pk}"'
        in page
    )
    organiser.post(reverse_for(room, "office-absent") + f"?centre={nantes.pk}")
    assert Entry.objects.filter(plays_on=PlayMedium.ABSENT).count() == 3


PAPERS: list[tuple[str, dict[str, str]]] = [
    ("office-print", {"small": "1"}),
    ("office-plan", {}),
    ("office-plan", {"by": "number"}),
    ("office-bulletins", {"small": "1"}),
    ("office-road-sheets", {}),
    ("office-check-in-print", {}),
]


def test_papers_are_of_one_centre_and_name_it(
    room: Room, nantes: Centre, organiser: Client, judge_of_nantes: Client
) -> None:
    dakar = Centre.objects.get(name="Dakar")
    with every_row() as row:
        for name, query in PAPERS:
            address = reverse_for(room, name)
            for browser, place in ((organiser, {"centre": str(nantes.pk)}), (judge_of_nantes, {})):
                with row(f"{name} {query} {place}"):
                    text = read_paper(browser.get(address, query | place))
                    assert list_shown(text) == {*NANTES}
                    assert "Nantes" in text
            with row(f"{name}, all"):
                text = read_paper(organiser.get(address, query))
                assert list_shown(text) == {*NANTES, *DAKAR}
                assert "Dakar" in text
            with row(f"{name}, another's"):
                foreign = judge_of_nantes.get(address, {"centre": dakar.pk})
                assert foreign.status_code == HTTPStatus.FORBIDDEN
    assert organiser.get(reverse_for(room, "office-plan"), {"centre": "x"}).status_code == 404


def read_paper(response: Any) -> str:
    return Printed(response.content).text()


def test_the_desk_leads_to_papers_of_its_centre(
    room: Room, nantes: Centre, judge_of_nantes: Client
) -> None:
    desk = reverse_for(room, "centre-desk", nantes.pk)
    page = read_text(judge_of_nantes.get(desk))
    assert f"{reverse_for(room, 'office-plan')}?by=number&centre={nantes.pk}" in page
    assert f"{reverse_for(room, 'public-screen')}?centre={nantes.pk}" in page


def test_seats_and_screen_are_those_of_the_centre(room: Room, nantes: Centre) -> None:
    place = {"centre": str(nantes.pk)}
    with every_row() as row:
        for name, query in (("public-tables", {}), ("public-scene", {"scene": "tables"})):
            with row(name):
                address = reverse_for(room, name)
                assert list_shown(read_text(Client().get(address, query))) == {*NANTES, *DAKAR}
                assert list_shown(read_text(Client().get(address, query | place))) == {*NANTES}
                assert Client().get(address, query | {"centre": "0"}).status_code == 404
    screen = read_text(Client().get(reverse_for(room, "public-screen"), place))
    assert f'"sceneQuery": "\\u0026centre={nantes.pk}"' in screen
    assert "Essai · Nantes" in screen


def test_the_programme_has_the_hours_of_the_centre(room: Room, nantes: Centre) -> None:
    by = room.get_author_and_time()
    game = create_game(tournament=room.tournament, **by)
    prepare_game(game=game, **by)
    plan_start(game=game, starts_at=datetime(2027, 1, 9, 14, tzinfo=UTC), **by)
    dakar = Centre.objects.get(name="Dakar")
    update_centre(centre=dakar, changes={"time_zone": "Africa/Dakar"}, **by)
    home = reverse_for(room, "public-home")
    assert "9 janvier, 15:00" in read_text(Client().get(home))
    page = read_text(Client().get(home, {"centre": dakar.pk}))
    assert "9 janvier, 14:00" in page
    assert "Aux heures de Dakar (Africa/Dakar)." in page
    scene = reverse_for(room, "public-scene")
    panels = read_text(Client().get(scene, {"scene": "programme", "centre": str(dakar.pk)}))
    assert "14:00" in panels


def test_a_public_page_changes_with_the_centres(room: Room, nantes: Centre) -> None:
    ranking = reverse_for(room, "public-home")
    tag = Client().get(ranking).headers["ETag"]
    update_centre(centre=nantes, changes={"name": "Rezé"}, **room.get_author_and_time())
    assert Client().get(ranking, headers={"If-None-Match": tag}).status_code == HTTPStatus.OK
