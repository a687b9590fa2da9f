"""The pages of backups: list, download, rehearsal, copy beside the tournament."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from arbitrage.archive.models import BackupJob
from arbitrage.archive.queries.backups import get_backup_folder, list_backup_files
from arbitrage.archive.services.backups import back_up_changed_tournaments, delete_backups
from arbitrage.archive.tasks import work_on_backup
from tests.arbitrage.archive.archive_bytes import archive_now, forge, read_content_members
from tests.own_models import list_own_models
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import HTMX, SignIn, read_text
from tests.tournament.views.posted_data import list_stored_rows
from tournament.core.states import Role, TournamentState
from tournament.models import Game, Organisation, StaffMember, Tournament, Turn
from tournament.queries import clock
from tournament.services.accounts.organisations import create_organisation

NOON = datetime(2026, 11, 28, 13, 5, tzinfo=UTC)
FILE_NAME = "2026-11-28 14h05 Essai.duplicata.zip"


@pytest.fixture
def key(lasting_results: Turn, room: Room, tmp_path: Path, settings: Any) -> str:
    """Return the key of a backup of the room, made when a turn was collected."""
    settings.BACKUP_DIR = tmp_path
    assert back_up_changed_tournaments(tmp_path, kept_count=9, now=NOON) == []
    (file,) = list_backup_files(room.tournament, tmp_path)
    assert file.name == FILE_NAME
    return file.key


@pytest.fixture
def manager(room: Room) -> Client:
    """Return a browser of the organiser of the tournament, who manages its organisation."""
    browser = Browser()
    browser.force_login(room.user)
    return browser


def address(room: Room, key: str, name: str = "") -> str:
    return reverse(f"backup{name}", args=[room.tournament.slug, key])


def list_rows_but_jobs() -> list[Any]:
    """Return all rows of all tables but the jobs themselves."""
    position = 1 + list_own_models().index(BackupJob)
    rows = list_stored_rows()
    return [*rows[:position], *rows[position + 1 :]]


def work() -> BackupJob:
    """Have the worker do the last job, and return it."""
    job = BackupJob.objects.latest("pk")
    work_on_backup(job.pk)
    job.refresh_from_db()
    return job


def test_backups_are_listed_for_managers_who_organise(
    key: str, room: Room, manager: Client, sign_in: SignIn, tmp_path: Path, settings: Any
) -> None:
    listing = reverse("organisation-backups", args=[room.tournament.organisation_id])
    page = read_text(manager.get(listing))
    assert "28 novembre 2026 14:05" in page, "the local time"
    assert "pas vérifiée" in page
    assert address(room, key, "-copy") not in page
    assert address(room, key) in page
    own_page = read_text(manager.get(reverse("tournament-file", args=[room.tournament.slug])))
    assert address(room, key) in own_page
    assert listing in own_page
    for role in Role:
        assert sign_in(role).get(listing).status_code == 404
    StaffMember.objects.filter(user=room.user).delete()
    assert "Aucune sauvegarde encore" in read_text(manager.get(listing)), "a manager only"
    settings.BACKUP_DIR = tmp_path / "nothing"
    assert "n’est pas là" in read_text(manager.get(listing))
    settings.BACKUP_DIR = None
    assert "ne fait pas de sauvegarde" in read_text(manager.get(listing))


def test_a_backup_is_downloaded_by_organisers_who_keep_it_secret(
    key: str, room: Room, sign_in: SignIn, tmp_path: Path
) -> None:
    take, ticked = address(room, key, "-take"), {"accepts_secrets": "on"}
    browser = sign_in(Role.ORGANISER)
    refused = browser.post(take)
    assert refused.status_code == 422
    assert "Cochez que vous le gardez secret" in read_text(refused)
    answer = browser.post(take, ticked)
    (file,) = list_backup_files(room.tournament, tmp_path)
    assert answer.content == file.path.read_bytes()
    assert "2026-11-28%2014h05%20Essai" in answer["Content-Disposition"].replace(" ", "%20")
    assert room.tournament.changes.filter(kind="copied").count() == 1
    others = sign_in(*(role for role in Role if role is not Role.ORGANISER))
    assert others.post(take, ticked).status_code == 403
    Game.objects.update(judge_plays=room.entries[0])
    for name in ("-take", "-check"):
        assert browser.post(address(room, key, name), ticked).status_code in {403, 422}
    assert not BackupJob.objects.exists()


def test_a_rehearsal_says_what_it_restores_and_writes_nothing(
    key: str, room: Room, sign_in: SignIn
) -> None:
    browser = sign_in(Role.ORGANISER)
    assert browser.post(address(room, key, "-check")).status_code == 302
    assert browser.post(address(room, key, "-check")).status_code == 302
    assert BackupJob.objects.count() == 1, "it is asked for already"
    waiting = read_text(browser.get(address(room, key)))
    assert "En attente d’un poste de calcul" in waiting
    before = list_rows_but_jobs()
    assert work().is_done
    assert list_rows_but_jobs() == before
    part = read_text(browser.get(address(room, key), headers=HTMX))
    assert "<html" not in part
    assert "Tout se vérifie" in part
    assert "Partie 1 : en cours, 1 coup." in part
    assert Game.objects.get().head[:16] in part
    assert "<dd>6</dd>" in part, "players"
    assert "vérifiée" in read_text(
        browser.get(reverse("tournament-file", args=[room.tournament.slug]))
    )


def lower_best_score(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Take one point from the best score: a possible value that does not follow from its turn."""
    best = max(lines, key=lambda line: line["points"])
    return [line | {"points": line["points"] - 1} if line is best else line for line in lines]


def test_damaged_and_foreign_files_are_refused_in_french(
    key: str, room: Room, sign_in: SignIn, tmp_path: Path
) -> None:
    browser = sign_in(Role.ORGANISER)
    (file,) = list_backup_files(room.tournament, tmp_path)
    content = file.path.read_bytes()
    uid = [{"uid": "00000000-0000-4000-8000-000000000000"}]
    rows: list[tuple[str, bytes, str]] = [
        ("cut", content[:-9], "n’est pas une archive de tournoi, ou il est abîmé"),
        ("empty", b"", "n’est pas une archive de tournoi, ou il est abîmé"),
        (
            "score",
            forge(content, "scores", lower_best_score),
            "La vérification refuse ce fichier",
        ),
        (
            "chain",
            forge(content, "tournament", lambda lines: [lines[0] | uid[0]]),
            "La chaîne du journal se rompt",
        ),
    ]
    with every_row() as row:
        for name, damaged, sentence in rows:
            with row(name):
                file.path.write_bytes(damaged)
                browser.post(address(room, key, "-check"))
                before = list_rows_but_jobs()
                assert work().is_failed
                assert list_rows_but_jobs() == before
                page = read_text(browser.get(address(room, key)))
                assert sentence in page
                listed = read_text(
                    browser.get(reverse("tournament-file", args=[room.tournament.slug]))
                )
                assert "refusée" in listed
    file.path.write_bytes(content)
    browser.post(address(room, key, "-check"))
    file.path.unlink()
    assert work().is_failed
    assert browser.get(address(room, key)).status_code == 404


def test_only_listed_files_of_the_tournament_are_reached(
    key: str, room: Room, sign_in: SignIn, tmp_path: Path
) -> None:
    browser, folder = sign_in(Role.ORGANISER), get_backup_folder(tmp_path, room.tournament)
    secret = tmp_path / "secret.zip"
    secret.write_bytes(b"secret")
    (folder / "2026-11-28 15h05 Lien.duplicata.zip").symlink_to(secret)
    (folder / "autre.duplicata.zip").write_bytes(b"secret")
    assert len(list_backup_files(room.tournament, tmp_path)) == 1
    other = create_organisation(name="Ailleurs", by=None, now=clock.now())
    elsewhere = Tournament.objects.create(organisation=other, name="Ailleurs", slug="ailleurs")
    assert browser.get(reverse("backup", args=[elsewhere.slug, key])).status_code == 403
    StaffMember.objects.create(
        tournament=elsewhere, user_id=browser.session["_auth_user_id"], role=Role.ORGANISER
    )
    forged = [(elsewhere.slug, key), *((room.tournament.slug, text) for text in ("..", FILE_NAME))]
    for slug, text in forged:
        for name in ("", "-take", "-check", "-copy"):
            path = reverse(f"backup{name}", args=[slug, text])
            answer = browser.post(path) if name else browser.get(path)
            assert answer.status_code == 404, path


def test_a_backup_is_restored_beside_its_tournament(
    key: str, room: Room, manager: Client, sign_in: SignIn, tmp_path: Path
) -> None:
    page = read_text(manager.get(address(room, key)))
    name = "Essai (copie du 28 novembre à 14 h 05)"
    assert f'value="{name}"' in page
    fields = {"name": name, "accepts_secrets": "on", "version": "k"}
    copy, before = address(room, key, "-copy"), read_content_members(archive_now(room.tournament))
    organiser = sign_in(Role.ORGANISER)
    assert "gère l’organisation" in read_text(organiser.get(address(room, key)))
    assert organiser.post(copy, fields).status_code == 422
    refusals = [({"accepts_secrets": ""}, "gardez secret"), ({"name": "  "}, "obligatoire")]
    for changed, sentence in refusals:
        refused = manager.post(copy, fields | changed)
        assert (refused.status_code, sentence in read_text(refused)) == (422, True)
    assert not BackupJob.objects.exists()
    assert manager.post(copy, fields).status_code == 302
    again = manager.post(copy, fields | {"version": "other"})
    assert again.status_code == 422, "one copy is on its way"
    job = work()
    work_on_backup(job.pk)
    copied = Tournament.objects.exclude(pk=room.tournament.pk).get()
    assert (copied.name, copied.slug, copied.state) == (name, "essai-2", TournamentState.DRAFT)
    assert copied.organisation == room.tournament.organisation
    assert copied.staff.get(user=room.user).role == Role.ORGANISER
    assert Client().get(reverse("public-home", args=[copied.slug])).status_code == 404
    assert read_content_members(archive_now(room.tournament)) == before
    page = read_text(manager.get(address(room, key)))
    assert reverse("office-tournament", args=[copied.slug]) in page
    assert "n’est pas publiée" in page
    changes = read_text(
        manager.get(reverse("organisation-tournaments", args=[copied.organisation_id]))
    )
    assert "Copie de « Essai » d’après sa sauvegarde du 28 novembre 2026 14:05." in changes
    manager.post(reverse("office-publish", args=[copied.slug]))
    assert Client().get(reverse("public-home", args=[copied.slug])).status_code == 200
    delete_backups(room.tournament, tmp_path, by=room.user)
    assert not BackupJob.objects.exists()
    assert Organisation.objects.count() == 1
