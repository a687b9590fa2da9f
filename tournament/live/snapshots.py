"""Snapshots for those who come, as few times made as possible.

When a room comes back after a deploy, thousands ask at once. Audiences that all see the same
share one snapshot until something happens; players are served in batches, the next one forming
while the last one is being read.
"""

import asyncio
from collections.abc import Callable

import structlog
from django.db import InterfaceError, OperationalError

from tournament.live import parts
from tournament.live.protocol import Snapshot
from tournament.live.threads import Threads
from tournament.live.tokens import Ticket

log = structlog.get_logger(__name__)

MAX_BATCH = 1000
#: For how long, and how often, a database that has just been restarted is asked again.
PATIENCE_S, PAUSE_S = 5.0, 0.25


class UnavailableError(Exception):
    """The database does not answer; the client should come back later."""


class Snapshots:
    """What a new client needs, read in threads.

    Whoever waits must already be registered, holding the frames that arrive meanwhile: a
    shared snapshot is at least as new as the last frame that came before.
    """

    def __init__(self, threads: Threads) -> None:
        self._threads = threads
        #: Shared snapshots, made or being made, since the last frame of their tournament.
        self._shared: dict[Ticket, asyncio.Task[Snapshot]] = {}
        self._waiting: dict[int, dict[int, asyncio.Future[Snapshot]]] = {}
        self._readers: set[asyncio.Task[None]] = set()

    def outdate(self, tournament_id: int) -> None:
        """Something happened there: what was read before is not for newcomers."""
        for ticket in [t for t in self._shared if t.tournament_id == tournament_id]:
            del self._shared[ticket]

    async def get(self, ticket: Ticket) -> Snapshot:
        """Raises UnavailableError."""
        if ticket.entry_id is not None:
            return await self._own(ticket.tournament_id, ticket.entry_id)
        task = self._shared.get(ticket)
        if task is None or (task.done() and task.exception() is not None):
            task = asyncio.create_task(self._read(parts.snapshot, *ticket))
            self._shared[ticket] = task
        return await asyncio.shield(task)

    async def _own(self, tournament_id: int, entry_id: int) -> Snapshot:
        waiting = self._waiting.get(tournament_id)
        if waiting is None:
            waiting = self._waiting[tournament_id] = {}
            reader = asyncio.create_task(self._serve(tournament_id, waiting))
            self._readers.add(reader)
            reader.add_done_callback(self._readers.discard)
        future = waiting.get(entry_id)
        if future is None:
            future = waiting[entry_id] = asyncio.get_running_loop().create_future()
        return await asyncio.shield(future)

    async def _serve(
        self, tournament_id: int, waiting: dict[int, asyncio.Future[Snapshot]]
    ) -> None:
        """Read for the players of one tournament until nobody waits."""
        while waiting:
            batch = {entry: waiting.pop(entry) for entry in list(waiting)[:MAX_BATCH]}
            try:
                found = await self._read(parts.entry_snapshots, tournament_id, list(batch))
            except Exception as error:  # noqa: BLE001 - theirs who wait for it
                for future in batch.values():
                    future.set_exception(error)
                continue
            for entry, future in batch.items():
                future.set_result(found[entry])
        del self._waiting[tournament_id]

    async def _read[**P, R](self, load: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + PATIENCE_S
        while True:
            try:
                return await self._threads.run(load, *args, **kwargs)
            except (OperationalError, InterfaceError) as error:
                log.warning("live.snapshot_failed", error=str(error))
                if loop.time() > deadline:
                    raise UnavailableError from error
            await asyncio.sleep(PAUSE_S)
