"""The faults that are injected into a club: the table of their kinds, how each is done and undone,
and when all is well again after it."""

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
from benchmarks.chaos.network import TROUBLES, WELL, Trouble
from benchmarks.people.client import Client, Unreachable
from benchmarks.people.club import PROGRAMS, ClubError, family

if TYPE_CHECKING:
    from benchmarks.chaos.people import Player  # its imports need Django

#: Of the clocks.
JUMP_S = 300
#: Tablets that send all again at once.
TABLETS = 3
#: Turns whose work is asked for again, and how many times.
TURNS, TIMES = 3, 3
#: To a bulletin that is sent again: taken, or refused by its turn.
ANSWERS = (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY)
TASKS = ("tournament.tasks.solve_turn", "arbitrage.tasks.correct_turn")
QUEUE = "turn"
CONNECT_S = 2.0
#: Files of its journal that PostgreSQL may have in stock.
STOCK = 100
#: Every commit waits so long for the disk, as PostgreSQL can be told to: microseconds, its most.
COMMIT_DELAY = 100_000
REFUSES = "Duplicata tourne déjà"

type IsWell = Callable[[], bool]


class NotThereError(Exception):
    """The target is away just now: no fault was injected."""


class BrokenError(Exception):
    """A fault has shown at once that a promise is not kept; the message says which."""


@dataclass(frozen=True)
class Target:
    """All in which there can be faults."""

    club: FaultyClub
    players: "list[Player]"

    def serves(self, name: str) -> bool:
        """Whether a program, or the web with what it needs, does its work."""
        if name in PROGRAMS and name != "web":
            return self.club.consumes(name)
        return self.club.answers()

    def all_serve(self, names: tuple[str, ...]) -> IsWell:
        return lambda: all(map(self.serves, names))


#: Begins on entry, ends on exit, and says whether all is well again after that.
#: Raises NotThereError on entry, BrokenError anywhere.
type Inject = Callable[[Target, tuple[str, ...]], AbstractContextManager[IsWell]]


@dataclass(frozen=True)
class Kind:
    """``lasts_s``: least and most; ``lacks`` says what is missing here to do it, or nothing."""

    said: str
    inject: Inject
    lasts_s: tuple[float, float] = (0.0, 0.0)
    lacks: Callable[[FaultyClub], str] = lambda _club: ""


# --- processes ----------------------------------------------------------------------------


@contextlib.contextmanager
def kill(target: Target, whom: tuple[str, ...]) -> Iterator[IsWell]:
    """All of ``whom`` at once; well once each has a successor that serves."""
    club, killed = target.club, {name: target.club.process(name) for name in whom}
    for process in killed.values():
        if process is not None:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
    if not any(killed.values()):
        raise NotThereError

    def is_replaced(name: str, old: psutil.Process | None) -> bool:
        """A backend is PostgreSQL's own affair."""
        now = club.process(name)
        return name == "backend" or (now is not None and now != old)

    serve = target.all_serve(whom)
    yield lambda: all(is_replaced(*one) for one in killed.items()) and serve()


@contextlib.contextmanager
def freeze(target: Target, whom: tuple[str, ...]) -> Iterator[IsWell]:
    """With all that they have started."""
    found = [target.club.process(name) for name in whom]
    processes = [each for process in found if process is not None for each in family(process)]
    if not processes:
        raise NotThereError
    for each in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            each.suspend()
    try:
        yield target.all_serve(whom)
    finally:
        for each in reversed(processes):
            with contextlib.suppress(psutil.NoSuchProcess):
                each.resume()


@contextlib.contextmanager
def start_second(target: Target, _whom: tuple[str, ...]) -> Iterator[IsWell]:
    """Another supervisor while the first runs: it refuses, and not one process has changed."""
    club = target.club
    before = club.processes()
    code, said = club.start_another()
    if code == 0 or REFUSES not in said or "Traceback" in said:
        raise BrokenError(f"un second superviseur ne refuse pas (code {code}) : {said[-300:]}")
    if before != club.processes():
        raise BrokenError("un second superviseur a touché aux processus du premier")
    yield club.answers


@contextlib.contextmanager
def kill_supervisor(target: Target, _whom: tuple[str, ...]) -> Iterator[IsWell]:
    """Its children go on without it; the next one ends them and starts anew.

    Its return is counted from the moment that it says it is ready.
    """
    club = target.club
    orphans = club.processes()
    club.kill_supervisor()
    try:
        yield lambda: club.answers() and not orphans & club.processes()
    finally:
        try:
            club.start()
        except ClubError as error:
            said = str(error)[-300:]
            raise BrokenError(f"le superviseur suivant ne démarre pas : {said}") from error


# --- network, clocks, disk ----------------------------------------------------------------


def disturb(trouble: Trouble) -> Inject:
    """Partitions between a program and a server, or the room and the web; ``whom`` are names of
    proxies, which begin with that of their program."""

    @contextlib.contextmanager
    def inject(target: Target, whom: tuple[str, ...]) -> Iterator[IsWell]:
        network = target.club.network
        for proxy in whom:
            network.apply(proxy, trouble)
        try:
            yield target.all_serve(tuple(proxy.partition("–")[0] for proxy in whom))
        finally:
            for proxy in whom:
                network.apply(proxy, WELL)

    return inject


def shift_clock(seconds: int) -> Inject:
    """That of a program, or of both servers; set back after a while."""

    @contextlib.contextmanager
    def inject(target: Target, whom: tuple[str, ...]) -> Iterator[IsWell]:
        clocks = target.club.clocks
        for name in whom:
            clocks.shift(name, seconds)
        try:
            yield target.all_serve(whom)
        finally:
            for name in whom:
                clocks.shift(name, 0)

    return inject


@contextlib.contextmanager
def fill_disk(target: Target, _whom: tuple[str, ...]) -> Iterator[IsWell]:
    """Nobody can write; what PostgreSQL had in stock for its journal is used up, too."""
    target.club.disk.fill()
    try:
        url = target.club.urls.database_url
        with contextlib.suppress(psycopg.Error), psycopg.connect(url, autocommit=True) as session:
            for _ in range(STOCK):
                session.execute("SELECT pg_logical_emit_message(false, 'x', 'x', true)")
                session.execute("SELECT pg_switch_wal()")
        yield target.club.answers
    finally:
        target.club.disk.free()


@contextlib.contextmanager
def slow_disk(target: Target, _whom: tuple[str, ...]) -> Iterator[IsWell]:
    """Every commit takes longer, which is what a slow disk is to a database."""
    url = target.club.urls.database_url
    _configure(url, f"SET commit_delay = {COMMIT_DELAY}", "SET commit_siblings = 0")
    try:
        yield target.club.answers
    finally:
        _configure(url, "RESET ALL")


def _configure(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(f"ALTER SYSTEM {statement}".encode())
        connection.execute("SELECT pg_reload_conf()")


# --- messages that come twice, and in another order ---------------------------------------


@contextlib.contextmanager
def repeat_bulletins(target: Target, _whom: tuple[str, ...]) -> Iterator[IsWell]:
    """Tablets send by request what they have sent by the socket: each twice, the newest first.

    What was acknowledged before, what is now, and what waits for its answer.
    """
    before = {player.seat.entry: list(player.promised.values()) for player in target.players}
    yield target.club.answers
    senders = [player for player in target.players if player.promised][-TABLETS:]
    if not senders:
        raise NotThereError
    for player in senders:
        waits = [player.unanswered] if player.unanswered else []
        now = list(player.promised.values())
        sheets = [*waits, *now[-1:], *before[player.seat.entry][-1:]]
        client = Client(target.club.room_url)
        with contextlib.suppress(Unreachable):
            token = client.get(f"/t/{player.seat.key}/").token
            if not token:
                raise NotThereError
            for sheet in [*sheets, *sheets]:
                status, said = client.post_json("/table/bulletin/", sheet.content, token)
                if status not in ANSWERS:
                    raise BrokenError(f"bulletin envoyé deux fois : {status} {said[:200]}")
        if client.errors:
            raise BrokenError(f"bulletin envoyé deux fois : {client.errors[0]}")


@contextlib.contextmanager
def repeat_tasks(target: Target, _whom: tuple[str, ...]) -> Iterator[IsWell]:
    """The work of the last turns is asked for again and again, as a broker that delivers twice."""
    from django.db import connection

    from tournament.models import Turn

    try:
        turns = list(Turn.objects.order_by("-pk").values_list("pk", flat=True)[:TURNS])
    finally:
        connection.close()  # the server may be killed before the next time
    app = target.club.tasks()
    for turn in turns * TIMES:
        for task in TASKS:
            app.send_task(task, [turn], queue=QUEUE)
    yield lambda: target.club.consumes(QUEUE)


@contextlib.contextmanager
def repeat_news(target: Target, _whom: tuple[str, ...]) -> Iterator[IsWell]:
    """What is heard on the bus is said again: once in its order, and once backwards."""
    from tournament.protocol.bus import get_channel

    url, limits = target.club.urls.redis_url, ("socket_connect_timeout", "socket_timeout")
    with redis.Redis.from_url(url, **dict.fromkeys(limits, CONNECT_S)) as client:
        with client.pubsub() as listener:
            listener.subscribe(get_channel())
            yield target.club.answers
            heard = list(_hear(listener))
        if not heard:
            raise NotThereError
        for message in [*heard, *reversed(heard)]:
            client.publish(get_channel(), message)


def _hear(listener: redis.client.PubSub) -> Iterator[bytes]:
    """All that has come meanwhile; it does not wait for more."""
    while (message := listener.get_message(timeout=0)) is not None:
        if message["type"] == "message":
            yield message["data"]


# --- the table ----------------------------------------------------------------------------


def _lacks_clocks(club: FaultyClub) -> str:
    return club.clocks.lack


def _lacks_disk(club: FaultyClub) -> str:
    return club.disk.lack


KINDS = {
    "kill": Kind("Tué", kill),
    "freeze": Kind("Figé", freeze, (0.3, 6.0)),
    "cut": Kind("Coupé", disturb(TROUBLES["cut"]), (0.2, 4.0)),
    "hole": Kind("Muet des deux côtés", disturb(TROUBLES["hole"]), (0.5, 12.0)),
    "mute": Kind("Muet vers le serveur", disturb(TROUBLES["mute"]), (0.5, 12.0)),
    "deaf": Kind("Muet au retour", disturb(TROUBLES["deaf"]), (0.5, 12.0)),
    "slow": Kind("Lent", disturb(TROUBLES["slow"]), (0.5, 6.0)),
    "bulletins": Kind("Renvoyés en désordre", repeat_bulletins, (2.0, 8.0)),
    "tasks": Kind("Redemandés", repeat_tasks),
    "news": Kind("Redites en désordre", repeat_news, (5.0, 9.0)),
    "ahead": Kind("Horloge avancée de 5 min", shift_clock(JUMP_S), (2.0, 8.0), _lacks_clocks),
    "behind": Kind("Horloge reculée de 5 min", shift_clock(-JUMP_S), (2.0, 8.0), _lacks_clocks),
    "full": Kind("Plein", fill_disk, (0.5, 8.0), _lacks_disk),
    "drag": Kind("Commits lents (0,1 s)", slow_disk, (1.0, 8.0)),
    "second": Kind("Doublé", start_second),
    "orphan": Kind("Tué, ses enfants laissés", kill_supervisor, (0.0, 4.0)),
}

type Fault = tuple[str, tuple[str, ...]]
"""What happens to whom."""

PROXIES = ("web–base", "web–bus", "turn–base", "turn–bus", "office–base", "salle–web")
CLOCKS = ("web", "turn", "office", SERVERS_CLOCK)
#: By kind the weight of each target, of several together with "+".
WEIGHTS: tuple[tuple[str, dict[str, int]], ...] = (
    ("kill", {"web": 4, "turn": 3, "office": 1, "backend": 3, "postgres": 3, "valkey": 3}),
    ("kill", {"web+turn": 1, "postgres+valkey": 1, "web+postgres": 1}),
    ("freeze", {"web": 2, "turn": 1, "postgres": 2, "valkey": 2}),
    *((how, dict.fromkeys(PROXIES, 1)) for how in TROUBLES),
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
    (how, tuple(whom.split("+"))): weight
    for how, weights in WEIGHTS
    for whom, weight in weights.items()
}


def name(fault: Fault) -> str:
    how, whom = fault
    return f"{KINDS[how].said} : {' + '.join(whom)}"
