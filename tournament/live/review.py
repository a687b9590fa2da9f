"""Bulletins stored after the close of their turn are told to the arbiters' office.

So that they need not wait for ``services.closing.rescue_stuck``, which finds what nobody told.
What is sent again is told again; but a tablet that sends it without end is told of once in a
while only, and the office queues a correction for it as long as it has none.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import psycopg

from tournament.live.intake import Outcome, Sent, closed_among
from tournament.services.closing import STUCK_AFTER, reopen_correction

#: A correction that was asked for and not done by then was perhaps lost.
AGAIN_AFTER_S = STUCK_AFTER.total_seconds()

#: Turn, entry and revision of a bulletin; all late ones of an entry are the same evidence: 0.
type Key = tuple[int, int, int]


class Reviews:
    """What one process has told the office lately; for the writer's thread alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[Key, float] = {}

    def tell(
        self,
        connection: psycopg.Connection[Any],
        batch: Sequence[Sent],
        outcomes: Sequence[Outcome],
    ) -> None:
        """Have the stored bulletins of ``batch`` corrected whose turn is closed.

        Only what was told is remembered: after an error all of it is told again.
        """
        stored = {key for key in map(_key, batch, outcomes) if key is not None}
        if not stored:
            return
        now = self._clock()
        self._told = {key: at for key, at in self._told.items() if now - at < AGAIN_AFTER_S}
        fresh = stored - self._told.keys()
        if not fresh:
            return
        closed = set(closed_among(connection, list({turn for turn, _, _ in fresh})))
        entries: defaultdict[int, set[int]] = defaultdict(set)
        for turn, entry, _ in fresh:
            if turn in closed:
                entries[turn].add(entry)
        for turn, theirs in entries.items():
            reopen_correction(turn, theirs)
        self._told |= {key: now for key in fresh if key[0] in closed}


def _key(sent: Sent, outcome: Outcome) -> Key | None:
    if outcome.review is None:
        return None
    return outcome.review, sent.entry_id, 0 if outcome.late else sent.save.rev
