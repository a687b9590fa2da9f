"""Snapshots for new clients, computed as rarely as possible.

After a deployment thousands of clients ask at once. Audiences that all see the same share one
snapshot until something changes; players are served in batches, the next one filling while the
last is read.
"""

import asyncio
from collections.abc import Callable, Collection

import structlog
from django.db import InterfaceError, OperationalError

from tournament.live.threads import ThreadPool
from tournament.protocol import Snapshot, admission, parts
from tournament.protocol.admission import InvalidReason
from tournament.protocol.tokens import Ticket

log = structlog.get_logger(__name__)

MAX_BATCH = 1000
#: How long, and at what interval, a database that was just restarted is tried again, in seconds.
RETRY_FOR_S, RETRY_EVERY_S = 5.0, 0.25


class UnavailableError(Exception):
    """The database does not answer; the client should reconnect later."""


class Snapshots:
    """Snapshots, read in threads.

    A client that waits must already be registered and keep the frames that arrive meanwhile: a
    shared snapshot is at least as new as the last frame before it was requested.
    """

    def __init__(
        self, threads: ThreadPool, is_connected: Callable[[], bool] = lambda: True
    ) -> None:
        self._threads = threads
        #: True while the bus is connected; otherwise a stored snapshot may be outdated.
        self._is_connected = is_connected
        #: Shared snapshots, ready or being made, since the last frame of their tournament.
        self._shared: dict[Ticket, asyncio.Task[Snapshot | None]] = {}
        self._waiting: dict[int, dict[Ticket, asyncio.Future[Snapshot | InvalidReason]]] = {}
        self._readers: set[asyncio.Task[None]] = set()

    def invalidate(self, tournament_id: int) -> None:
        """Discard the shared snapshots of a tournament after a change."""
        for ticket in [t for t in self._shared if t.tournament_id == tournament_id]:
            del self._shared[ticket]

    def forget(self) -> None:
        """Discard all shared snapshots: messages of unknown tournaments were lost."""
        self._shared.clear()

    async def get(self, ticket: Ticket) -> Snapshot | InvalidReason | None:
        """Return the snapshot; for an invalid ticket the reason of a player, None for others.
        Raise UnavailableError."""
        if ticket.entry_id is not None:
            return await self._get_player_snapshot(ticket)
        if ticket.user_id is not None and not await self._read(admission.is_admitted, ticket):
            return None
        # An account in the public audience belongs to the staff: it may see a draft.
        user_id = None if ticket.user_id is None else 0
        shared_ticket = Ticket(ticket.tournament_id, ticket.audience, user_id=user_id)
        task = self._shared.get(shared_ticket)
        if task is None or (
            task.done() and (not self._is_connected() or task.exception() is not None)
        ):
            task = self._shared[shared_ticket] = asyncio.create_task(
                self._read(_read_audience, shared_ticket)
            )
        return await asyncio.shield(task)

    async def _get_player_snapshot(self, ticket: Ticket) -> Snapshot | InvalidReason:
        tournament_id = ticket.tournament_id
        waiting = self._waiting.get(tournament_id)
        if waiting is None:
            waiting = self._waiting[tournament_id] = {}
            reader = asyncio.create_task(self._serve(tournament_id, waiting))
            self._readers.add(reader)
            reader.add_done_callback(self._readers.discard)
        future = waiting.get(ticket)
        if future is None:
            future = waiting[ticket] = asyncio.get_running_loop().create_future()
        return await asyncio.shield(future)

    async def _serve(
        self, tournament_id: int, waiting: dict[Ticket, asyncio.Future[Snapshot | InvalidReason]]
    ) -> None:
        """Read for the players of one tournament until no one waits."""
        while waiting:
            batch = {ticket: waiting.pop(ticket) for ticket in list(waiting)[:MAX_BATCH]}
            try:
                snapshots = await self._read(_read_players, tournament_id, list(batch))
            except Exception as error:  # noqa: BLE001 - raised by the futures
                for future in batch.values():
                    future.set_exception(error)
                continue
            for ticket, future in batch.items():
                future.set_result(snapshots[ticket])
        del self._waiting[tournament_id]

    async def _read[**P, R](self, load: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + RETRY_FOR_S
        while True:
            try:
                return await self._threads.run(load, *args, **kwargs)
            except (OperationalError, InterfaceError) as error:
                log.warning("live.snapshot_failed", error=str(error))
                if loop.time() > deadline:
                    raise UnavailableError from error
            await asyncio.sleep(RETRY_EVERY_S)


def _read_audience(ticket: Ticket) -> Snapshot | None:
    """Read the snapshot of an audience; None if the public may not see the tournament."""
    if ticket.user_id is None and not admission.is_public(ticket.tournament_id):
        return None
    return parts.build_snapshot(ticket.tournament_id, ticket.audience)


def _read_players(
    tournament_id: int, tickets: Collection[Ticket]
) -> dict[Ticket, Snapshot | InvalidReason]:
    """Read snapshots for the valid tickets, and reasons for the others."""
    invalid = admission.find_invalid(tickets)
    valid = [ticket for ticket in tickets if ticket not in invalid]
    snapshots = parts.build_entry_snapshots(
        tournament_id, {ticket.entry_id or 0 for ticket in valid}
    )
    return {**invalid, **{ticket: snapshots[ticket.entry_id or 0] for ticket in valid}}
