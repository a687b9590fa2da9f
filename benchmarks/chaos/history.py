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
        self._operations: dict[int, tuple[TrackedObject, Operation]] = {}

    def get_time(self) -> float:
        return time.monotonic() - self._start

    def call(self, tracked: TrackedObject, author: str, action: str, argument: Any = None) -> int:
        """Note a request made now; return the name for ``answer``."""
        return self.note(tracked, Operation(author, action, argument, self.get_time()))

    def answer(self, name: int, outcome: Any) -> None:
        tracked, operation = self._operations[name]
        self._operations[name] = tracked, replace(operation, outcome=outcome, back=self.get_time())

    def read(
        self, tracked: TrackedObject, author: str, action: str, outcome: Any, *, requested_at: float
    ) -> None:
        """Note a value received now that was requested at ``requested_at``."""
        self.note(tracked, Operation(author, action, None, requested_at, outcome, self.get_time()))

    def note(self, tracked: TrackedObject, operation: Operation) -> int:
        name = next(self._names)
        self._operations[name] = tracked, operation
        return name

    def __iter__(self) -> Iterator[tuple[TrackedObject, Operation]]:
        return iter(list(self._operations.values()))

    def write(self, path: Path) -> None:
        with path.open("w", encoding="utf-8") as file:
            for tracked, operation in self:
                fields = tracked._asdict() | asdict(operation)
                if not operation.is_answered:
                    del fields["outcome"], fields["back"]
                file.write(json.dumps(fields, ensure_ascii=False) + "\n")


def read_history(path: Path) -> list[tuple[TrackedObject, Operation]]:
    history = []
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = {name: to_value(value) for name, value in json.loads(line).items()}
        tracked = TrackedObject(fields.pop("register"), fields.pop("key"))
        history.append((tracked, Operation(**fields)))
    return history


def to_value(content: Any) -> Any:
    """Return JSON content with tuples instead of lists: hashable."""
    return tuple(map(to_value, content)) if isinstance(content, list | tuple) else content


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
    """A revision without answer, sent ``send_count`` times; ``name``: its operation's."""

    name: int
    game: int
    turn: int
    sheet: Sheet
    sent_at: float
    send_count: int = 1


@dataclass
class Observer:
    """Notes a tablet's messages: a revision is one operation, from first sending to first answer.

    If it was sent twice, a refusal may answer the second only: the outcome stays unknown. A
    snapshot was read at some time since its request; the bulletin of a ``stale`` answer, since
    the connection.
    """

    history: History
    entry: int
    author: str
    #: True if an answer is always to the last revision sent, as with HTTP requests.
    answers_in_order: bool = False
    _pending: list[_PendingRevision] = field(default_factory=list)
    _connected_at: float = 0.0
    _requested_at: float | None = None

    def note_connection(self) -> None:
        """Note a new connection: the server sends a snapshot without request."""
        self._connected_at = self._requested_at = self.history.get_time()

    def note_request(self) -> None:
        if self._requested_at is None:
            self._requested_at = self.history.get_time()

    def note_sent(self, game: int, turn: int, sheet: Sheet) -> None:
        # Answers do not name the game: revisions of another game will not be answered any more.
        self._pending = [revision for revision in self._pending if revision.game == game]
        for revision in self._pending:
            if (revision.game, revision.turn, revision.sheet) == (game, turn, sheet):
                revision.send_count += 1
                return
        now = self.history.get_time()
        name = self.history.call(self._build_sheet_object(game, turn), self.author, "save", sheet)
        self._pending.append(_PendingRevision(name, game, turn, sheet, now))

    def note_message(self, message: Mapping[str, Any]) -> None:
        """Note a message of the server."""
        match message["type"]:
            case "saved":
                self._note_saved(message)
            case "refused" if not message.get("retry"):
                self._note_refused(message)
            case "stale":
                self._note_stale(message["bulletin"])
            case "snapshot":
                self._note_snapshot(message["state"])

    def _note_saved(self, message: Mapping[str, Any]) -> None:
        revision = self._find(message["turn"], message["rev"])
        if revision is None:
            return  # answered before
        self._pending.remove(revision)
        self.history.answer(revision.name, "late" if message["late"] else "in-time")
        tracked = TrackedObject("bell", (revision.game, revision.turn))
        arrival = "late" if message["late"] else "in time"
        now = self.history.get_time()
        self.history.note(
            tracked,
            Operation(self.author, arrival, revision.sheet.rev, revision.sent_at, True, now),
        )

    def _note_refused(self, message: Mapping[str, Any]) -> None:
        self._note_not_stored(self._find(message.get("turn"), message.get("rev")))

    def _note_not_stored(self, revision: _PendingRevision | None) -> None:
        if revision is not None and revision.send_count == 1:
            self._pending.remove(revision)
            self.history.answer(revision.name, "refused")

    def _note_stale(self, bulletin: Mapping[str, Any]) -> None:
        """Note a ``stale`` answer, which names neither the game nor the revision it answers."""
        pending = [revision for revision in self._pending if revision.turn == bulletin["turn"]]
        if pending:
            tracked = self._build_sheet_object(pending[-1].game, bulletin["turn"])
            self.history.read(
                tracked, self.author, "barred", _to_sheet(bulletin), requested_at=self._connected_at
            )
            self._note_not_stored(pending[-1] if self.answers_in_order else None)

    def _note_snapshot(self, state: Mapping[str, Any] | None) -> None:
        requested_at, self._requested_at = (
            self._connected_at if self._requested_at is None else self._requested_at,
            None,
        )
        if not state or not state["turn"]:
            return
        tracked = self._build_sheet_object(state["game"]["id"], state["turn"]["ordinal"])
        stored = state["bulletin"] and _to_sheet(state["bulletin"])
        self.history.read(tracked, self.author, "shown", stored, requested_at=requested_at)

    def _find(self, turn: int | None, rev: int | None) -> _PendingRevision | None:
        matches = [
            revision
            for revision in self._pending
            if (revision.turn, revision.sheet.rev) == (turn, rev)
        ]
        return matches[-1] if matches else None

    def _build_sheet_object(self, game: int, turn: int) -> TrackedObject:
        return TrackedObject("sheet", (self.entry, game, turn))


def _to_sheet(bulletin: Mapping[str, Any]) -> Sheet:
    word = "/".join(bulletin["rows"])
    return Sheet(
        bulletin["rev"], bulletin["device"], word, bulletin["reference"], bulletin["score"]
    )
