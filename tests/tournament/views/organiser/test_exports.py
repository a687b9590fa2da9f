"""The downloads of the organiser, in every format, and of nobody else."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.french import plain
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import make_sign_in, read_text, reverse_for
from tests.tournament.views.public.rankings import create_played_game, describe
from tournament.core.files.spreadsheets import read_spreadsheet
from tournament.core.states import Role
from tournament.models import Entry, Player, Turn
from tournament.presentation.files.exports import ENTRY_PROFILES, PROFILES, RESULT_PROFILES

#: A licence, which is not public.
LICENCE = "00-SECRET"


@pytest.fixture
def organiser(room: Room) -> Client:
    return make_sign_in(room)(Role.ORGANISER)


@pytest.fixture
def day(room: Room) -> Room:
    """Two games, the second without Belgique; Canada is a pair of two clubs."""
    describe(room, 1, club="LAC", federation="FRA", series="4A", licence=LICENCE)
    describe(room, 3, club="MER", series="4A", licence="A1")
    second = Player.objects.create(
        tournament=room.tournament, last_name="Nil", club="LAC", series="4A", licence="A2"
    )
    room.entries[2].players.add(second)
    create_played_game(room, 1, {1: 90, 2: 80, 3: 95, 4: 60, 5: 50, 6: 40})
    create_played_game(room, 2, {1: 70, 3: 60, 4: 60, 5: 50, 6: -20})
    return room


def read_rows(browser: Client, room: Room, name: str) -> list[dict[str, str]]:
    """Return the rows of a file by the names of its columns, decimals with a point."""
    response = browser.get(reverse_for(room, "office-export", name))
    assert response.status_code == 200
    assert response["Content-Type"] == PROFILES[name].kind.content_type
    disposition = response["Content-Disposition"]
    extension = PROFILES[name].kind.extension
    assert disposition.endswith(f'"essai-{name.removesuffix(f"-{extension}")}.{extension}"')
    ((head, *rows),) = read_spreadsheet(response.content)
    names = [plain(cell) for cell in head.cells]
    return [dict(zip(names, row.cells, strict=False)) for row in rows]


def to_number(line: dict[str, str], name: str) -> float:
    return float(line[name].replace(",", "."))


def list_profiles(start: str) -> list[str]:
    names = [name for name in RESULT_PROFILES if name.startswith(start)]
    assert {PROFILES[name].kind.extension for name in names} == {"csv", "xlsx", "ods"}
    return names


def test_the_general_ranking_is_the_same_in_every_format(day: Room, organiser: Client) -> None:
    with every_row() as row:
        for name in list_profiles("classement"):
            with row(name):
                first, second, *_others, last = read_rows(organiser, day, name)
                assert list(first) == [
                    *("Rang", "Joueur", "Licence", "Club", "Fédération", "Série", "Catégorie"),
                    *("Équipe", "Total", "% du top", "Écart au top", "Partie 1", "Partie 2"),
                    "Somme des places",
                ]
                assert [
                    first[column] for column in ("Rang", "Joueur", "Licence", "Club", "Total")
                ] == [*("1", "Algérie", LICENCE, "LAC", "160")]
                assert (first["Fédération"], first["Série"]) == ("FRA", "4A")
                assert (to_number(first, "% du top"), first["Écart au top"]) == (80.0, "-40")
                assert first["Somme des places"] == "3"
                # a pair of two clubs: both are listed, as both licences are
                assert (second["Licence"], second["Club"]) == ("A1 / A2", "MER / LAC")
                assert (last["Total"], last["Écart au top"]) == ("20", "-180")


def test_the_results_by_game_have_total_and_place_of_each(day: Room, organiser: Client) -> None:
    with every_row() as row:
        for name in list_profiles("parties"):
            with row(name):
                lines_by_name = {line["Joueur"]: line for line in read_rows(organiser, day, name)}
                assert list(lines_by_name["Algérie"]) == [
                    *("Rang", "Joueur", "Licence", "Club", "Table", "Partie 1"),
                    *("Place, partie 1", "Partie 2", "Place, partie 2", "Total"),
                ]
                algeria = list(lines_by_name["Algérie"].values())
                assert algeria == ["1", "Algérie", LICENCE, "LAC", "1", "90", "2", "70", "1", "160"]
                belgium = lines_by_name["Belgique"]
                assert (belgium["Partie 2"], belgium["Total"]) == ("", "80"), "not there is no nil"


def test_a_provisional_ranking_is_marked_in_files(day: Room, organiser: Client) -> None:
    Turn.objects.filter(game__number=2).update(to_decide=1)
    with every_row() as row:
        for name in RESULT_PROFILES:
            with row(name):
                assert "Total provisoire" in read_rows(organiser, day, name)[0]


def test_no_name_is_a_formula_in_any_file(day: Room, organiser: Client) -> None:
    Entry.objects.filter(pk=day.entries[0].pk).update(name="=1;＝CMD()")
    Player.objects.filter(entries=day.entries[0]).update(last_name="=1;＝CMD()")
    with every_row() as row:
        for name, profile in PROFILES.items():
            with row(name):
                content = organiser.get(reverse_for(day, "office-export", name)).content
                if profile.kind.extension == "csv":
                    assert "'=1;" in content.decode(profile.kind.encoding)
                texts = {
                    cell
                    for sheet in read_spreadsheet(content)
                    for line in sheet
                    for cell in line.cells
                }
                assert "=1;＝CMD()" in texts or profile.kind.encoding == "cp1252"


def test_only_the_organiser_downloads_files(day: Room) -> None:
    stranger = Client()
    stranger.force_login(User.objects.create_user("ailleurs"))
    others = make_sign_in(day)(*(role for role in Role if role is not Role.ORGANISER))
    with every_row() as row:
        for name in PROFILES:
            with row(name):
                address = reverse_for(day, "office-export", name)
                assert [client.get(address).status_code for client in (others, stranger)] == [
                    403
                ] * 2
                assert Client().get(address).status_code == 302
    written = Client().get(reverse_for(day, "public-ranking-csv")).content.decode()
    assert "Algérie" in written
    assert LICENCE not in written


def test_every_file_is_a_link_of_its_page(room: Room, organiser: Client) -> None:
    pages: dict[str, Any] = {"office-entries": ENTRY_PROFILES, "office-ranking": RESULT_PROFILES}
    with every_row() as row:
        for page, offered in pages.items():
            shown = read_text(organiser.get(reverse_for(room, page)))
            for name, profile in PROFILES.items():
                with row((page, name)):
                    assert (reverse_for(room, "office-export", name) in shown) == (name in offered)
                    assert (plain(str(profile.name)) in shown) == (name in offered)
    assert organiser.get(reverse_for(room, "office-export", "rien")).status_code == 404
