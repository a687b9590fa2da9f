"""Result files in the profiles of federations, and the page that checks the results before."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils.html import strip_tags

from tests.room import Room
from tests.tournament.views.office import make_sign_in, read_text, reverse_for
from tests.tournament.views.public.rankings import create_played_game, describe
from tournament.core.states import Role
from tournament.models import Entry, Player, Turn

OWN_PROFILE = """
name = "Comité"
format = "csv"
separator = ";"
columns = [{ value = "licence", heading = "Licence" }, { value = "percent", heading = "%" }]
decimal_mark = ","
"""


@pytest.fixture
def organiser(room: Room) -> Client:
    return make_sign_in(room)(Role.ORGANISER)


@pytest.fixture
def day(room: Room) -> Room:
    """Two games; Belgique misses the second, and table 5 has nobody in its place."""
    describe(room, 1, club="LAC", federation="FFSc", series="4A", licence="A0")
    describe(room, 3, federation="XYZ", licence="00A0")
    create_played_game(room, 1, {1: 90, 2: 80, 3: 95, 4: 60, 5: 50, 6: 40})
    create_played_game(room, 2, {1: 70, 3: 60, 4: 60, 5: 50, 6: -20})
    Entry.objects.filter(table__number=1).update(name="ŁOŠ Cœur")
    return room


def read_page(client: Client, room: Room) -> str:
    """Return the text of the page, in one line and without tags."""
    page = strip_tags(read_text(client.get(reverse_for(room, "office-result-files"))))
    return " ".join(page.split())


def get_file(client: Client, room: Room, key: str, scope: str) -> Any:
    response = client.get(reverse_for(room, "office-result-file", key, scope))
    assert response.status_code == 200
    return response


def test_sigles_gets_every_table_in_its_own_spelling(day: Room, organiser: Client) -> None:
    entry = Entry.objects.get(table__number=2)
    entry.table.number = 9
    entry.table.save()
    response = get_file(organiser, day, "sigles", "1")
    assert response["Content-Disposition"].endswith('"essai-sigles-partie-1.csv"')
    lines = response.content.decode("latin-1").split("\r\n")
    assert lines[:3] == ['"1","LOS Coeur","90"', '"2","--table vide--","-1"', '"3","Canada","95"']
    assert lines[8:] == ['"9","Belgique","80"', ""]
    general = get_file(organiser, day, "sigles", "general").content.decode("latin-1")
    assert general.startswith('"1","LOS Coeur","160"\r\n')


def test_the_neutral_files_hold_each_game_and_the_ranking(day: Room, organiser: Client) -> None:
    rows = json.loads(get_file(organiser, day, "tout-json", "all").content)["rows"]
    assert [row["game"] for row in rows] == [1] * 6 + [2] * 6 + [None] * 6
    winner = next(row for row in rows if row["game"] is None)
    assert winner == {
        "licence": "A0", "name": "ŁOŠ Cœur", "club": "LAC", "federation": "FFSc", "category": "",
        "series": "4A", "table": 1, "game": None, "rank": 1, "score": 160, "percent": 80.0,
        "solos": 1, "warnings": 0,
    }  # fmt: skip
    heading, *lines = get_file(organiser, day, "tout", "all").content.decode().splitlines()
    assert heading.split(",") == list(winner)
    assert len(lines) == len(rows)


def test_the_page_names_what_to_check_first(day: Room, organiser: Client) -> None:
    describe(day, 4, licence="B1")
    day.entries[3].players.add(Player.objects.create(tournament=day.tournament, last_name="Nil"))
    Entry.objects.filter(table__number=6).update(withdrawn=True)
    Turn.objects.filter(game__number=2).update(to_decide=1)
    text = read_page(organiser, day)
    for sentence in (
        "Encore provisoire, il reste à jouer, à saisir ou à décider partie 2",
        "La même licence à plusieurs inscriptions (1) ŁOŠ Cœur (table 1), Canada (table 3) : A0",
        "Une paire avec une seule licence (1)",
        "n’est pas dans les listes de l’organisation (1) Canada (table 3) : XYZ",
        "Retirés du tournoi, mais classés avec leurs points (1)",
        "Absents d’une partie, comptée zéro (1) Belgique (table 2) : partie 2",
        "1 nom écrit autrement",
        "ŁOŠ Cœur → LOS Coeur",
    ):
        assert sentence in text


def test_an_installation_adds_a_profile_without_python(
    day: Room, organiser: Client, settings: Any, tmp_path: Path
) -> None:
    settings.RESULT_PROFILE_DIR = tmp_path
    (tmp_path / "comite.toml").write_text(OWN_PROFILE)
    (tmp_path / "faux.toml").write_text('name = "Faux"\ncolumns = [{ value = "age" }]')
    text = read_page(organiser, day)
    assert "Comité" in text
    assert "faux.toml : ce profil de fichier a une clé ou une valeur inconnue : value = " in text
    lines = get_file(organiser, day, "comite", "general").content.decode().splitlines()
    assert lines[:2] == ["Licence;%", "A0;80,00"]
    for key, scope in (("faux", "general"), ("sigles", "3"), ("sigles", "all"), ("none", "1")):
        assert organiser.get(reverse_for(day, "office-result-file", key, scope)).status_code == 404
