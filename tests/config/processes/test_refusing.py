"""A club whose processes run without serving: stopped by a signal, or refusing."""

import contextlib
import os
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Any

import psutil
import pytest
import redis
from celery import Celery

from benchmarks.people.club import copy_club
from config.celery import app
from config.embedded.services import Services
from tests.config.clubs import Club, make_first_start
from tests.waiting import wait_for

#: ``config.club`` that waits for seconds only: no test should take what a hall bears.
IMPATIENT = (
    "from config.supervision import liveness;"
    "liveness.REFUSAL_S, liveness.CHECK_EVERY_S = 4.0, 0.5;"
    "import sys; from config.club import main; sys.exit(main())"
)


@pytest.fixture
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    folder = tmp_path_factory.mktemp("refusing")
    folder.chmod(0o755)
    copy_club(make_first_start(tmp_path_factory), folder / "club")
    club = Club(folder / "club", folder / "printed", code=IMPATIENT)
    try:
        club.hear("Duplicata est prêt")
        yield club
    finally:
        code = club.interrupt()
        Services(club.services).destroy()
    assert code == 0, club.output


def test_what_runs_without_serving_is_started_again(club: Club) -> None:
    children = psutil.Process(club.process.pid).children()
    programs = {" ".join(child.cmdline()[2:]).split(" --")[0]: child for child in children}
    troubles: dict[str, Callable[[], object]] = {
        "Valkey": lambda: pause(club),
        "web": programs["config.serve"].suspend,
        "turn": lambda: cancel_consumer(club, "turn"),
        "office": programs["config.work office"].suspend,
        "backup": programs["config.backup"].suspend,
        "PostgreSQL": lambda: os.kill(club.pid("PostgreSQL"), signal.SIGSTOP),
    }
    wait_for(lambda: takes_tasks(club, "turn"), lambda: club.output)
    for name, begin in troubles.items():
        begin()
        club.hear(rf"{name} ne répond plus : il est arrêté")
        club.hear(rf"{name} s'est arrêté \(code -9\) : redémarrage")
    wait_for(club.is_whole, lambda: club.output)
    wait_for(lambda: takes_tasks(club, "turn"), lambda: club.output)
    assert "Traceback" not in club.output


def pause(club: Club) -> None:
    """Valkey runs, accepts connections, and answers nothing."""
    with redis.Redis.from_url(club.urls().redis_url) as client:
        client.client_pause(600_000, all=True)


def cancel_consumer(club: Club, queue: str) -> None:
    """The worker runs, answers, and takes no task."""
    wait_for(lambda: ask_worker(club, queue, "cancel_consumer", {"queue": queue}) is not None)


def takes_tasks(club: Club, queue: str) -> bool:
    rows = ask_worker(club, queue, "active_queues", {})
    return bool(rows) and any(row["name"] == queue for row in rows)


def ask_worker(club: Club, queue: str, command: str, arguments: dict[str, str]) -> Any:
    """Return the worker's answer, None without; the broker may have ended since the last use."""
    node = f"{queue}@{socket.gethostname()}"
    with contextlib.suppress(redis.RedisError, OSError), open_broker(club) as broker:
        for answers in broker.control.broadcast(command, arguments, [node], reply=True) or ():
            return answers[node]
    return None


@contextlib.contextmanager
def open_broker(club: Club) -> Iterator[Celery]:
    """A Celery application on the broker of the club."""
    options = app.conf.broker_transport_options | {"global_keyprefix": "duplicata:"}
    url = club.urls().redis_url
    with Celery(broker=url, broker_transport_options=options, set_as_current=False) as broker:
        yield broker
