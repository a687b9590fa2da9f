"""The faults that are injected into a club: how each is injected and removed, and the condition of
recovery."""

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
from benchmarks.chaos.network import NO_TROUBLE, Trouble
from benchmarks.people.client import Client, Unreachable
from benchmarks.people.club import PROGRAMS, ClubError, list_family

if TYPE_CHECKING:
    from benchmarks.chaos.tablets import Player  # its imports need Django

#: Shift of a clock, in seconds.
CLOCK_SHIFT_S = 300
#: Tablets that send all their bulletins again.
REPEATING_TABLETS = 3
#: Turns whose tasks are sent again, and how many times.
REPEATED_TURNS, REPEATS = 3, 3
#: Answers to a bulletin that is sent again: stored, or refused by its turn.
EXPECTED_STATUSES = (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY)
TASKS = ("tournament.tasks.solve_turn", "arbitrage.tasks.correct_turn")
QUEUE = "turn"
CONNECT_TIMEOUT_S = 2.0
#: WAL files that PostgreSQL may have allocated.
WAL_FILES = 100
#: PostgreSQL's setting of the delay of every commit: microseconds, its maximum.
COMMIT_DELAY_US = 100_000
REFUSAL = "Duplicata tourne déjà"

type HasRecovered = Callable[[], bool]


class TargetAbsentError(Exception):
    """The target is not running: no fault was injected."""


class BrokenError(Exception):
    """A fault has shown that a promise is broken; the message says which."""


@dataclass(frozen=True)
class Target:
    """The club and the players that faults are injected into."""

    club: FaultyClub
    players: "list[Player]"

    def is_serving(self, name: str) -> bool:
        """Return True if a program answers; ``web``: with its database and broker."""
        if name in PROGRAMS and name != "web":
            return self.club.has_worker(name)
        return self.club.is_ready()

    def build_recovery_check(self, names: tuple[str, ...]) -> HasRecovered:
        return lambda: all(map(self.is_serving, names))


#: Injects on entry and removes on exit; yields the condition of recovery.
#: Raises TargetAbsentError on entry, BrokenError anywhere.
type Inject = Callable[[Target, tuple[str, ...]], AbstractContextManager[HasRecovered]]


@dataclass(frozen=True)
class FaultKind:
    """``lasts_s``: minimum and maximum.

    ``find_unavailable_reason`` returns why this machine cannot do it, or "".
    """

    label: str
    inject: Inject
    lasts_s: tuple[float, float] = (0.0, 0.0)
    find_unavailable_reason: Callable[[FaultyClub], str] = lambda _club: ""


# --- processes ----------------------------------------------------------------------------


@contextlib.contextmanager
def kill(target: Target, targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Kill all targets at once; recovered once each has a successor that answers."""
    killed = {name: target.club.find_process(name) for name in targets}
    for process in killed.values():
        if process is not None:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
    if not any(killed.values()):
        raise TargetAbsentError

    yield build_replacement_check(target, killed)


def build_replacement_check(
    target: Target, processes: Mapping[str, psutil.Process | None]
) -> HasRecovered:
    """Return the condition that each process has a successor that answers."""

    def is_replaced(name: str, old: psutil.Process | None) -> bool:
        """Return True if it has a successor; PostgreSQL replaces its backends itself."""
        successor = target.club.find_process(name)
        return name == "backend" or (successor is not None and successor != old)

    is_recovered = target.build_recovery_check(tuple(processes))
    return lambda: all(is_replaced(*pair) for pair in processes.items()) and is_recovered()


@contextlib.contextmanager
def freeze(target: Target, targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Suspend the targets and their descendants, resume them on exit."""
    roots = [target.club.find_process(name) for name in targets]
    processes = [process for root in roots if root is not None for process in list_family(root)]
    if not processes:
        raise TargetAbsentError
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.suspend()
    try:
        yield target.build_recovery_check(targets)
    finally:
        for process in reversed(processes):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.resume()


@contextlib.contextmanager
def start_second(target: Target, _targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Start a second supervisor: it must refuse, and leave every process as it is."""
    club = target.club
    before = club.list_processes()
    code, output = club.start_another()
    if code == 0 or REFUSAL not in output or "Traceback" in output:
        raise BrokenError(f"un second superviseur ne refuse pas (code {code}) : {output[-300:]}")
    if before != club.list_processes():
        raise BrokenError("un second superviseur a touché aux processus du premier")
    yield club.is_ready


@contextlib.contextmanager
def kill_supervisor(target: Target, _targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Kill the supervisor: its children go on; the next one ends them and starts all again.

    Recovery is measured from the moment the next one reports that it is ready.
    """
    club = target.club
    orphans = club.list_processes()
    club.kill_supervisor()
    try:
        yield lambda: club.is_ready() and not orphans & club.list_processes()
    finally:
        try:
            club.start()
        except ClubError as error:
            message = str(error)[-300:]
            raise BrokenError(f"le superviseur suivant ne démarre pas : {message}") from error


# --- network, clocks, disk ----------------------------------------------------------------


def disturb(trouble: Trouble) -> Inject:
    """Return the injection of a trouble between a program and a server, or the hall and the web.

    Its targets are names of proxies, which begin with the program's name.
    """

    @contextlib.contextmanager
    def inject(target: Target, proxies: tuple[str, ...]) -> Iterator[HasRecovered]:
        network = target.club.network
        for proxy in proxies:
            network.apply(proxy, trouble)
        try:
            yield target.build_recovery_check(tuple(proxy.partition("–")[0] for proxy in proxies))
        finally:
            for proxy in proxies:
                network.apply(proxy, NO_TROUBLE)

    return inject


def shift_clock(seconds: int) -> Inject:
    """Return the injection that shifts the clocks of programs, or of both servers."""

    @contextlib.contextmanager
    def inject(target: Target, names: tuple[str, ...]) -> Iterator[HasRecovered]:
        clocks = target.club.clocks
        for name in names:
            clocks.shift(name, seconds)
        try:
            yield target.build_recovery_check(names)
        finally:
            for name in names:
                clocks.shift(name, 0)

    return inject


@contextlib.contextmanager
def fill_disk(target: Target, _targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Fill the disk, and use up PostgreSQL's allocated WAL files."""
    target.club.disk.fill()
    try:
        url = target.club.urls.database_url
        with contextlib.suppress(psycopg.Error), psycopg.connect(url, autocommit=True) as session:
            for _ in range(WAL_FILES):
                session.execute("SELECT pg_logical_emit_message(false, 'x', 'x', true)")
                session.execute("SELECT pg_switch_wal()")
        yield target.club.is_ready
    finally:
        target.club.disk.free()


@contextlib.contextmanager
def slow_down_disk(target: Target, _targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Delay every commit, as a slow disk does."""
    url = target.club.urls.database_url
    _configure(url, f"SET commit_delay = {COMMIT_DELAY_US}", "SET commit_siblings = 0")
    try:
        yield target.club.is_ready
    finally:
        _configure(url, "RESET ALL")


def _configure(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(f"ALTER SYSTEM {statement}".encode())
        connection.execute("SELECT pg_reload_conf()")


# --- messages that come twice, and in another order ---------------------------------------


@contextlib.contextmanager
def repeat_bulletins(target: Target, _targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Send tablets' bulletins again by HTTP: each twice, the newest first.

    Those acknowledged before and during the fault, and those not yet answered.
    """
    acknowledged_before = {
        player.seat.entry: list(player.acknowledged_sheets.values()) for player in target.players
    }
    yield target.club.is_ready
    senders = [player for player in target.players if player.acknowledged_sheets][
        -REPEATING_TABLETS:
    ]
    if not senders:
        raise TargetAbsentError
    for player in senders:
        unanswered = [player.unanswered] if player.unanswered else []
        acknowledged = list(player.acknowledged_sheets.values())
        sheets = [*unanswered, *acknowledged[-1:], *acknowledged_before[player.seat.entry][-1:]]
        client = Client(target.club.people_url)
        with contextlib.suppress(Unreachable):
            token = client.get(f"/t/{player.seat.key}/").token
            if not token:
                raise TargetAbsentError
            for sheet in [*sheets, *sheets]:
                status, text = client.post_json("/table/bulletin/", sheet.content, token)
                if status not in EXPECTED_STATUSES:
                    raise BrokenError(f"bulletin envoyé deux fois : {status} {text[:200]}")
        if client.errors:
            raise BrokenError(f"bulletin envoyé deux fois : {client.errors[0]}")


@contextlib.contextmanager
def repeat_tasks(target: Target, _targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Send the tasks of the last turns again, as a broker that delivers twice."""
    from django.db import connection

    from tournament.models import Turn

    try:
        turns = list(Turn.objects.order_by("-pk").values_list("pk", flat=True)[:REPEATED_TURNS])
    finally:
        connection.close()  # the server may be killed before the next use
    app = target.club.get_task_app()
    for turn in turns * REPEATS:
        for task in TASKS:
            app.send_task(task, [turn], queue=QUEUE)
    yield lambda: target.club.has_worker(QUEUE)


@contextlib.contextmanager
def repeat_news(target: Target, _targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Publish the messages of the bus again: once in order, once in reverse."""
    from tournament.protocol.bus import get_channel

    url, limits = target.club.urls.redis_url, ("socket_connect_timeout", "socket_timeout")
    with redis.Redis.from_url(url, **dict.fromkeys(limits, CONNECT_TIMEOUT_S)) as client:
        with client.pubsub() as listener:
            listener.subscribe(get_channel())
            yield target.club.is_ready
            messages = list(_read_messages(listener))
        if not messages:
            raise TargetAbsentError
        for message in [*messages, *reversed(messages)]:
            client.publish(get_channel(), message)


def _read_messages(listener: redis.client.PubSub) -> Iterator[bytes]:
    """Yield the messages received so far, without waiting."""
    while (message := listener.get_message(timeout=0)) is not None:
        if message["type"] == "message":
            yield message["data"]
