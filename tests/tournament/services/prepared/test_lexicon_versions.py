"""Word lists after a replacement: those that stay for games, and those that are deleted."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from tests.room import GAMES, Room
from tests.tournament.services.lists import bring, create_other_organiser
from tests.tournament.services.own_folder import fill_own_folder
from tournament.core.errors import NotAllowed, WrongState
from tournament.core.jobs import JobState
from tournament.core.states import Source
from tournament.models import Game, LexiconImport, WordList
from tournament.presentation.messages import explain
from tournament.queries import clock, lexica
from tournament.services import preparation
from tournament.services.play import games
from tournament.services.prepared import jobs, lexica as service, word_lists
from tournament.services.tournaments import update_tournament

OLD, NEW = "AS\nCAS", "AS\nCAS\nLAS"


@pytest.fixture(autouse=True)
def fresh(tmp_path: Any, settings: Any) -> None:
    settings.LEXICON_DIR = fill_own_folder(tmp_path / "lexicon")


def choose(room: Room, name: str) -> None:
    update_tournament(
        tournament=room.tournament, changes={"lexicon": name}, **room.get_author_and_time()
    )


def test_unused_words_are_deleted_when_replaced(room: Room, settings: Any) -> None:
    choose_later = bring(room, "Liste", OLD)
    choose(room, "Liste")
    newer = bring(room, "Liste", NEW)
    assert list(WordList.objects.all()) == [newer.word_list]
    choose_later.refresh_from_db()
    assert (choose_later.state, choose_later.word_list) == (JobState.DONE, None)
    assert newer.word_list is not None
    lists = {path.name for path in settings.LEXICON_DIR.glob("*.list")}
    assert lists <= {f"{newer.word_list.checksum}.list"}


def test_the_first_author_owns_a_lexicon_after_replacements(room: Room) -> None:
    bring(room, "Liste", OLD)
    bring(room, "Liste", NEW, by=User.objects.create_superuser("racine"))
    assert bring(room, "Liste", OLD).state == JobState.DONE
    with pytest.raises(NotAllowed):
        bring(room, "Liste", OLD, by=create_other_organiser(room))


@pytest.mark.parametrize("end", [None, games.finish_game, games.annul_game])
def test_words_of_a_game_stay_after_a_replacement(room: Room, end: Any) -> None:
    old = bring(room, "Liste", OLD)
    choose(room, "Liste")
    game = room.game()
    if end:
        reason = {"reason": "judge_decision"} if end is games.finish_game else {}
        end(game=game, **reason, **room.get_author_and_time())
    bring(room, "Liste", NEW)
    old.refresh_from_db()
    assert old.word_list is not None
    lexica._load_list.cache_clear()
    assert list(lexica.load_game_lexicon(Game.objects.get(pk=game.pk))) == ["AS", "CAS"]
    assert list(lexica.load_named_lexicon("Liste", room.organisation_id)) == ["AS", "CAS", "LAS"]


def test_a_list_replaced_while_loading_gives_the_new_one(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(room, "Liste", OLD)
    ask = lexica.find_current_list

    def replace_after_answer(name: str, organisation: int | None) -> WordList | None:
        words = ask(name, organisation)
        monkeypatch.setattr(lexica, "find_current_list", ask)
        bring(room, "Liste", NEW)
        lexica._load_list.cache_clear()
        return words

    monkeypatch.setattr(lexica, "find_current_list", replace_after_answer)
    assert list(lexica.load_named_lexicon("Liste", room.organisation_id)) == ["AS", "CAS", "LAS"]


def test_words_of_a_search_and_of_another_lexicon_stay(room: Room) -> None:
    bring(room, "Liste", OLD)
    choose(room, "Liste")
    fields: dict[str, Any] = {
        "settings": {"fmt": "normal", "time_s": 180, "warn_s": 30},
        "wishes": [],
    }
    job = preparation.create_preparation(
        tournament=room.tournament, **fields, **room.get_author_and_time()
    )
    bring(room, "Liste", NEW)
    bring(room, "Autre", NEW)
    bring(room, "Liste", "AS\nTAS")
    texts = {tuple(lexica.load(words.checksum)) for words in WordList.objects.all()}
    assert texts == {("AS", "CAS"), ("AS", "CAS", "LAS"), ("AS", "TAS")}
    job.delete()
    word_lists.delete_unused_without_waiting(now=clock.now())
    assert WordList.objects.count() == 2


def test_words_of_a_deleted_draft_are_deleted_by_a_worker(room: Room) -> None:
    words = bring(room, "Liste", OLD).word_list
    draft = games.create_game(tournament=room.tournament, **room.get_author_and_time())
    Game.objects.filter(pk=draft.pk).update(word_list=words)
    service.delete_lexicon(name="Liste", **room.import_arguments())
    assert WordList.objects.exists()
    games.delete_game(game=draft, **room.get_author_and_time())
    word_lists.delete_unused_without_waiting(now=clock.now())
    assert not WordList.objects.exists()


def test_a_name_written_otherwise_replaces_the_same_lexicon(room: Room) -> None:
    bring(room, "ODS 9", OLD)
    assert bring(room, "ods  9", NEW).name == "ODS 9"
    assert lexica.list_names(room.organisation_id) == [lexica.BUILT_IN, "ODS 9"]


def test_two_imports_of_one_name_written_otherwise_make_one_lexicon(room: Room) -> None:
    """Both are requested before either exists; the second one to finish asks for confirmation."""
    jobs_asked = [
        service.create_import(
            name=name, file_name="l.txt", content=text.encode(), **room.import_arguments()
        )
        for name, text in (("ODS 9", OLD), ("ods 9", NEW))
    ]
    for job in jobs_asked:
        service.perform_import(job=job, clock=clock.now)
    assert lexica.list_names(room.organisation_id) == [lexica.BUILT_IN, "ODS 9"]
    assert list(lexica.load_named_lexicon("ODS 9", room.organisation_id)) == ["AS", "CAS"]
    asking = jobs_asked[1]
    assert (asking.name, asking.is_awaiting_confirmation, bytes(asking.content or b"")) == (
        "ODS 9",
        True,
        NEW.encode(),
    )
    service.replace_lexicon(job=asking, **room.get_author_and_time())
    service.perform_import(job=asking, clock=clock.now)
    assert list(lexica.load_named_lexicon("ODS 9", room.organisation_id)) == ["AS", "CAS", "LAS"]


def test_another_spelling_of_a_used_name_is_refused(room: Room) -> None:
    other = create_other_organiser(room)
    mine, theirs = (
        service.create_import(
            name=name,
            file_name="l.txt",
            content=OLD.encode(),
            **room.import_arguments() | {"by": by},
        )
        for name, by in (("ODS 9", room.user), ("ods 9", other))
    )
    for job in (mine, theirs):
        service.perform_import(job=job, clock=clock.now)
    assert (mine.state, theirs.state) == (JobState.DONE, JobState.FAILED)
    assert theirs.failure["reason"] == "lexicon-taken"
    assert lexica.list_names(room.organisation_id) == [lexica.BUILT_IN, "ODS 9"]


def test_a_recorded_game_admits_its_own_words(room: Room) -> None:
    script = json.loads((GAMES / "hiersac-2018-07-07.json").read_text(encoding="utf-8"))
    game = games.create_game(
        tournament=room.tournament,
        source=Source.REPLAY,
        script=script,
        **room.get_author_and_time(),
    )
    assert "CHACUNE" not in game.extra_words
    bring(room, "Liste", OLD)
    choose(room, "Liste")
    games.prepare_game(game=game, **room.get_author_and_time())
    games.start_game(game=game, **room.get_author_and_time())
    started = Game.objects.get(pk=game.pk)
    assert "CHACUNE" in started.extra_words
    assert "CHACUNE" in lexica.load_game_lexicon(started)


# --- imports that made no lexicon ---------------------------------------------------------


def test_a_refused_import_is_removed_by_its_author(room: Room) -> None:
    done, refused = bring(room, "Liste", OLD), bring(room, "Liste", "1")
    with pytest.raises(NotAllowed):
        service.remove_import(job=refused, by=User.objects.create_user("autre"), now=clock.now())
    service.remove_import(job=refused, **room.get_author_and_time())
    assert list(LexiconImport.objects.all()) == [done]
    with pytest.raises(WrongState):
        service.remove_import(job=done, **room.get_author_and_time())
    assert lexica.find_current_list("Liste", room.organisation_id) == done.word_list


def test_a_refused_import_of_a_deleted_account_may_be_removed(room: Room) -> None:
    refused = bring(room, "Liste", "1")
    LexiconImport.objects.update(by=None)
    refused.refresh_from_db()
    service.remove_import(job=refused, by=User.objects.create_user("autre"), now=clock.now())
    assert not LexiconImport.objects.exists()


def test_a_success_deletes_earlier_refused_imports(room: Room) -> None:
    bring(room, "Liste", "1")
    other = bring(room, "Autre", "1")
    done = bring(room, "Liste", OLD)
    later = bring(room, "Liste", "1")
    assert set(LexiconImport.objects.all()) == {other, done, later}


def test_an_import_removed_while_being_read_creates_nothing(room: Room) -> None:
    job = service.request_import(
        name="Liste", file_name="l", content=b"AS\nCAS", **room.import_arguments()
    )
    twin = LexiconImport.objects.get(pk=job.pk)

    def remove(_part: float) -> None:
        LexiconImport.objects.filter(pk=job.pk).delete()

    service.perform_import(job=job, clock=clock.now, on_progress=remove)
    assert not WordList.objects.exists()
    assert lexica.list_names(room.organisation_id) == [lexica.BUILT_IN]
    assert not jobs.start(twin, now=clock.now() + timedelta(hours=1))


def test_deleting_a_lexicon_leaves_a_running_import(room: Room) -> None:
    bring(room, "Liste", OLD)
    job = service.request_import(
        name="Liste", file_name="l", content=NEW.encode(), **room.import_arguments()
    )
    service.replace_lexicon(job=job, **room.get_author_and_time())
    service.delete_lexicon(name="Liste", **room.import_arguments())
    service.perform_import(job=job, clock=clock.now)
    assert list(lexica.load_named_lexicon("Liste", room.organisation_id)) == ["AS", "CAS", "LAS"]


def test_the_first_of_two_accounts_importing_a_name_wins(room: Room) -> None:
    other = create_other_organiser(room)
    mine, theirs = (
        service.request_import(
            name="Liste",
            file_name="l",
            content=text.encode(),
            **room.import_arguments() | {"by": by},
        )
        for text, by in ((OLD, other), (NEW, room.user))
    )
    service.perform_import(job=theirs, clock=clock.now)
    service.perform_import(job=mine, clock=clock.now)
    mine.refresh_from_db()
    assert (mine.state, mine.failure["reason"]) == (JobState.FAILED, "lexicon-taken")
    assert list(lexica.load_named_lexicon("Liste", room.organisation_id)) == ["AS", "CAS", "LAS"]


def test_an_import_refused_by_the_command_is_not_stored(room: Room, tmp_path: Any) -> None:
    path = tmp_path / "liste.txt"
    path.write_text("1\n", encoding="utf-8")
    with pytest.raises(CommandError, match="Aucun mot"):
        call_command("import_lexicon", "Liste", path, report=tmp_path / "refus.csv")
    assert "1;1;" in (tmp_path / "refus.csv").read_text(encoding="utf-8-sig")
    assert not LexiconImport.objects.exists()


def test_a_lexicon_of_the_command_line_is_changed_there(
    room: Room, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "liste.txt"
    path.write_text(OLD, encoding="utf-8")
    call_command("import_lexicon", "Liste", path)
    with pytest.raises(NotAllowed) as caught:
        bring(room, "Liste", NEW)
    assert "est à toute l’installation" in explain(caught.value)
    choose(room, "Liste")
    for name, sentence in (
        ("Liste", "est celui d’un tournoi"),
        ("Rien", "n’existe pas"),
        ("fr-libre", "il ne s’efface pas"),
    ):
        with pytest.raises(CommandError, match=sentence):
            call_command("delete_lexicon", name)
    choose(room, lexica.BUILT_IN)
    call_command("delete_lexicon", "Liste")
    assert "Le lexique « Liste » est effacé." in capsys.readouterr().out
    assert not WordList.objects.exists()
