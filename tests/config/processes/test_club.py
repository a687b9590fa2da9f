"""``make club`` on bad days: servers killed, the disk full, processes that refuse, the laptop lost.

Real processes, one club.
"""

import contextlib
import errno
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
import redis
from pytest_django import DjangoDbBlocker

from benchmarks.people.club import copy_club
from config import club_environment
from config.embedded.services import Services
from tests.config.clubs import PRINTED, Club, make_first_start
from tests.config.processes.lost_laptop import (
    count_bulletins_on,
    find_last_on,
    go_on,
    play,
    unplug,
)
from tests.config.processes.refusing import SHORT_TIMEOUT_PROGRAM, list_refusals, takes_tasks
from tests.waiting import wait_for

DISK = "300m"
CHUNK = b"\0" * 1024**2


@pytest.fixture(scope="module")
def disk() -> Iterator[Path]:
    """A small disk of our own, or where we may not mount one, an ordinary folder.

    Everybody can enter it, unlike pytest's: PostgreSQL, too, keeps its data there.
    """
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=755", "tmpfs", str(folder)]
    mounted = subprocess.run(mount, check=False, capture_output=True).returncode == 0
    yield folder
    if mounted:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Path:
    """The files of a first start."""
    return make_first_start(tmp_path_factory, django_db_blocker)


@pytest.fixture(scope="module")
def club(disk: Path, first: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """It has started before."""
    copy_club(first, disk / "club")
    printed = tmp_path_factory.mktemp("club") / "printed"
    often = {"BACKUP_MINUTES": "0.1"}
    club = Club(disk / "club", printed, code=SHORT_TIMEOUT_PROGRAM, **often)
    try:
        club.hear("code de l'installation")  # the last line of a start
        yield club
    finally:
        if club.process.poll() is None:  # the last test failed
            unplug(club)
        Services(club.services).destroy()


@pytest.fixture
def number(club: Club) -> int:
    """The number of lines that the club has printed before the test."""
    wait_for(club.is_whole, lambda: club.output)
    return club.output.count("\n")


def test_a_club_waits_for_a_command_that_uses_its_servers(first: Path, tmp_path: Path) -> None:
    copy_club(first, tmp_path / "club")
    command = Services(tmp_path / "club" / "services")
    command.start()
    try:
        club = Club(tmp_path / "club", tmp_path / "printed")
        club.hear("Une commande .* est en cours")
        assert "Préparation" not in club.output
        command.stop()
        club.hear("Préparation de la base")
        assert club.interrupt() == 0
    finally:
        command.destroy()
    assert "Traceback" not in club.output


def test_servers_killed_while_the_club_starts_are_started_again(first: Path) -> None:
    output = (first / PRINTED).read_text()
    for server in ("PostgreSQL", "Valkey"):
        assert output.count(f"{server} s'est arrêté (code -9) : redémarrage.\n") == 1
    assert "Traceback" not in output


def test_backups_are_in_a_named_folder_also_those_of_before(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert f"\nSauvegardes : {club.folder / 'sauvegardes'}\n" in club.output
    home = tmp_path / ".local" / "club"
    former = home / "backups" / "essai-1a2b3c4d" / "essai-20261127-204000Z.duplicata.zip"
    former.parent.mkdir(parents=True)
    former.write_bytes(b"zip")
    monkeypatch.setattr(club_environment, "BASE_DIR", tmp_path)
    monkeypatch.setattr(club_environment, "CLUB_FOLDER", home)
    for _ in range(2):
        assert club_environment._prepare_backup_folder(home) == tmp_path / "sauvegardes"
    moved = tmp_path / "sauvegardes" / "essai-1a2b3c4d" / former.name
    assert moved.read_bytes() == b"zip"
    assert not (home / "backups").exists()


def test_a_killed_database_restarts_with_its_data_under_open_connections(
    club: Club, number: int
) -> None:
    url = club.urls().database_url
    with psycopg.connect(url, autocommit=True) as writer, psycopg.connect(url) as idle:
        writer.execute("CREATE TABLE kept AS SELECT 7 AS number")
        idle.execute("SELECT * FROM kept FOR UPDATE")
        frozen = idle.info.backend_pid
        os.kill(frozen, signal.SIGSTOP)  # it does not notice that its postmaster is gone
        club.kill("PostgreSQL")
        club.hear(r"PostgreSQL s'est arrêté \(code -9\) : redémarrage")
        wait_for(lambda: not psutil.pid_exists(frozen) and answers(url), lambda: club.output)
        for dead in (writer, idle):
            with pytest.raises(psycopg.OperationalError):
                dead.execute("SELECT 1")
    with psycopg.connect(url, autocommit=True) as connection:
        assert connection.execute("SELECT number FROM kept").fetchone() == (7,)
        connection.execute("DROP TABLE kept")
    wait_for(club.is_whole)
    assert club.output.count("\n") == number + 1


def answers(url: str) -> bool:
    with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url):
        return True
    return False


def test_a_killed_broker_restarts_at_its_address_with_its_queues(club: Club, number: int) -> None:
    with redis.Redis.from_url(club.urls().redis_url) as client:
        client.rpush("kept", "7")
        club.kill("Valkey")
        wait_for(lambda: read_list(client) == [b"7"], lambda: club.output)
        client.delete("kept")
    club.hear(r"Valkey s'est arrêté \(code -9\) : redémarrage")
    wait_for(club.is_whole)
    assert club.output.count("\n") == number + 1


def read_list(client: redis.Redis) -> object:
    with contextlib.suppress(redis.ConnectionError):
        return client.lrange("kept", 0, -1)
    return None


def test_a_killed_backend_is_the_databases_own_affair(club: Club, number: int) -> None:
    url, postmaster = club.urls().database_url, club.pid("PostgreSQL")
    with psycopg.connect(url) as connection:
        os.kill(connection.info.backend_pid, signal.SIGKILL)
        with pytest.raises(psycopg.OperationalError):
            connection.execute("SELECT 1")
    wait_for(lambda: answers(url), lambda: club.output)
    wait_for(club.is_whole)
    assert club.pid("PostgreSQL") == postmaster
    assert club.output.count("\n") == number


def test_a_full_disk_is_reported_and_recovered_from(club: Club, disk: Path, number: int) -> None:
    if not disk.is_mount():
        pytest.skip("no right to mount a small disk here")
    urls, filler = club.urls(), disk / "filler"
    with redis.Redis.from_url(urls.redis_url) as client:
        fill(filler)
        club.hear("Plus de place sur le disque du dossier")
        with pytest.raises(psycopg.OperationalError):
            use_up_the_journal(urls.database_url)
        # Out of room it may have ended by itself just now.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            club.kill("PostgreSQL")
        club.hear("PostgreSQL ne tient pas")  # it cannot start without room
        wait_for(lambda: refuses(client), lambda: club.output)
        (live,) = club.live()
        os.kill(live, signal.SIGKILL)
        wait_for(lambda: club.live() not in ([], [live]), lambda: club.output)
        assert not club.is_whole()

        filler.unlink()

        club.hear("De nouveau de la place")
        wait_for(club.is_whole, lambda: club.output)
        wait_for(lambda: not refuses(client), lambda: club.output)
    with psycopg.connect(urls.database_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE room AS SELECT 7 AS number")
        connection.execute("DROP TABLE room")
    new_lines = club.output.splitlines()[number:]
    assert sum("Plus de place" in line for line in new_lines) == 1, new_lines
    assert "Traceback" not in club.output
    assert club.live()[0] in {pid for pid, _ in read_record(club)}


def test_what_runs_without_serving_is_started_again(club: Club) -> None:
    wait_for(lambda: takes_tasks(club, "turn"), lambda: club.output)
    club.process.send_signal(signal.SIGUSR1)
    for refusals in list_refusals(club):
        before = club.output
        for begin in refusals.values():
            begin()
        for name in refusals:
            restart = rf"{name} s'est arrêté \(code -9\) : redémarrage"
            club.hear(rf"{name} ne répond plus : il est arrêté")
            club.hear(restart, len(re.findall(restart, before)) + 1)
        wait_for(club.is_whole, lambda: club.output)
    club.process.send_signal(signal.SIGUSR1)
    wait_for(club.is_whole, lambda: club.output)
    wait_for(lambda: takes_tasks(club, "turn"), lambda: club.output)
    assert "Traceback" not in club.output


def test_another_laptop_goes_on_where_the_last_backup_was_made(
    club: Club, first: Path, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    backups, other = club.folder / "sauvegardes", tmp_path / "other"
    with django_db_blocker.unblock():
        play(club)
        wait_for(lambda: count_bulletins_on(backups) == 5, lambda: club.output)
        unplug(club)
        last = find_last_on(backups)
        assert last is not None
        copy_club(first, other)
        try:
            assert go_on(other, last) == (2, 5)
        finally:
            Services(other / "services").destroy()


def fill(filler: Path) -> None:
    """Until the disk is full to the last byte."""
    with filler.open("wb", buffering=0) as file:
        for size in (len(CHUNK), 1):
            with contextlib.suppress(OSError):
                while True:
                    file.write(CHUNK[:size])
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        filler.with_name("one more").write_bytes(CHUNK)


def use_up_the_journal(url: str) -> None:
    """Commit until PostgreSQL needs another file of its journal; bounded by what a disk holds."""
    with psycopg.connect(url, autocommit=True) as connection:
        for _ in range(50):
            connection.execute("SELECT pg_logical_emit_message(false, 'x', 'x', true)")
            connection.execute("SELECT pg_switch_wal()")


def refuses(client: redis.Redis) -> bool:
    """Return True if Valkey refuses writes that it could not save."""
    try:
        client.set("filling", CHUNK)
        client.delete("filling")
    except redis.RedisError as error:
        return "MISCONF" in str(error)
    return False


def read_record(club: Club) -> list[tuple[int, float]]:
    entries: list[tuple[int, float]] = json.loads((club.folder / "programs.json").read_text())
    return entries
