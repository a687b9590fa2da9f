"""Lexica that are deleted while another connection needs them."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection, transaction

from engine.regulation.editions import CURRENT
from tests.room import Room
from tests.tournament.services.lists import bring
from tests.tournament.services.own_folder import fill_own_folder
from tests.tournament.services.test_races import Other
from tests.waiting import TIMEOUT_S
from tournament.core.jobs import JobState
from tournament.models import Game, LexiconImport, Tournament, WordList
from tournament.queries import clock, lexica
from tournament.services import preparation, tournaments
from tournament.services.play import games
from tournament.services.prepared import lexica as service

WORDS, NEW = "AS\nCAS", "AS\nCAS\nLAS"


@pytest.fixture(autouse=True)
def fresh(tmp_path: Any, settings: Any) -> None:
    settings.LEXICON_DIR = fill_own_folder(tmp_path / "lexicon")


def delete(room: Room, name: str = "Une") -> Callable[[], None]:
    return lambda: service.delete_lexicon(name=name, **room.import_arguments())


def test_words_imported_during_a_deletion_stay(room: Room) -> None:
    bring(room, "Une", WORDS)
    with transaction.atomic():
        job = bring(room, "Deux", WORDS)
        other = Other(delete(room))
    other.finish()
    assert (job.state, other.error) == (JobState.DONE, None)
    assert lexica.list_names(room.organisation_id) == [lexica.BUILT_IN, "Deux"]
    assert list(lexica.load_named_lexicon("Deux", room.organisation_id)) == ["AS", "CAS"]


def test_words_deleted_during_an_import_are_stored_again(room: Room) -> None:
    bring(room, "Une", WORDS)
    with transaction.atomic():
        delete(room)()
        other = Other(lambda: bring(room, "Deux", WORDS))
    other.finish()
    assert LexiconImport.objects.get().state == JobState.DONE
    assert list(lexica.load_named_lexicon("Deux", room.organisation_id)) == ["AS", "CAS"]


def test_concurrent_imports_and_deletions_never_break_each_other(room: Room) -> None:
    """Two people import and delete the same words under two names again and again."""
    failed: list[BaseException] = []
    ready = Event()

    def import_and_delete(name: str) -> None:
        ready.wait(TIMEOUT_S)
        try:
            for _ in range(8):
                job = bring(room, name, WORDS)
                assert job.state == JobState.DONE, job.failure
                delete(room, name)()
        except BaseException as error:  # noqa: BLE001 - told to the test
            failed.append(error)
        finally:
            connection.close()

    threads = [Thread(target=import_and_delete, args=[name]) for name in ("Une", "Deux")]
    for thread in threads:
        thread.start()
    ready.set()
    for thread in threads:
        thread.join(TIMEOUT_S)
    assert failed == []
    assert not WordList.objects.exists()


def replace(room: Room) -> None:
    bring(room, "Une", NEW)


def start(room: Room) -> None:
    games.start_game(game=Game.objects.get(), **room.get_author_and_time())


def search(room: Room) -> None:
    fields: dict[str, Any] = {
        "settings": {"fmt": "normal", "time_s": 180, "warn_s": 30},
        "wishes": [],
    }
    preparation.create_preparation(
        tournament=Tournament.objects.get(), **fields, **room.get_author_and_time()
    )


@pytest.mark.parametrize("act", [start, search])
@pytest.mark.parametrize("first", [True, False], ids=["relied on first", "replaced first"])
def test_a_list_is_not_replaced_while_a_game_starts(
    room: Room, act: Callable[[Room], None], first: bool
) -> None:
    bring(room, "Une", WORDS)
    tournaments.update_tournament(
        tournament=room.tournament, changes={"lexicon": "Une"}, **room.get_author_and_time()
    )
    games.prepare_game(
        game=games.create_game(tournament=room.tournament, **room.get_author_and_time()),
        **room.get_author_and_time(),
    )
    ours, theirs = (act, replace) if first else (replace, act)
    with transaction.atomic():
        ours(room)
        other = Other(lambda: theirs(room))
    other.finish()
    assert other.error is None
    lists = WordList.objects.filter(games__isnull=False) if act is start else WordList.objects
    expected = {2, 3} if first and act is search else {2 if first else 3}
    assert set(lists.values_list("count", flat=True)) == expected


def test_a_lexicon_is_not_deleted_while_a_tournament_chooses_it(room: Room) -> None:
    bring(room, "Une", WORDS)
    with transaction.atomic():
        tournaments.update_tournament(
            tournament=room.tournament, changes={"lexicon": "Une"}, **room.get_author_and_time()
        )
        other = Other(delete(room))
    assert other.get_refusal() == "lexicon-used"
    assert lexica.list_names(room.organisation_id) == [lexica.BUILT_IN, "Une"]


def test_a_lexicon_is_not_chosen_while_it_is_deleted(room: Room) -> None:
    bring(room, "Une", WORDS)
    fields: dict[str, Any] = {"name": "Coupe", "starts_on": clock.now().date(), "lexicon": "Une"}
    with transaction.atomic():
        delete(room)()
        other = Other(
            lambda: tournaments.create_tournament(
                edition=CURRENT, **fields, **room.get_author_and_time()
            )
        )
    assert other.get_refusal() == "unknown-lexicon"
    assert not Tournament.objects.filter(name="Coupe").exists()
