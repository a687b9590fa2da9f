"""Players and spectators: the load client, in a process of its own, and what it is told to do."""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle
from multiprocessing.connection import Connection
from random import Random

import uvloop

from benchmarks.people.connections import (
    ACK,
    Countdown,
    Peer,
    connect_all,
    masked,
    raise_file_limit,
)

EVENT, SNAPSHOT, MINE = b'{"type":"event"', b'{"type":"snapshot"', b'{"type":"mine"'
RESYNC, SYNC = b'{"type":"resync"', b'{"type":"sync"}'
#: What is said besides, and is nobody's trouble.
USUAL = (b'{"type":"told"', b'{"type":"here"', b'{"type":"scene"', b'{"type":"pong"')
#: No save of the last second is sent nearer to the end of the turn than this, in seconds.
BEFORE_END_S = 0.1
PATIENCE_S = 60.0
LATE = b'"late":true'
#: Orders besides a turn: the word is about to lie on the grid, tell what was heard once all results
#: are there; the game is over, everybody goes.
REVEAL, LEAVE = "reveal", "leave"


@dataclass(frozen=True)
class CrowdPlan:
    """Where everybody connects: each path in turn to the next of ``ports``."""

    ports: Sequence[int]
    players: Sequence[str]
    spectators: Sequence[str]
    seed: int
    desk: Connection


@dataclass(frozen=True)
class TurnOrder:
    """A turn to be written: the bulletin of each player, cut where its revision stands.

    ``opens_at`` and ``closes_at``: seconds since the epoch. ``saves``: of all players, while they
    write; ``last_second``: how many save once more in the last second.
    """

    opens_at: float
    closes_at: float
    saves: int
    last_second: int
    bulletins: Sequence[tuple[bytes, bytes]]


@dataclass
class Heard:
    """What came to the crowd in one turn. Milliseconds; ``pushes``: by kind of event, from the
    moment that the event carries to each socket that read it."""

    writing: list[float] = field(default_factory=list)
    last_second: list[float] = field(default_factory=list)
    pushes: dict[str, list[float]] = field(default_factory=dict)
    #: The last revision acknowledged of each player, in order; 0: none.
    acknowledged: list[int] = field(default_factory=list)
    #: Sent before the end, and answered as late.
    late: int = 0
    #: Refusals and whatever else nobody expects, by what they are.
    surprises: Counter[str] = field(default_factory=Counter)
    closed: int = 0

    @property
    def answers(self) -> list[float]:
        return [*self.writing, *self.last_second]


class Seat(Peer):
    """A tablet, or a screen of the public; what it hears goes to the crowd."""

    def __init__(self, path: str, crowd: "Crowd") -> None:
        super().__init__(path, crowd.countdown, snapshot=True)
        self.crowd = crowd
        self.rev, self.acknowledged, self.waits = 0, 0, False

    def heard(self, payload: bytes) -> None:
        self.crowd.hears(self, payload)

    def ask(self) -> None:
        """For the whole state, when the server has said so."""
        if not self.closed:
            self.transport.write(masked(SYNC))

    def save(self, bulletin: tuple[bytes, bytes]) -> None:
        """One at a time, as a tablet does."""
        if self.waits or self.closed:
            return
        self.rev += 1
        self.waits = True
        head, tail = bulletin
        self.send(masked(b"%b%d%b" % (head, self.rev, tail)))


class Crowd:
    """Everybody who looks at the room."""

    def __init__(self, plan: CrowdPlan) -> None:
        self._plan, self._chance = plan, Random(plan.seed)  # noqa: S311 - people, no secret
        self.countdown = Countdown()
        self._players: list[Seat] = []
        self._seats: list[Seat] = []
        self._turn: TurnOrder | None = None
        self._now = Heard()
        self._revealed_ms = 0.0
        self._results = asyncio.Event()
        self._missing = 0

    async def take_place(self) -> None:
        """Each opens his page; the ports share them evenly."""
        everybody = [*self._plan.players, *self._plan.spectators]
        ports = cycle(self._plan.ports)
        self._seats = await connect_all(lambda path: Seat(path, self), ports, everybody)
        self._players = self._seats[: len(self._plan.players)]

    # --- one turn -------------------------------------------------------------------------

    async def write(self, order: TurnOrder) -> None:
        """All that is saved until the turn ends; returns when everything is answered."""
        self._turn = order
        for player in self._players:
            player.rev = player.acknowledged = 0
        moments = self._moments(order)
        for at, index in moments:
            ahead = at - time.time()
            if ahead > 0:
                await asyncio.sleep(ahead)
            self._players[index].save(order.bulletins[index])
        async with asyncio.timeout(PATIENCE_S):
            while any(one.waits for one in self._players):  # noqa: ASYNC110 - thousands of sockets
                await asyncio.sleep(0.02)

    def _moments(self, order: TurnOrder) -> list[tuple[float, int]]:
        """Everybody writes once at least; who saves at the end is drawn among all."""
        chance, size = self._chance, len(self._players)
        first, last = order.opens_at + 0.5, order.closes_at - 1
        writers = [*range(size), *chance.choices(range(size), k=max(0, order.saves - size))]
        late = chance.sample(range(size), min(order.last_second, size))
        moments = [(chance.uniform(first, last - 0.5), one) for one in writers]
        moments += [(chance.uniform(last, order.closes_at - BEFORE_END_S), one) for one in late]
        return sorted(moments)

    def await_results(self) -> None:
        self._revealed_ms, self._missing = time.time() * 1000, len(self._players)
        self._results.clear()

    async def report(self) -> Heard:
        """Of the turn that ends, once every player has read his result."""
        async with asyncio.timeout(PATIENCE_S):
            await self._results.wait()
        await asyncio.sleep(1)  # the standings come right after
        done, self._now = self._now, Heard()
        done.acknowledged = [one.acknowledged for one in self._players]
        done.closed = sum(one.closed for one in self._seats)
        return done

    async def leave(self) -> None:
        for seat in self._seats:
            seat.transport.abort()
        await asyncio.sleep(0.2)

    # --- what comes -----------------------------------------------------------------------

    def hears(self, seat: Seat, payload: bytes) -> None:
        now_ms = time.time() * 1000
        if payload.startswith(EVENT):
            self._pushed(_text(payload, b'"kind":"'), now_ms - _number(payload, b'"now":'))
        elif payload.startswith(ACK):
            self._answered(seat, payload)
        elif payload.startswith(MINE):
            self._has_result(now_ms)
        elif payload.startswith(SNAPSHOT):
            if not seat.ready.done():
                seat.ready.set_result(None)
        elif payload.startswith(RESYNC):
            pause = self._chance.random() * _number(payload, b'"within_ms":') / 1000
            asyncio.get_running_loop().call_later(pause, seat.ask)
        elif not payload.startswith(USUAL):
            seat.waits = False
            self._now.surprises[payload[:70].decode(errors="replace")] += 1

    def _pushed(self, kind: str, took_ms: float) -> None:
        self._now.pushes.setdefault(kind, []).append(took_ms)

    def _has_result(self, now_ms: float) -> None:
        if self._missing:  # else it is of something that happened before the reveal
            self._pushed("mine", now_ms - self._revealed_ms)
            self._missing -= 1
            if self._missing == 0:
                self._results.set()

    def _answered(self, seat: Seat, payload: bytes) -> None:
        assert self._turn is not None
        seat.waits = False
        took = (time.monotonic() - seat.sent) * 1000
        sent_at = time.time() - took / 1000
        ending = sent_at >= self._turn.closes_at - 1
        (self._now.last_second if ending else self._now.writing).append(took)
        if LATE in payload:
            self._now.late += 1
        else:
            seat.acknowledged = int(_number(payload, b'"rev":'))


def _text(payload: bytes, name: bytes) -> str:
    start = payload.index(name) + len(name)
    return payload[start : payload.index(b'"', start)].decode()


def _number(payload: bytes, name: bytes) -> float:
    start = end = payload.index(name) + len(name)
    while payload[end : end + 1].isdigit():
        end += 1
    return float(payload[start:end])


async def gather(plan: CrowdPlan) -> None:
    """Does what the desk orders until it says that all may go."""
    crowd, desk = Crowd(plan), plan.desk
    await crowd.take_place()
    desk.send("here")
    while (order := await asyncio.to_thread(desk.recv)) != LEAVE:
        if order == REVEAL:
            crowd.await_results()
            desk.send("listening")
            desk.send(await crowd.report())
        else:
            await crowd.write(order)
            desk.send("written")
    await crowd.leave()


def run(plan: CrowdPlan) -> None:
    """In a process of its own."""
    raise_file_limit()
    uvloop.run(gather(plan))
