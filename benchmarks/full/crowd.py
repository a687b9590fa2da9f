"""The load client of players and spectators, in a process of its own, and the orders to it."""

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
    SAVED_PREFIX,
    MessageCounter,
    Peer,
    build_client_frame,
    connect_all,
    raise_file_limit,
)

EVENT, SNAPSHOT, RESULT = b'{"type":"event"', b'{"type":"snapshot"', b'{"type":"mine"'
RESYNC, SYNC = b'{"type":"resync"', b'{"type":"sync"}'
#: Expected messages that are not measured.
IGNORED_PREFIXES = (b'{"type":"told"', b'{"type":"here"', b'{"type":"scene"', b'{"type":"pong"')
#: The last save is sent at least this many seconds before the end of the turn.
LAST_SAVE_BEFORE_END_S = 0.1
TIMEOUT_S = 60.0
LATE_FIELD = b'"late":true'
#: Orders besides a turn: report the messages once all results have come; disconnect.
REVEAL, LEAVE = "reveal", "leave"


@dataclass(frozen=True)
class CrowdPlan:
    """Addresses to connect to: the paths are spread evenly over ``ports``."""

    ports: Sequence[int]
    players: Sequence[str]
    spectators: Sequence[str]
    seed: int
    orders: Connection


@dataclass(frozen=True)
class TurnOrder:
    """A turn to play: the bulletin of each player, split at its revision number.

    ``opens_at`` and ``closes_at``: seconds since the epoch. ``saves``: of all players
    during the turn; ``last_second``: number of saves in the last second.
    """

    opens_at: float
    closes_at: float
    saves: int
    last_second: int
    bulletins: Sequence[tuple[bytes, bytes]]


@dataclass
class TurnMessages:
    """Messages of one turn, in milliseconds. ``push_times_ms``: by kind of event, from the event's
    timestamp to each socket that received it."""

    writing_ms: list[float] = field(default_factory=list)
    last_second_ms: list[float] = field(default_factory=list)
    push_times_ms: dict[str, list[float]] = field(default_factory=dict)
    #: The last acknowledged revision of each player; 0 for none.
    acknowledged_revs: list[int] = field(default_factory=list)
    #: Bulletins sent before the end and answered as late.
    late_count: int = 0
    #: Refusals and unexpected messages, by their text.
    unexpected: Counter[str] = field(default_factory=Counter)
    closed_count: int = 0

    @property
    def answers(self) -> list[float]:
        return [*self.writing_ms, *self.last_second_ms]


class SeatSocket(Peer):
    """The socket of a tablet or of a public screen; its messages go to the crowd."""

    def __init__(self, path: str, crowd: "Crowd") -> None:
        super().__init__(path, crowd.message_counter, snapshot=True)
        self.crowd = crowd
        self.rev, self.acknowledged_rev, self.is_waiting = 0, 0, False

    def handle_message(self, payload: bytes) -> None:
        self.crowd.handle_message(self, payload)

    def request_state(self) -> None:
        """Request the whole state, after the server's ``resync``."""
        if not self.is_closed:
            self.transport.write(build_client_frame(SYNC))

    def save(self, bulletin: tuple[bytes, bytes]) -> None:
        """Save unless an answer is awaited, as a tablet does."""
        if self.is_waiting or self.is_closed:
            return
        self.rev += 1
        self.is_waiting = True
        head, tail = bulletin
        self.send(build_client_frame(b"%b%d%b" % (head, self.rev, tail)))


class Crowd:
    """All the sockets of the hall."""

    def __init__(self, plan: CrowdPlan) -> None:
        self._plan, self._rng = plan, Random(plan.seed)  # noqa: S311 - people, no secret
        self.message_counter = MessageCounter()
        self._players: list[SeatSocket] = []
        self._sockets: list[SeatSocket] = []
        self._turn: TurnOrder | None = None
        self._messages = TurnMessages()
        self._revealed_ms = 0.0
        self._all_results_received = asyncio.Event()
        self._missing_results = 0

    async def connect(self) -> None:
        """Open all sockets, spread evenly over the ports."""
        paths = [*self._plan.players, *self._plan.spectators]
        ports = cycle(self._plan.ports)
        self._sockets = await connect_all(lambda path: SeatSocket(path, self), ports, paths)
        self._players = self._sockets[: len(self._plan.players)]

    # --- one turn -------------------------------------------------------------------------

    async def send_saves(self, order: TurnOrder) -> None:
        """Send all saves of the turn; return when all are answered."""
        self._turn = order
        for player in self._players:
            player.rev = player.acknowledged_rev = 0
        saves = self._plan_saves(order)
        for time_s, index in saves:
            delay_s = time_s - time.time()
            if delay_s > 0:
                await asyncio.sleep(delay_s)
            self._players[index].save(order.bulletins[index])
        async with asyncio.timeout(TIMEOUT_S):
            while any(player.is_waiting for player in self._players):  # noqa: ASYNC110 - thousands of sockets
                await asyncio.sleep(0.02)

    def _plan_saves(self, order: TurnOrder) -> list[tuple[float, int]]:
        """Return the times of saves and the players: each player at least once."""
        rng, size = self._rng, len(self._players)
        first, last = order.opens_at + 0.5, order.closes_at - 1
        savers = [*range(size), *rng.choices(range(size), k=max(0, order.saves - size))]
        last_savers = rng.sample(range(size), min(order.last_second, size))
        saves = [(rng.uniform(first, last - 0.5), index) for index in savers]
        saves += [
            (rng.uniform(last, order.closes_at - LAST_SAVE_BEFORE_END_S), index)
            for index in last_savers
        ]
        return sorted(saves)

    def expect_results(self) -> None:
        self._revealed_ms, self._missing_results = time.time() * 1000, len(self._players)
        self._all_results_received.clear()

    async def collect_messages(self) -> TurnMessages:
        """Return the messages of the turn, once every player has received their result."""
        async with asyncio.timeout(TIMEOUT_S):
            await self._all_results_received.wait()
        await asyncio.sleep(1)  # the standings come right after
        messages, self._messages = self._messages, TurnMessages()
        messages.acknowledged_revs = [player.acknowledged_rev for player in self._players]
        messages.closed_count = sum(seat.is_closed for seat in self._sockets)
        return messages

    async def leave(self) -> None:
        for seat in self._sockets:
            seat.transport.abort()
        await asyncio.sleep(0.2)

    # --- messages -----------------------------------------------------------------------

    def handle_message(self, seat: SeatSocket, payload: bytes) -> None:
        now_ms = time.time() * 1000
        if payload.startswith(EVENT):
            kind = _read_text_field(payload, b'"kind":"')
            self._note_push(kind, now_ms - _read_number_field(payload, b'"now":'))
        elif payload.startswith(SAVED_PREFIX):
            self._note_answer(seat, payload)
        elif payload.startswith(RESULT):
            self._note_result(now_ms)
        elif payload.startswith(SNAPSHOT):
            if not seat.ready.done():
                seat.ready.set_result(None)
        elif payload.startswith(RESYNC):
            pause = self._rng.random() * _read_number_field(payload, b'"within_ms":') / 1000
            asyncio.get_running_loop().call_later(pause, seat.request_state)
        elif not payload.startswith(IGNORED_PREFIXES):
            seat.is_waiting = False
            self._messages.unexpected[payload[:70].decode(errors="replace")] += 1

    def _note_push(self, kind: str, elapsed_ms: float) -> None:
        self._messages.push_times_ms.setdefault(kind, []).append(elapsed_ms)

    def _note_result(self, now_ms: float) -> None:
        if self._missing_results:  # otherwise sent before the reveal
            self._note_push("mine", now_ms - self._revealed_ms)
            self._missing_results -= 1
            if self._missing_results == 0:
                self._all_results_received.set()

    def _note_answer(self, seat: SeatSocket, payload: bytes) -> None:
        assert self._turn is not None
        seat.is_waiting = False
        elapsed_ms = (time.monotonic() - seat.sent_at) * 1000
        sent_at = time.time() - elapsed_ms / 1000
        is_last_second = sent_at >= self._turn.closes_at - 1
        messages = self._messages
        (messages.last_second_ms if is_last_second else messages.writing_ms).append(elapsed_ms)
        if LATE_FIELD in payload:
            self._messages.late_count += 1
        else:
            seat.acknowledged_rev = int(_read_number_field(payload, b'"rev":'))


def _read_text_field(payload: bytes, name: bytes) -> str:
    start = payload.index(name) + len(name)
    return payload[start : payload.index(b'"', start)].decode()


def _read_number_field(payload: bytes, name: bytes) -> float:
    start = end = payload.index(name) + len(name)
    while payload[end : end + 1].isdigit():
        end += 1
    return float(payload[start:end])


async def execute_orders(plan: CrowdPlan) -> None:
    """Execute the desk's orders until ``LEAVE``."""
    crowd, orders = Crowd(plan), plan.orders
    await crowd.connect()
    orders.send("connected")
    while (order := await asyncio.to_thread(orders.recv)) != LEAVE:
        if order == REVEAL:
            crowd.expect_results()
            orders.send("listening")
            orders.send(await crowd.collect_messages())
        else:
            await crowd.send_saves(order)
            orders.send("written")
    await crowd.leave()


def run(plan: CrowdPlan) -> None:
    """Run the crowd in this process."""
    raise_file_limit()
    uvloop.run(execute_orders(plan))
