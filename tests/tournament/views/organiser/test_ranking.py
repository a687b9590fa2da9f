"""The organiser's page of the rankings."""

from typing import Any

import pytest
from django.test import Client

from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import make_sign_in, read_text, reverse_for
from tournament.core.states import Role
from tournament.models import Player, Tournament

PLAIN: dict[str, Any] = {"mode": "points", "best": 3, "columns": ["games", "percent"]}


@pytest.fixture
def organiser(room: Room) -> Client:
    return make_sign_in(room)(Role.ORGANISER)


def get_stored_settings(room: Room) -> Any:
    return Tournament.objects.get(pk=room.tournament.pk).ranking


def test_chosen_settings_keep_the_chosen_order(room: Room, organiser: Client) -> None:
    Tournament.objects.update(edition="2014")
    chosen = {"mode": "places", "tie_break_1": "solos", "tie_break_4": "wins", "full_only": "on"}

    response = organiser.post(reverse_for(room, "office-ranking"), PLAIN | chosen)

    assert response.status_code == 302
    assert get_stored_settings(room) == {
        "mode": "places",
        "tie_breaks": ["solos", "wins"],
        "best": 3,
        "full_only": True,
        "columns": ["games", "percent"],
    }
    shown = read_text(organiser.get(reverse_for(room, "office-ranking")))
    assert '<option value="wins" selected>' in shown
    assert "Addition des places" in read_text(Client().get(reverse_for(room, "public-ranking")))


def test_a_try_shows_what_it_would_give_and_keeps_nothing(room: Room, organiser: Client) -> None:
    tried = PLAIN | {"columns": ["best-game"], "preview": "1"}

    shown = read_text(organiser.post(reverse_for(room, "office-ranking"), tried))

    assert "Essai, pas encore enregistré" in shown
    assert shown.count("Meilleure partie") == 2, "the box and the head of the column"
    assert get_stored_settings(room) == {}


def test_invalid_settings_are_explained_and_stay_typed(room: Room, organiser: Client) -> None:
    with every_row() as row:
        cases: list[tuple[dict[str, Any], str]] = [
            ({"mode": "places"}, "Sélectionnez"),
            ({"best": "0"}, "1"),
            ({"best": "x"}, "nombre"),
            ({"columns": ["licence"]}, "licence"),
            ({"tie_break_1": "wins", "tie_break_2": "wins"}, "déjà choisi plus haut"),
            ({"tie_break_1": "birth"}, "Sélectionnez"),
        ]
        for wrong, sentence in cases:
            with row(wrong):
                response = organiser.post(
                    reverse_for(room, "office-ranking"), {"tie_break_3": "solos", **PLAIN, **wrong}
                )
                assert response.status_code == 422
                assert '<option value="solos" selected>' in read_text(response)
                assert get_stored_settings(room) == {}
                assert "errorlist" in read_text(response)
                assert sentence.lower() in read_text(response).lower()


def test_every_ranking_is_one_press_away(room: Room, organiser: Client) -> None:
    Player.objects.filter(last_name="Canada").update(club="Île & Rive", series="4")
    room.game()

    shown = read_text(organiser.get(reverse_for(room, "office-ranking")))

    for parameter in ("by=club", "club=%C3%8Ele+%26+Rive", "series=4", "game=1"):
        assert f'{reverse_for(room, "public-ranking")}?{parameter}"' in shown
