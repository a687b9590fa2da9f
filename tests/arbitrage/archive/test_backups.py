"""Automatic backups, and the page about them."""

import errno
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command

from arbitrage.archive.core.file_names import build_file_name, parse_time
from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.models import Backup
from arbitrage.archive.queries.backups import (
    count_changes_since,
    get_backup_folder,
    list_backup_paths,
)
from arbitrage.archive.services import archive_files
from arbitrage.archive.services.backups import back_up_changed_tournaments, delete_backups
from arbitrage.models import LookPlan
from config.backup import report_new_failures
from tests.arbitrage.archive.archive_bytes import remove_tournament
from tests.bulletins import CLEAN, hand_in
from tests.room import Room
from tests.rows import every_row
from tests.tournament.classic.services.tables import MatchTable
from tests.tournament.topping.services.toppings import create_topping_for as make_topping, get_run
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Actor
from tournament.core.errors import RoomError
from tournament.core.files.pictures import PictureKind
from tournament.core.scenes import Scene
from tournament.core.states import Role, TournamentState
from tournament.models import BigScreen, Entry, Player, Tournament, Turn
from tournament.queries import clock
from tournament.topping.core.topping_run import ToppingMode
from tournament.topping.services.runs import start_run


def list_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/*.duplicata.zip"))


def test_changes_are_backed_up_and_only_the_last_files_kept(
    first_turn: Turn, room: Room, tmp_path: Path
) -> None:
    folder, now = tmp_path, clock.now()
    assert back_up_changed_tournaments(folder, kept_count=2, now=now) == []
    (first,) = list_files(folder)
    assert read_archive(first.read_bytes()).uid == str(room.tournament.uid)
    back_up_changed_tournaments(folder, kept_count=2, now=now + timedelta(minutes=5))
    assert list_files(folder) == [first], "nothing has changed"

    hand_in(first_turn, room.entries[5], CLEAN)
    (first.parent / f"{archive_files.UNFINISHED_PREFIX}x").touch()  # of a process that was killed
    back_up_changed_tournaments(folder, kept_count=2, now=now + timedelta(minutes=10))
    Entry.objects.filter(pk=room.entries[0].pk).update(name="Autrement")
    back_up_changed_tournaments(folder, kept_count=2, now=now + timedelta(minutes=15))

    assert len(list_files(folder)) == 2
    assert first not in list_files(folder)
    assert {path.suffix for path in first.parent.iterdir()} == {".zip"}
    last = Backup.objects.get()
    assert last.path == str(list_files(folder)[-1])
    list_files(folder)[-1].unlink()  # somebody took the stick away, and put in another
    back_up_changed_tournaments(folder, kept_count=2, now=now + timedelta(minutes=20))
    assert Path(Backup.objects.get().path).is_file()


def test_a_full_or_missing_folder_is_reported_and_tried_again(
    first_turn: Turn,
    room: Room,
    sign_in: SignIn,
    tmp_path: Path,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    browser, page = sign_in(Role.ORGANISER), reverse_for(room, "tournament-file")
    assert "ne fait pas de sauvegarde d’elle-même" in read_text(browser.get(page))
    settings.BACKUP_DIR = stick = tmp_path / "cle" / "sauvegardes"
    assert "Aucune sauvegarde encore" in read_text(browser.get(page))

    (error,) = back_up_changed_tournaments(stick, kept_count=2, now=clock.now())
    assert error.reason == "backup-folder-gone"
    assert "Rebranchez la clé" in read_text(browser.get(page))
    stick.parent.mkdir()  # where it is mounted, which stays when it is pulled out
    (error,) = back_up_changed_tournaments(stick, kept_count=2, now=clock.now())
    assert error.reason == "backup-folder-gone"
    assert not stick.exists()

    stick.mkdir()
    for number, reason, sentence in (
        (errno.ENOSPC, "backup-full", "Plus de place dans le dossier des sauvegardes"),
        (errno.EROFS, "backup-forbidden", "Changez ses droits, déverrouillez la clé"),
        (errno.EMLINK, "backup-folder", "ne s’écrit pas"),
    ):
        monkeypatch.setattr(
            "arbitrage.archive.services.archive_files.write_atomically", fail_with(number)
        )
        (failed,) = back_up_changed_tournaments(stick, kept_count=2, now=clock.now())
        assert failed.reason == reason
        assert sentence in read_text(browser.get(page))
    report_new_failures([], ["Plus de place."])
    report_new_failures(["Plus de place."], ["Plus de place."])
    report_new_failures(["Plus de place."], [])
    assert capsys.readouterr().out.splitlines() == [
        "ATTENTION, PAS DE SAUVEGARDE : Plus de place.",
        "Les sauvegardes se font de nouveau.",
    ]

    monkeypatch.undo()
    assert (
        back_up_changed_tournaments(stick, kept_count=2, now=clock.now() - timedelta(minutes=3))
        == []
    )
    hand_in(first_turn, room.entries[5], CLEAN)
    text = read_text(browser.get(page))
    assert "il y a 3 minutes" in text
    assert str(stick) in text
    assert "6 bulletins, 0 décision" in text, "all of the turn came within the three minutes"
    back_up_changed_tournaments(stick, kept_count=2, now=clock.now())
    assert "rien : tout y est" in read_text(browser.get(page))


def test_the_newest_file_stays_when_the_clock_goes_back(room: Room, tmp_path: Path) -> None:
    Tournament.objects.update(slug="coupe_d_hiver")
    room.tournament.refresh_from_db()
    now = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    hour = timedelta(hours=1)  # half past two comes twice in Paris
    for step in range(5):
        Entry.objects.filter(pk=room.entries[0].pk).update(name=f"Autrement {step}")
        assert back_up_changed_tournaments(tmp_path, kept_count=3, now=now + step * hour) == []
    assert len(list_files(tmp_path)) == 3
    for step in range(5):
        Entry.objects.filter(pk=room.entries[0].pk).update(name=f"Encore {step}")
        assert (
            back_up_changed_tournaments(tmp_path, kept_count=3, now=now - 9 * hour + step * hour)
            == []
        )
        assert Path(Backup.objects.get().path).is_file(), "what the page says was made"
        assert len(list_files(tmp_path)) == 3
    names = [path.name for path in list_files(tmp_path)]
    days = [f"2026-10-24 {at}h30 Essai.duplicata.zip" for at in (19, 20, 21)]
    assert names == days, "none of the clock that was wrong"
    delete_backups(room.tournament, tmp_path, by=room.user)
    assert list_files(tmp_path) == []


def test_names_of_backups_are_plain_and_fit_every_stick() -> None:
    zone = ZoneInfo("Europe/Paris")
    made_at = datetime(2026, 11, 27, 20, 40, tzinfo=UTC)
    stem = "2026-11-27 21h40"
    names = {
        "Festival de Vichy": "Festival de Vichy",
        "Coupe 12/11 : « l'été » ?": "Coupe 12-11 - « l'été » -",
        "../../etc\n\u202epasswd": "..-..-etc passwd",
        "...": "tournoi",
        "é" * 150: "é" * 90,
    }
    with every_row() as row:
        for name, shown in names.items():
            with row(name):
                file_name = build_file_name(name, made_at, zone)
                assert file_name == f"{stem} {shown}.duplicata.zip"
                assert len(file_name.encode()) <= 255
                assert parse_time(file_name, zone) == made_at
    hours = [datetime(2026, 10, 25, hour, 40, tzinfo=UTC) for hour in (23, 0, 1, 2)]
    hours[0] -= timedelta(days=1)
    folded = [build_file_name("Essai", hour, zone) for hour in hours]
    assert [name[11:-20] for name in folded] == ["01h40", "02h40", "02h40 bis", "03h40"]
    assert [parse_time(name, zone) for name in folded] == hours
    others = ["essai.duplicata.zip", "2026-13-01 21h40 Essai.duplicata.zip", ".unfinished-x"]
    assert [parse_time(name, zone) for name in others] == [None] * 3


def test_backups_of_former_versions_are_counted_and_replaced(room: Room, tmp_path: Path) -> None:
    now = datetime(2026, 11, 27, 20, 40, tzinfo=UTC)
    folder = get_backup_folder(tmp_path, room.tournament)
    folder.mkdir()
    former = [folder / f"essai-20261127-{at}.duplicata.zip" for at in ("201000", "202000Z")]
    for path in former:
        path.touch()
    assert back_up_changed_tournaments(tmp_path, kept_count=2, now=now) == []
    assert not former[0].exists()
    new = folder / "2026-11-27 21h40 Essai.duplicata.zip"
    assert list_backup_paths(room.tournament, tmp_path) == [str(former[1]), str(new)]


def test_screen_plans_and_archived_tournaments_are_backed_up(room: Room, tmp_path: Path) -> None:
    tournament, now = room.tournament, clock.now()
    steps: list[tuple[str, Callable[[], object]]] = [
        ("first", lambda: None),
        ("scene", lambda: BigScreen.objects.create(tournament=tournament, scene=Scene.RANKING)),
        ("logo", lambda: BigScreen.objects.update(logo=b"1", logo_kind=PictureKind.PNG)),
        ("other logo", lambda: BigScreen.objects.update(logo=b"2")),
        ("plan", lambda: LookPlan.objects.create(tournament=tournament, plan={}, at=now)),
        ("archived", lambda: Tournament.objects.update(state=TournamentState.ARCHIVED)),
        ("anonymised", lambda: Player.objects.update(last_name="Joueur anonyme 1")),
    ]
    with every_row() as row:
        for number, (name, step) in enumerate(steps):
            with row(name):
                step()
                for later in (0, 10):
                    at = now + timedelta(minutes=number, seconds=later)
                    assert back_up_changed_tournaments(tmp_path, kept_count=9, now=at) == []
                assert len(list_files(tmp_path)) == number + 1
    delete_backups(tournament, tmp_path, by=room.user)
    assert back_up_changed_tournaments(tmp_path, kept_count=9, now=now) == []
    assert list_files(tmp_path) == [], "whoever deletes those of an archived one means to"


def test_matches_and_toppings_are_backed_up_and_counted(room: Room, tmp_path: Path) -> None:
    tournament, now = room.tournament, clock.now()
    before = now - timedelta(days=1)
    table, topping = MatchTable(room), make_topping(room, mode=ToppingMode.JUDGE)
    run = get_run(topping, room.entries[0])
    steps: list[tuple[str, Callable[[], object]]] = [
        ("a topping begun", lambda: start_run(run=run, **room.get_author_and_time())),
        ("a match begun", table.start),
        ("a match given up", lambda: table.run(Command.ABANDON, Actor.Y, told="arbiter")),
    ]
    back_up_changed_tournaments(tmp_path, kept_count=9, now=now)
    with every_row() as row:
        for number, (name, step) in enumerate(steps, start=1):
            with row(name):
                lines = count_changes_since(tournament, before).lines
                step()
                assert count_changes_since(tournament, before).lines > lines
                for later in (0, 10):
                    at = now + timedelta(minutes=number, seconds=later)
                    assert back_up_changed_tournaments(tmp_path, kept_count=9, now=at) == []
                assert len(list_files(tmp_path)) == number + 1


def fail_with(number: int) -> Callable[[Path, bytes], None]:
    def raise_error(path: Path, content: bytes) -> None:
        raise OSError(number, os.strerror(number), str(path))

    return raise_error


def test_a_failed_write_leaves_the_previous_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.duplicata.zip"
    archive_files.write_atomically(path, b"before")

    def raise_error(*_: object) -> None:
        raise OSError(errno.EIO, "pulled")

    monkeypatch.setattr("arbitrage.archive.services.archive_files.os.fsync", raise_error)
    with pytest.raises(OSError, match="pulled"):
        archive_files.write_atomically(path, b"after")
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"before", [path])


def test_commands_archive_and_restore_a_tournament(
    room: Room, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, slug = tmp_path / "essai.zip", room.tournament.slug
    game = room.game()
    call_command("archive", slug, str(file))
    output = capsys.readouterr().out
    assert read_archive(file.read_bytes()).manifest.content in output
    game.refresh_from_db()
    assert f"Partie 1 : {game.seq} lignes, tête {game.head}." in output
    assert "Gardez-le secret" in output
    refusals: list[tuple[list[str], str]] = [
        (["archive", "rien", str(file)], "Aucun tournoi"),
        (["archive", slug, str(tmp_path / "a" / "b")], "ne peut pas être écrit"),
        (["restore", str(tmp_path / "b")], "ne peut pas être lu"),
        (["restore", str(file), "--organiser", "personne"], "Aucun compte ouvert"),
        (["restore", str(file)], "déjà ici"),
    ]
    for arguments, sentence in refusals:
        with pytest.raises(Exception, match=sentence):
            call_command(*arguments)
    assert room.tournament.changes.filter(kind="copied").exists()
    remove_tournament(room.tournament)
    call_command("restore", str(file), "--organisation", "Ailleurs", "--organiser", "bureau")
    assert f"organisation « Ailleurs », adresse /{slug}/." in capsys.readouterr().out
    assert issubclass(RoomError, Exception)
