"""Injection and removal of each fault of a club, and the condition of its recovery."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

import psutil
import psycopg
import redis

from benchmarks.chaos.club import FaultyClub
from benchmarks.chaos.network import IMPAIRMENTS, NO_IMPAIRMENT
from benchmarks.people.client import Client, Unreachable
from benchmarks.people.club import ClubError
from config.probe import WORKERS

if TYPE_CHECKING:
    from benchmarks.chaos.tablets import Player  # its imports need Django

CLOCK_SHIFT_S = 300
REPEATING_TABLETS = 3
#: Turns whose tasks are sent again, and how many times.
REPEATED_TURNS, REPEATS = 3, 3
#: Answers to a bulletin that is sent again: stored, or refused by its turn.
EXPECTED_STATUSES = (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY)
#: The tasks of releases without a queue of turns, which repeat work that is done.
TASKS = ("tournament.tasks.solve_turn", "arbitrage.tasks.correct_turn")
WORK_TASK = "tournament.tasks.perform_turn_work"
QUEUE = "turn"
CONNECT_TIMEOUT_S = 2.0
#: WAL files that PostgreSQL may have allocated.
WAL_FILES = 100
#: PostgreSQL's setting of the delay of every commit: microseconds, its maximum.
COMMIT_DELAY_US = 100_000
ALREADY_RUNNING = "Duplicata tourne déjà"

type RecoveryCheck = Callable[[], bool]


class TargetNotRunningError(Exception):
    """The target is not running: no fault was injected."""


class BrokenPromiseError(Exception):
    """A fault has broken the promise that the message names."""


@dataclass(frozen=True)
class ClubInPlay:
    """The club and the players that faults are injected into."""

    club: FaultyClub
    players: "list[Player]"

    def is_serving(self, name: str) -> bool:
        """Return True if a program answers; the site: with its database and broker."""
        if name in WORKERS:
            return self.club.has_worker(name)
        return self.club.is_ready()

    def build_recovery_check(self, names: tuple[str, ...]) -> RecoveryCheck:
        return lambda: all(map(self.is_serving, names))


#: Injects on entry and removes on exit; yields the condition of recovery.
#: Raises TargetNotRunningError on entry, BrokenPromiseError anywhere.
type InjectFault = Callable[[ClubInPlay, tuple[str, ...]], AbstractContextManager[RecoveryCheck]]


@dataclass(frozen=True)
class FaultKind:
    """``find_unavailable_reason`` returns why this machine cannot do it, or ""."""

    label: str
    inject: InjectFault
    duration_range_s: tuple[float, float] = (0.0, 0.0)
    find_unavailable_reason: Callable[[FaultyClub], str] = lambda _club: ""


# --- processes ----------------------------------------------------------------------------


@contextlib.contextmanager
def kill(club_in_play: ClubInPlay, targets: tuple[str, ...]) -> Iterator[RecoveryCheck]:
    """Kill all targets at once; the club has recovered when each successor answers."""
    killed = {name: club_in_play.club.find_process(name) for name in targets}
    for process in killed.values():
        if process is not None:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
    if not any(killed.values()):
        raise TargetNotRunningError
    yield build_replacement_check(club_in_play, killed)


def build_replacement_check(
    club_in_play: ClubInPlay, processes: Mapping[str, psutil.Process | None]
) -> RecoveryCheck:
    """Return the condition that each process has a successor that answers."""

    def is_replaced(name: str, old: psutil.Process | None) -> bool:
        """Return True if it has a successor; PostgreSQL replaces its backends itself."""
        successor = club_in_play.club.find_process(name)
        return name == "backend" or (successor is not None and successor != old)

    is_recovered = club_in_play.build_recovery_check(tuple(processes))
    return lambda: all(is_replaced(*pair) for pair in processes.items()) and is_recovered()


@contextlib.contextmanager
def start_second_supervisor(
    club_in_play: ClubInPlay, _targets: tuple[str, ...]
) -> Iterator[RecoveryCheck]:
    """Start a second supervisor: it must refuse and touch no process of the first."""
    club = club_in_play.club
    processes_before = club.list_processes()
    code, output = club.start_second_supervisor()
    if code == 0 or ALREADY_RUNNING not in output or "Traceback" in output:
        raise BrokenPromiseError(
            f"un second superviseur ne refuse pas (code {code}) : {output[-300:]}"
        )
    if processes_before != club.list_processes():
        raise BrokenPromiseError("un second superviseur a touché aux processus du premier")
    yield club.is_ready


@contextlib.contextmanager
def kill_supervisor(club_in_play: ClubInPlay, _targets: tuple[str, ...]) -> Iterator[RecoveryCheck]:
    """Kill the supervisor but not its children; the next one must end them and start all again.

    Recovery is measured from the moment the next one reports that it is ready.
    """
    club = club_in_play.club
    orphans = club.list_processes()
    club.kill_supervisor()
    try:
        yield lambda: club.is_ready() and not orphans & club.list_processes()
    finally:
        try:
            club.start()
        except ClubError as error:
            message = str(error)[-300:]
            raise BrokenPromiseError(
                f"le superviseur suivant ne démarre pas : {message}"
            ) from error


# --- network, clocks, disk ----------------------------------------------------------------


def make_impairment(kind: str) -> InjectFault:
    """Return the injection of an impairment of ``network``; its targets are names of proxies."""

    @contextlib.contextmanager
    def inject(club_in_play: ClubInPlay, proxies: tuple[str, ...]) -> Iterator[RecoveryCheck]:
        network = club_in_play.club.network
        for proxy in proxies:
            network.apply(proxy, IMPAIRMENTS[kind])
        try:
            yield club_in_play.build_recovery_check(
                tuple(proxy.partition("–")[0] for proxy in proxies)
            )
        finally:
            for proxy in proxies:
                network.apply(proxy, NO_IMPAIRMENT)

    return inject


def make_clock_shift(seconds: int) -> InjectFault:
    """Return a fault that shifts the clocks of programs, or of both servers."""

    @contextlib.contextmanager
    def inject(club_in_play: ClubInPlay, names: tuple[str, ...]) -> Iterator[RecoveryCheck]:
        clocks = club_in_play.club.clocks
        for name in names:
            clocks.shift(name, seconds)
        try:
            yield club_in_play.build_recovery_check(names)
        finally:
            for name in names:
                clocks.shift(name, 0)

    return inject


@contextlib.contextmanager
def fill_disk(club_in_play: ClubInPlay, _targets: tuple[str, ...]) -> Iterator[RecoveryCheck]:
    """Fill the disk, and use up PostgreSQL's allocated WAL files."""
    club_in_play.club.disk.fill()
    try:
        url = club_in_play.club.urls.database_url
        with contextlib.suppress(psycopg.Error), psycopg.connect(url, autocommit=True) as session:
            for _ in range(WAL_FILES):
                session.execute("SELECT pg_logical_emit_message(false, 'x', 'x', true)")
                session.execute("SELECT pg_switch_wal()")
        yield club_in_play.club.is_ready
    finally:
        club_in_play.club.disk.free()


@contextlib.contextmanager
def slow_down_disk(club_in_play: ClubInPlay, _targets: tuple[str, ...]) -> Iterator[RecoveryCheck]:
    """Delay every commit, as a slow disk does."""
    url = club_in_play.club.urls.database_url
    _alter_system(url, f"SET commit_delay = {COMMIT_DELAY_US}", "SET commit_siblings = 0")
    try:
        yield club_in_play.club.is_ready
    finally:
        _alter_system(url, "RESET ALL")


def _alter_system(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(f"ALTER SYSTEM {statement}".encode())
        connection.execute("SELECT pg_reload_conf()")


# --- messages repeated, in another order --------------------------------------------------


@contextlib.contextmanager
def repeat_bulletins(
    club_in_play: ClubInPlay, _targets: tuple[str, ...]
) -> Iterator[RecoveryCheck]:
    """Send the last bulletins of some tablets, answered or not, twice by HTTP, newest first."""
    acknowledged_before = {
        player.seat.entry: list(player.acknowledged_sheets.values())
        for player in club_in_play.players
    }
    yield club_in_play.club.is_ready
    senders = [player for player in club_in_play.players if player.acknowledged_sheets]
    if not senders:
        raise TargetNotRunningError
    for player in senders[-REPEATING_TABLETS:]:
        unanswered_sheet = [player.unanswered_sheet] if player.unanswered_sheet else []
        acknowledged = list(player.acknowledged_sheets.values())
        sheets = [
            *unanswered_sheet,
            *acknowledged[-1:],
            *acknowledged_before[player.seat.entry][-1:],
        ]
        client = Client(club_in_play.club.people_url)
        with contextlib.suppress(Unreachable):
            token = client.get(f"/t/{player.seat.key}/").token
            if not token:
                raise TargetNotRunningError
            for sheet in [*sheets, *sheets]:
                status, text = client.post_json("/table/bulletin/", sheet.content, token)
                if status not in EXPECTED_STATUSES:
                    raise BrokenPromiseError(f"bulletin envoyé deux fois : {status} {text[:200]}")
        if client.errors:
            raise BrokenPromiseError(f"bulletin envoyé deux fois : {client.errors[0]}")


@contextlib.contextmanager
def repeat_tasks(club_in_play: ClubInPlay, _targets: tuple[str, ...]) -> Iterator[RecoveryCheck]:
    """Send the tasks of the last turns again, as a broker that delivers twice."""
    from django.db import connection

    from tournament.models import Turn

    try:
        turns = list(Turn.objects.order_by("-pk").values_list("pk", flat=True)[:REPEATED_TURNS])
    finally:
        connection.close()  # the server may be killed before the next use
    app = club_in_play.club.get_task_app()
    for turn in turns * REPEATS:
        for task in TASKS:
            app.send_task(task, [turn], queue=QUEUE)
        app.send_task(WORK_TASK, queue=QUEUE)
    yield lambda: club_in_play.club.has_worker(QUEUE)


@contextlib.contextmanager
def repeat_bus_messages(
    club_in_play: ClubInPlay, _targets: tuple[str, ...]
) -> Iterator[RecoveryCheck]:
    """Publish the messages of the bus again: once in order, once in reverse."""
    from tournament.protocol.bus import get_common_channel

    url, limits = club_in_play.club.urls.redis_url, ("socket_connect_timeout", "socket_timeout")
    with redis.Redis.from_url(url, **dict.fromkeys(limits, CONNECT_TIMEOUT_S)) as client:
        with client.pubsub() as listener:
            listener.psubscribe(f"{get_common_channel()}*")
            yield club_in_play.club.is_ready
            messages = list(_read_messages(listener))
        if not messages:
            raise TargetNotRunningError
        for channel, message in [*messages, *reversed(messages)]:
            client.publish(channel, message)


def _read_messages(listener: redis.client.PubSub) -> Iterator[tuple[bytes, bytes]]:
    """Yield channel and content of the messages received so far, without waiting."""
    while (message := listener.get_message(timeout=0)) is not None:
        if message["type"] == "pmessage":
            yield message["channel"], message["data"]
