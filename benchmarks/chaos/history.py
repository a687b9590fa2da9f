"""The operations on the club: requests and answers, with their times on one clock.

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


class TrackedObject(NamedTuple):
    """The object of an operation: its model and key."""

    register: str
    key: tuple[int, ...]


class History:
    """A record of operations, from any thread; times are seconds since its creation."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._names = count()
        self._noted: dict[int, tuple[TrackedObject, Operation]] = {}

    def now(self) -> float:
        return time.monotonic() - self._start

    def call(self, tracked: TrackedObject, author: str, action: str, argument: Any = None) -> int:
        """Note a request made now; return the name for ``answer``."""
        return self.note(tracked, Operation(author, action, argument, self.now()))

    def answer(self, name: int, outcome: Any) -> None:
        tracked, operation = self._noted[name]
        self._noted[name] = tracked, replace(operation, outcome=outcome, back=self.now())

    def read(
        self, tracked: TrackedObject, author: str, action: str, outcome: Any, *, since: float
    ) -> None:
        """Note a value received now that was requested at ``since``."""
        self.note(tracked, Operation(author, action, None, since, outcome, self.now()))

    def note(self, tracked: TrackedObject, operation: Operation) -> int:
        name = next(self._names)
        self._noted[name] = tracked, operation
        return name

    def __iter__(self) -> Iterator[tuple[TrackedObject, Operation]]:
        return iter(list(self._noted.values()))

    def write(self, path: Path) -> None:
        with path.open("w", encoding="utf-8") as file:
            for tracked, operation in self:
                fields = tracked._asdict() | asdict(operation)
                if not operation.answered:
                    del fields["outcome"], fields["back"]
                file.write(json.dumps(fields, ensure_ascii=False) + "\n")


def read_history(path: Path) -> list[tuple[TrackedObject, Operation]]:
    history = []
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = {name: as_value(value) for name, value in json.loads(line).items()}
        tracked = TrackedObject(fields.pop("register"), fields.pop("key"))
        history.append((tracked, Operation(**fields)))
    return history


def as_value(content: Any) -> Any:
    """Return JSON content with tuples instead of lists: hashable."""
    return tuple(map(as_value, content)) if isinstance(content, list | tuple) else content


def group_by_object(
    history: Iterable[tuple[TrackedObject, Operation]],
) -> dict[TrackedObject, list[Operation]]:
    grouped: dict[TrackedObject, list[Operation]] = defaultdict(list)
    for tracked, operation in history:
        grouped[tracked].append(operation)
    return grouped


# --- one tablet's revisions and answers ----------------------------------------------------


@dataclass
class _PendingRevision:
    """A revision without answer, sent ``times`` times; ``name``: its operation's."""

    name: int
    game: int
    turn: int
    sheet: Sheet
    since: float
    times: int = 1


@dataclass
class Observer:
    """Notes a tablet's messages: a revision is one operation, from first sending to first answer.

    If it was sent twice, a refusal may answer the second only: the outcome stays unknown. A
    snapshot was read at some time since its request; the bulletin of a ``stale`` answer, since
    the connection.
    """

    history: History
    entry: int
    who: str
    #: True if an answer is always to the last revision sent, as with HTTP requests.
    one_by_one: bool = False
    _under_way: list[_PendingRevision] = field(default_factory=list)
    _connected_at: float = 0.0
    _requested_at: float | None = None

    def note_connection(self) -> None:
        """Note a new connection: the server sends a snapshot without request."""
        self._connected_at = self._requested_at = self.history.now()

    def note_request(self) -> None:
        if self._requested_at is None:
            self._requested_at = self.history.now()

    def note_sent(self, game: int, turn: int, sheet: Sheet) -> None:
        # Answers do not name the game: revisions of another game will not be answered any more.
        self._under_way = [each for each in self._under_way if each.game == game]
        for sending in self._under_way:
            if (sending.game, sending.turn, sending.sheet) == (game, turn, sheet):
                sending.times += 1
                return
        since = self.history.now()
        name = self.history.call(self._sheet(game, turn), self.who, "save", sheet)
        self._under_way.append(_PendingRevision(name, game, turn, sheet, since))

    def note_message(self, message: Mapping[str, Any]) -> None:
        """Note a message of the server."""
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
            return  # answered before
        self._under_way.remove(sending)
        self.history.answer(sending.name, "late" if message["late"] else "in-time")
        bell = TrackedObject("bell", (sending.game, sending.turn))
        arrived = "late" if message["late"] else "in time"
        now = self.history.now()
        self.history.note(
            bell, Operation(self.who, arrived, sending.sheet.rev, sending.since, True, now)
        )

    def _refused(self, message: Mapping[str, Any]) -> None:
        self._not_stored(self._find(message.get("turn"), message.get("rev")))

    def _not_stored(self, sending: _PendingRevision | None) -> None:
        if sending is not None and sending.times == 1:
            self._under_way.remove(sending)
            self.history.answer(sending.name, "refused")

    def _barred(self, bulletin: Mapping[str, Any]) -> None:
        """Note a ``stale`` answer, which names neither the game nor the revision it answers."""
        pending = [each for each in self._under_way if each.turn == bulletin["turn"]]
        if pending:
            tracked = self._sheet(pending[-1].game, bulletin["turn"])
            self.history.read(
                tracked, self.who, "barred", _as_sheet(bulletin), since=self._connected_at
            )
            self._not_stored(pending[-1] if self.one_by_one else None)

    def _shown(self, state: Mapping[str, Any] | None) -> None:
        since, self._requested_at = (
            self._connected_at if self._requested_at is None else self._requested_at,
            None,
        )
        if not state or not state["turn"]:
            return
        tracked = self._sheet(state["game"]["id"], state["turn"]["ordinal"])
        stored = state["bulletin"] and _as_sheet(state["bulletin"])
        self.history.read(tracked, self.who, "shown", stored, since=since)

    def _find(self, turn: int | None, rev: int | None) -> _PendingRevision | None:
        matches = [each for each in self._under_way if (each.turn, each.sheet.rev) == (turn, rev)]
        return matches[-1] if matches else None

    def _sheet(self, game: int, turn: int) -> TrackedObject:
        return TrackedObject("sheet", (self.entry, game, turn))


def _as_sheet(bulletin: Mapping[str, Any]) -> Sheet:
    word = "/".join(bulletin["rows"])
    return Sheet(
        bulletin["rev"], bulletin["device"], word, bulletin["reference"], bulletin["score"]
    )
