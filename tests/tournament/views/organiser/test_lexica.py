"""The pages of the lexica: import, progress, report, permissions."""

import io
import re
import zipfile
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.room import Room
from tests.tournament.views.office import HTMX, LEXICA, SignIn, read_text, reverse_for, send_list
from tournament.core.jobs import JobState
from tournament.core.states import Role
from tournament.models import LexiconImport, Tournament
from tournament.protocol.update_channel import read_update_token
from tournament.queries import clock
from tournament.tasks import import_lexicon


def test_only_the_installations_list_is_there_at_first(organiser: Client) -> None:
    page = read_text(organiser.get(reverse(LEXICA)))
    assert "fr-libre (celui de l’installation)" in page
    assert "Aucune liste n’a encore été importée" in page


def test_worker_reads_the_file_while_the_page_shows_progress(organiser: Client) -> None:
    response = send_list(organiser, b"AS\nCAS\n")
    job = LexiconImport.objects.get()
    assert response["Location"] == reverse("office-lexicon", args=[job.pk])
    page = read_text(organiser.get(response["Location"]))
    assert "<progress" in page
    followed = re.search(r'data-update-token="([^"]+)"', page)
    assert followed
    assert read_update_token(followed[1]) == {job.update_channel}
    assert 'hx-trigger="live, every 10s"' in page
    LexiconImport.objects.update(state=JobState.RUNNING, progress=40, beat_at=clock.now())
    part = read_text(organiser.get(response["Location"], headers=HTMX))
    assert 'value="40"' in part
    assert "<html" not in part


def test_list_of_lexica_has_a_constant_number_of_queries(
    organiser: Client, imported: LexiconImport
) -> None:
    with CaptureQueriesContext(connection) as for_one:
        organiser.get(reverse(LEXICA))
    for name in ("Deux", "Trois", "Quatre"):
        LexiconImport.objects.create(
            name=name,
            word_list=imported.word_list,
            by=imported.by,
            state=JobState.DONE,
            asked_at=clock.now(),
        )
    with CaptureQueriesContext(connection) as for_four:
        assert "Quatre" in read_text(organiser.get(reverse(LEXICA)))
    assert len(for_four) == len(for_one)


def test_the_report_says_what_was_refused_and_why(
    organiser: Client, imported: LexiconImport
) -> None:
    page = read_text(organiser.get(reverse("office-lexicon", args=[imported.pk])))
    assert "Le lexique est prêt" in page
    assert "every 10s" not in page
    assert "updated_page" not in page
    assert "<b>12</b>" in page  # escaped, as the next line shows
    assert b"<b>12</b>" not in organiser.get(reverse("office-lexicon", args=[imported.pk])).content
    assert "autre chose que des lettres" in page
    assert "une seule lettre" in page
    assert imported.word_list is not None
    assert imported.word_list.checksum in page


def test_the_report_is_a_file_for_spreadsheets(organiser: Client, imported: LexiconImport) -> None:
    response = organiser.get(reverse("office-lexicon-report", args=[imported.pk]))
    lines = response.content.decode("utf-8-sig").splitlines()
    assert lines == [
        "Ligne;Contenu;Raison",
        "4;<b>12</b>;autre chose que des lettres",
        "5;A;une seule lettre",
        "6;'=SOMME;autre chose que des lettres",
    ]


def test_a_bad_file_is_explained_on_its_page(organiser: Client) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.txt", "AS")
        archive.writestr("b.txt", "CAS")
    send_list(organiser, buffer.getvalue())
    job = LexiconImport.objects.get()
    import_lexicon(job.pk)
    page = read_text(organiser.get(reverse("office-lexicon", args=[job.pk])))
    assert "L’archive zip contient plusieurs fichiers (a.txt, b.txt)" in page
    assert "refusé" in read_text(organiser.get(reverse(LEXICA)))


def test_a_spreadsheet_is_refused_with_advice(organiser: Client) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in ("[Content_Types].xml", "xl/workbook.xml"):
            archive.writestr(name, "")
    send_list(organiser, buffer.getvalue())
    job = LexiconImport.objects.get()
    import_lexicon(job.pk)
    page = read_text(organiser.get(reverse("office-lexicon", args=[job.pk])))
    assert "Ce fichier est un document (Word, Excel, LibreOffice, PDF…)" in page


def test_an_empty_file_is_explained_too(organiser: Client) -> None:
    send_list(organiser, b"")
    job = LexiconImport.objects.get()
    import_lexicon(job.pk)
    page = read_text(organiser.get(reverse("office-lexicon", args=[job.pk])))
    assert "Aucun mot de 2 à 15 lettres dans ce fichier" in page


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Ce champ est obligatoire."),
        ("fr-libre", "est le nom du lexique de cette installation"),
        ("x" * 61, "au plus 60 caractères"),
    ],
)
def test_a_bad_name_is_refused_on_the_form(organiser: Client, name: str, sentence: str) -> None:
    response = send_list(organiser, b"AS", name)
    assert response.status_code == 422
    assert sentence in read_text(response)
    assert not LexiconImport.objects.exists()


def test_file_that_is_too_big_is_refused_on_the_form(
    organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.views.organiser.lexica_forms.MAX_UPLOAD", 3)
    response = send_list(organiser, b"AS\nCAS")
    assert response.status_code == 422
    assert "trop gros pour une liste de mots" in read_text(response)


def test_a_work_that_stands_still_can_be_asked_for_again(organiser: Client) -> None:
    send_list(organiser, b"AS")
    job = LexiconImport.objects.get()
    again = reverse("office-lexicon-retry", args=[job.pk])
    page = read_text(organiser.post(again, follow=True))
    assert "Ce travail est en cours" in page
    LexiconImport.objects.update(state=JobState.RUNNING, beat_at="2000-01-01T00:00Z")
    assert "Le travail n’avance pas" in read_text(
        organiser.get(reverse("office-lexicon", args=[job.pk]))
    )
    organiser.post(again)
    assert LexiconImport.objects.get().state == JobState.WAITING


def test_a_tournament_chooses_its_lexicon_in_its_settings(
    room: Room, organiser: Client, imported: LexiconImport
) -> None:
    page = read_text(organiser.get(reverse_for(room, "office-settings")))
    assert '<option value="Ma liste">' in page
    fields = {"name": "Essai", "starts_on": "2026-05-02", "links_valid_until": "2026-05-03"}
    fields["plays_on"] = "tablet"
    fields["publicity"] = "live"
    organiser.post(
        reverse_for(room, "office-settings"), fields | {"lexicon": "Ma liste", "edition": "2023"}
    )
    assert Tournament.objects.get().lexicon == "Ma liste"
    delete = reverse("office-lexicon-delete", args=[imported.pk])
    assert "C" in read_text(organiser.post(delete, follow=True))
    assert LexiconImport.objects.exists()
    organiser.post(
        reverse_for(room, "office-settings"), fields | {"lexicon": "fr-libre", "edition": "2023"}
    )
    assert "« Ma liste » est effacé" in read_text(organiser.post(delete, follow=True))
    assert not LexiconImport.objects.exists()


def test_missing_lexicon_cannot_be_chosen_for_a_tournament(sign_in: SignIn) -> None:
    fields = {"name": "Coupe", "starts_on": "2026-05-02", "lexicon": "Rien", "edition": "2023"}
    response = sign_in(name="bureau").post(reverse("office-create"), fields)
    assert response.status_code == 422
    assert not Tournament.objects.filter(name="Coupe").exists()


def test_the_lexica_are_for_organisers(sign_in: SignIn, imported: LexiconImport) -> None:
    """Not for accounts with all other roles of the room."""
    browser = sign_in(Role.JUDGE, Role.ARBITER, Role.DOUBLE_ARBITER)
    before = list(LexiconImport.objects.values())
    for name in ("office-lexicon", "office-lexicon-report"):
        assert browser.get(reverse(name, args=[imported.pk])).status_code == 403
    for act in ("delete", "remove", "retry", "replace"):
        address = reverse(f"office-lexicon-{act}", args=[imported.pk])
        assert browser.post(address).status_code == 403
    assert browser.get(reverse(LEXICA)).status_code == 403
    assert send_list(browser, b"AS").status_code == 403
    assert list(LexiconImport.objects.values()) == before
    assert reverse(LEXICA) not in read_text(browser.get(reverse("office")))


def test_anonymous_visitor_must_sign_in_and_an_administrator_may(room: Room) -> None:
    assert Client().get(reverse(LEXICA)).status_code == 302
    root = Client()
    root.force_login(User.objects.create_superuser("racine"))
    assert root.get(reverse(LEXICA)).status_code == 200


def test_another_organiser_does_not_replace_a_lexicon(
    sign_in: SignIn, organiser: Client, imported: LexiconImport
) -> None:
    other = sign_in(Role.ORGANISER, name="autre")
    delete = reverse("office-lexicon-delete", args=[imported.pk])
    assert delete in read_text(organiser.get(reverse(LEXICA)))
    assert delete not in read_text(other.get(reverse(LEXICA)))
    response = send_list(other, b"AS")
    assert response.status_code == 422
    assert "a été importé par un autre compte" in read_text(response)
    other.post(reverse("office-lexicon-delete", args=[imported.pk]))
    assert LexiconImport.objects.count() == 1


@pytest.mark.parametrize(("content", "sentence"), [(b"1", "Retirer"), (None, "Abandonner")])
def test_import_without_lexicon_is_removed_by_its_author(
    sign_in: SignIn, organiser: Client, content: bytes | None, sentence: str
) -> None:
    other = sign_in(Role.ORGANISER, name="autre")
    send_list(organiser, content or b"AS")
    job = LexiconImport.objects.get()
    if content:
        import_lexicon(job.pk)
    remove = reverse("office-lexicon-remove", args=[job.pk])
    assert remove in (page := read_text(organiser.get(reverse(LEXICA))))
    assert sentence in page
    assert remove not in read_text(other.get(reverse(LEXICA)))
    assert "a été demandé par un autre compte" in read_text(other.post(remove, follow=True))
    assert "L’import « Ma liste » est retiré." in read_text(organiser.post(remove, follow=True))
    assert not LexiconImport.objects.exists()


def test_page_of_a_removed_import_redirects_to_the_list(organiser: Client) -> None:
    removed = reverse("office-lexicon", args=[7])
    response = organiser.get(removed, follow=True)
    [(redirect, _)] = response.redirect_chain
    assert redirect.startswith(reverse(LEXICA))
    assert organiser.get(removed, headers=HTMX)["HX-Redirect"] == redirect
    for page in (response, organiser.get(redirect)):  # a slow page may be sent there twice
        assert "Cet import n’est plus là" in read_text(page)


def test_refused_import_cannot_delete_the_lexicon_of_its_name(
    organiser: Client, imported: LexiconImport
) -> None:
    send_list(organiser, b"1")
    refused = LexiconImport.objects.latest("pk")
    organiser.post(reverse("office-lexicon-replace", args=[refused.pk]))
    import_lexicon(refused.pk)
    delete = reverse("office-lexicon-delete", args=[refused.pk])
    assert "il n’y a rien à effacer" in read_text(organiser.post(delete, follow=True))
    assert LexiconImport.objects.filter(pk=imported.pk).exists()


@pytest.mark.parametrize("played", [False, True])
def test_report_of_a_replaced_list_names_the_new_import(
    room: Room, organiser: Client, imported: LexiconImport, played: bool
) -> None:
    if played:
        Tournament.objects.update(lexicon="Ma liste")
        room.tournament.refresh_from_db()
        room.game()
    send_list(organiser, b"AS")
    newer = LexiconImport.objects.latest("pk").pk
    organiser.post(reverse("office-lexicon-replace", args=[newer]))
    import_lexicon(newer)
    page = read_text(organiser.get(reverse("office-lexicon", args=[imported.pk])))
    assert "Cette liste a été remplacée le" in page
    assert ("1 partie garde encore ses mots" if played else "ses mots sont effacés") in page
    assert "Le lexique est prêt" not in page


def test_a_lexicon_that_cannot_be_deleted_says_why(
    organiser: Client, imported: LexiconImport
) -> None:
    Tournament.objects.update(lexicon="Ma liste")
    report = read_text(organiser.get(reverse("office-lexicon", args=[imported.pk])))
    assert "1 tournoi l’a déjà choisi : sa prochaine partie" in report
    assert "Choisi par un tournoi : ne s’efface pas." in read_text(organiser.get(reverse(LEXICA)))


def test_times_are_those_of_the_installation(
    organiser: Client, imported: LexiconImport, settings: Any
) -> None:
    settings.TIME_ZONE = "Indian/Reunion"
    LexiconImport.objects.update(finished_at="2026-05-02T21:30:00Z")
    page = read_text(organiser.get(reverse(LEXICA)))
    assert "3 mai 2026 01:30" in page
    assert 'data-time-zone="Indian/Reunion"' in page
