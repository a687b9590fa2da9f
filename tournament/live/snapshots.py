"""Snapshots for those who come, as few times made as possible.

When a room comes back after a deploy, thousands ask at once. Audiences that all see the same
share one snapshot until something happens; players are served in batches, the next one forming
while the last one is being read.
"""

import asyncio
from collections.abc import Callable, Collection

import structlog
from django.db import InterfaceError, OperationalError

from tournament.live.threads import Threads
from tournament.protocol import Snapshot, admission, parts
from tournament.protocol.admission import InvalidReason
from tournament.protocol.tokens import Ticket

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

    def __init__(self, threads: Threads, hears: Callable[[], bool] = lambda: True) -> None:
        self._threads = threads
        #: Whether news comes in: while it does not, what was read is not for newcomers.
        self._hears = hears
        #: Shared snapshots, made or being made, since the last frame of their tournament.
        self._shared: dict[Ticket, asyncio.Task[Snapshot | None]] = {}
        self._waiting: dict[int, dict[Ticket, asyncio.Future[Snapshot | InvalidReason]]] = {}
        self._readers: set[asyncio.Task[None]] = set()

    def outdate(self, tournament_id: int) -> None:
        """Something happened there: what was read before is not for newcomers."""
        for ticket in [t for t in self._shared if t.tournament_id == tournament_id]:
            del self._shared[ticket]

    def forget(self) -> None:
        """News was lost, nobody knows whose: nothing that was read before is for newcomers."""
        self._shared.clear()

    async def get(self, ticket: Ticket) -> Snapshot | InvalidReason | None:
        """For a ticket that is no longer good, a player's reason, or None. Raises
        UnavailableError."""
        if ticket.entry_id is not None:
            return await self._own(ticket)
        if ticket.user_id is not None and not await self._read(admission.is_admitted, ticket):
            return None
        # Of the public's, whoever has an account is of the staff: he sees a draft.
        staff = None if ticket.user_id is None else 0
        seen = Ticket(ticket.tournament_id, ticket.audience, user_id=staff)
        task = self._shared.get(seen)
        if task is None or (task.done() and (not self._hears() or task.exception() is not None)):
            task = self._shared[seen] = asyncio.create_task(self._read(_of_audience, seen))
        return await asyncio.shield(task)

    async def _own(self, ticket: Ticket) -> Snapshot | InvalidReason:
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
        """Read for the players of one tournament until nobody waits."""
        while waiting:
            batch = {ticket: waiting.pop(ticket) for ticket in list(waiting)[:MAX_BATCH]}
            try:
                found = await self._read(_of_players, tournament_id, list(batch))
            except Exception as error:  # noqa: BLE001 - theirs who wait for it
                for future in batch.values():
                    future.set_exception(error)
                continue
            for ticket, future in batch.items():
                future.set_result(found[ticket])
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


def _of_audience(ticket: Ticket) -> Snapshot | None:
    """What everybody sees who comes with such a ticket; None where the public sees nothing."""
    if ticket.user_id is None and not admission.is_public(ticket.tournament_id):
        return None
    return parts.build_snapshot(ticket.tournament_id, ticket.audience)


def _of_players(
    tournament_id: int, tickets: Collection[Ticket]
) -> dict[Ticket, Snapshot | InvalidReason]:
    """Snapshots for the tickets that are still good, the reason for the others."""
    barred = admission.find_invalid(tickets)
    good = [ticket for ticket in tickets if ticket not in barred]
    found = parts.build_entry_snapshots(tournament_id, {ticket.entry_id or 0 for ticket in good})
    return {**barred, **{ticket: found[ticket.entry_id or 0] for ticket in good}}
