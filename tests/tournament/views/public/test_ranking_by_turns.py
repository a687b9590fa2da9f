"""The public ranking during a game, turn by turn."""

import pytest
from django.test import Client

from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import reverse_for
from tests.tournament.views.public.rankings import finish, read_column, read_page, read_rows
from tournament.models import Entry, Tournament
from tournament.services.play.games import annul_game

pytestmark = pytest.mark.usefixtures("nobody_works")


def test_before_the_first_game_the_ranking_lists_the_entries(room: Room) -> None:
    ranking = read_page(room)

    assert "Aucune partie n’est encore commencée" in ranking
    assert "Algérie" in ranking


def test_the_ranking_follows_the_revealed_turns(room: Room) -> None:
    turn = play_turn(room, room.game())

    first, second = read_rows(room)[:2]

    assert first.keys() == {
        *("Rang", "Joueur", "Table", "% du top", "Écart au top", "Total provisoire")
    }
    assert (first["Joueur"], first["Table"]) == ("Algérie", "1")
    assert first["Total provisoire"] == str(turn.score)
    assert first["% du top"] == "100,00"
    assert (second["Rang"], second["Écart au top"]) == ("2", "-1")
    assert str(turn.score) in read_page(room)


def test_solos_and_warnings_are_shown_at_the_end(room: Room) -> None:
    game = room.game()
    play_turn(room, game)
    assert "Solos" not in read_page(room, game=1)
    assert "Solos" not in read_rows(room, game=1)[0]
    # nor by the order: the public ranking uses public values only
    Tournament.objects.update(ranking={"tie_breaks": ["solos"], "columns": ["solos", "warnings"]})
    assert not {"Solos", "Avertissements"} & read_rows(room)[0].keys()

    finish(room, game)

    assert "Solos" in read_page(room, game=1)
    rows = read_rows(room, game=1)
    assert {"Points", "Solos", "Bonification", "Avertissements", "Retrait"} <= rows[0].keys()
    assert [row["Solos"] for row in rows[:2]] == ["1", "0"]


@pytest.mark.usefixtures("first_results")
def test_invalid_parameter_is_not_found_and_none_fails(room: Room) -> None:
    with every_row() as row:
        for name, value in [
            *(("game", number) for number in ["2", "0", "x", "-1", "1" * 400, "²", "1,2"]),
            ("games", "1,x"),
            ("mode", "places"),  # no mode of 2023
            ("mode", "x"),
            ("by", "licence"),
            ("kind", "x\0"),
            ("full", "2"),
        ]:
            with row((name, value[:9])):
                response = Client().get(reverse_for(room, "public-ranking"), {name: value})
                assert response.status_code == 404
    assert "Personne n’est dans ce classement." in read_page(room, series="X\0")


def test_a_void_game_counts_for_nothing(room: Room) -> None:
    game = room.game()
    play_turn(room, game)
    annul_game(game=game, **room.get_author_and_time())

    assert set(read_column(room, "Total")) == {""}  # nothing counts


def test_a_name_is_no_formula_to_a_spreadsheet(room: Room) -> None:
    Entry.objects.filter(pk=room.entries[0].pk).update(name="=HYPERLINK(1)")

    assert "'=HYPERLINK(1)" in read_column(room, "Joueur")
