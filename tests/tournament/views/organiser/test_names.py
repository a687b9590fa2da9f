"""A list of names, one per line: all are registered, or none."""

from django.test import Client

from tests.room import Room
from tests.tournament.views.office import read_text, reverse_for
from tournament.models import Entry, PendingFile
from tournament.views.organiser import names


def map_names(room: Room) -> dict[int, str]:
    entries_of_room = Entry.objects.filter(tournament=room.tournament)
    return dict(entries_of_room.values_list("table__number", "name"))


def test_list_of_names_is_registered_at_the_next_free_tables(room: Room, organiser: Client) -> None:
    assert reverse_for(room, "office-names") in read_text(
        organiser.get(reverse_for(room, "office-entries"))
    )
    text = "Grèce Anne\n\nHONGRIE Luc / Italie\n"
    response = organiser.post(reverse_for(room, "office-names"), {"names": text}, follow=True)
    assert "2 inscriptions ajoutées." in read_text(response)
    assert list(map_names(room).values())[6:] == ["Grèce Anne", "HONGRIE Luc / Italie"]
    pair = Entry.objects.get(table__number=8)
    assert {(p.last_name, p.first_name) for p in pair.players.all()} == {
        ("HONGRIE", "Luc"),
        ("Italie", ""),
    }


def test_list_with_somebody_already_registered_is_decided_line_by_line(
    room: Room, organiser: Client
) -> None:
    text = "Nom Prénom\n\nÉgypte\nGrèce Anne\nTotal : 17"
    page = read_text(
        organiser.post(reverse_for(room, "office-names"), {"names": text}, follow=True)
    )
    assert "« Nom Prénom » est-il un nom ?" in page
    assert "Égypte est déjà à la table 5 : sans licence. Ici : sans licence." in page
    assert "« Total : 17 » est-il un nom ?" in page
    assert len(map_names(room)) == 6
    (pending,) = PendingFile.objects.all()
    columns = {"heading": "0", "column-0": "last_name", "column-1": "first_name"}
    decisions = {"line-1": "out", "line-3": "in", "line-5": "out"}
    organiser.post(
        reverse_for(room, "office-import", pending.pk), {**columns, **decisions, "import": ""}
    )
    assert list(map_names(room).values())[6:] == ["Égypte", "Grèce Anne"]
    page = read_text(organiser.get(reverse_for(room, "office-entries")))
    assert "Défaire l’import de « Liste de noms »" in page


def test_list_with_a_wrong_line_registers_no_entry(room: Room, organiser: Client) -> None:
    before = map_names(room)
    long = "x" * 90
    for text, sentence in [
        ("", "Ce champ est obligatoire."),
        (" \n \n/", "au moins un nom"),
        (f"Grèce\n{long}", "Ligne 2 : "),
        ("Grèce\nUn / Deux / Trois", "Ligne 2 : Une table reçoit un joueur ou une paire."),
        ("Grèce\n, Anne / Luc", "Ligne 2 : Il manque le nom du joueur."),
        ("Grèce\n#REF! Anne", "Ligne 2 : « #REF! » n’a pas l’air d’un nom"),
        ("Grèce\nAndr? Luc", "Ligne 2 : « Andr? »"),
        ("\n".join(["Grèce"] * (names.MAX_NAMES + 1)), "501 noms : 500 au plus"),
        ("Gr\x00èce", "caractère nul"),
    ]:
        response = organiser.post(reverse_for(room, "office-names"), {"names": text})
        assert response.status_code == 422
        assert sentence in read_text(response)
        assert (
            text.strip()[:2] in read_text(response).partition("<textarea")[2].partition("</text")[0]
        )
    assert map_names(room) == before
