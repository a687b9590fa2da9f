"""The rankings that everybody may open, as a page and as a file."""

import csv
from io import StringIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.french import plain
from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.test_turns import play_turn
from tests.tournament.views.office import at, seen
from tournament.core.states import GameState, GroupKind, PlaysOn
from tournament.models import Entry, Game, Group, Player, Score, Team, Tournament, Turn
from tournament.services import tasks
from tournament.services.games import annul_game, create_game, finish_game


@pytest.fixture(autouse=True)
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that an earlier test has started corrects no turn of these tests."""
    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)


def page(room: Room, **asked: Any) -> str:
    response = Client().get(at(room, "public-ranking"), asked)
    assert response.status_code == 200
    return seen(response)


def lines(room: Room, **asked: Any) -> list[dict[str, str]]:
    """The rows of the file by the names of its columns."""
    response = Client().get(at(room, "public-ranking-csv"), asked)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in response["Content-Disposition"]
    text = plain(response.content.decode("utf-8-sig"))
    return list(csv.DictReader(StringIO(text), delimiter=";"))


def column(room: Room, name: str, **asked: Any) -> list[str]:
    return [line[name] for line in lines(room, **asked)]


def finish(room: Room, game: Game) -> Game:
    return finish_game(game=game, reason="judge_decision", **room.by())


def played(room: Room, number: int, points: dict[int, int], top: int = 100) -> Game:
    """A finished game of one turn, corrected; ``points`` by table, none for who was not there."""
    game = create_game(tournament=room.tournament, **room.by())
    turn = Turn.objects.create(
        game=game,
        ordinal=1,
        number=1,
        state="done",
        drawn="ABCDEFG",
        word="BAC",
        ref="H8",
        score=top,
        corrected_at=room.by()["now"],
    )
    for table, scored in points.items():
        entry = room.entries[table - 1]
        Score.objects.create(turn=turn, entry=entry, points=scored, gross=scored, sanction="none")
    now = room.by()["now"]
    Game.objects.filter(pk=game.pk).update(
        state=GameState.FINISHED, started_at=now, finished_at=now
    )
    assert game.number == number
    return game


def describe(room: Room, table: int, **data: Any) -> None:
    Player.objects.filter(entries=room.entries[table - 1]).update(**data)


@pytest.fixture
def day(room: Room) -> Room:
    """Three games: Algérie and Belgique equal, Canada absent from the second, Égypte a pair."""
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
    played(room, 1, {1: 90, 2: 80, 3: 95, 4: 60, 5: 50})
    played(room, 2, {1: 70, 2: 80, 4: 60, 5: 50})
    played(room, 3, {1: 60, 2: 60, 3: 95, 4: 60, 5: 50})
    return room


def test_no_name_or_club_is_read_as_html(day: Room) -> None:
    Entry.objects.filter(pk=day.entries[2].pk).update(name="<i>Canada</i> & Cie")
    describe(day, 3, club="<b>par</b>")
    shown = Client().get(at(day, "public-ranking")).content.decode()
    assert "&lt;i&gt;Canada&lt;/i&gt; &amp; Cie" in shown
    assert "<i>Canada" not in shown
    assert "&lt;b&gt;par&lt;/b&gt;</td>" in shown
    assert "<b>par" not in shown


def test_before_the_first_game_the_ranking_lists_the_entries(room: Room) -> None:
    ranking = page(room)

    assert "Aucune partie n’est encore commencée" in ranking
    assert "Algérie" in ranking


def test_the_ranking_follows_the_revealed_turns(room: Room) -> None:
    turn = play_turn(room, room.game())

    first, second = lines(room)[:2]

    assert first.keys() == {
        *("Rang", "Joueur", "Table", "% du top", "Écart au top", "Total provisoire")
    }
    assert (first["Joueur"], first["Table"]) == ("Algérie", "1")
    assert first["Total provisoire"] == str(turn.score)
    assert first["% du top"] == "100,00"
    assert (second["Rang"], second["Écart au top"]) == ("2", "-1")
    assert str(turn.score) in page(room)


def test_solos_and_warnings_are_told_at_the_end_only(room: Room) -> None:
    game = room.game()
    play_turn(room, game)
    assert "Solos" not in page(room, game=1)
    assert "Solos" not in lines(room, game=1)[0]
    # nor by the order: the ranking of everybody is made of nothing that is not told yet
    Tournament.objects.update(ranking={"tie_breaks": ["solos"], "columns": ["solos", "warnings"]})
    assert not {"Solos", "Avertissements"} & lines(room)[0].keys()

    finish(room, game)

    assert "Solos" in page(room, game=1)
    rows = lines(room, game=1)
    assert {"Points", "Solos", "Bonification", "Avertissements", "Retrait"} <= rows[0].keys()
    assert [row["Solos"] for row in rows[:2]] == ["1", "0"]


@pytest.mark.usefixtures("first_results")
def test_what_is_not_there_is_not_found_and_nothing_asked_is_a_failure(room: Room) -> None:
    with every_row() as row:
        for name, asked in [
            *(("game", number) for number in ["2", "0", "x", "-1", "1" * 400, "²", "1,2"]),
            ("games", "1,x"),
            ("mode", "places"),  # no mode of 2023
            ("mode", "x"),
            ("by", "licence"),
            ("kind", "x\0"),
            ("full", "2"),
        ]:
            with row((name, asked[:9])):
                response = Client().get(at(room, "public-ranking"), {name: asked})
                assert response.status_code == 404
    assert "Personne n’est dans ce classement." in page(room, series="X\0")


def test_a_void_game_counts_for_nothing(room: Room) -> None:
    game = room.game()
    play_turn(room, game)
    annul_game(game=game, **room.by())

    assert set(column(room, "Total")) == {"0"}


def test_a_name_is_no_formula_to_a_spreadsheet(room: Room) -> None:
    Entry.objects.filter(pk=room.entries[0].pk).update(name="=HYPERLINK(1)")

    assert "'=HYPERLINK(1)" in column(room, "Joueur")


def test_who_was_not_there_has_nil_and_a_dash_and_may_be_left_out(day: Room) -> None:
    canada = next(row for row in lines(day) if row["Joueur"] == "Canada")

    assert (canada["Partie 1"], canada["Partie 2"], canada["Total"]) == ("95", "", "190")
    assert "partiel" in page(day)
    assert column(day, "Rang") == ["1", "1", "3", "4", "5", "6"]
    assert column(day, "Joueur")[2] == "Canada"
    by_percent = lines(day, mode="percent")
    assert (by_percent[0]["Joueur"], by_percent[0]["% des parties jouées"]) == ("Canada", "95,00")
    assert by_percent[0]["% du top"] == "63,33"
    assert "Canada" not in column(day, "Joueur", full="1")
    assert column(day, "Joueur", games="1,3")[0] == "Canada", "he played these two"
    assert {"Partie 1", "Partie 3"} < lines(day, games=["1", "3"], full="1")[0].keys()


def test_a_group_is_ranked_anew_beside_the_rank_of_all(day: Room) -> None:
    rows = lines(day, series="4A")

    assert [(row["Rang"], row["Rang général"], row["Joueur"]) for row in rows] == [
        ("1", "1", "Algérie"),
        ("2", "3", "Canada"),
    ], "the pair is of one series with one of its players only"
    assert column(day, "Joueur", kind="pairs") == [day.entries[4].name]
    assert len(column(day, "Joueur", kind="singles")) == 5
    assert column(day, "Joueur", category="V") == ["Algérie"], "by the year of birth"
    assert "1950" not in page(day)


def test_clubs_and_teams_add_up_their_best(day: Room) -> None:
    Tournament.objects.update(ranking={"best": 2})

    paris, lyon = lines(day, by="club")

    assert (paris["Club"], paris["Classés"], paris["Total"]) == ("Paris centre", "3", "410")
    assert paris["Comptent"] == "Algérie, Canada"
    assert (lyon["Rang"], lyon["Total"]) == ("2", "220")
    team = Team.objects.create(tournament=day.tournament, name="Les Nordiques")
    Entry.objects.filter(pk__in=[day.entries[1].pk, day.entries[3].pk]).update(team=team)
    (nordic,) = lines(day, by="team")
    assert (nordic["Équipe"], nordic["Total"]) == ("Les Nordiques", "400")
    assert "les 2 meilleurs comptent" in page(day, by="team")


def test_the_organiser_s_choices_are_everybody_s_ranking(day: Room) -> None:
    Tournament.objects.update(
        edition="2019",
        ranking={
            "mode": "places",
            "tie_breaks": ["best-game"],
            "full_only": True,
            "columns": ["places", "best-game"],
        },
    )

    rows = lines(day)

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
    assert lines(day)[0]["Joueur"] == "Algérie"


def test_a_ranking_over_a_game_with_a_bulletin_to_decide_is_provisional(day: Room) -> None:
    Turn.objects.filter(game__number=2).update(to_decide=1)

    assert "Total provisoire" in lines(day)[0]
    assert "Total provisoire" in lines(day, game=2)[0]
    assert "Total" in lines(day, games="1,3")[0]
    assert "provisoire" in page(day)


def test_who_handed_in_on_paper_and_scored_nothing_took_part(day: Room) -> None:
    turn = Turn.objects.get(game__number=1)
    turn.took_part.create(entry=day.entries[5], plays_on=PlaysOn.PAPER, typed="in-time")

    france = next(row for row in lines(day) if row["Joueur"] == "France")

    assert (france["Partie 1"], france["Partie 2"]) == ("0", "")


def test_reading_takes_the_same_queries_however_many_play(day: Room) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as caught:
            page(day)
        return len(caught)

    before = queries()
    for number in range(4, 8):
        played(day, number, dict.fromkeys(range(1, 7), 10))

    assert queries() == before
    assert before < 25


def test_a_game_without_a_turn_is_nobody_s_to_win_or_miss(day: Room) -> None:
    Tournament.objects.update(ranking={"columns": ["wins"]})
    before = column(day, "Joueur", full="1"), column(day, "Parties gagnées")
    create_game(tournament=day.tournament, **day.by())
    empty = Game.objects.filter(number=4)
    with every_row() as row:
        for state in (GameState.RUNNING, GameState.FINISHED):
            with row(state):
                empty.update(state=state, finished_at=day.by()["now"])
                assert (column(day, "Joueur", full="1"), column(day, "Parties gagnées")) == before
