"""Transactions that change a lexicon and those that rely on it wait for a limited time."""

import json
from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.arbitrage.services.broker import Broker
from tests.room import GAMES, Room
from tests.tournament.services.lists import bring
from tests.tournament.services.own_folder import fill_own_folder
from tests.tournament.services.test_races import Other
from tests.waiting import TIMEOUT_S
from tournament import ports, tasks as worker
from tournament.core.errors import Busy, LostRace
from tournament.core.jobs import JobState
from tournament.core.states import GameState, Source
from tournament.models import Game, LexiconImport, WordList
from tournament.queries import clock, lexica
from tournament.services import tournaments
from tournament.services.play import games
from tournament.services.prepared import lexica as service, lexicon_lock, word_lists

OLD, NEW = "AS\nCAS", "AS\nCAS\nLAS"
IMPORT = "tournament.tasks.import_lexicon"


@pytest.fixture(autouse=True)
def fresh(tmp_path: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LEXICON_DIR = fill_own_folder(tmp_path / "lexicon")
    monkeypatch.setattr(lexicon_lock, "CHANGING_WAIT_S", 0.2)


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    broker = Broker()
    monkeypatch.setattr(ports.get_task_app, "_function", lambda: broker)
    return broker


@pytest.fixture
def hanging_session(room: Room) -> Iterator[Callable[[], None]]:
    """Open a session that relies on a lexicon; return the function that ends it."""
    holds, goes = Event(), Event()

    def hold() -> None:
        try:
            with lexicon_lock.lock_lexica_for_use():
                holds.set()
                goes.wait(TIMEOUT_S)
        finally:
            connection.close()

    thread = Thread(target=hold)
    thread.start()
    assert holds.wait(TIMEOUT_S)

    def release() -> None:
        goes.set()
        thread.join(TIMEOUT_S)

    yield release
    release()


def create_ready_game(room: Room, **fields: Any) -> Game:
    game = games.create_game(tournament=room.tournament, **fields, **room.get_author_and_time())
    return games.prepare_game(game=game, **room.get_author_and_time())


def create_import(room: Room, name: str = "Liste", text: str = OLD) -> LexiconImport:
    return service.create_import(
        name=name, file_name="liste.txt", content=text.encode(), **room.import_arguments()
    )


def test_a_starting_worker_skips_the_tidying_when_locked(
    room: Room, hanging_session: Callable[[], None]
) -> None:
    WordList.objects.create(checksum="0" * 64, content=b"", count=0)
    word_lists.delete_unused_without_waiting(now=clock.now())
    assert WordList.objects.exists()
    hanging_session()
    word_lists.delete_unused_without_waiting(now=clock.now())
    assert not WordList.objects.exists()


def test_a_game_starts_while_an_import_waits(
    room: Room, hanging_session: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "FINISH_TRIES", 10_000)
    game, job = create_ready_game(room), create_import(room)
    other = Other(lambda: service.perform_import(job=job, clock=clock.now))
    games.start_game(game=game, **room.get_author_and_time())
    assert game.state == GameState.RUNNING
    hanging_session()
    other.finish()
    assert list(lexica.load_named_lexicon("Liste", room.organisation_id)) == ["AS", "CAS"]


def test_an_import_that_cannot_end_is_done_again(
    room: Room, hanging_session: Callable[[], None], broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "FINISH_TRIES", 2)
    job = create_import(room)
    worker.import_lexicon(job.pk)
    job.refresh_from_db()
    assert (job.state, bytes(job.content or b"")) == (JobState.WAITING, OLD.encode())
    assert broker.sent == [(IMPORT, job.pk)]
    hanging_session()
    worker.import_lexicon(job.pk)
    job.refresh_from_db()
    assert (job.state, len(broker.sent)) == (JobState.DONE, 1)


@pytest.mark.usefixtures("hanging_session")
def test_the_command_line_says_that_an_import_cannot_end_now(
    room: Room, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "FINISH_TRIES", 1)
    file = tmp_path / "liste.txt"
    file.write_text(OLD, encoding="utf-8")
    with pytest.raises(CommandError, match="réessayez dans un instant"):
        call_command("import_lexicon", "Liste", file)
    assert not LexiconImport.objects.exists()


@pytest.mark.usefixtures("hanging_session")
def test_a_lexicon_is_not_deleted_while_a_session_hangs(room: Room) -> None:
    with pytest.raises(Busy):
        service.delete_lexicon(name="Liste", **room.import_arguments())


def test_a_start_that_waits_too_long_is_refused(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lexicon_lock, "USING_WAIT_S", 0.2)
    game = create_ready_game(room)
    with lexicon_lock.lock_lexica_for_change():
        other = Other(lambda: games.start_game(game=game, **room.get_author_and_time()))
        assert other.get_refusal() == "lexica"
    games.start_game(game=game, **room.get_author_and_time())


def test_a_waiting_start_does_not_block_others_for_ever(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A session that hangs in ``lock_lexica_for_use`` usually waits for another lock."""
    monkeypatch.setattr(lexicon_lock, "USING_WAIT_S", 0.2)
    first, second = create_ready_game(room), create_ready_game(room)
    with lexicon_lock.lock_lexica_for_use():
        games.start_game(game=first, **room.get_author_and_time())
        other = Other(lambda: games.start_game(game=second, **room.get_author_and_time()))
        assert other.get_refusal() == "lexica"


# --- what takes time is done before -------------------------------------------------------


def test_words_of_a_recorded_game_are_read_before_the_lock(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lexicon is replaced meanwhile: the start is refused, the next one uses the new one."""
    script = json.loads((GAMES / "hiersac-2018-07-07.json").read_text(encoding="utf-8"))
    bring(room, "Liste", OLD)
    tournaments.update_tournament(
        tournament=room.tournament, changes={"lexicon": "Liste"}, **room.get_author_and_time()
    )
    game, load = (
        create_ready_game(room, source=Source.REPLAY, script=script),
        lexica.load_tournament_lexicon,
    )

    def load_after_replacement(tournament: Any) -> Any:
        lexicon = load(tournament)
        thread = Thread(target=replace)
        thread.start()
        thread.join(TIMEOUT_S)
        return lexicon

    def replace() -> None:
        try:
            bring(room, "Liste", f"{OLD}\nCHACUNE")
        finally:
            connection.close()

    with monkeypatch.context() as patch:
        patch.setattr(games, "load_tournament_lexicon", load_after_replacement)
        with pytest.raises(LostRace, match="lexicon"):
            games.start_game(game=game, **room.get_author_and_time())
    assert "CHACUNE" in lexica.load_named_lexicon("Liste", room.organisation_id)
    games.start_game(game=game, **room.get_author_and_time())
    assert "CHACUNE" not in game.extra_words


def test_the_installation_s_list_is_read_once_before_the_lock(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, inside, pack = create_ready_game(room), list[bool](), word_lists.compress_words

    def record_transaction(words: list[str]) -> bytes:
        inside.append(connection.in_atomic_block)
        return pack(words)

    word_lists._read_own_list.cache_clear()
    monkeypatch.setattr(word_lists, "compress_words", record_transaction)
    games.start_game(game=game, **room.get_author_and_time())
    assert inside == [False]

    games.finish_game(game=game, reason="judge_decision", **room.get_author_and_time())
    word_lists._read_own_list.cache_clear()  # another process
    other = create_ready_game(room)
    games.start_game(game=other, **room.get_author_and_time())
    assert (inside, other.word_list) == ([False], game.word_list)


def test_the_installation_s_list_is_that_of_the_process(
    room: Room, tmp_path: Any, settings: Any
) -> None:
    settings.LEXICON_PATH = tmp_path / "liste.txt"
    settings.LEXICON_PATH.write_text(OLD, encoding="utf-8")
    script = json.loads((GAMES / "hiersac-2018-07-07.json").read_text(encoding="utf-8"))
    game = create_ready_game(room, source=Source.REPLAY, script=script)
    settings.LEXICON_PATH.write_text(NEW, encoding="utf-8")
    games.start_game(game=game, **room.get_author_and_time())
    assert game.word_list is not None
    assert game.word_list.count == 2
