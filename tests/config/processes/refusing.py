"""Clubs whose processes run without serving: stopped by a signal, or refusing."""

import contextlib
import os
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Any

import redis
from celery import Celery

from config.celery import app
from tests.config.clubs import Club
from tests.waiting import wait_for

#: ``config.club`` that waits for seconds only between two signals: a hall bears longer than a test.
SHORT_TIMEOUT_PROGRAM = """
import itertools, signal, sys
from config.club import main
from config.supervision import liveness
limits = itertools.cycle([(4.0, 1.0), (liveness.MAX_REFUSAL_S, liveness.CHECK_EVERY_S)])
def change_limits(number, frame):
    liveness.MAX_REFUSAL_S, liveness.CHECK_EVERY_S = next(limits)
signal.signal(signal.SIGUSR1, change_limits)
sys.exit(main())
"""


def list_refusals(club: Club) -> list[dict[str, Callable[[], object]]]:
    """Return what makes a process refuse, by its name: of each group at the same time.

    One of each way to find it: a worker that takes no task, a server that answers nothing, and one
    that a signal has stopped, as ``test_supervisor.py`` stops programs.
    """
    return [
        {"turn": lambda: cancel_consumer(club, "turn")},
        {
            "Valkey": lambda: pause(club),
            "PostgreSQL": lambda: os.kill(club.pid("PostgreSQL"), signal.SIGSTOP),
        },
    ]


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
