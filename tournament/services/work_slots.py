"""Slow work of pages: few at once, a bounded queue, no database connection meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.db import connection

from tournament.core.errors import Busy


class WorkSlots:
    """``count`` pages of a process work at once; ``max_waiting`` more wait, ``wait_s`` at most.

    The others are refused with ``Busy(reason)``. The connection of a page returns to the pool,
    which has ten: pages that wait here must not keep the other pages waiting. Within a transaction
    that is impossible: take a slot before it.
    """

    def __init__(self, reason: str, *, count: int, max_waiting: int, wait_s: float) -> None:
        self._reason = reason
        self._wait_s = wait_s
        self._running = BoundedSemaphore(count)
        self._admitted = BoundedSemaphore(count + max_waiting)

    @contextmanager
    def take(self) -> Iterator[None]:
        """Hold a slot. Raise Busy."""
        if not self._admitted.acquire(blocking=False):
            raise Busy(self._reason)
        try:
            if not connection.in_atomic_block:
                connection.close()
            if not self._running.acquire(timeout=self._wait_s):
                raise Busy(self._reason)
            try:
                yield
            finally:
                self._running.release()
        finally:
            self._admitted.release()
