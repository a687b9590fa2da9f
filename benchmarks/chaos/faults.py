"""The faults that are injected into a club: the table of their kinds, how each is injected and
removed, and the condition of recovery."""

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

import psutil
import psycopg
import redis

from benchmarks.chaos.club import SERVERS_CLOCK, FaultyClub
from benchmarks.chaos.network import NO_TROUBLE, TROUBLES, Trouble
from benchmarks.people.client import Client, Unreachable
from benchmarks.people.club import PROGRAMS, ClubError, list_family

if TYPE_CHECKING:
    from benchmarks.chaos.people import Player  # its imports need Django

#: Shift of a clock, in seconds.
JUMP_S = 300
#: Tablets that send all their bulletins again.
TABLETS = 3
#: Turns whose tasks are sent again, and how many times.
TURNS, TIMES = 3, 3
#: Answers to a bulletin that is sent again: stored, or refused by its turn.
ANSWERS = (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY)
TASKS = ("tournament.tasks.solve_turn", "arbitrage.tasks.correct_turn")
QUEUE = "turn"
CONNECT_S = 2.0
#: WAL files that PostgreSQL may have allocated.
STOCK = 100
#: PostgreSQL's setting of the delay of every commit: microseconds, its maximum.
COMMIT_DELAY = 100_000
REFUSES = "Duplicata tourne déjà"

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

    def serves(self, name: str) -> bool:
        """Return True if a program answers; ``web``: with its database and broker."""
        if name in PROGRAMS and name != "web":
            return self.club.consumes(name)
        return self.club.is_ready()

    def all_serve(self, names: tuple[str, ...]) -> HasRecovered:
        return lambda: all(map(self.serves, names))


#: Injects on entry and removes on exit; yields the condition of recovery.
#: Raises TargetAbsentError on entry, BrokenError anywhere.
type Inject = Callable[[Target, tuple[str, ...]], AbstractContextManager[HasRecovered]]


@dataclass(frozen=True)
class FaultKind:
    """``lasts_s``: minimum and maximum; ``lacks`` returns what this machine lacks for it, or ""."""

    label: str
    inject: Inject
    lasts_s: tuple[float, float] = (0.0, 0.0)
    lacks: Callable[[FaultyClub], str] = lambda _club: ""


# --- processes ----------------------------------------------------------------------------


@contextlib.contextmanager
def kill(target: Target, targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Kill all targets at once; recovered once each has a successor that answers."""
    club, killed = target.club, {name: target.club.find_process(name) for name in targets}
    for process in killed.values():
        if process is not None:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
    if not any(killed.values()):
        raise TargetAbsentError

    def is_replaced(name: str, old: psutil.Process | None) -> bool:
        """Return True if it has a successor; PostgreSQL replaces its backends itself."""
        now = club.find_process(name)
        return name == "backend" or (now is not None and now != old)

    serve = target.all_serve(targets)
    yield lambda: all(is_replaced(*pair) for pair in killed.items()) and serve()


@contextlib.contextmanager
def freeze(target: Target, targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Suspend the targets and their descendants, resume them on exit."""
    roots = [target.club.find_process(name) for name in targets]
    processes = [each for process in roots if process is not None for each in list_family(process)]
    if not processes:
        raise TargetAbsentError
    for each in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            each.suspend()
    try:
        yield target.all_serve(targets)
    finally:
        for each in reversed(processes):
            with contextlib.suppress(psutil.NoSuchProcess):
                each.resume()


@contextlib.contextmanager
def start_second(target: Target, _targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Start a second supervisor: it must refuse, and leave every process as it is."""
    club = target.club
    before = club.processes()
    code, output = club.start_another()
    if code == 0 or REFUSES not in output or "Traceback" in output:
        raise BrokenError(f"un second superviseur ne refuse pas (code {code}) : {output[-300:]}")
    if before != club.processes():
        raise BrokenError("un second superviseur a touché aux processus du premier")
    yield club.is_ready


@contextlib.contextmanager
def kill_supervisor(target: Target, _targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Kill the supervisor: its children go on; the next one ends them and starts all again.

    Recovery is measured from the moment the next one reports that it is ready.
    """
    club = target.club
    orphans = club.processes()
    club.kill_supervisor()
    try:
        yield lambda: club.is_ready() and not orphans & club.processes()
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
            yield target.all_serve(tuple(proxy.partition("–")[0] for proxy in proxies))
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
            yield target.all_serve(names)
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
            for _ in range(STOCK):
                session.execute("SELECT pg_logical_emit_message(false, 'x', 'x', true)")
                session.execute("SELECT pg_switch_wal()")
        yield target.club.is_ready
    finally:
        target.club.disk.free()


@contextlib.contextmanager
def slow_disk(target: Target, _targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Delay every commit, as a slow disk does."""
    url = target.club.urls.database_url
    _configure(url, f"SET commit_delay = {COMMIT_DELAY}", "SET commit_siblings = 0")
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
    before = {player.seat.entry: list(player.promised.values()) for player in target.players}
    yield target.club.is_ready
    senders = [player for player in target.players if player.promised][-TABLETS:]
    if not senders:
        raise TargetAbsentError
    for player in senders:
        waits = [player.unanswered] if player.unanswered else []
        now = list(player.promised.values())
        sheets = [*waits, *now[-1:], *before[player.seat.entry][-1:]]
        client = Client(target.club.people_url)
        with contextlib.suppress(Unreachable):
            token = client.get(f"/t/{player.seat.key}/").token
            if not token:
                raise TargetAbsentError
            for sheet in [*sheets, *sheets]:
                status, text = client.post_json("/table/bulletin/", sheet.content, token)
                if status not in ANSWERS:
                    raise BrokenError(f"bulletin envoyé deux fois : {status} {text[:200]}")
        if client.errors:
            raise BrokenError(f"bulletin envoyé deux fois : {client.errors[0]}")


@contextlib.contextmanager
def repeat_tasks(target: Target, _targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Send the tasks of the last turns again, as a broker that delivers twice."""
    from django.db import connection

    from tournament.models import Turn

    try:
        turns = list(Turn.objects.order_by("-pk").values_list("pk", flat=True)[:TURNS])
    finally:
        connection.close()  # the server may be killed before the next use
    app = target.club.tasks()
    for turn in turns * TIMES:
        for task in TASKS:
            app.send_task(task, [turn], queue=QUEUE)
    yield lambda: target.club.consumes(QUEUE)


@contextlib.contextmanager
def repeat_news(target: Target, _targets: tuple[str, ...]) -> Iterator[HasRecovered]:
    """Publish the messages of the bus again: once in order, once in reverse."""
    from tournament.protocol.bus import get_channel

    url, limits = target.club.urls.redis_url, ("socket_connect_timeout", "socket_timeout")
    with redis.Redis.from_url(url, **dict.fromkeys(limits, CONNECT_S)) as client:
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


# --- the table ----------------------------------------------------------------------------


def _lacks_clocks(club: FaultyClub) -> str:
    return club.clocks.lack


def _lacks_disk(club: FaultyClub) -> str:
    return club.disk.lack


KINDS = {
    "kill": FaultKind("Tué", kill),
    "freeze": FaultKind("Figé", freeze, (0.3, 6.0)),
    "cut": FaultKind("Coupé", disturb(TROUBLES["cut"]), (0.2, 4.0)),
    "hole": FaultKind("Muet des deux côtés", disturb(TROUBLES["hole"]), (0.5, 12.0)),
    "mute": FaultKind("Muet vers le serveur", disturb(TROUBLES["mute"]), (0.5, 12.0)),
    "deaf": FaultKind("Muet au retour", disturb(TROUBLES["deaf"]), (0.5, 12.0)),
    "slow": FaultKind("Lent", disturb(TROUBLES["slow"]), (0.5, 6.0)),
    "bulletins": FaultKind("Renvoyés en désordre", repeat_bulletins, (2.0, 8.0)),
    "tasks": FaultKind("Redemandés", repeat_tasks),
    "news": FaultKind("Redites en désordre", repeat_news, (5.0, 9.0)),
    "ahead": FaultKind("Horloge avancée de 5 min", shift_clock(JUMP_S), (2.0, 8.0), _lacks_clocks),
    "behind": FaultKind(
        "Horloge reculée de 5 min", shift_clock(-JUMP_S), (2.0, 8.0), _lacks_clocks
    ),
    "full": FaultKind("Plein", fill_disk, (0.5, 8.0), _lacks_disk),
    "drag": FaultKind("Commits lents (0,1 s)", slow_disk, (1.0, 8.0)),
    "second": FaultKind("Doublé", start_second),
    "orphan": FaultKind("Tué, ses enfants laissés", kill_supervisor, (0.0, 4.0)),
}

type Fault = tuple[str, tuple[str, ...]]
"""Kind and targets."""

PROXIES = ("web–base", "web–bus", "turn–base", "turn–bus", "office–base", "salle–web")
CLOCKS = ("web", "turn", "office", SERVERS_CLOCK)
#: Kind and the weight of each target; "+" joins simultaneous targets.
WEIGHTS: tuple[tuple[str, dict[str, int]], ...] = (
    ("kill", {"web": 4, "turn": 3, "office": 1, "backend": 3, "postgres": 3, "valkey": 3}),
    ("kill", {"web+turn": 1, "postgres+valkey": 1, "web+postgres": 1}),
    ("freeze", {"web": 2, "turn": 1, "postgres": 2, "valkey": 2}),
    *((kind, dict.fromkeys(PROXIES, 1)) for kind in TROUBLES),
    ("cut", {"web–base+web–bus": 1}),
    ("hole", {"web–base+turn–base": 1}),
    ("bulletins", {"tablettes": 3}),
    ("tasks", {"turn": 3}),
    ("news", {"bus": 2}),
    ("ahead", dict.fromkeys(CLOCKS, 1)),
    ("behind", dict.fromkeys(CLOCKS, 1)),
    ("full", {"disque": 1}),
    ("drag", {"disque": 2}),
    ("second", {"supervisor": 1}),
    ("orphan", {"supervisor": 1}),
)
#: In the order in which a seed shuffles them.
FAULTS: dict[Fault, int] = {
    (kind, tuple(targets.split("+"))): weight
    for kind, weights in WEIGHTS
    for targets, weight in weights.items()
}


def format_fault(fault: Fault) -> str:
    kind, targets = fault
    return f"{KINDS[kind].label} : {' + '.join(targets)}"
