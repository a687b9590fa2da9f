"""The one thread of a process that stores bulletins.

It commits whatever has queued as one statement and then acknowledges it; the next batch forms
while this one commits. No timer: an idle room is answered at once, a full one in big batches.
What was accepted into the queue is kept until it is stored, however long the database is away;
when the queue is full, clients are told to keep their sheets and send again.
"""

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import django.db
import psycopg
import structlog
from django.conf import settings
from django.db import connection
from psycopg.errors import DuplicatePreparedStatement, InvalidSqlStatementName

from tournament.core.errors import BadSheet, Busy
from tournament.protocol import Saved, Stale
from tournament.services.hand_in import intake
from tournament.services.hand_in.intake import IntakeOutcome, Sent
from tournament.services.hand_in.review import Reviewer

log = structlog.get_logger(__name__)

#: Stored; kept back for a newer one; or why it is not stored.
type HandInAnswer = Saved | Stale | BadSheet
#: Has its argument called where answers are delivered, such as on the event loop.
type Dispatch = Callable[[Callable[[], None]], object]

MAX_QUEUE = 20_000
MAX_BATCH = 500
#: After so long without work the connection is closed.
IDLE_S = 2.0
CONNECT_TIMEOUT_S = 5
PREPARE_AT_ONCE = 0
FIRST_PAUSE_S, LAST_PAUSE_S = 0.05, 1.0

#: Some row of the batch cannot be stored, now or ever.
POISON = (psycopg.DataError, psycopg.IntegrityError, psycopg.ProgrammingError)
DATABASE_ERRORS = (psycopg.Error, django.db.Error)
#: The session is not the one in which the statement was prepared, though the connection is.
SESSION_CHANGED = (InvalidSqlStatementName, DuplicatePreparedStatement)


@dataclass(frozen=True, slots=True)
class Item:
    sent: Sent
    answer: Callable[[HandInAnswer], None]


@dataclass(frozen=True, slots=True)
class News:
    """A table from which the first bulletin for a turn has come."""

    tournament: int
    game: int
    turn_ordinal: int
    table: int


class Writer:
    """``submit`` from any thread; the answers come from the writer's own, unless attached."""

    def __init__(self) -> None:
        self._dispatch: Dispatch = lambda call: call()
        self._news: Callable[[Sequence[News]], None] | None = None
        self._queue: queue.SimpleQueue[Item | None] = queue.SimpleQueue()
        #: Accepted before all that is in the queue, but not storable in the same statement.
        self._deferred: list[Item] = []
        #: Not from the pool: pages that use it up must not delay a bulletin.
        self._connection: psycopg.Connection[Any] | None = None
        self._prepares = not settings.DB_TRANSACTION_POOLING
        self._reviewer = Reviewer()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="live-writer", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._reviewer.start()

    def attach(self, dispatch: Dispatch, news: Callable[[Sequence[News]], None]) -> None:
        """Give answers and news through ``dispatch`` from now on."""
        self._dispatch, self._news = dispatch, news

    def stop(self, timeout_s: float) -> bool:
        """Store what is queued, take no more; False when the time did not suffice."""
        deadline = time.monotonic() + timeout_s
        self._stopping.set()
        self._queue.put(None)
        self._thread.join(timeout_s)
        self._reviewer.stop(max(0.0, deadline - time.monotonic()))
        return not self._thread.is_alive()

    def submit(self, sent: Sent, answer: Callable[[HandInAnswer], None]) -> None:
        """Queue a bulletin of good shape; ``answer`` is called once. Raises Busy."""
        if self._stopping.is_set() or self._queue.qsize() >= MAX_QUEUE:
            raise Busy("queue-full")
        self._queue.put(Item(sent, answer))

    def _run(self) -> None:
        while batch := self._take():
            try:
                self._answer(batch, self._store(batch))
            except Exception:
                log.exception("live.writer_failed", size=len(batch))
        self._disconnect()

    def _take(self) -> list[Item]:
        """Wait for work; at most one item per entry and turn, the others keep their order.

        Empty when stopping and everything is stored.
        """
        waiting, self._deferred = self._deferred, []
        if not waiting:
            first = self._wait()
            if first is None:
                return []
            waiting = [first]
        while len(waiting) < MAX_BATCH:
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                break
            if item is None:
                self._queue.put(None)  # for the next call, behind what is left
                break
            waiting.append(item)
        batch: dict[tuple[int, int, int], Item] = {}
        for item in waiting:
            if batch.setdefault(item.sent.key, item) is not item:
                self._deferred.append(item)
        return list(batch.values())

    def _wait(self) -> Item | None:
        try:
            return self._queue.get(timeout=IDLE_S)
        except queue.Empty:
            self._disconnect()
            return self._queue.get()

    def _store(self, batch: Sequence[Item]) -> list[IntakeOutcome]:
        """Try until the database takes it; halve a batch with a row that it never will."""
        pause = FIRST_PAUSE_S
        while True:
            try:
                return self._try(batch)
            except SESSION_CHANGED as error:
                log.warning("live.session_changed", error=str(error), set="DB_TRANSACTION_POOLING")
                self._prepares = False
                self._disconnect()
            except POISON:
                log.exception("live.batch_refused", size=len(batch))
                if len(batch) == 1:
                    return [IntakeOutcome("malformed")]
                middle = len(batch) // 2
                return self._store(batch[:middle]) + self._store(batch[middle:])
            except DATABASE_ERRORS as error:
                log.warning("live.database_lost", error=str(error), waiting=self._queue.qsize())
                self._disconnect()
                time.sleep(pause)
                pause = min(2 * pause, LAST_PAUSE_S)

    def _try(self, batch: Sequence[Item]) -> list[IntakeOutcome]:
        """Store, and note what corrections that began meanwhile have to see."""
        if self._connection is None:
            self._connection = _connect(prepares=self._prepares)
        sent = [item.sent for item in batch]
        outcomes = intake.store(self._connection, sent)
        self._reviewer.note(sent, outcomes)
        return outcomes

    def _disconnect(self) -> None:
        own, self._connection = self._connection, None
        with contextlib.suppress(*DATABASE_ERRORS):
            if own is not None:
                own.close()

    def _answer(self, batch: Sequence[Item], outcomes: Sequence[IntakeOutcome]) -> None:
        answers, news = [], []
        for item, outcome in zip(batch, outcomes, strict=True):
            if outcome.code == "again":
                self._deferred.append(item)
                continue
            answers.append((item.answer, _answer_for(item.sent, outcome)))
            if outcome.first_of_table is not None:
                news.append(_news_of(item.sent, outcome.first_of_table))

        def deliver() -> None:
            for answer, message in answers:
                answer(message)
            if news and self._news is not None:
                self._news(news)

        try:
            self._dispatch(deliver)
        except RuntimeError:  # the event loop is closed: nobody is left to be told
            log.info("live.answers_dropped", size=len(answers))


def _answer_for(sent: Sent, outcome: IntakeOutcome) -> HandInAnswer:
    turn, rev = sent.save.turn, sent.save.rev
    if outcome.code == "stored":
        return Saved(turn=turn, rev=rev, late=outcome.late)
    if outcome.held is not None:
        return Stale(bulletin=outcome.held)
    return BadSheet(outcome.code)


def _news_of(sent: Sent, table: int) -> News:
    return News(sent.tournament_id, sent.save.game_id, sent.save.turn, table)


def _connect(*, prepares: bool) -> psycopg.Connection[Any]:
    """``prepares``: planning takes several times as long as storing one bulletin."""
    parameters = {"connect_timeout": CONNECT_TIMEOUT_S} | connection.get_connection_params()
    own = {"autocommit": True, "prepare_threshold": PREPARE_AT_ONCE if prepares else None}
    return psycopg.connect(**parameters | own)
