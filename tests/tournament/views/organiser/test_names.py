"""A list of names, one a line: all of them at the next free tables, or none."""

from django.test import Client

from tests.room import Room
from tests.tournament.views.office import at, seen
from tournament.models import Entry
from tournament.views.organiser import names


def entries(room: Room) -> dict[int, str]:
    found = Entry.objects.filter(tournament=room.tournament)
    return dict(found.values_list("table__number", "name"))


def test_a_list_of_names_is_registered_at_the_next_free_tables(
    room: Room, organiser: Client
) -> None:
    assert at(room, "office-names") in seen(organiser.get(at(room, "office-entries")))
    text = "Grèce Anne\n\nHONGRIE Luc / Italie\n"
    response = organiser.post(at(room, "office-names"), {"names": text}, follow=True)
    assert "2 inscriptions ajoutées." in seen(response)
    assert list(entries(room).values())[6:] == ["Grèce Anne", "HONGRIE Luc / Italie"]
    pair = Entry.objects.get(table__number=8)
    assert {(p.last_name, p.first_name) for p in pair.players.all()} == {
        ("HONGRIE", "Luc"),
        ("Italie", ""),
    }


def test_a_list_with_a_wrong_line_registers_nobody_and_stays_as_it_was_typed(
    room: Room, organiser: Client
) -> None:
    before = entries(room)
    long = "x" * 90
    for text, sentence in [
        ("", "Ce champ est obligatoire."),
        (" \n \n/", "au moins un nom"),
        (f"Grèce\n{long}", "Ligne 2 : "),
        ("Grèce\nUn / Deux / Trois", "Ligne 2 : Une table reçoit un joueur ou une paire."),
        ("Grèce\n, Anne / Luc", "Ligne 2 : Il manque le nom du joueur."),
        ("\n".join(["Grèce"] * (names.MAX_NAMES + 1)), "501 noms : 500 au plus"),
        ("Gr\x00èce", "caractère nul"),
    ]:
        response = organiser.post(at(room, "office-names"), {"names": text})
        assert response.status_code == 422
        assert sentence in seen(response)
        assert text.strip()[:2] in seen(response).partition("<textarea")[2].partition("</text")[0]
    assert entries(room) == before
