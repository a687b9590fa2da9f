"""Files of entries in the office: upload, review, import, undo."""

import re
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import read_text, reverse_for
from tournament.models import Entry, EntryImport, Organisation, PendingFile, Tournament
from tournament.queries import clock
from tournament.services.accounts.organisations import create_organisation
from tournament.services.people.entry_imports import STORAGE_TIME


def send(browser: Client, path: str, text: str, name: str = "liste.csv") -> Any:
    upload = SimpleUploadedFile(name, text.encode())
    return browser.post(path, {"file": upload}, follow=True)


def build_review_path(room: Room) -> str:
    return reverse_for(room, "office-import", PendingFile.objects.get().pk)


def test_file_is_reviewed_before_anybody_is_registered(room: Room, organiser: Client) -> None:
    text = "nom;surnom;n° licence\nGrèce;G;L1\n;x;L2\nItalie;I;L1\nJordanie;J;\n"
    page = read_text(send(organiser, reverse_for(room, "office-import-send"), text))
    assert "4</dd>" in page
    assert '<option value="" selected>ignorée</option>' in page
    assert '<option value="licence" selected>Licence</option>' in page
    assert "Il manque le nom." in page
    assert "La ligne 2 a la même licence." in page
    assert Entry.objects.count() == len(room.entries)


def test_a_line_to_decide_prevents_the_import(room: Room, organiser: Client) -> None:
    send(organiser, reverse_for(room, "office-import-send"), "nom;table\nGrèce;\nItalie;1\n")
    chosen = {"column-0": "last_name", "column-1": "table", "heading": "1"}
    response = organiser.post(build_review_path(room), {**chosen, "import": ""})
    assert response.status_code == 422
    assert "Lignes encore à corriger ou à décider : 1." in read_text(response)
    assert Entry.objects.count() == len(room.entries)
    response = organiser.post(
        build_review_path(room), {**chosen, "line-3": "out", "import": ""}, follow=True
    )
    assert "1 inscription faite." in read_text(response)
    assert Entry.objects.filter(name="Grèce").exists()
    assert not PendingFile.objects.exists()


def test_a_cell_without_data_is_named_with_its_column(room: Room, organiser: Client) -> None:
    text = "Nom;Prénom;Club\nNULL;Ana;#N/A\n#REF!;Ugo;Rome\n"
    page = read_text(send(organiser, reverse_for(room, "office-import-send"), text))
    assert "« NULL » (Nom) : un programme l’écrit pour une case vide" in page
    assert "« #N/A » (Club) est une erreur du tableur : la case est lue comme vide." in page
    assert "« #REF! » (Nom) est une erreur du tableur : corrigez la case" in page
    chosen = {"column-0": "last_name", "column-1": "first_name", "column-2": "club"}
    decided = {**chosen, "heading": "1", "line-2": "in", "line-3": "out", "import": ""}
    organiser.post(build_review_path(room), decided)
    last = Entry.objects.latest("pk")
    assert [(player.last_name, player.club) for player in last.players.all()] == [("NULL", "")]


def test_columns_and_the_heading_are_chosen_by_hand(room: Room, organiser: Client) -> None:
    send(organiser, reverse_for(room, "office-import-send"), "GRÈCE Ana;Athènes\nITALIE Ugo;Rome\n")
    assert "Aucune colonne ne donne les noms." in read_text(organiser.get(build_review_path(room)))
    organiser.post(build_review_path(room), {"heading": "0", "look": ""})
    twice = {"column-0": "full_name", "column-1": "full_name", "heading": "0", "look": ""}
    response = organiser.post(build_review_path(room), twice)
    assert response.status_code == 422
    assert "Deux colonnes remplissent le même champ" in read_text(response)
    assert read_text(response).count('<option value="full_name" selected>') == 2
    organiser.post(build_review_path(room), {**twice, "column-1": "club", "import": ""})
    names = Entry.objects.order_by("pk").values_list("name", flat=True)
    assert list(names)[-2:] == ["GRÈCE Ana", "ITALIE Ugo"]


def test_a_file_is_dropped_and_an_import_is_undone(room: Room, organiser: Client) -> None:
    send(organiser, reverse_for(room, "office-import-send"), "nom\nGrèce\n")
    organiser.post(build_review_path(room), {"drop": ""})
    assert not PendingFile.objects.exists()
    send(organiser, reverse_for(room, "office-import-send"), "nom\nGrèce\nItalie\n")
    organiser.post(build_review_path(room), {"column-0": "last_name", "import": ""})
    page = read_text(organiser.get(reverse_for(room, "office-entries")))
    assert "liste.csv" in page
    assert "2 inscriptions" in page
    path = reverse_for(room, "office-import-undo", EntryImport.objects.get().pk)
    assert "2 inscriptions supprimées." in read_text(organiser.post(path, follow=True))
    assert Entry.objects.count() == len(room.entries)
    assert organiser.post(path).status_code == 409


def test_a_file_that_cannot_be_read_says_why(room: Room, organiser: Client) -> None:
    files = {
        "": "Ce fichier est vide.",
        "nom\n" + "A\n" * 5001: "plus de 5000 lignes",
        "PK\x03\x04": "Ce fichier est abîmé",
        "x" * 2_000_001: "Ce fichier dépasse 2 Mo",
    }
    with every_row() as row:
        for text, sentence in files.items():
            with row(text[:5]):
                response = send(organiser, reverse_for(room, "office-import-send"), text)
                assert response.status_code == 422
                assert sentence in read_text(response)
    assert organiser.post(reverse_for(room, "office-import-send")).status_code == 422
    assert not PendingFile.objects.exists()


def test_file_of_another_tournament_or_an_expired_one_is_missing(
    room: Room, organiser: Client
) -> None:
    send(organiser, reverse_for(room, "office-import-send"), "nom\nGrèce\n")
    path = build_review_path(room)
    PendingFile.objects.update(expires_at=clock.now() - STORAGE_TIME)
    assert organiser.get(path).status_code == 404
    elsewhere = Organisation.objects.create(name="Ailleurs")
    foreign = Tournament.objects.create(organisation=elsewhere, name="Ailleurs", slug="ailleurs")
    PendingFile.objects.update(expires_at=clock.now() + STORAGE_TIME, tournament=foreign)
    assert organiser.get(path).status_code == 404
    assert organiser.post(path, {"import": ""}).status_code == 404


def test_a_manager_imports_a_roster(room: Room) -> None:
    organisation = room.tournament.organisation
    manager = Browser()
    manager.force_login(room.user)
    path = reverse("organisation-import-send", args=[organisation.pk])
    page = read_text(send(manager, path, "nom;licence;table\nGrèce;L1;4\n"))
    assert '<option value="table"' not in page
    pending = PendingFile.objects.get()
    path = reverse("organisation-import", args=[organisation.pk, pending.pk])
    chosen = {"column-0": "last_name", "column-1": "licence", "import": ""}
    other = create_organisation(name="Ailleurs", by=room.user, now=clock.now())
    wrong = reverse("organisation-import", args=[other.pk, pending.pk])
    assert manager.post(wrong, chosen).status_code == 404
    assert "1 joueur au fichier." in read_text(manager.post(path, chosen, follow=True))
    assert organisation.roster.get(licence="L1").last_name == "Grèce"


def test_a_heading_that_no_file_has_is_refused(room: Room, organiser: Client) -> None:
    send(organiser, reverse_for(room, "office-import-send"), "nom;club\nGrèce;Athènes\n")
    columns = {"column-0": "last_name", "column-1": "club"}
    with every_row() as row:
        for heading, status in (("99999999999", 422), ("-1", 422), ("77", 200)):
            with row(heading):
                answer = organiser.post(build_review_path(room), {**columns, "heading": heading})
                assert answer.status_code == status
                assert organiser.get(build_review_path(room)).status_code == 200


def test_questions_about_values_and_licences_are_answered_once(
    room: Room, organiser: Client
) -> None:
    text = "nom;prénom;licence;série\nMARTIN;Zoé;1;NL\nLE GOFF;Yann;1;nl\nROUX;Léa;2;NL\n"
    page = read_text(send(organiser, reverse_for(room, "office-import-send"), text))
    assert page.count("n’est pas dans vos listes.") == 1
    assert "2, 3, 4" in page
    assert "la licence 1 est à l’autre : prendre sans elle" in page
    (question,) = set(re.findall(r'name="(value-\w+)"', page))
    columns = ("last_name", "first_name", "licence", "series")
    chosen = {f"column-{index}": field for index, field in enumerate(columns)}
    chosen |= {"heading": "1", "line-2": "no-licence-0", "import": ""}
    refused = organiser.post(build_review_path(room), chosen)
    assert "Valeurs encore à décider : 1." in read_text(refused)
    assert "choisissez d’abord, sous « Valeurs à regarder »" in read_text(refused)
    wrong = organiser.post(build_review_path(room), {**chosen, question: "=ZZ"})
    assert wrong.status_code == 422
    answered = organiser.post(build_review_path(room), {**chosen, question: "empty"}, follow=True)
    assert "3 inscriptions faites." in read_text(answered)
    people = room.tournament.players.order_by("-pk")[:3]
    assert {(person.last_name, person.licence, person.series) for person in people} == {
        *(("MARTIN", "", ""), ("LE GOFF", "1", ""), ("ROUX", "2", ""))
    }
