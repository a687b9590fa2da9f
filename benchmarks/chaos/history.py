"""What was asked of the club and what it answered, each with its moments, on one clock.

A line of the file is one operation on one object: ``register`` names its model (``models.py``),
``key`` the object. Any JSON may be given and answered; lists become tuples, which can be compared.
"""

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.chaos.linear import Operation
from benchmarks.chaos.models import Sheet


class Thing(NamedTuple):
    """One object that operations are about."""

    register: str
    key: tuple[int, ...]


class History:
    """Noted from any thread; seconds count from its making."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._names = count()
        self._noted: dict[int, tuple[Thing, Operation]] = {}

    def now(self) -> float:
        return time.monotonic() - self._start

    def call(self, thing: Thing, who: str, action: str, given: Any = None) -> int:
        """Something is asked now; returns the name by which its answer is noted."""
        return self.note(thing, Operation(who, action, given, self.now()))

    def answer(self, name: int, outcome: Any) -> None:
        thing, asked = self._noted[name]
        self._noted[name] = thing, replace(asked, outcome=outcome, back=self.now())

    def read(self, thing: Thing, who: str, action: str, outcome: Any, *, since: float) -> None:
        """What was shown just now of what was asked ``since``."""
        self.note(thing, Operation(who, action, None, since, outcome, self.now()))

    def note(self, thing: Thing, operation: Operation) -> int:
        name = next(self._names)
        self._noted[name] = thing, operation
        return name

    def __iter__(self) -> Iterator[tuple[Thing, Operation]]:
        return iter(list(self._noted.values()))

    def write(self, path: Path) -> None:
        with path.open("w", encoding="utf-8") as file:
            for thing, operation in self:
                fields = thing._asdict() | asdict(operation)
                if not operation.answered:
                    del fields["outcome"], fields["back"]
                file.write(json.dumps(fields, ensure_ascii=False) + "\n")


def read_history(path: Path) -> list[tuple[Thing, Operation]]:
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = {name: as_value(value) for name, value in json.loads(line).items()}
        thing = Thing(fields.pop("register"), fields.pop("key"))
        found.append((thing, Operation(**fields)))
    return found


def as_value(content: Any) -> Any:
    """JSON that can be compared and be part of a state."""
    return tuple(map(as_value, content)) if isinstance(content, list | tuple) else content


def by_thing(history: Iterable[tuple[Thing, Operation]]) -> dict[Thing, list[Operation]]:
    found: dict[Thing, list[Operation]] = defaultdict(list)
    for thing, operation in history:
        found[thing].append(operation)
    return found


# --- what one tablet sends and is told ----------------------------------------------------


@dataclass
class _Sending:
    """One revision on its way, sent once or more often: ``name`` is that of its operation."""

    name: int
    game: int
    turn: int
    sheet: Sheet
    since: float
    times: int = 1


@dataclass
class Observer:
    """A revision is one operation from when it is first sent until it is first answered.

    When it was sent twice, a refusal says nothing about the first time: its outcome is unknown.
    What a tablet is shown was read at some moment since it asked; what bars the way of a revision,
    since it came.
    """

    history: History
    entry: int
    who: str
    #: Whether an answer is always to what was sent last, as that to a request is.
    one_by_one: bool = False
    _under_way: list[_Sending] = field(default_factory=list)
    _came: float = 0.0
    _asked: float | None = None

    def came(self) -> None:
        """A new connection, which is sent a snapshot unasked."""
        self._came = self._asked = self.history.now()

    def asked(self) -> None:
        if self._asked is None:
            self._asked = self.history.now()

    def sent(self, game: int, turn: int, sheet: Sheet) -> None:
        # An answer does not say its game: what another left open will not be answered any more.
        self._under_way = [each for each in self._under_way if each.game == game]
        for sending in self._under_way:
            if (sending.game, sending.turn, sending.sheet) == (game, turn, sheet):
                sending.times += 1
                return
        since = self.history.now()
        name = self.history.call(self._sheet(game, turn), self.who, "save", sheet)
        self._under_way.append(_Sending(name, game, turn, sheet, since))

    def heard(self, message: Mapping[str, Any]) -> None:
        """Any message of the server."""
        match message["type"]:
            case "saved":
                self._saved(message)
            case "refused" if not message.get("retry"):
                self._refused(message)
            case "stale":
                self._barred(message["bulletin"])
            case "snapshot":
                self._shown(message["state"])

    def _saved(self, message: Mapping[str, Any]) -> None:
        sending = self._find(message["turn"], message["rev"])
        if sending is None:
            return  # the same was answered before
        self._under_way.remove(sending)
        self.history.answer(sending.name, "late" if message["late"] else "in-time")
        bell = Thing("bell", (sending.game, sending.turn))
        arrived = "late" if message["late"] else "in time"
        now = self.history.now()
        self.history.note(
            bell, Operation(self.who, arrived, sending.sheet.rev, sending.since, True, now)
        )

    def _refused(self, message: Mapping[str, Any]) -> None:
        self._not_stored(self._find(message.get("turn"), message.get("rev")))

    def _not_stored(self, sending: _Sending | None) -> None:
        if sending is not None and sending.times == 1:
            self._under_way.remove(sending)
            self.history.answer(sending.name, "refused")

    def _barred(self, held: Mapping[str, Any]) -> None:
        """It says neither the game nor which of the revisions under way it answers."""
        sent = [each for each in self._under_way if each.turn == held["turn"]]
        if sent:
            thing = self._sheet(sent[-1].game, held["turn"])
            self.history.read(thing, self.who, "barred", _written(held), since=self._came)
            self._not_stored(sent[-1] if self.one_by_one else None)

    def _shown(self, state: Mapping[str, Any] | None) -> None:
        since, self._asked = self._came if self._asked is None else self._asked, None
        if not state or not state["turn"]:
            return
        thing = self._sheet(state["game"]["id"], state["turn"]["ordinal"])
        held = state["bulletin"] and _written(state["bulletin"])
        self.history.read(thing, self.who, "shown", held, since=since)

    def _find(self, turn: int | None, rev: int | None) -> _Sending | None:
        found = [each for each in self._under_way if (each.turn, each.sheet.rev) == (turn, rev)]
        return found[-1] if found else None

    def _sheet(self, game: int, turn: int) -> Thing:
        return Thing("sheet", (self.entry, game, turn))


def _written(held: Mapping[str, Any]) -> Sheet:
    word = "/".join(held["rows"])
    return Sheet(held["rev"], held["device"], word, held["reference"], held["score"])
