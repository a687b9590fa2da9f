"""The operations on the club: requests and answers, with their times on one clock.

A line of the file is one operation on one object: ``model`` is a name in ``models.py``, ``key``
identifies the object. Arguments and outcomes are any JSON; lists become tuples, to be comparable.
"""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.chaos.linear import Operation
from benchmarks.chaos.models import Sheet


class ObjectId(NamedTuple):
    """The object of an operation: the name of its model, and its key."""

    model: str
    key: tuple[int, ...]


class History:
    """A record of operations, from any thread; times are seconds since its creation."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._ids = count()
        self._operations: dict[int, tuple[ObjectId, Operation]] = {}

    def get_time(self) -> float:
        return time.monotonic() - self._start

    def note_call(self, object_id: ObjectId, author: str, action: str, argument: Any = None) -> int:
        """Note a request made now; return the operation's identifier for ``note_answer``."""
        return self.note(object_id, Operation(author, action, argument, self.get_time()))

    def note_answer(self, operation_id: int, outcome: Any) -> None:
        object_id, operation = self._operations[operation_id]
        answered = replace(operation, outcome=outcome, answered_at=self.get_time())
        self._operations[operation_id] = object_id, answered

    def note_read(
        self, object_id: ObjectId, author: str, action: str, outcome: Any, requested_at: float
    ) -> None:
        """Note a value received now that was requested at ``requested_at``."""
        times = {"called_at": requested_at, "answered_at": self.get_time()}
        self.note(object_id, Operation(author, action, None, outcome=outcome, **times))

    def note(self, object_id: ObjectId, operation: Operation) -> int:
        operation_id = next(self._ids)
        self._operations[operation_id] = object_id, operation
        return operation_id

    def __iter__(self) -> Iterator[tuple[ObjectId, Operation]]:
        return iter(list(self._operations.values()))

    def write(self, path: Path) -> None:
        with path.open("w", encoding="utf-8") as file:
            for object_id, operation in self:
                fields = object_id._asdict() | asdict(operation)
                if not operation.is_answered:
                    del fields["outcome"], fields["answered_at"]
                file.write(json.dumps(fields, ensure_ascii=False) + "\n")


def read_history(path: Path) -> list[tuple[ObjectId, Operation]]:
    history = []
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = {name: to_value(value) for name, value in json.loads(line).items()}
        object_id = ObjectId(fields.pop("model"), fields.pop("key"))
        history.append((object_id, Operation(**fields)))
    return history


def to_value(content: Any) -> Any:
    """Return JSON content with tuples instead of lists: hashable."""
    return tuple(map(to_value, content)) if isinstance(content, list | tuple) else content


# --- the revisions and answers of a tablet -------------------------------------------------


@dataclass
class _PendingRevision:
    """A revision without answer, sent ``send_count`` times."""

    operation_id: int
    game: int
    turn: int
    sheet: Sheet
    sent_at: float
    send_count: int = 1


@dataclass
class TabletObserver:
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
            if (revision.turn, revision.sheet) == (turn, sheet):
                revision.send_count += 1
                return
        object_id, now = ObjectId("sheet", (self.entry, game, turn)), self.history.get_time()
        operation_id = self.history.note_call(object_id, self.author, "save", sheet)
        self._pending.append(_PendingRevision(operation_id, game, turn, sheet, now))

    def note_message(self, message: Mapping[str, Any]) -> None:
        """Note a message of the server."""
        match message["type"]:
            case "saved":
                self._note_saved(message)
            case "refused" if not message.get("retry"):
                self._note_not_stored(self._find(message.get("turn"), message.get("rev")))
            case "stale":
                self._note_stale(message["bulletin"])
            case "snapshot":
                self._note_snapshot(message["state"])

    def _note_saved(self, message: Mapping[str, Any]) -> None:
        revision = self._find(message["turn"], message["rev"])
        if revision is None:
            return  # answered before
        self._pending.remove(revision)
        self.history.note_answer(revision.operation_id, "late" if message["late"] else "in-time")
        arrival, rev = "late" if message["late"] else "in time", revision.sheet.rev
        now = self.history.get_time()
        operation = Operation(self.author, arrival, rev, revision.sent_at, True, now)
        self.history.note(ObjectId("turn end", (revision.game, revision.turn)), operation)

    def _note_not_stored(self, revision: _PendingRevision | None) -> None:
        if revision is not None and revision.send_count == 1:
            self._pending.remove(revision)
            self.history.note_answer(revision.operation_id, "refused")

    def _note_stale(self, bulletin: Mapping[str, Any]) -> None:
        """Note a ``stale`` answer, which names neither the game nor the revision it answers."""
        turn = bulletin["turn"]
        if pending := [revision for revision in self._pending if revision.turn == turn]:
            self._note_read(pending[-1].game, turn, "read other", bulletin, self._connected_at)
            self._note_not_stored(pending[-1] if self.answers_in_order else None)

    def _note_snapshot(self, state: Mapping[str, Any] | None) -> None:
        requested_at, self._requested_at = self._requested_at, None
        since = self._connected_at if requested_at is None else requested_at
        if state and state["turn"]:
            game, turn = state["game"]["id"], state["turn"]["ordinal"]
            self._note_read(game, turn, "read snapshot", state["bulletin"], since)

    def _note_read(
        self, game: int, turn: int, action: str, bulletin: Mapping[str, Any] | None, since: float
    ) -> None:
        """Note a bulletin of the server, or None, read at some time ``since``."""
        object_id = ObjectId("sheet", (self.entry, game, turn))
        sheet = bulletin and Sheet.from_fields(**bulletin)
        self.history.note_read(object_id, self.author, action, sheet, since)

    def _find(self, turn: int | None, rev: int | None) -> _PendingRevision | None:
        """Return the last pending revision with these numbers."""
        pending = reversed(self._pending)
        return next((p for p in pending if (p.turn, p.sheet.rev) == (turn, rev)), None)
