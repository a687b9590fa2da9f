"""The people of the club: random actions from a seed; requests and answers are noted.

Import it only once Django is set up.
"""

import contextlib
import re
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from string import ascii_lowercase
from typing import NamedTuple
from urllib.parse import urlsplit

from benchmarks.chaos.history import History, ObjectId
from benchmarks.people.arbiter import Arbiter, ListedBulletin, read_list
from benchmarks.people.client import Client, Page, Unreachable
from benchmarks.people.judge import Judge
from benchmarks.people.organiser import Organiser
from benchmarks.people.public import Visitor
from benchmarks.people.room import Seat

#: One decision in ``CHANGE_RATIO`` changes the proposal.
CHANGE_RATIO = 4
#: One decision in ``UNDO_RATIO`` is undone.
UNDO_RATIO = 4
#: One reading of the list in ``ALL_TABLES_RATIO`` has all tables.
ALL_TABLES_RATIO = 2
#: Decisions between two readings of the list.
DECISIONS_PER_READING = 8
BULLETIN_PATH = re.compile(r"/arbiter/[^/]+/(\d+)/(\d+)/(\d+)/")
UNDO_FORM = re.compile(
    r'hx-post="([^"]+/(\d+)/(\d+)/)undo/".*?"journal_row": (\d+)\}.>[^<]*?table\s(\d+)\s*<'
)
#: The page's message if another arbiter was first (``tournament.presentation.messages``).
LOST_RACE = "Un autre arbitre a décidé de ce bulletin"
#: Maximum of late registrations: each adds a table to every later turn.
MAX_LATE_REGISTRATIONS = 20
#: Tables assigned together, besides the first.
ASSIGNED_TABLES = 4
EXPORTS = ("liste-csv", "classement-csv", "parties-csv")
#: Pages that a leaving visitor requests one after the other, and the longest time on each.
PAGES_PER_STEP, MAX_STAY_S = 4, 0.03


@dataclass
class Person(ABC):
    """A person who repeats ``step`` until the end of the run."""

    client: Client
    slug: str
    rng: Random

    def run(self, is_over: Callable[[], bool], step_s: float) -> None:
        while not is_over():
            with contextlib.suppress(Unreachable):
                self.step()
            time.sleep(step_s)

    @abstractmethod
    def step(self) -> None:
        """Read the page once and act on it."""


@dataclass
class RandomJudge(Person):
    """``is_last_turn()``: if True, the judge draws no other turn."""

    is_last_turn: Callable[[], bool] = lambda: False
    press_count: int = 0

    def step(self) -> None:
        excluded = ("draw", "start") if self.is_last_turn() else ()
        self.press_count += Judge(self.client, self.slug).press_main_button(excluded=excluded)


@dataclass
class RandomArbiter(Person):
    """Confirms or changes the software's proposals, and sometimes undoes the last decision, on
    their own tables or on all, where another arbiter decides too. ``entries``: by table number."""

    history: History
    author: str
    entries: dict[int, int]
    decision_count: int = 0

    def __post_init__(self) -> None:
        self.arbiter = Arbiter(self.client, self.slug)

    def step(self) -> None:
        query = "" if self.rng.randrange(ALL_TABLES_RATIO) else "?all=1"
        requested_at = self.history.get_time()
        page = self.arbiter.get_list(query)
        self._note_list(page, requested_at)
        for row in [row for row in read_list(page) if row.is_waiting][:DECISIONS_PER_READING]:
            self.decide(row, query)
            if not self.rng.randrange(UNDO_RATIO):
                self._take_back(query)

    def decide(self, row: ListedBulletin, query: str) -> None:
        object_id, action = _parse_ruling_object(row.url), "confirm"
        argument: tuple[int, ...] = (row.version,)
        fields: dict[str, object] = {"version": row.version}
        if not self.rng.randrange(CHANGE_RATIO):
            points, action = self.rng.randrange(50), "change"
            argument = (row.version, points)
            fields |= {"points": points, "sanction": "none", "free": "on", "above_top": "on"}
            fields |= {"reason": "Lu sur la feuille."}
        operation_id = self.history.note_call(object_id, self.author, action, argument)
        self._post(operation_id, row.url, action, fields, query)

    def _take_back(self, query: str) -> None:
        match = UNDO_FORM.search(self.arbiter.get_list(query).text)
        entry = self.entries.get(int(match[5])) if match else None
        if match is None or entry is None:  # the table of a late registration
            return
        address, game, turn, journal_row, _table = match.groups()
        object_id = ObjectId("ruling", (entry, int(game), int(turn)))
        operation_id = self.history.note_call(object_id, self.author, "take back")
        self._post(operation_id, address, "undo", {"journal_row": journal_row}, query)

    def _post(
        self, operation_id: int, url: str, action: str, fields: dict[str, object], query: str
    ) -> None:
        """Post a decision. Raise Unreachable without an answer: the operation stays open."""
        requested_at = self.history.get_time()
        status, page = self.arbiter.decide(url, action, fields, query)
        is_done = status == HTTPStatus.OK
        self.decision_count += is_done
        refusal = "lost-race" if LOST_RACE in page.text else "refused"
        self.history.note_answer(operation_id, "done" if is_done else refusal)
        self._note_list(page, requested_at)

    def _note_list(self, page: Page, requested_at: float) -> None:
        """Note the versions of a list, read since ``requested_at``."""
        for row in read_list(page):
            object_id, version = _parse_ruling_object(row.url), row.version
            self.history.note_read(object_id, self.author, "read version", version, requested_at)


def _parse_ruling_object(address: str) -> ObjectId:
    match = BULLETIN_PATH.search(urlsplit(address).path)
    assert match is not None, address
    game, turn, entry = map(int, match.groups())
    return ObjectId("ruling", (entry, game, turn))


class TypedBulletin(NamedTuple):
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
    stored_bulletins: list[TypedBulletin] = field(default_factory=list)
    _attempted: set[tuple[int, int, int]] = field(default_factory=set)

    def step(self) -> None:
        arbiter = Arbiter(self.client, self.slug)
        page = arbiter.get_list()
        match = re.search(rf"/arbiter/{self.slug}/(\d+)/(\d+)/paper/", page.text)
        if match is None:
            return
        game, turn = int(match[1]), int(match[2])
        for table in (seat.number for seat in self.tables):
            if (game, turn, table) not in self._attempted:
                self._type(arbiter, match[0], TypedBulletin(game, turn, table, *self._write()))

    def _write(self) -> tuple[str, str, str]:
        word = "".join(self.rng.choices("AEINRSTLOU", k=self.rng.randint(2, 6)))
        return word, self.rng.choice(["H4", "8H", "H8"]), str(self.rng.randint(2, 60))

    def _type(self, arbiter: Arbiter, path: str, bulletin: TypedBulletin) -> None:
        fields = {"table": bulletin.table, "rows": [bulletin.word]}
        fields |= {"reference": bulletin.reference, "score": bulletin.score}
        answers = arbiter.type_bulletins(path, [fields])
        if answers:
            self._attempted.add((bulletin.game, bulletin.turn, bulletin.table))
        if [answer["outcome"] for answer in answers] == ["stored"]:
            self.stored_bulletins.append(bulletin)


@dataclass
class RandomOrganiser(Person):
    """``registered_names``: those whose registration was confirmed."""

    tables: int = 0
    action_counts: Counter[str] = field(default_factory=Counter)
    registered_names: list[str] = field(default_factory=list)
    _steps: int = 0

    def step(self) -> None:
        label, perform = list(ORGANISER_ACTIONS.items())[self._steps % len(ORGANISER_ACTIONS)]
        self._steps += 1
        self.action_counts[label] += perform(self, Organiser(self.client, self.slug))

    def register(self, organiser: Organiser) -> bool:
        if len(self.registered_names) >= MAX_LATE_REGISTRATIONS:
            return False
        # Another name each time: a registration whose answer was lost may exist.
        name = f"Retard {''.join(self.rng.choices(ascii_lowercase, k=9)).capitalize()}"
        is_done = organiser.register(name)
        self.registered_names += [name] * is_done
        return is_done

    def assign(self, organiser: Organiser) -> bool:
        """Assign some tables to another arbiter."""
        first = self.rng.randint(1, max(1, self.tables - ASSIGNED_TABLES))
        arbiters = organiser.list_arbiters()
        arbiter = self.rng.choice(arbiters) if arbiters else ""
        return bool(arbiter) and organiser.assign(first, first + ASSIGNED_TABLES, arbiter)


ORGANISER_ACTIONS: dict[str, Callable[[RandomOrganiser, Organiser], bool]] = {
    "Inscrits en retard": RandomOrganiser.register,
    "Tables confiées": RandomOrganiser.assign,
    "Fichiers reçus": lambda self, organiser: organiser.download(self.rng.choice(EXPORTS)),
    "Classements lus": lambda _self, organiser: organiser.open_ranking(),
}


@dataclass
class RandomVisitor(Person):
    """Opens the public pages, and the pages of random tables."""

    seats: list[Seat] = field(default_factory=list)

    def step(self) -> None:
        Visitor(self.client, self.slug).visit(self.rng.choice(self.seats).key)


@dataclass
class LeavingVisitor(Person):
    """Requests pages and disconnects before the answer."""

    departure_count: int = 0

    def step(self) -> None:
        with contextlib.suppress(OSError):
            for _ in range(PAGES_PER_STEP):
                visitor = Visitor(self.client, self.slug)
                visitor.request_and_leave(MAX_STAY_S * self.rng.random())
                self.departure_count += 1
