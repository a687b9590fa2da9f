"""The single thread of a process that stores bulletins.

It commits everything queued with one statement and then acknowledges it; the next batch fills
while this one is committed. There is no timer: with little traffic a bulletin is answered at once,
with much traffic in big batches. What was accepted into the queue is kept until it is stored,
however long the database does not answer; when the queue is full, clients keep their bulletins
and send them again.
"""

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import django.db
import psycopg
import structlog
from django.conf import settings
from django.db import connection
from psycopg.errors import DuplicatePreparedStatement, InvalidSqlStatementName

from tournament import metrics
from tournament.core.errors import BadSheet, Busy
from tournament.protocol import Saved, Stale
from tournament.services.hand_in import intake
from tournament.services.hand_in.intake import IntakeOutcome, Submission
from tournament.services.hand_in.late_corrections import LateCorrectionThread

log = structlog.get_logger(__name__)

#: Stored; refused because a newer one is stored; or the reason of a refusal.
type HandInAnswer = Saved | Stale | BadSheet
#: Has its argument called in the right thread, such as on the event loop.
type Dispatch = Callable[[Callable[[], None]], object]

MAX_QUEUE = 20_000
MAX_BATCH = 500
#: The connection is closed after this time without work.
IDLE_TIMEOUT_S = 2.0
CONNECT_TIMEOUT_S = 5
PREPARE_AT_ONCE = 0
MIN_PAUSE_S, MAX_PAUSE_S = 0.05, 1.0

#: Errors of a batch with a row that can never be stored.
UNSTORABLE_ERRORS = (psycopg.DataError, psycopg.IntegrityError, psycopg.ProgrammingError)
DATABASE_ERRORS = (psycopg.Error, django.db.Error)
#: The connection is used with another session than the one that prepared the statement.
SESSION_CHANGED = (InvalidSqlStatementName, DuplicatePreparedStatement)


@dataclass(frozen=True, slots=True)
class QueuedBulletin:
    submission: Submission
    on_answer: Callable[[HandInAnswer], None]
    #: Moment of its arrival, by ``time.perf_counter``.
    queued_at: float = field(default_factory=time.perf_counter)


@dataclass(frozen=True, slots=True)
class FirstBulletin:
    """A table whose first bulletin for a turn was stored."""

    tournament: int
    game: int
    turn_ordinal: int
    table: int


class BulletinWriter:
    """``submit`` from any thread; answers are given in the writer's own, unless attached."""

    def __init__(self) -> None:
        self._dispatch: Dispatch = lambda call: call()
        self._on_first_bulletins: Callable[[Sequence[FirstBulletin]], None] | None = None
        self._queue: queue.SimpleQueue[QueuedBulletin | None] = queue.SimpleQueue()
        #: Accepted earlier than everything in the queue, but not storable in the same statement.
        self._deferred: list[QueuedBulletin] = []
        #: Not from the pool: pages that exhaust it must not delay a bulletin.
        self._connection: psycopg.Connection[Any] | None = None
        self._prepares_statements = not settings.DB_TRANSACTION_POOLING
        self._reviewer = LateCorrectionThread()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="live-writer", daemon=True)

    def start(self) -> None:
        self._thread.start()
        metrics.WAITING_BULLETINS.set_function(self._queue.qsize)
        self._reviewer.start()

    def attach(
        self, dispatch: Dispatch, on_first_bulletins: Callable[[Sequence[FirstBulletin]], None]
    ) -> None:
        """Deliver answers and first bulletins through ``dispatch`` from now on."""
        self._dispatch, self._on_first_bulletins = dispatch, on_first_bulletins

    def stop(self, timeout_s: float) -> bool:
        """Store what is queued, accept no more; False if the time was too short."""
        deadline = time.monotonic() + timeout_s
        self._stopping.set()
        self._queue.put(None)
        self._thread.join(timeout_s)
        self._reviewer.stop(max(0.0, deadline - time.monotonic()))
        return not self._thread.is_alive()

    def submit(self, submission: Submission, on_answer: Callable[[HandInAnswer], None]) -> None:
        """Queue a checked bulletin; ``on_answer`` is called once. Raise Busy."""
        if self._stopping.is_set() or self._queue.qsize() >= MAX_QUEUE:
            metrics.BULLETINS.labels("busy").inc()
            raise Busy("queue-full")
        self._queue.put(QueuedBulletin(submission, on_answer))

    def _run(self) -> None:
        while batch := self._take_batch():
            try:
                self._answer(batch, self._store(batch))
            except Exception:
                log.exception("live.writer_failed", size=len(batch))
        self._disconnect()

    def _take_batch(self) -> list[QueuedBulletin]:
        """Wait for work; return at most one item per entry and turn, and defer the others in order.

        Empty when the writer stops and everything is stored.
        """
        waiting, self._deferred = self._deferred, []
        if not waiting:
            first = self._wait_for_first()
            if first is None:
                return []
            waiting = [first]
        while len(waiting) < MAX_BATCH:
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                break
            if item is None:
                self._queue.put(None)  # for the next call, after what is left
                break
            waiting.append(item)
        batch: dict[tuple[int, int, int], QueuedBulletin] = {}
        for item in waiting:
            if batch.setdefault(item.submission.key, item) is not item:
                self._deferred.append(item)
        return list(batch.values())

    def _wait_for_first(self) -> QueuedBulletin | None:
        try:
            return self._queue.get(timeout=IDLE_TIMEOUT_S)
        except queue.Empty:
            self._disconnect()
            return self._queue.get()

    def _store(self, batch: Sequence[QueuedBulletin]) -> list[IntakeOutcome]:
        """Try until it is stored; split a batch with a row that can never be stored."""
        pause = MIN_PAUSE_S
        while True:
            try:
                return self._try_to_store(batch)
            except SESSION_CHANGED as error:
                log.warning("live.session_changed", error=str(error), set="DB_TRANSACTION_POOLING")
                self._prepares_statements = False
                self._disconnect()
            except UNSTORABLE_ERRORS:
                log.exception("live.batch_refused", size=len(batch))
                if len(batch) == 1:
                    return [IntakeOutcome("malformed")]
                middle = len(batch) // 2
                return self._store(batch[:middle]) + self._store(batch[middle:])
            except DATABASE_ERRORS as error:
                log.warning("live.database_lost", error=str(error), waiting=self._queue.qsize())
                self._disconnect()
                time.sleep(pause)
                pause = min(2 * pause, MAX_PAUSE_S)

    def _try_to_store(self, batch: Sequence[QueuedBulletin]) -> list[IntakeOutcome]:
        """Store, and note what corrections that began meanwhile have to include."""
        if self._connection is None:
            self._connection = _connect(prepares=self._prepares_statements)
        submissions = [item.submission for item in batch]
        outcomes = intake.store_submissions(self._connection, submissions)
        self._reviewer.add_batch(submissions, outcomes)
        return outcomes

    def _disconnect(self) -> None:
        closing, self._connection = self._connection, None
        with contextlib.suppress(*DATABASE_ERRORS):
            if closing is not None:
                closing.close()

    def _answer(self, batch: Sequence[QueuedBulletin], outcomes: Sequence[IntakeOutcome]) -> None:
        answers, news = [], []
        for item, outcome in zip(batch, outcomes, strict=True):
            if outcome.code == "again":
                self._deferred.append(item)
                continue
            answers.append((item, _build_answer(item.submission, outcome)))
            if outcome.first_bulletin_table is not None:
                news.append(_build_first_bulletin(item.submission, outcome.first_bulletin_table))

        def deliver() -> None:
            for item, message in answers:
                item.on_answer(message)
                _count_answer(item, message)
            if news and self._on_first_bulletins is not None:
                self._on_first_bulletins(news)

        try:
            self._dispatch(deliver)
        except RuntimeError:  # the event loop is closed, and all clients are disconnected
            log.info("live.answers_dropped", size=len(answers))


def _build_answer(submission: Submission, outcome: IntakeOutcome) -> HandInAnswer:
    turn, rev = submission.save.turn, submission.save.rev
    if outcome.code == "stored":
        return Saved(turn=turn, rev=rev, late=outcome.is_late)
    if outcome.stored_bulletin is not None:
        return Stale(bulletin=outcome.stored_bulletin)
    return BadSheet(outcome.code)


def _count_answer(item: QueuedBulletin, message: HandInAnswer) -> None:
    metrics.ACKNOWLEDGEMENT.observe(time.perf_counter() - item.queued_at)
    match message:
        case Saved(late=True):
            metrics.BULLETINS.labels("late").inc()
        case Saved():
            metrics.BULLETINS.labels("saved").inc()
        case Stale():
            metrics.BULLETINS.labels("stale").inc()
        case BadSheet():
            metrics.BULLETINS.labels("refused").inc()


def _build_first_bulletin(submission: Submission, table: int) -> FirstBulletin:
    return FirstBulletin(
        submission.tournament_id, submission.save.game_id, submission.save.turn, table
    )


def _connect(*, prepares: bool) -> psycopg.Connection[Any]:
    """Connect; ``prepares``: planning a statement takes longer than storing a bulletin."""
    parameters = {"connect_timeout": CONNECT_TIMEOUT_S} | connection.get_connection_params()
    options = {"autocommit": True, "prepare_threshold": PREPARE_AT_ONCE if prepares else None}
    return psycopg.connect(**parameters | options)
