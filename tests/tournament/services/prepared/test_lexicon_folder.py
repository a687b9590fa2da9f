"""Copies of lexica on a machine: fetched, repaired, deleted, missing."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from engine.lexicon.lexicon import Lexicon, load_lexicon
from tests.room import Room
from tests.tournament.services.lists import bring
from tournament.core.jobs import JobState
from tournament.queries import lexica
from tournament.services.prepared import lexica as service


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, settings: Any) -> None:
    """Return an empty folder of lexica, as on a new machine, with an own list that is short."""
    settings.LEXICON_DIR = tmp_path / "lexicon"
    settings.LEXICON_PATH = tmp_path / "own.txt"
    settings.LEXICON_PATH.write_text("LAS\n")


def test_another_machine_gets_the_words_from_the_database(
    room: Room, settings: Any, tmp_path: Path
) -> None:
    job = bring(room, "Liste", "AS\nCAS")
    assert job.word_list is not None
    settings.LEXICON_DIR = tmp_path / "another"
    assert list(lexica.load(job.word_list.checksum)) == ["AS", "CAS"]
    kinds = {path.suffix for path in (tmp_path / "another").iterdir()}
    assert kinds == {".list", ".lexicon"}


@pytest.mark.parametrize("harm", [b"", b"CAS\nZUT\n", b"\0\0"])
def test_a_damaged_copy_is_fetched_again(room: Room, tmp_path: Path, harm: bytes) -> None:
    job = bring(room, "Liste", "AS\nCAS")
    assert job.word_list is not None
    for path in (tmp_path / "lexicon").iterdir():
        path.write_bytes(harm)
    lexica._load_list.cache_clear()
    assert list(lexica.load(job.word_list.checksum)) == ["AS", "CAS"]


def test_a_folder_that_cannot_be_written_is_no_error(
    room: Room, settings: Any, tmp_path: Path
) -> None:
    job = bring(room, "Liste", "AS\nCAS")
    assert job.word_list is not None
    (tmp_path / "file").write_text("")
    settings.LEXICON_DIR = tmp_path / "file"
    assert list(lexica.load(job.word_list.checksum)) == ["AS", "CAS"]


def list_files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_files_of_deleted_words_are_swept_and_no_others(
    room: Room, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = settings.LEXICON_DIR
    default = folder.parent / "default.txt"
    default.write_text("AS\nLAS\n")
    monkeypatch.setattr(lexica, "get_lexicon_path", lambda: default)
    lexica.load_base_lexicon()
    remaining, deleted = bring(room, "Une", "AS\nCAS"), bring(room, "Deux", "AS\nTAS")
    assert remaining.word_list is not None
    assert deleted.word_list is not None
    theirs = {"0" * 32 + "-1-cpython-310-little.lexicon", "0" * 64 + ".list"}
    for name in (*theirs, "liste-du-club.txt", "building-now", "building-then"):
        (folder / name).write_text("")
    os.utime(folder / "building-then", (0, 0))
    before = list_files(folder)
    assert len(before) == 10
    service.delete_lexicon(name="Deux", **room.import_arguments())
    remaining_files = list_files(folder)
    assert before - remaining_files >= {
        *theirs,
        "building-then",
        f"{deleted.word_list.checksum}.list",
    }
    assert len(remaining_files) == 5
    assert remaining_files >= {
        "liste-du-club.txt",
        "building-now",
        f"{remaining.word_list.checksum}.list",
    }
    monkeypatch.setattr(
        "engine.lexicon.word_list.parse", None
    )  # what is left need not be compiled again
    for cache in (lexica._load_list, lexica._load_file):
        cache.cache_clear()
    assert list(lexica.load(remaining.word_list.checksum)) == ["AS", "CAS"]
    assert list(lexica.load_base_lexicon()) == ["AS", "LAS"]


def test_a_sweep_leaves_the_files_of_a_loading_process(
    room: Room, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = bring(room, "Liste", "AS\nCAS")
    assert job.word_list is not None
    lexica._load_list.cache_clear()
    read = load_lexicon

    def read_after_sweep(path: Path, cache: Path) -> Lexicon:
        """Clear the folder between the copy of the list and its reading."""
        for file in settings.LEXICON_DIR.iterdir():
            file.unlink()
        return read(path, cache)

    monkeypatch.setattr(lexica, "load_lexicon", read_after_sweep)
    assert list(lexica.load(job.word_list.checksum)) == ["AS", "CAS"]


def test_a_full_disk_leaves_nothing_half_written(
    room: Room, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_no_space(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("engine.lexicon.cache.os.replace", raise_no_space)
    job = bring(room, "Liste", "AS\nCAS")
    assert job.state == JobState.DONE
    assert job.word_list is not None
    assert list(lexica.load(job.word_list.checksum)) == ["AS", "CAS"]
    assert list_files(settings.LEXICON_DIR) == set()
