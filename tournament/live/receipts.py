"""Receipts of slips that arrive in this process, stored in batches."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

import structlog

from tournament.live.threads import ThreadPool
from tournament.ports import SlipReceipt
from tournament.services.play.receipts import store_receipts

log = structlog.get_logger(__name__)

MAX_BATCH = 1000


class ReceiptWriter:
    """Stores receipts with their time of arrival; those that arrive meanwhile form the next batch.

    Works as for bulletins (``hand_in.writer``), without a guarantee: what cannot be stored is not
    answered, and the tablet sends it again.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._threads = ThreadPool("receipt", 1)
        self._waiting: list[tuple[SlipReceipt, asyncio.Future[bool | None]]] = []
        self._storing: asyncio.Task[None] | None = None

    async def store(self, uid: UUID, entry_id: int) -> bool | None:
        """Store a receipt; True if the slip is of the entry, None if it could not be stored."""
        answer: asyncio.Future[bool | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((SlipReceipt(uid, entry_id, self._now()), answer))
        if self._storing is None or self._storing.done():
            self._storing = asyncio.create_task(self._store_batches(), name="live-receipts")
        return await answer

    def close(self) -> None:
        self._threads.shutdown()
        if self._storing is not None:
            self._storing.cancel()

    async def _store_batches(self) -> None:
        while batch := self._waiting[:MAX_BATCH]:
            del self._waiting[:MAX_BATCH]
            results: list[bool | None]
            try:
                results = [
                    *await self._threads.run(store_receipts, [receipt for receipt, _ in batch])
                ]
            except Exception:  # the tablets send them again
                log.exception("live.receipts_failed", size=len(batch))
                results = [None] * len(batch)
            for (_, answer), is_own_slip in zip(batch, results, strict=True):
                if not answer.done():
                    answer.set_result(is_own_slip)
