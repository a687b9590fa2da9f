"""A list replaces another of its name only after confirmation."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from tests.arbitrage.services.broker import Broker
from tests.room import Room
from tests.tournament.services.lists import bring
from tests.tournament.services.own_folder import fill_own_folder
from tournament import ports
from tournament.core.errors import BadSetting, NotAllowed, WrongState
from tournament.core.jobs import JobState
from tournament.models import LexiconImport
from tournament.queries import clock, lexica
from tournament.services.prepared import lexica as service

OLD, NEW = "AS\nCAS", "AS\nCAS\nLAS"


@pytest.fixture(autouse=True)
def broker(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Broker:
    settings.LEXICON_DIR = fill_own_folder(tmp_path / "lexicon")
    broker = Broker()
    monkeypatch.setattr(ports.get_task_app, "_function", lambda: broker)
    return broker


def ask(room: Room, name: str = "Liste", text: str = NEW) -> LexiconImport:
    return service.request_import(
        name=name, file_name="n.txt", content=text.encode(), **room.import_arguments()
    )


def list_words(room: Room, name: str = "Liste") -> list[str]:
    return list(lexica.load_named_lexicon(name, room.organisation_id))


def test_an_import_of_a_used_name_asks_for_confirmation(room: Room, broker: Broker) -> None:
    bring(room, "Liste", OLD)
    job = LexiconImport.objects.get(pk=ask(room, "liste").pk)
    assert (job.name, job.is_awaiting_confirmation, job.is_refused) == ("Liste", True, False)
    assert bytes(job.content or b"") == NEW.encode()
    assert job.failure["data"] == {"name": "Liste", "count": 2}
    assert broker.sent == []
    service.perform_import(job=job, clock=clock.now)  # nobody may do it before the answer
    assert list_words(room) == ["AS", "CAS"]


def test_the_answer_sends_it_to_a_worker(room: Room, broker: Broker) -> None:
    bring(room, "Liste", OLD)
    job = ask(room)
    service.replace_lexicon(job=job, **room.get_author_and_time())
    assert broker.sent == [(service.TASK, job.pk)]
    service.perform_import(job=job, clock=clock.now)
    assert (job.state, job.is_awaiting_confirmation, job.content) == (JobState.DONE, False, None)
    assert list_words(room) == ["AS", "CAS", "LAS"]
    with pytest.raises(WrongState):
        service.replace_lexicon(job=job, **room.get_author_and_time())


def test_a_new_name_asks_nothing(room: Room, broker: Broker) -> None:
    bring(room, "Liste", OLD)
    job = ask(room, "Autre")
    assert (job.state, broker.sent) == (JobState.WAITING, [(service.TASK, job.pk)])


def test_only_the_author_confirms_a_replacement(room: Room) -> None:
    bring(room, "Liste", OLD)
    job = ask(room)
    with pytest.raises(NotAllowed):
        service.replace_lexicon(job=job, by=User.objects.create_user("autre"), now=clock.now())
    LexiconImport.objects.filter(pk=job.pk).update(by=None)
    job.refresh_from_db()
    with pytest.raises(NotAllowed):  # the import has no author, but the lexicon still has its owner
        service.replace_lexicon(job=job, by=User.objects.get(username="autre"), now=clock.now())


def test_the_last_of_two_unconfirmed_files_counts(room: Room) -> None:
    bring(room, "Liste", OLD)
    refused = bring(room, "Liste", "1")
    first, second = ask(room), ask(room)
    assert set(LexiconImport.objects.exclude(state=JobState.DONE)) == {refused, second}
    assert not LexiconImport.objects.filter(pk=first.pk).exists()


def test_a_lexicon_that_went_meanwhile_leaves_the_name_free(room: Room) -> None:
    bring(room, "Liste", OLD)
    job = ask(room)
    service.delete_lexicon(name="Liste", **room.import_arguments())
    service.replace_lexicon(job=job, **room.get_author_and_time())
    service.perform_import(job=job, clock=clock.now)
    assert list_words(room) == ["AS", "CAS", "LAS"]


def test_the_answer_counts_though_another_import_was_asked_for_later(room: Room) -> None:
    bring(room, "Liste", OLD)
    job = ask(room)
    admin = User.objects.create_superuser("autre")
    bring(room, "Liste", "AS\nMUR", by=admin)
    service.replace_lexicon(job=job, **room.get_author_and_time())
    service.perform_import(job=job, clock=clock.now)
    assert list_words(room) == ["AS", "CAS", "LAS"]
    job.refresh_from_db()
    assert job.word_list is not None


def test_creating_an_import_of_a_used_name_is_refused(room: Room) -> None:
    bring(room, "Liste", OLD)
    fields: dict[str, Any] = {"name": "Liste", "file_name": "n.txt", "content": NEW.encode()}
    with pytest.raises(BadSetting) as caught:
        service.create_import(**fields, **room.import_arguments())
    assert caught.value.reason == LexiconImport.NAME_USED
    assert LexiconImport.objects.count() == 1


def test_the_command_replaces_only_with_its_option(
    room: Room, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "liste.txt"
    path.write_text(OLD, encoding="utf-8")
    call_command("import_lexicon", "Liste", path)
    path.write_text(NEW, encoding="utf-8")
    with pytest.raises(CommandError, match=r"existe déjà .*2\). Ajoutez --replace"):
        call_command("import_lexicon", "Liste", path)
    assert LexiconImport.objects.count() == 1
    assert list_words(room) == ["AS", "CAS"]
    call_command("import_lexicon", "Liste", path, replace=True)
    assert "Lexique « Liste » : 3 mots" in capsys.readouterr().out
    assert list_words(room) == ["AS", "CAS", "LAS"]
