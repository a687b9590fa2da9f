"""The embedded servers: they start, stop, keep their data, and recover from a kill."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import psycopg
import pytest
import redis

from config import probe
from config.embedded import owner
from config.embedded.postgres import MAX_CONNECTIONS, Postgres
from config.embedded.process import Server, is_server_of
from config.embedded.services import AlreadyRunningError, Services, Urls, read_urls, run_services
from config.supervision.liveness import is_stopped
from tests.rows import every_row
from tests.waiting import wait_for

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("home") / "services"
    yield home
    Services(home).destroy()


@pytest.fixture
def folder(home: Path) -> Iterator[Path]:
    """A folder that the tests before may have used: making its data costs seconds."""
    yield home
    if list_servers_in(home):  # the test failed
        Services(home).destroy()


@pytest.fixture
def system_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A stand-in for the system's folder, deep, which everybody can enter, unlike pytest's own."""
    home = Path(tempfile.mkdtemp())
    home.chmod(0o755)
    folder = home / ("d" * 80)
    monkeypatch.setattr(owner, "SYSTEM_FOLDER", folder)
    yield folder
    shutil.rmtree(home)


def assert_both_answer(urls: Urls) -> None:
    with psycopg.connect(urls.database_url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    with redis.Redis.from_url(urls.redis_url) as client:
        assert client.ping()


def list_servers_in(folder: Path) -> list[psutil.Process]:
    services = Services(folder)
    homes = (services.postgres.data, folder / "valkey")
    return [p for p in psutil.process_iter() if any(is_server_of(p.pid, home) for home in homes)]


def test_a_restart_keeps_data_and_heeds_no_stale_record(folder: Path) -> None:
    with run_services(folder, durable=True) as urls:
        with psycopg.connect(urls.database_url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
            assert connection.execute("SHOW fsync").fetchone() == ("on",)
        assert_the_broker_asks_for_its_password(urls)
        assert_a_second_starter_joins(folder, urls)
    assert list_servers_in(folder) == []
    assert read_urls(folder) is None
    write_stale_records(folder)
    with run_services(folder, durable=False) as urls:
        assert_both_answer(urls)
        with psycopg.connect(urls.database_url) as connection:
            assert connection.execute("SELECT number FROM kept").fetchone() == (7,)
            assert connection.execute("SHOW fsync").fetchone() == ("off",)


def assert_the_broker_asks_for_its_password(urls: Urls) -> None:
    port = urlsplit(urls.redis_url).port
    assert port is not None
    with redis.Redis(port=port) as stranger, pytest.raises(redis.AuthenticationError):
        stranger.ping()


def assert_a_second_starter_joins(folder: Path, urls: Urls) -> None:
    with pytest.raises(AlreadyRunningError) as caught:
        Services(folder).start()
    assert caught.value.urls == urls
    with run_services(folder) as joined:
        assert joined == urls
    assert_both_answer(urls)  # the joiner stopped nothing


def write_stale_records(folder: Path) -> None:
    """Records of the servers with the id of a process that is neither."""
    record = Services(folder).postgres.data / "postmaster.pid"
    record.write_text(f"{os.getpid()}\n{record.parent}\n")
    (folder / "valkey" / "pid").write_text(f"{os.getpid()}\n")


def test_a_server_killed_while_it_is_awaited_is_started_again(folder: Path) -> None:
    for server in Services(folder, durable=False).servers:
        server.prepare()
        os.kill(server.start().pid, signal.SIGKILL)
        server.wait_until_ready()
        assert server.is_ready(), server.name
        server.stop()
        assert not server.is_ready(), server.name


#: Starts both servers, which a kill of it leaves alone.
STARTER = """
import sys, time
from pathlib import Path
from config.embedded.services import Services
print(Services(Path(sys.argv[1])).start().redis_url, flush=True)
time.sleep(600)
"""


def kill_starter(folder: Path) -> list[psutil.Process]:
    """Start the servers, kill what started them, and return them."""
    with subprocess.Popen(
        [sys.executable, "-c", STARTER, str(folder)], cwd=ROOT, stdout=subprocess.PIPE
    ) as starter:
        assert starter.stdout is not None
        assert starter.stdout.readline().startswith(b"redis://")
        remaining = list_servers_in(folder)
        starter.send_signal(signal.SIGKILL)
    assert len(remaining) >= 2
    return remaining


def test_after_a_kill_the_next_start_recovers(folder: Path) -> None:
    """Kill the starter, then another one and the servers."""
    kill_starter(folder)
    remaining = kill_starter(folder)
    for process in remaining:
        process.kill()
    psutil.wait_procs(remaining)
    with run_services(folder) as urls:
        assert_both_answer(urls)
    assert list_servers_in(folder) == []


def get_urls(services: Services) -> Urls:
    urls = read_urls(services.folder)
    assert urls is not None
    return urls


@pytest.fixture(scope="module")
def services(home: Path) -> Iterator[Services]:
    """Both servers, running and serving, on the data of the tests before; each test leaves
    PostgreSQL so."""
    services = Services(home, durable=False)
    services.start()
    for server in services.servers:
        wait_for(server.is_serving)
    yield services
    services.stop()


def test_a_server_whose_recovery_has_ended_with_an_error_refuses(services: Services) -> None:
    """As on a full disk: it runs, says that it is ready, and nothing recovers its data."""
    postgres = services.postgres
    assert postgres.process is not None
    log_of_changes = postgres.data / "pg_wal"
    log_of_changes.chmod(0)
    find_child(postgres, "checkpointer").kill()
    wait_for(lambda: "FATAL" in postgres.log.read_text() and not postgres.is_serving())
    assert postgres.process.poll() is None
    assert postgres.is_ready()
    log_of_changes.chmod(0o700)
    postgres.process.kill()
    postgres.process.wait()
    postgres.start()
    # is_serving is true during the recovery, when a session is refused
    wait_for(lambda: accepts_sessions(get_urls(services).database_url))


def find_child(postgres: Postgres, title: str) -> psutil.Process:
    assert postgres.process is not None
    children = psutil.Process(postgres.process.pid).children()
    return next(child for child in children if title in " ".join(child.cmdline()))


def test_a_server_that_recovers_or_has_too_many_sessions_serves(services: Services) -> None:
    postgres = services.postgres
    url = get_urls(services).database_url
    with contextlib.ExitStack() as stack:
        for _ in range(MAX_CONNECTIONS):
            stack.enter_context(psycopg.connect(url))
        with pytest.raises(psycopg.OperationalError, match="too many clients"):
            psycopg.connect(url)
        assert postgres.is_serving()
    recoveries = count_recoveries(postgres)
    find_child(postgres, "walwriter").kill()  # all others end too, and the data is recovered
    wait_for(lambda: count_recoveries(postgres) > recoveries)
    assert postgres.is_serving()
    wait_for(lambda: accepts_sessions(url))


def count_recoveries(postgres: Postgres) -> int:
    return postgres.log.read_text().count("not properly shut down")


def accepts_sessions(url: str) -> bool:
    with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url):
        return True
    return False


def test_a_stopped_or_silent_server_does_not_serve(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "TIMEOUT_S", 1)
    postgres, valkey = services.postgres, services.valkey
    assert postgres.process is not None
    assert valkey.process is not None
    children = [find_child(postgres, title) for title in ("walwriter", "checkpointer")]
    processes = [psutil.Process(postgres.process.pid), *children]
    stopped: list[tuple[psutil.Process, Server]] = [(process, postgres) for process in processes]
    stopped.append((psutil.Process(valkey.process.pid), valkey))
    with every_row() as row:
        for process, server in stopped:
            with row(f"{server.name} {process.cmdline()}"):
                process.suspend()
                wait_for(partial(is_stopped, process))
                assert not server.is_serving()
                process.resume()
                wait_for(server.is_serving)
    with redis.Redis.from_url(get_urls(services).redis_url) as client:
        client.client_pause(600_000, all=True)
        assert not valkey.is_serving()


def test_an_interrupted_initdb_in_a_deep_closed_folder_starts(
    tmp_path: Path, system_folder: Path
) -> None:
    """It is not taken for data, and the socket has a short path; root's own folder stays closed."""
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    services = Services(closed / ("d" * 60) / ("e" * 60), durable=False)
    home = services.postgres.home
    owner.create_private_folder(home, owner.find_owner())
    half = home / "data.new"
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")
    try:
        assert_both_answer(services.start())
        assert closed.stat().st_mode & 0o077 == 0
        if os.geteuid() == 0:
            assert home.is_relative_to(system_folder)
            ordinary = {pwd.getpwnam(name).pw_uid for name in owner.USER_NAMES}
            assert services.postgres.data.stat().st_uid in ordinary
    finally:
        services.destroy()
    assert not home.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to give the database away")
def test_under_root_programs_out_of_reach_are_copied(tmp_path: Path, system_folder: Path) -> None:
    closed = tmp_path / "closed"
    program, library = closed / "package" / "hello", closed / "package.libs" / "word"
    for path in (program, library):
        path.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\ncat "$(dirname "$0")/../package.libs/word"\n')
    program.chmod(0o700)
    library.write_text("hello")
    closed.chmod(0o700)
    parts, user = [program.parent, library.parent], owner.find_owner()
    copy = owner.find_executable_folder(parts, "package/hello", user)
    assert copy.is_relative_to(system_folder)
    log = tmp_path / "log"
    process = user.start_program([str(copy / "package" / "hello")], cwd=Path("/"), log=log)
    assert process.wait() == 0
    assert log.read_text() == "hello"
    assert owner.find_executable_folder(parts, "package/hello", user) == copy
