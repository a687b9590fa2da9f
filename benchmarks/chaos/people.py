"""The people of the club: random acts from a seed, with requests and answers noted in the history.
Import it only once Django is set up."""

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

from benchmarks.chaos.history import History, Observer, TrackedObject
from benchmarks.chaos.models import Sheet
from benchmarks.people.arbiter import Arbiter, ListedBulletin, read_list
from benchmarks.people.client import Client, Page, Unreachable
from benchmarks.people.judge import Judge
from benchmarks.people.organiser import Organiser
from benchmarks.people.public import Visitor
from benchmarks.people.room import Seat
from config.demo.tablet import Tablet, TabletSheet, TurnKey, compute_seconds_left

STEP_S = 0.3
#: One decision in so many changes the proposal instead of confirming it; one in so many is undone;
#: one look in so many is at all tables; decisions between two looks at the list.
CHANGE_RATIO, UNDO_RATIO, ALL_TABLES_RATIO, DECISIONS_PER_LOOK = 4, 4, 2, 8
BULLETIN = re.compile(r"/arbiter/[^/]+/(\d+)/(\d+)/(\d+)/")
GESTURE = re.compile(
    r'hx-post="([^"]+/(\d+)/(\d+)/)undo/".*?"gesture": (\d+)\}.>[^<]*?table\s(\d+)\s*<'
)
#: The page's message if another arbiter was first (``tournament.presentation.messages``).
LOST_RACE = "Un autre arbitre a décidé de ce bulletin"
#: Maximum of late registrations: each adds a table to every later turn.
MOST_LATE = 20
#: Tables assigned together, besides the first.
TOGETHER = 4
EXPORTS = ("liste-csv", "classement-csv", "parties-csv")
#: Pages that a passer-by opens one after the other, and the longest time on each.
PAGES_LEFT, LEAVES_WITHIN_S = 4, 0.03
#: Tablets: seconds between two checks of what to send, and until it is sent again; revisions of a
#: sheet in one turn; letters; revisions that a second device guesses.
TICK_S, RESEND_S = 0.25, 2.0
WRITES = (1, 3)
LETTERS = "AEINRSTLOUDMPC"
REVISIONS = 4


@dataclass
class Person(ABC):
    """A person who repeats ``step`` until the end of the run."""

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
        """Read the page once and act on it."""


@dataclass
class RandomJudge(Person):
    """``last_turn()``: if True, the judge draws no other turn."""

    last_turn: Callable[[], bool] = lambda: False
    pressed: int = 0

    def step(self) -> None:
        unless = ("draw", "start") if self.last_turn() else ()
        self.pressed += Judge(self.client, self.slug).press_any(excluded=unless)


@dataclass
class RandomArbiter(Person):
    """Confirms or changes the software's proposals, and sometimes undoes the last decision, on
    their own tables or on all, where another arbiter decides too. ``entries``: by table number."""

    history: History
    who: str
    entries: dict[int, int]
    decided: int = 0

    def __post_init__(self) -> None:
        self.arbiter = Arbiter(self.client, self.slug)

    def step(self) -> None:
        query = "" if self.chance.randrange(ALL_TABLES_RATIO) else "?all=1"
        since = self.history.now()
        page = self.arbiter.get_list(query)
        self._note_list(page, since)
        for row in [row for row in read_list(page) if row.is_waiting][:DECISIONS_PER_LOOK]:
            self.decide(row, query)
            if not self.chance.randrange(UNDO_RATIO):
                self._take_back(query)

    def decide(self, row: ListedBulletin, query: str) -> None:
        if self.chance.randrange(CHANGE_RATIO):
            name = self.history.call(_ruling(row.url), self.who, "confirm", (row.version,))
            self._post(name, row.url, "confirm", {"version": row.version}, query)
        else:
            points = self.chance.randrange(50)
            fields = {"points": points, "sanction": "none", "free": "on", "above_top": "on"}
            fields |= {"version": row.version, "reason": "Lu sur la feuille."}
            argument = (row.version, points)
            name = self.history.call(_ruling(row.url), self.who, "change", argument)
            self._post(name, row.url, "change", fields, query)

    def _take_back(self, query: str) -> None:
        gesture_match = GESTURE.search(self.arbiter.get_list(query).text)
        entry = self.entries.get(int(gesture_match[5])) if gesture_match else None
        if gesture_match is None or entry is None:  # the table of a late registration
            return
        address, game, turn, gesture, _table = gesture_match.groups()
        tracked = TrackedObject("ruling", (entry, int(game), int(turn)))
        name = self.history.call(tracked, self.who, "take back")
        self._post(name, address, "undo", {"gesture": gesture}, query)

    def _post(
        self, name: int, url: str, action: str, fields: dict[str, object], query: str
    ) -> None:
        """Post a decision. Raise Unreachable without an answer: the operation stays open."""
        since = self.history.now()
        status, page = self.arbiter.decide(url, action, fields, query)
        done = status == HTTPStatus.OK
        self.decided += done
        lost = "lost-race" if LOST_RACE in page.text else "refused"
        self.history.answer(name, "done" if done else lost)
        self._note_list(page, since)

    def _note_list(self, page: Page, since: float) -> None:
        """Note the versions of a list, read since ``since``."""
        for row in read_list(page):
            self.history.read(_ruling(row.url), self.who, "listed", row.version, since=since)


def _ruling(address: str) -> TrackedObject:
    match = BULLETIN.search(urlsplit(address).path)
    assert match is not None, address
    game, turn, entry = map(int, match.groups())
    return TrackedObject("ruling", (entry, game, turn))


class TypedSlip(NamedTuple):
    """A paper bulletin that was typed; ``game``: its number."""

    game: int
    turn: int
    table: int
    word: str
    reference: str
    score: str


@dataclass
class Typist(Person):
    """Types the paper bulletins of the tables without tablet, once per turn and table."""

    tables: list[Seat] = field(default_factory=list)
    promised: list[TypedSlip] = field(default_factory=list)
    _tried: set[tuple[int, int, int]] = field(default_factory=set)

    def step(self) -> None:
        arbiter = Arbiter(self.client, self.slug)
        page = arbiter.get_list()
        match = re.search(rf"/arbiter/{self.slug}/(\d+)/(\d+)/paper/", page.text)
        if match is None:
            return
        game, turn = int(match[1]), int(match[2])
        for table in (seat.number for seat in self.tables):
            if (game, turn, table) not in self._tried:
                self._type(arbiter, match[0], TypedSlip(game, turn, table, *self._write()))

    def _write(self) -> tuple[str, str, str]:
        word = "".join(self.chance.choices("AEINRSTLOU", k=self.chance.randint(2, 6)))
        return word, self.chance.choice(["H4", "8H", "H8"]), str(self.chance.randint(2, 60))

    def _type(self, arbiter: Arbiter, path: str, typed: TypedSlip) -> None:
        slip = {"table": typed.table, "rows": [typed.word]}
        slip |= {"reference": typed.reference, "score": typed.score}
        answers = arbiter.type_bulletins(path, [slip])
        if answers:
            self._tried.add((typed.game, typed.turn, typed.table))
        if [answer["outcome"] for answer in answers] == ["stored"]:
            self.promised.append(typed)


@dataclass
class RandomOrganiser(Person):
    """``done`` counts acts by kind; ``registered``: names whose registration was confirmed."""

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
        # Another name each time: a registration whose answer was lost may exist.
        name = f"Retard {self.chance.randrange(10**9)}"
        done = organiser.register(name)
        self.registered += [name] * done
        return done

    def assign(self, organiser: Organiser) -> bool:
        """Assign some tables to another arbiter."""
        first = self.chance.randint(1, max(1, self.tables - TOGETHER))
        arbiters = organiser.list_arbiters()
        if not arbiters:
            return False
        return organiser.assign(first, first + TOGETHER, self.chance.choice(arbiters))

    def download(self, organiser: Organiser) -> bool:
        return organiser.download(self.chance.choice(EXPORTS))

    def rank(self, organiser: Organiser) -> bool:
        return organiser.open_ranking()


ACTIONS: dict[str, Callable[[RandomOrganiser, Organiser], bool]] = {
    "Inscrits en retard": RandomOrganiser.register,
    "Tables confiées": RandomOrganiser.assign,
    "Fichiers reçus": RandomOrganiser.download,
    "Classements lus": RandomOrganiser.rank,
}


@dataclass
class RandomVisitor(Person):
    """Opens the public pages, and the pages of random tables."""

    seats: list[Seat] = field(default_factory=list)

    def step(self) -> None:
        Visitor(self.client, self.slug).visit(self.chance.choice(self.seats).key)


@dataclass
class PasserBy(Person):
    leavings: int = 0

    def step(self) -> None:
        with contextlib.suppress(OSError):
            for _ in range(PAGES_LEFT):
                visitor = Visitor(self.client, self.slug)
                visitor.request_and_leave(LEAVES_WITHIN_S * self.chance.random())
                self.leavings += 1


# --- at the tables ------------------------------------------------------------------------


def as_sheet(sheet: TabletSheet) -> Sheet:
    return Sheet(sheet.rev, sheet.device, "/".join(sheet.rows), sheet.reference, sheet.score)


@dataclass
class Player(Tablet):
    """Sends each sheet until it is answered. ``promised``: the highest acknowledged sheet of each
    turn; ``acknowledged`` counts all; ``turn``: the last open turn.
    """

    seat: Seat
    observer: Observer
    promised: dict[TurnKey, TabletSheet] = field(default_factory=dict)
    acknowledged: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    turn: TurnKey | None = None
    #: The sheet that is sent until it is answered.
    unanswered: TabletSheet | None = None
    _due: list[float] = field(default_factory=list)
    _sent: dict[int, TabletSheet] = field(default_factory=dict)
    _rev: int = 0
    _sent_at: float = 0.0

    @classmethod
    def create(cls, seat: Seat, url: str, history: History, chance: Random) -> "Player":
        observer = Observer(history, seat.entry, f"table {seat.number}")

        def address() -> str:
            observer.note_connection()
            return seat.get_socket_url(url)

        return cls(address, chance, seat, observer)

    @property
    def is_idle(self) -> bool:
        """True if every sheet was answered."""
        return self.unanswered is None and not self._due

    async def read_messages(self, socket: ClientConnection, is_over: Callable[[], bool]) -> None:
        self._sent_at = 0.0
        while not is_over():
            await self._write()
            with contextlib.suppress(TimeoutError):
                message = json.loads(await asyncio.wait_for(socket.recv(), TICK_S))
                self.observer.note_message(message)
                await self.handle_message(message)

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
            self.observer.note_sent(*self.unanswered.key, as_sheet(self.unanswered))
            await self.send(self.unanswered.content)

    async def handle_message(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "resync":
                self.observer.note_request()
            case "saved":
                self._keep(message)
            case "refused" if not message.get("retry"):
                self.refused[message["code"]] += 1
                self.unanswered = None
            case "stale":
                self.unanswered = None
        await super().handle_message(message)

    def handle_turn(self, game: int, turn: dict[str, Any] | None, message: dict[str, Any]) -> None:
        """Plan the sheets of a turn that opens; ignore repeated messages about older turns."""
        if turn is None or turn["state"] != "open":
            return
        opened = (game, turn["ordinal"])
        if self.turn is not None and opened <= self.turn:
            return
        remaining_s, now = compute_seconds_left(turn, message), time.monotonic()
        times = self.chance.randint(*WRITES)
        self.turn, self._rev, self._sent, self.unanswered = opened, 0, {}, None
        self._due = sorted(now + remaining_s * self.chance.random() for _ in range(times))

    def _keep(self, message: dict[str, Any]) -> None:
        """Record an acknowledged sheet: from now on it must never be lost."""
        sheet = self._sent.get(message["rev"])
        if sheet is None or sheet.turn != message["turn"]:
            return
        del self._sent[sheet.rev]  # ignore a second answer
        self.acknowledged += 1
        promised_sheet = self.promised.get(sheet.key)
        if promised_sheet is None or promised_sheet.rev < sheet.rev:
            self.promised[sheet.key] = sheet
        if self.unanswered == sheet:
            self.unanswered = None


class OpenedTable(NamedTuple):
    """A table's page on another device."""

    client: Client
    token: str
    observer: Observer


@dataclass
class SecondDevice(Person):
    """Sends a sheet by HTTP for one of ``seats`` in the open turn, once, and notes the answer;
    newer sheets of the tablet must be kept, and the answer must say so."""

    history: History
    seats: list[Seat]
    turn: Callable[[], TurnKey | None]
    answered: int = 0
    _opened: dict[int, OpenedTable] = field(default_factory=dict, init=False)

    def step(self) -> None:
        turn, seat = self.turn(), self.chance.choice(self.seats)
        if turn is None:
            return
        client, token, observer = self._opened.get(seat.number) or self._open(seat)
        rev, word = self.chance.randint(1, REVISIONS), self.chance.choices("AEINRSTLOU", k=5)
        score = str(self.chance.randint(2, 90))
        sheet = TabletSheet(*turn, rev, ["".join(word)], "H8", score, "second")
        observer.note_connection()
        observer.note_sent(*turn, as_sheet(sheet))
        _status, text = client.post_json("/table/bulletin/", sheet.content, token)
        observer.note_message(json.loads(text))
        self.answered += 1

    def _open(self, seat: Seat) -> OpenedTable:
        client = Client(self.client.url, self.client.errors)
        token = client.get(f"/t/{seat.key}/").token
        author = f"second appareil, table {seat.number}"
        observer = Observer(self.history, seat.entry, author, one_by_one=True)
        opened = self._opened[seat.number] = OpenedTable(client, token, observer)
        return opened
