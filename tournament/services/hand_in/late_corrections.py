"""Asks the arbitration to correct bulletins stored after the close of their turn.

Without it they would wait for ``services.play.closing.rescue_stuck_turns``, which finds every turn
that has them (``hand_in.intake``). A bulletin sent again is reported again, but for a tablet that
keeps sending only once in a while, and the arbitration queues one correction at most.
"""

import queue
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence

import django.db
import structlog
from django.db import connection

from tournament.core.states import TurnState
from tournament.models import Turn
from tournament.services.hand_in.intake import IntakeOutcome, Submission
from tournament.services.play.closing import request_correction

log = structlog.get_logger(__name__)

#: A bulletin sent again is reported again after this time.
RETRY_AFTER_S = 15.0
#: Bulletins stored within this time of the first are reported together; while no turn ends, within
#: the longer one: each report is a query of every process.
BATCH_DELAY_S, EARLY_DELAY_S = 0.05, 1.0
#: Pause after an error of the database or the pool.
RETRY_PAUSE_S = 1.0

#: Turn, entry and revision of a bulletin; 0 for late ones, which are all the same evidence.
type LateBulletinKey = tuple[int, int, int]


class LateCorrectionLog:
    """The recent reports of one process; for a single thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._reported_at: dict[LateBulletinKey, float] = {}

    def report(self, stored: Collection[LateBulletinKey]) -> None:
        """Ask for the correction of the bulletins ``stored``, if their turn is closed.

        Only successful reports are remembered: after an error all of them are repeated.
        """
        now = self._clock()
        self._reported_at = {
            key: reported_at
            for key, reported_at in self._reported_at.items()
            if now - reported_at < RETRY_AFTER_S
        }
        fresh = set(stored) - self._reported_at.keys()
        if not fresh:
            return
        closed = find_closed_turns({turn for turn, _, _ in fresh})
        entries: defaultdict[int, set[int]] = defaultdict(set)
        for turn, entry, _ in fresh:
            if turn in closed:
                entries[turn].add(entry)
        for turn, entry_ids in entries.items():
            request_correction(turn, entry_ids)
        self._reported_at |= {key: now for key in fresh if key[0] in closed}


class LateCorrectionThread:
    """The thread that reports, so that neither acknowledgements nor batches wait for it."""

    def __init__(self) -> None:
        self._reviews = LateCorrectionLog()
        self._queue: queue.SimpleQueue[set[LateBulletinKey] | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        #: Set by a bulletin that arrived near the end of its turn.
        self._is_urgent = threading.Event()
        self._thread = threading.Thread(target=self._run, name="live-reviewer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def add_batch(self, batch: Sequence[Submission], outcomes: Sequence[IntakeOutcome]) -> None:
        """Report the outcomes soon, without waiting."""
        if stored := list_keys(batch, outcomes):
            self._queue.put(stored)
            if not all(
                outcome.is_early for outcome in outcomes if outcome.turn_to_correct is not None
            ):
                self._is_urgent.set()

    def stop(self, timeout_s: float) -> None:
        """Report what was queued, and end; what is left when the time is over is rescued later."""
        self._stopping.set()
        self._is_urgent.set()
        self._queue.put(None)
        self._thread.join(timeout_s)

    def _run(self) -> None:
        while (stored := self._queue.get()) is not None:
            if not self._stopping.is_set():
                self._is_urgent.wait(EARLY_DELAY_S)
                self._stopping.wait(BATCH_DELAY_S)
                self._is_urgent.clear()
            waiting = set(stored)
            while not self._try_to_report(self._gather(waiting)) and not self._stopping.wait(
                RETRY_PAUSE_S
            ):
                continue

    def _gather(self, waiting: set[LateBulletinKey]) -> set[LateBulletinKey]:
        """Return ``waiting`` with everything queued meanwhile."""
        while True:
            try:
                more = self._queue.get_nowait()
            except queue.Empty:
                return waiting
            if more is None:
                self._queue.put(None)  # end after what is left
                return waiting
            waiting |= more

    def _try_to_report(self, stored: set[LateBulletinKey]) -> bool:
        """Report; False if the database did not answer, so that it must be repeated."""
        try:
            self._reviews.report(stored)
        except django.db.Error as error:
            log.warning("live.review_waits", error=str(error), bulletins=len(stored))
            return False
        except Exception:  # the rescue will ask for it
            log.exception("live.review_failed", bulletins=len(stored))
        finally:
            connection.close()  # back to the pool
        return True


def find_closed_turns(turn_ids: Collection[int]) -> set[int]:
    """Return the turns whose correction may have begun."""
    turns = Turn.objects.exclude(state__in=[TurnState.OPEN, TurnState.CANCELLED])
    return set(turns.filter(pk__in=turn_ids).values_list("pk", flat=True))


def list_keys(
    batch: Sequence[Submission], outcomes: Sequence[IntakeOutcome]
) -> set[LateBulletinKey]:
    """Return the keys of bulletins that may have to be reported."""
    return {key for key in map(_build_key, batch, outcomes) if key is not None}


def _build_key(submission: Submission, outcome: IntakeOutcome) -> LateBulletinKey | None:
    if outcome.turn_to_correct is None:
        return None
    return (
        outcome.turn_to_correct,
        submission.entry_id,
        0 if outcome.is_late else submission.save.rev,
    )
