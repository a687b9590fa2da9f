"""Lexica in the database: import, replacement, words of games, copies on machines."""

import gzip
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from engine.lexicon.lexicon import Lexicon
from engine.regulation.editions import CURRENT
from tests.room import Room, solve_now
from tests.tournament.services.lists import bring, create_other_organiser
from tests.tournament.services.own_folder import fill_own_folder
from tournament.core.errors import BadSetting, NotAllowed, WrongState
from tournament.core.jobs import JobState
from tournament.models import Game, Journal, LexiconImport, Tournament, WordList
from tournament.queries import clock, lexica
from tournament.services.play.turns import draw_turn
from tournament.services.prepared import jobs, lexica as service
from tournament.services.tournaments import create_tournament, update_tournament

WORDS = ["AS", "CAS", "CASE", "ETE", "TAS"]


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, settings: Any) -> None:
    """Return an empty folder of lexica, as on a new machine."""
    settings.LEXICON_DIR = fill_own_folder(tmp_path / "lexicon")


def test_an_imported_list_becomes_a_lexicon_without_its_file(room: Room) -> None:
    job = bring(room, " Ma   liste ", "as\ncas\nCASE\nété\ntas\nx\nTAS")
    assert (job.state, job.name, job.progress, job.content) == (
        JobState.DONE,
        "Ma liste",
        100,
        None,
    )
    assert job.word_list is not None
    assert job.word_list.checksum == Lexicon.from_words(WORDS).checksum
    assert job.report["refusals"] == [[6, "x", "bad_length"]]
    assert job.report["repeated"] == 1
    assert list(lexica.load(job.word_list.checksum)) == WORDS
    assert lexica.list_names(room.organisation_id) == [lexica.BUILT_IN, "Ma liste"]


def test_the_work_tells_how_far_it_is(room: Room) -> None:
    job = service.create_import(
        name="Liste", file_name="l", content=gzip.compress(b"AS\nCAS\n"), **room.import_arguments()
    )
    progress: list[float] = []
    service.perform_import(job=job, clock=clock.now, on_progress=progress.append)
    assert progress == sorted(progress)
    assert progress[-1] == 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "list-empty"),
        (b"# rien\n", "list-empty"),
        (b"\x89PNG\r\n\x1a\n\0\0", "list-binary"),
        pytest.param(gzip.compress(b"AS\n")[:-4], "list-corrupt_archive", id="cut gz"),
    ],
)
def test_a_file_that_is_no_list_fails_without_changes(
    room: Room, content: bytes, reason: str
) -> None:
    job = service.create_import(
        name="Liste", file_name="l", content=content, **room.import_arguments()
    )
    service.perform_import(job=job, clock=clock.now)
    job.refresh_from_db()
    assert (job.state, job.failure["reason"], job.content) == (JobState.FAILED, reason, None)
    assert not WordList.objects.exists()
    assert lexica.list_names(room.organisation_id) == [lexica.BUILT_IN]


def test_an_empty_list_still_reports_what_was_refused(room: Room) -> None:
    job = bring(room, "Liste", "12\narc-en-ciel\n")
    assert job.state == JobState.FAILED
    assert [line for line, _text, _code in job.report["refusals"]] == [1, 2]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "bad-lexicon-name"),
        ("x" * 61, "bad-lexicon-name"),
        ("FR-Libre", "lexicon-name-reserved"),
    ],
)
def test_a_bad_name_is_refused(room: Room, name: str, reason: str) -> None:
    with pytest.raises(BadSetting) as caught:
        bring(room, name, "AS")
    assert caught.value.reason == reason


def test_a_file_that_is_too_big_is_not_kept(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MAX_UPLOAD", 3)
    with pytest.raises(BadSetting):
        bring(room, "Liste", "AS\nCAS")
    assert not LexiconImport.objects.exists()


def test_a_new_list_replaces_that_of_its_owner(room: Room) -> None:
    bring(room, "Liste", "AS\nCAS")
    newer = bring(room, "Liste", "AS\nCAS\nLAS")
    assert lexica.find_current_list("Liste", room.organisation_id) == newer.word_list
    assert lexica.list_names(room.organisation_id) == [lexica.BUILT_IN, "Liste"]
    with pytest.raises(NotAllowed):
        bring(room, "Liste", "AS", by=create_other_organiser(room))
    assert lexica.find_current_list("Liste", room.organisation_id) == newer.word_list
    root = User.objects.create_superuser("racine")
    assert bring(room, "Liste", "AS", by=root).state == JobState.DONE


def test_equal_lists_of_several_lexica_are_stored_once(room: Room) -> None:
    first, second = bring(room, "Une", "AS\nCAS"), bring(room, "Deux", "cas\nas")
    other = bring(room, "Trois", "AS\nLAS")
    assert first.word_list == second.word_list != other.word_list
    assert WordList.objects.count() == 2


def test_a_tournament_takes_only_a_lexicon_that_exists(room: Room) -> None:
    with pytest.raises(BadSetting):
        create_tournament(
            name="Autre",
            starts_on=clock.now().date(),
            lexicon="Rien",
            edition=CURRENT,
            **room.get_author_and_time(),
        )
    with pytest.raises(BadSetting):
        update_tournament(
            tournament=room.tournament, changes={"lexicon": "Rien"}, **room.get_author_and_time()
        )
    bring(room, "Liste", "AS\nCAS")
    update_tournament(
        tournament=room.tournament, changes={"lexicon": "Liste"}, **room.get_author_and_time()
    )
    assert list(lexica.load_tournament_lexicon(Tournament.objects.get())) == ["AS", "CAS"]


def test_a_game_keeps_the_lexicon_with_which_it_began(room: Room) -> None:
    bring(room, "Liste", "AS\nCAS")
    update_tournament(
        tournament=room.tournament, changes={"lexicon": "Liste"}, **room.get_author_and_time()
    )
    game = room.game()
    bring(room, "Liste", "AS\nCAS\nLAS")
    update_tournament(
        tournament=room.tournament, changes={"lexicon": "fr-libre"}, **room.get_author_and_time()
    )
    assert list(lexica.load_game_lexicon(Game.objects.get())) == ["AS", "CAS"]
    row = Journal.objects.get(game=game, data__command="start")
    assert row.data["lexicon"] == Lexicon.from_words(["AS", "CAS"]).checksum
    turn = draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    assert turn.solutions.lexicon_checksum == row.data["lexicon"]


def test_a_game_keeps_the_installations_own_words_too(room: Room, monkeypatch: Any) -> None:
    game = room.game()
    expected = lexica.load_base_lexicon()
    monkeypatch.setattr(lexica, "get_lexicon_path", lambda: Path("ailleurs"))
    loaded = lexica.load_game_lexicon(Game.objects.get(pk=game.pk))
    assert (loaded.checksum, len(loaded)) == (expected.checksum, len(expected))


def test_extra_words_are_admitted_besides_the_lexicon(room: Room) -> None:
    bring(room, "Liste", "AS\nCAS")
    update_tournament(
        tournament=room.tournament, changes={"lexicon": "Liste"}, **room.get_author_and_time()
    )
    game = room.game()
    Game.objects.update(extra_words=["ZUT"])
    game.refresh_from_db()
    assert list(lexica.load_game_lexicon(game)) == ["AS", "CAS", "ZUT"]


def test_a_lexicon_in_use_stays_and_played_words_outlive_it(room: Room) -> None:
    job = bring(room, "Liste", "AS\nCAS")
    update_tournament(
        tournament=room.tournament, changes={"lexicon": "Liste"}, **room.get_author_and_time()
    )
    with pytest.raises(WrongState):
        service.delete_lexicon(name="Liste", **room.import_arguments())
    game = room.game()
    update_tournament(
        tournament=room.tournament, changes={"lexicon": "fr-libre"}, **room.get_author_and_time()
    )
    service.delete_lexicon(name="Liste", **room.import_arguments())
    assert lexica.list_names(room.organisation_id) == [lexica.BUILT_IN]
    assert list(lexica.load_game_lexicon(game)) == ["AS", "CAS"]
    bring(room, "Autre", "AS\nLAS")
    service.delete_lexicon(name="Autre", **room.import_arguments())
    assert WordList.objects.get().pk == job.word_list_id


# --- the job ---------------------------------------------------------------------------


def test_two_workers_do_not_do_the_same_job(room: Room) -> None:
    job = service.create_import(name="L", file_name="l", content=b"AS", **room.import_arguments())
    twin = LexiconImport.objects.get(pk=job.pk)
    now = clock.now()
    assert jobs.start(job, now=now)
    assert not jobs.start(twin, now=now)
    later = now + jobs.HEARTBEAT_TIMEOUT + timedelta(seconds=1)
    assert jobs.start(twin, now=later)
    assert not jobs.finish(job, now=later)
    assert jobs.finish(twin, now=later)
    assert not jobs.start(twin, now=later)


def test_an_abandoned_job_can_be_sent_again(room: Room) -> None:
    now = clock.now()
    job = service.request_import(name="L", file_name="l", content=b"AS", **room.import_arguments())
    with pytest.raises(WrongState):
        service.retry_import(job=job, by=None, now=now)
    later = now + jobs.HEARTBEAT_TIMEOUT + timedelta(minutes=1)
    assert jobs.is_stuck(job, now=later)
    service.retry_import(job=job, by=None, now=later)
    job.refresh_from_db()
    assert job.state == JobState.WAITING


# --- the command -----------------------------------------------------------------------


def test_the_command_imports_and_says_what_was_refused(
    room: Room, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, report = tmp_path / "liste.txt", tmp_path / "refus.csv"
    path.write_text("AS\nCAS\n=1+1\n", encoding="utf-8")
    call_command("import_lexicon", "Liste", path, report=report)
    output = capsys.readouterr().out
    assert "ligne 3 : « =1+1 » refusé, autre chose que des lettres" in output
    assert "Lexique « Liste » : 2 mots (0 répété, 1 ligne refusée)." in output
    assert Lexicon.from_words(["AS", "CAS"]).checksum in output
    assert "3;'=1+1;autre chose que des lettres" in report.read_text(encoding="utf-8-sig")


def test_the_command_refuses_in_french_and_skips_huge_files(room: Room, tmp_path: Path) -> None:
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        os.truncate(file.fileno(), 500 * 1024 * 1024)
    for name, path, sentence in (
        ("L", huge, "trop gros pour une liste de mots"),
        ("L", tmp_path / "rien.txt", "Fichier introuvable"),
        ("L", tmp_path, "Fichier illisible"),
        ("fr-libre", Path(__file__), "est le nom du lexique de cette installation"),
    ):
        with pytest.raises(CommandError) as caught:
            call_command("import_lexicon", name, path)
        assert sentence in str(caught.value)
    assert not LexiconImport.objects.exists()


def test_an_unwritable_report_does_not_fail_the_import(room: Room, tmp_path: Path) -> None:
    path = tmp_path / "liste.txt"
    path.write_text("AS\nCAS\n", encoding="utf-8")
    with pytest.raises(CommandError, match="Le rapport n'a pas pu être écrit"):
        call_command("import_lexicon", "Liste", path, report=tmp_path / "nowhere" / "refus.csv")
    assert LexiconImport.objects.get().state == JobState.DONE
