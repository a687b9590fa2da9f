"""The public ranking of a day with all its options, as a page and as a file."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import reverse_for
from tests.tournament.views.public.rankings import (
    create_played_game,
    describe,
    read_column,
    read_page,
    read_rows,
)
from tournament.core.states import GameState, GroupKind, PlayMedium
from tournament.models import Entry, Game, Group, Player, Team, Tournament, Turn
from tournament.services.play.games import create_game

pytestmark = pytest.mark.usefixtures("nobody_works")


@pytest.fixture
def day(room: Room) -> Room:
    """Return three games: Algérie and Belgique tied, Canada absent once, Égypte a pair."""
    describe(room, 1, club="PAR", series="4A", birth_year=1950)
    describe(room, 2, club="Lyon", series="4B", category="S")
    describe(room, 3, club="par", series="4A")
    describe(room, 4, club="PAR", series="4B")
    describe(room, 5, club="PAR", series="4A")
    second = Player.objects.create(tournament=room.tournament, last_name="Nil", club="Lyon")
    room.entries[4].players.add(second)
    home = room.tournament.organisation
    Group.objects.create(organisation=home, kind=GroupKind.CLUB, code="PAR", name="Paris centre")
    ages = Group.objects.filter(organisation=home, kind=GroupKind.CATEGORY)
    ages.exclude(code="V").delete()
    ages.update(age_from=60, age_to=None)
    create_played_game(room, 1, {1: 90, 2: 80, 3: 95, 4: 60, 5: 50})
    create_played_game(room, 2, {1: 70, 2: 80, 4: 60, 5: 50})
    create_played_game(room, 3, {1: 60, 2: 60, 3: 95, 4: 60, 5: 50})
    return room


def test_no_name_or_club_is_read_as_html(day: Room) -> None:
    Entry.objects.filter(pk=day.entries[2].pk).update(name="<i>Canada</i> & Cie")
    describe(day, 3, club="<b>par</b>")
    shown = Client().get(reverse_for(day, "public-ranking")).content.decode()
    assert "&lt;i&gt;Canada&lt;/i&gt; &amp; Cie" in shown
    assert "<i>Canada" not in shown
    assert "&lt;b&gt;par&lt;/b&gt;</td>" in shown
    assert "<b>par" not in shown


def test_absent_player_has_zero_and_a_dash_and_is_optional(day: Room) -> None:
    canada = next(row for row in read_rows(day) if row["Joueur"] == "Canada")

    assert (canada["Partie 1"], canada["Partie 2"], canada["Total"]) == ("95", "", "190")
    assert "partiel" in read_page(day)
    assert read_column(day, "Rang") == ["1", "1", "3", "4", "5", "6"]
    assert read_column(day, "Joueur")[2] == "Canada"
    by_percent = read_rows(day, mode="percent")
    assert (by_percent[0]["Joueur"], by_percent[0]["% des parties jouées"]) == ("Canada", "95,00")
    assert by_percent[0]["% du top"] == "63,33"
    gaps = [(row["Joueur"], row["Écart au top"]) for row in read_rows(day, mode="negative")]
    assert gaps[:3] == [("Algérie", "-80"), ("Belgique", "-80"), ("Canada", "-110")]
    assert "Canada" not in read_column(day, "Joueur", full="1")
    assert read_column(day, "Joueur", games="1,3")[0] == "Canada", "Canada played these two"
    assert {"Partie 1", "Partie 3"} < read_rows(day, games=["1", "3"], full="1")[0].keys()


def test_a_group_is_ranked_anew_beside_the_rank_of_all(day: Room) -> None:
    rows = read_rows(day, series="4A")

    assert [(row["Rang"], row["Rang général"], row["Joueur"]) for row in rows] == [
        ("1", "1", "Algérie"),
        ("2", "3", "Canada"),
    ], "the pair is of one series with one of its players only"
    assert read_column(day, "Joueur", kind="pairs") == [day.entries[4].name]
    assert len(read_column(day, "Joueur", kind="singles")) == 5
    assert read_column(day, "Joueur", category="V") == ["Algérie"], "by the year of birth"
    assert "1950" not in strip_tags(read_page(day))


def test_clubs_and_teams_add_up_their_best(day: Room) -> None:
    Tournament.objects.update(ranking={"best": 2})

    paris, lyon = read_rows(day, by="club")

    assert (paris["Club"], paris["Classés"], paris["Total"]) == ("Paris centre", "3", "410")
    assert paris["Comptent"] == "Algérie, Canada"
    assert (lyon["Rang"], lyon["Total"]) == ("2", "220")
    team = Team.objects.create(tournament=day.tournament, name="Les Nordiques")
    Entry.objects.filter(pk__in=[day.entries[1].pk, day.entries[3].pk]).update(team=team)
    (nordic,) = read_rows(day, by="team")
    assert (nordic["Équipe"], nordic["Total"]) == ("Les Nordiques", "400")
    assert "les 2 meilleurs comptent" in read_page(day, by="team")


def test_the_organisers_settings_apply_to_the_public_ranking(day: Room) -> None:
    Tournament.objects.update(
        edition="2019",
        ranking={
            "mode": "places",
            "tie_breaks": ["best-game"],
            "full_only": True,
            "columns": ["places", "best-game"],
        },
    )

    rows = read_rows(day)

    assert list(rows[0]) == [
        "Rang",
        "Joueur",
        "Table",
        "Somme des places",
        "Meilleure partie",
        "Total",
    ]
    assert rows[0] == {
        "Rang": "1",
        "Joueur": "Algérie",
        "Table": "1",
        "Somme des places": "6",
        "Meilleure partie": "90",
        "Total": "220",
    }
    assert (rows[1]["Rang"], rows[1]["Joueur"], rows[1]["Somme des places"]) == (
        *("2", "Belgique", "6"),
    )
    assert "Canada" not in [row["Joueur"] for row in rows]
    # an edition without that sentence ranks by points whatever was chosen before
    Tournament.objects.update(edition="2023")
    assert read_rows(day)[0]["Joueur"] == "Algérie"


def test_ranking_with_a_bulletin_to_decide_is_provisional(day: Room) -> None:
    Turn.objects.filter(game__number=2).update(to_decide=1)

    assert "Total provisoire" in read_rows(day)[0]
    assert "Total provisoire" in read_rows(day, game=2)[0]
    assert "Total" in read_rows(day, games="1,3")[0]
    assert "provisoire" in read_page(day)


def test_a_paper_player_without_points_took_part(day: Room) -> None:
    turn = Turn.objects.get(game__number=1)
    turn.took_part.create(entry=day.entries[5], plays_on=PlayMedium.PAPER, typed="in-time")

    france = next(row for row in read_rows(day) if row["Joueur"] == "France")

    assert (france["Partie 1"], france["Partie 2"]) == ("0", "")


def test_reading_takes_the_same_queries_however_many_play(day: Room) -> None:
    def count_queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as caught:
            read_page(day)
        return len(caught)

    before = count_queries()
    for number in range(4, 8):
        create_played_game(day, number, dict.fromkeys(range(1, 7), 10))

    assert count_queries() == before
    assert before < 25


def test_game_without_a_turn_counts_for_no_entry(day: Room) -> None:
    Tournament.objects.update(ranking={"columns": ["wins"]})
    before = read_column(day, "Joueur", full="1"), read_column(day, "Parties gagnées")
    create_game(tournament=day.tournament, **day.get_author_and_time())
    empty = Game.objects.filter(number=4)
    with every_row() as row:
        for state in (GameState.RUNNING, GameState.FINISHED):
            with row(state):
                empty.update(state=state, finished_at=day.get_author_and_time()["now"])
                assert (
                    read_column(day, "Joueur", full="1"),
                    read_column(day, "Parties gagnées"),
                ) == before
