"""Bulletins stored after the close of their turn are told to the arbiters' office.

So that they need not wait for ``services.play.closing.rescue_stuck``, which finds what nobody told:
the statement that stores them leaves the turn uncorrected (``services.hand_in.intake``). What is sent again is
told again; but a tablet that sends it without end is told of once in a while only, and the office
queues a correction for it as long as it has none.
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
from tournament.services.hand_in.intake import IntakeOutcome, Sent
from tournament.services.play.closing import STUCK_AFTER, ask_for_correction

log = structlog.get_logger(__name__)

#: A correction that was asked for and not done by then was perhaps lost.
AGAIN_AFTER_S = STUCK_AFTER.total_seconds()
#: What is stored so long after the first is told together: a correction is not in such a hurry.
GATHER_S = 0.05
#: How long a database or a pool that has just failed is left alone.
PAUSE_S = 1.0

#: Turn, entry and revision of a bulletin; all late ones of an entry are the same evidence: 0.
type ReviewKey = tuple[int, int, int]


class Reviews:
    """What one process has told the office lately; for one thread alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[ReviewKey, float] = {}

    def tell(self, stored: Collection[ReviewKey]) -> None:
        """Have the bulletins ``stored`` corrected whose turn is closed.

        Only what was told is remembered: after an error all of it is told again.
        """
        now = self._clock()
        self._told = {key: at for key, at in self._told.items() if now - at < AGAIN_AFTER_S}
        fresh = set(stored) - self._told.keys()
        if not fresh:
            return
        closed = closed_among({turn for turn, _, _ in fresh})
        entries: defaultdict[int, set[int]] = defaultdict(set)
        for turn, entry, _ in fresh:
            if turn in closed:
                entries[turn].add(entry)
        for turn, theirs in entries.items():
            ask_for_correction(turn, theirs)
        self._told |= {key: now for key in fresh if key[0] in closed}


class Reviewer:
    """The thread that tells: no acknowledgement and no batch waits for what it waits for."""

    def __init__(self) -> None:
        self._reviews = Reviews()
        self._queue: queue.SimpleQueue[set[ReviewKey] | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="live-reviewer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def note(self, batch: Sequence[Sent], outcomes: Sequence[IntakeOutcome]) -> None:
        """Tell of this soon; never waits."""
        if stored := keys(batch, outcomes):
            self._queue.put(stored)

    def stop(self, timeout_s: float) -> None:
        """Tell what was noted and end; what the time does not suffice for is rescued later."""
        self._stopping.set()
        self._queue.put(None)
        self._thread.join(timeout_s)

    def _run(self) -> None:
        while (stored := self._queue.get()) is not None:
            self._stopping.wait(GATHER_S)
            waiting = set(stored)
            while not self._tell(self._gather(waiting)) and not self._stopping.wait(PAUSE_S):
                continue

    def _gather(self, waiting: set[ReviewKey]) -> set[ReviewKey]:
        """``waiting`` with what was noted meanwhile."""
        while True:
            try:
                more = self._queue.get_nowait()
            except queue.Empty:
                return waiting
            if more is None:
                self._queue.put(None)  # for the end, behind what is left
                return waiting
            waiting |= more

    def _tell(self, stored: set[ReviewKey]) -> bool:
        """Whether it is done with; not while the database is away."""
        try:
            self._reviews.tell(stored)
        except django.db.Error as error:
            log.warning("live.review_waits", error=str(error), bulletins=len(stored))
            return False
        except Exception:  # the rescue asks for it
            log.exception("live.review_failed", bulletins=len(stored))
        finally:
            connection.close()  # back to the pool
        return True


def closed_among(turn_ids: Collection[int]) -> set[int]:
    """The turns whose correction may have begun."""
    turns = Turn.objects.exclude(state__in=[TurnState.OPEN, TurnState.CANCELLED])
    return set(turns.filter(pk__in=turn_ids).values_list("pk", flat=True))


def keys(batch: Sequence[Sent], outcomes: Sequence[IntakeOutcome]) -> set[ReviewKey]:
    """What the office may have to be told of."""
    return {key for key in map(_key, batch, outcomes) if key is not None}


def _key(sent: Sent, outcome: IntakeOutcome) -> ReviewKey | None:
    if outcome.review is None:
        return None
    return outcome.review, sent.entry_id, 0 if outcome.late else sent.save.rev
