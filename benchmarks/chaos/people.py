"""What everybody does on the worst day: at random, from a seed, with what was asked and answered
noted in the history. Imported only once Django is set up."""

import asyncio
import contextlib
import json
import re
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection

from benchmarks.chaos.history import History, Observer, Thing
from benchmarks.chaos.models import Sheet as Written
from benchmarks.people.arbiter import Arbiter, ListedSlip, read_list
from benchmarks.people.client import Client, Page, Unreachable
from benchmarks.people.judge import Judge
from benchmarks.people.organiser import Organiser
from benchmarks.people.public import Visitor
from benchmarks.people.room import Seat
from config.demo.tablet import Tablet, TabletSheet, TurnKey, seconds_left

STEP_S = 0.3
#: One decision in so many is a change by the arbiter and not a confirmation, and one in so many is
#: taken back; one look in so many is at the tables of both; and how many he decides before he looks
#: at the list again.
CHANGES, TAKES_BACK, BOTH, AT_ONCE = 4, 4, 2, 8
BULLETIN = re.compile(r"/arbiter/[^/]+/(\d+)/(\d+)/(\d+)/")
GESTURE = re.compile(
    r'hx-post="([^"]+/(\d+)/(\d+)/)undo/".*?"gesture": (\d+)\}.>[^<]*?table\s(\d+)\s*<'
)
#: What the page says when another was first (``tournament.presentation.messages``).
LOST_RACE = "Un autre arbitre a décidé de ce bulletin"
#: Latecomers in all: each is one more table in every turn that follows.
MOST_LATE = 20
#: Tables that are given to somebody else at once, besides the first of them.
TOGETHER = 4
EXPORTS = ("liste-csv", "classement-csv", "parties-csv")
#: Pages that a passer-by opens one after the other, and how long he looks at each at most.
PAGES_LEFT, LEAVES_WITHIN_S = 4, 0.03
#: Of tablets: seconds between two looks at what is to be sent, and until it is sent again; versions
#: of a sheet in one turn; letters; revisions that a second device guesses.
TICK_S, RESEND_S = 0.25, 2.0
WRITES = (1, 3)
LETTERS = "AEINRSTLOUDMPC"
REVISIONS = 4


@dataclass
class Person(ABC):
    """Somebody who works until it is over."""

    client: Client
    slug: str
    chance: Random

    def work(self, is_over: Callable[[], bool], step_s: float = STEP_S) -> None:
        while not is_over():
            with contextlib.suppress(Unreachable):
                self.step()
            time.sleep(step_s)

    @abstractmethod
    def step(self) -> None:
        """One look at the page, and what follows from it."""


@dataclass
class RandomJudge(Person):
    """``last_turn`` keeps him from drawing another turn."""

    last_turn: Callable[[], bool] = lambda: False
    pressed: int = 0

    def step(self) -> None:
        unless = ("draw", "start") if self.last_turn() else ()
        self.pressed += Judge(self.client, self.slug).press_any(unless=unless)


@dataclass
class RandomArbiter(Person):
    """Decides what the software left to him, now and then otherwise than it proposes, and now and
    then takes his last decision back, on his own tables or on everybody's, where another is in his
    way. ``entries`` are those at the tables, by their numbers."""

    history: History
    who: str
    entries: dict[int, int]
    decided: int = 0

    def __post_init__(self) -> None:
        self.arbiter = Arbiter(self.client, self.slug)

    def step(self) -> None:
        whose = "" if self.chance.randrange(BOTH) else "?all=1"
        since = self.history.now()
        page = self.arbiter.look(whose)
        self._saw(page, since)
        for row in [row for row in read_list(page) if row.waits][:AT_ONCE]:
            self.decide(row, whose)
            if not self.chance.randrange(TAKES_BACK):
                self._take_back(whose)

    def decide(self, row: ListedSlip, whose: str) -> None:
        if self.chance.randrange(CHANGES):
            name = self.history.call(_ruling(row.url), self.who, "confirm", (row.version,))
            self._post(name, row.url, "confirm", {"version": row.version}, whose)
        else:
            points = self.chance.randrange(50)
            fields = {"points": points, "sanction": "none", "free": "on"}
            fields |= {"version": row.version, "reason": "Lu sur la feuille."}
            given = (row.version, points)
            name = self.history.call(_ruling(row.url), self.who, "change", given)
            self._post(name, row.url, "change", fields, whose)

    def _take_back(self, whose: str) -> None:
        found = GESTURE.search(self.arbiter.look(whose).text)
        entry = self.entries.get(int(found[5])) if found else None
        if found is None or entry is None:  # a latecomer's table
            return
        address, game, turn, gesture, _table = found.groups()
        thing = Thing("ruling", (entry, int(game), int(turn)))
        name = self.history.call(thing, self.who, "take back")
        self._post(name, address, "undo", {"gesture": gesture}, whose)

    def _post(self, name: int, url: str, way: str, fields: dict[str, object], whose: str) -> None:
        """Without an answer the operation stays open in the history; raises Unreachable then."""
        since = self.history.now()
        status, page = self.arbiter.decide(url, way, fields, whose)
        done = status == HTTPStatus.OK
        self.decided += done
        lost = "lost-race" if LOST_RACE in page.text else "refused"
        self.history.answer(name, "done" if done else lost)
        self._saw(page, since)

    def _saw(self, page: Page, since: float) -> None:
        """The versions in a list; in what answers a decision they were read since it was sent."""
        for row in read_list(page):
            self.history.read(_ruling(row.url), self.who, "listed", row.version, since=since)


def _ruling(address: str) -> Thing:
    found = BULLETIN.search(urlsplit(address).path)
    assert found is not None, address
    game, turn, entry = map(int, found.groups())
    return Thing("ruling", (entry, game, turn))


class Typed(NamedTuple):
    """A slip that the page said was taken; ``game`` by its number."""

    game: int
    turn: int
    table: int
    word: str
    reference: str
    score: str


@dataclass
class Typist(Person):
    """Types the slips of the tables without tablet, once per turn and table."""

    tables: list[Seat] = field(default_factory=list)
    promised: list[Typed] = field(default_factory=list)
    _tried: set[tuple[int, int, int]] = field(default_factory=set)

    def step(self) -> None:
        arbiter = Arbiter(self.client, self.slug)
        page = arbiter.look()
        found = re.search(rf"/arbiter/{self.slug}/(\d+)/(\d+)/paper/", page.text)
        if found is None:
            return
        game, turn = int(found[1]), int(found[2])
        for table in (seat.number for seat in self.tables):
            if (game, turn, table) not in self._tried:
                self._type(arbiter, found[0], Typed(game, turn, table, *self._write()))

    def _write(self) -> tuple[str, str, str]:
        word = "".join(self.chance.choices("AEINRSTLOU", k=self.chance.randint(2, 6)))
        return word, self.chance.choice(["H4", "8H", "H8"]), str(self.chance.randint(2, 60))

    def _type(self, arbiter: Arbiter, path: str, typed: Typed) -> None:
        slip = {"table": typed.table, "rows": [typed.word]}
        slip |= {"reference": typed.reference, "score": typed.score}
        answers = arbiter.type_slips(path, [slip])
        if answers:
            self._tried.add((typed.game, typed.turn, typed.table))
        if [answer["outcome"] for answer in answers] == ["stored"]:
            self.promised.append(typed)


@dataclass
class RandomOrganiser(Person):
    """``done`` counts by what it was; ``registered`` are those whom the page said it has taken."""

    tables: int = 0
    done: Counter[str] = field(default_factory=Counter)
    registered: list[str] = field(default_factory=list)
    _steps: int = 0

    def step(self) -> None:
        name, act = list(ACTIONS.items())[self._steps % len(ACTIONS)]
        self._steps += 1
        self.done[name] += act(self, Organiser(self.client, self.slug))

    def register(self, organiser: Organiser) -> bool:
        if len(self.registered) >= MOST_LATE:
            return False
        # Another name each time: that of an answer which was lost may be taken.
        name = f"Retard {self.chance.randrange(10**9)}"
        done = organiser.register(name)
        self.registered += [name] * done
        return done

    def assign(self, organiser: Organiser) -> bool:
        """Some tables go from one arbiter to another."""
        first = self.chance.randint(1, max(1, self.tables - TOGETHER))
        arbiters = organiser.list_arbiters()
        if not arbiters:
            return False
        return organiser.assign(first, first + TOGETHER, self.chance.choice(arbiters))

    def download(self, organiser: Organiser) -> bool:
        return organiser.download(self.chance.choice(EXPORTS))

    def rank(self, organiser: Organiser) -> bool:
        return organiser.rank()


ACTIONS: dict[str, Callable[[RandomOrganiser, Organiser], bool]] = {
    "Inscrits en retard": RandomOrganiser.register,
    "Tables confiées": RandomOrganiser.assign,
    "Fichiers reçus": RandomOrganiser.download,
    "Classements lus": RandomOrganiser.rank,
}


@dataclass
class RandomVisitor(Person):
    """Looks at the public pages, and opens the page of one table after the other."""

    seats: list[Seat] = field(default_factory=list)

    def step(self) -> None:
        Visitor(self.client, self.slug).visit(self.chance.choice(self.seats).key)


@dataclass
class PasserBy(Person):
    left: int = 0

    def step(self) -> None:
        with contextlib.suppress(OSError):
            for _ in range(PAGES_LEFT):
                visitor = Visitor(self.client, self.slug)
                visitor.leave(LEAVES_WITHIN_S * self.chance.random())
                self.left += 1


# --- at the tables ------------------------------------------------------------------------


def as_written(sheet: TabletSheet) -> Written:
    return Written(sheet.rev, sheet.device, "/".join(sheet.rows), sheet.reference, sheet.score)


@dataclass
class Player(Tablet):
    """Keeps its sheet, sends it until it is answered, and notes what was promised: the highest
    acknowledged sheet of each turn; ``acknowledged`` counts all. ``turn``: the last one seen open.
    """

    seat: Seat
    observer: Observer
    promised: dict[TurnKey, TabletSheet] = field(default_factory=dict)
    acknowledged: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    turn: TurnKey | None = None
    #: What is sent until it is answered.
    unanswered: TabletSheet | None = None
    _due: list[float] = field(default_factory=list)
    _sent: dict[int, TabletSheet] = field(default_factory=dict)
    _rev: int = 0
    _sent_at: float = 0.0

    @classmethod
    def at(cls, seat: Seat, url: str, history: History, chance: Random) -> "Player":
        observer = Observer(history, seat.entry, f"table {seat.number}")

        def address() -> str:
            observer.came()
            return seat.socket(url)

        return cls(address, chance, seat, observer)

    @property
    def rests(self) -> bool:
        """Whether everything it wrote was answered."""
        return self.unanswered is None and not self._due

    async def talk(self, socket: ClientConnection, is_over: Callable[[], bool]) -> None:
        self._sent_at = 0.0
        while not is_over():
            await self._write()
            with contextlib.suppress(TimeoutError):
                message = json.loads(await asyncio.wait_for(socket.recv(), TICK_S))
                self.observer.heard(message)
                await self.read(message)

    async def _write(self) -> None:
        now = time.monotonic()
        if self._due and now >= self._due[0] and self.turn is not None:
            self._due.pop(0)
            self._rev += 1
            word = "".join(self.chance.choices(LETTERS, k=self.chance.randint(2, 7)))
            reference = self.chance.choice(["H4", "H8", "8H", "4H", "A1", ""])
            score = str(self.chance.randint(2, 90))
            sheet = TabletSheet(*self.turn, self._rev, [word], reference, score, "chaos-tablet")
            self._sent[self._rev] = self.unanswered = sheet
            self._sent_at = 0.0
        if self.unanswered is not None and now - self._sent_at > RESEND_S:
            self._sent_at = now
            self.observer.sent(*self.unanswered.key, as_written(self.unanswered))
            await self.send(self.unanswered.content)

    async def read(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "resync":
                self.observer.asked()
            case "saved":
                self._keep(message)
            case "refused" if not message.get("retry"):
                self.refused[message["code"]] += 1
                self.unanswered = None
            case "stale":
                self.unanswered = None
        await super().read(message)

    def notice(self, game: int, turn: dict[str, Any] | None, message: dict[str, Any]) -> None:
        """A turn that was opened: when to write. Of an older one it is news heard again."""
        if turn is None or turn["state"] != "open":
            return
        opened = (game, turn["ordinal"])
        if self.turn is not None and opened <= self.turn:
            return
        left, now = seconds_left(turn, message), time.monotonic()
        times = self.chance.randint(*WRITES)
        self.turn, self._rev, self._sent, self.unanswered = opened, 0, {}, None
        self._due = sorted(now + left * self.chance.random() for _ in range(times))

    def _keep(self, message: dict[str, Any]) -> None:
        """Acknowledged: from now on it must never be lost."""
        sheet = self._sent.get(message["rev"])
        if sheet is None or sheet.turn != message["turn"]:
            return
        del self._sent[sheet.rev]  # a second answer to the same is none
        self.acknowledged += 1
        held = self.promised.get(sheet.key)
        if held is None or held.rev < sheet.rev:
            self.promised[sheet.key] = sheet
        if self.unanswered == sheet:
            self.unanswered = None


class Opened(NamedTuple):
    """A table's page on another device."""

    client: Client
    token: str
    observer: Observer


@dataclass
class SecondDevice(Person):
    """Sends by request a sheet for one of ``seats`` in the turn that is open, once, and hears what
    became of it; sheets of the tablet that are in the way are kept, as it would be told."""

    history: History
    seats: list[Seat]
    turn: Callable[[], TurnKey | None]
    answered: int = 0
    _opened: dict[int, Opened] = field(default_factory=dict, init=False)

    def step(self) -> None:
        turn, seat = self.turn(), self.chance.choice(self.seats)
        if turn is None:
            return
        client, token, observer = self._opened.get(seat.number) or self._open(seat)
        rev, word = self.chance.randint(1, REVISIONS), self.chance.choices("AEINRSTLOU", k=5)
        score = str(self.chance.randint(2, 90))
        sheet = TabletSheet(*turn, rev, ["".join(word)], "H8", score, "second")
        observer.came()
        observer.sent(*turn, as_written(sheet))
        _status, text = client.post_json("/table/bulletin/", sheet.content, token)
        observer.heard(json.loads(text))
        self.answered += 1

    def _open(self, seat: Seat) -> Opened:
        client = Client(self.client.url, self.client.errors)
        token = client.get(f"/t/{seat.key}/").token
        who = f"second appareil, table {seat.number}"
        observer = Observer(self.history, seat.entry, who, one_by_one=True)
        opened = self._opened[seat.number] = Opened(client, token, observer)
        return opened
