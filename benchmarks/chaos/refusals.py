"""Faults in which a process lives on without serving, for seconds or for good."""

import contextlib
import socket
from collections.abc import Callable, Iterator, Mapping

import psutil
import psycopg
import redis

from benchmarks.chaos.club import FaultyClub
from benchmarks.chaos.faults import (
    ClubInPlay,
    RecoveryCheck,
    TargetNotRunningError,
    build_replacement_check,
)
from benchmarks.people.club import list_family
from benchmarks.people.waiting import wait_until

#: PostgreSQL's process that ends, so that the others recover, and the folder that they need.
ENDED_PROCESS, NEEDED_FOLDER = "checkpointer", "pg_wal"
RECOVERING_PROCESS = "startup"
#: Enough for PostgreSQL to give up its recovery.
REFUSAL_S = 20.0
#: For ever, in milliseconds.
PAUSE_MS = 24 * 3600 * 1000


@contextlib.contextmanager
def freeze(club_in_play: ClubInPlay, targets: tuple[str, ...]) -> Iterator[RecoveryCheck]:
    """Suspend the targets and their descendants, resume them on exit."""
    roots = [club_in_play.club.find_process(name) for name in targets]
    processes = [process for root in roots if root is not None for process in list_family(root)]
    if not processes:
        raise TargetNotRunningError
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.suspend()
    try:
        yield club_in_play.build_recovery_check(targets)
    finally:
        for process in reversed(processes):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.resume()


@contextlib.contextmanager
def stop_for_good(club_in_play: ClubInPlay, targets: tuple[str, ...]) -> Iterator[RecoveryCheck]:
    """Suspend the targets and never resume them; recovered once each has a successor."""
    processes = {name: club_in_play.club.find_process(name) for name in targets}
    for process in processes.values():
        if process is None:
            raise TargetNotRunningError
        with contextlib.suppress(psutil.NoSuchProcess):
            process.suspend()
    yield build_replacement_check(club_in_play, processes)


@contextlib.contextmanager
def refuse(club_in_play: ClubInPlay, targets: tuple[str, ...]) -> Iterator[RecoveryCheck]:
    """Make each target refuse what it is for; recovered once each has a successor."""
    processes = {name: club_in_play.club.find_process(name) for name in targets}
    for name, process in processes.items():
        if process is None or not club_in_play.is_serving(name):
            raise TargetNotRunningError
        REFUSALS[name](club_in_play.club)
    yield build_replacement_check(club_in_play, processes)


def _fail_recovery(club: FaultyClub) -> None:
    """Let PostgreSQL's recovery end with an error, as on a full disk: it refuses all sessions."""
    postmaster = club.find_process("postgres")
    if postmaster is None:
        raise TargetNotRunningError
    url = club.urls.database_url
    folder = club.database_folder / NEEDED_FOLDER
    mode = folder.stat().st_mode
    folder.chmod(0)
    try:
        for child in find_children(postmaster, ENDED_PROCESS):
            child.kill()
        wait_until(
            lambda: _has_given_up(postmaster) and not _accepts_sessions(url),
            "refus", timeout_s=REFUSAL_S, pause_s=0.5,
        )  # fmt: skip
    finally:
        folder.chmod(mode)


def _has_given_up(postmaster: psutil.Process) -> bool:
    """Return True if its other processes have begun again, and none recovers the data."""
    return bool(find_children(postmaster, ENDED_PROCESS)) and not find_children(
        postmaster, RECOVERING_PROCESS
    )


def find_children(postmaster: psutil.Process, name: str) -> list[psutil.Process]:
    """Return PostgreSQL's processes of this kind."""
    children = []
    for child in postmaster.children():
        with contextlib.suppress(psutil.NoSuchProcess):  # it ends with the others
            if f"postgres: {name}" in " ".join(child.cmdline()):
                children.append(child)
    return children


def _accepts_sessions(url: str) -> bool:
    with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url):
        return True
    return False


def _pause_broker(club: FaultyClub) -> None:
    """Let Valkey accept connections and answer nothing."""
    with redis.Redis.from_url(club.urls.redis_url) as client:
        client.client_pause(PAUSE_MS, all=True)


def _cancel_consumer(queue: str) -> Callable[[FaultyClub], None]:
    """Return how a worker lives, answers and takes no task."""

    def cancel(club: FaultyClub) -> None:
        node = f"{queue}@{socket.gethostname()}"
        control = club.get_task_app().control
        if not control.cancel_consumer(queue, destination=[node], reply=True):
            raise TargetNotRunningError

    return cancel


REFUSALS: Mapping[str, Callable[[FaultyClub], None]] = {
    "postgres": _fail_recovery,
    "valkey": _pause_broker,
    "turn": _cancel_consumer("turn"),
    "office": _cancel_consumer("office"),
}
