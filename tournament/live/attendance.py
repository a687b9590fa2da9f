"""Announces the tablets connected to this process, and informs staff and public of all tablets."""

import asyncio
import random
import secrets
from collections.abc import Collection, Mapping

import structlog

from tournament.live.connection import UNNUMBERED, Connection
from tournament.live.registry import Registry
from tournament.live.threads import Threads
from tournament.live.wire import Frame
from tournament.protocol import STAFF, Audience, ConnectedTables, TabletCount, encode, presence

log = structlog.get_logger(__name__)

#: Interval between announcements; changes are sent to the staff at the same rate, not one by one.
CHECK_EVERY_S = 2.0
#: Audiences that are informed: the staff of the missing tables, the public of numbers only.
AUDIENCES = (*STAFF, Audience.PUBLIC)

type Messages = Mapping[Audience, bytes]


class Attendance:
    """One per process. It runs in a thread of its own: a broker or a database that does not answer
    must not delay bulletins or the end of a turn."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._threads = Threads("presence", 1)
        self._process = secrets.token_hex(4)
        #: Tournaments announced last time.
        self._announced: set[int] = set()
        #: Messages last sent to the audiences of this process, by tournament.
        self._sent: dict[int, Messages] = {}
        #: Tournaments with a change since the last check.
        self._changed: set[int] = set()
        #: Connected entries and the messages built for them, by tournament, until the next change.
        self._built: dict[int, tuple[frozenset[int], Messages]] = {}

    async def run(self) -> None:
        """Check for ever."""
        while True:
            try:
                await self.check()
            except Exception as error:  # noqa: BLE001 - the broker, or the database; try again
                log.warning("live.attendance_failed", error=str(error))
            await asyncio.sleep(CHECK_EVERY_S * random.uniform(0.9, 1.1))  # noqa: S311 - no secret

    async def check(self) -> None:
        """Announce the connected tablets, and send changes to the audiences of this process."""
        places = self._registry.places
        players = {
            tournament: self._registry.list_connections(tournament, Audience.ENTRY)
            for tournament in self._announced
            | {tournament for tournament, audience in places if audience is Audience.ENTRY}
        }
        watched = {tournament for tournament, audience in places if audience in AUDIENCES}
        if not players and not watched:
            return
        changed, self._changed = self._changed, set()
        self._built = {
            tournament: message
            for tournament, message in self._built.items()
            if tournament in watched - changed
        }
        messages = await self._threads.run(self._update, players, watched)
        self._announced = {tournament for tournament, connections in players.items() if connections}
        self._sent = {
            tournament: message
            for tournament, message in self._sent.items()
            if tournament in watched
        }
        for tournament, news in messages.items():
            before, self._sent[tournament] = self._sent.get(tournament, {}), news
            for audience, message in news.items():
                if before.get(audience) != message:
                    await self._send(tournament, audience, Frame(message))

    def send_current(self, connection: Connection) -> None:
        """Send the current message to a client that has received its snapshot."""
        ticket = connection.ticket
        message = self._sent.get(ticket.tournament_id, {}).get(ticket.audience)
        if message is not None:
            connection.deliver(0, UNNUMBERED, Frame(message))

    def outdate(self, tournament: int) -> None:
        """Note a change in a tournament: other tables may be expected."""
        self._changed.add(tournament)

    def stop(self) -> None:
        self._threads.shutdown()

    async def _send(self, tournament: int, audience: Audience, frame: Frame) -> None:
        await self._registry.broadcast(tournament, audience, frame, game=0, seq=UNNUMBERED)

    def _update(
        self, players: Mapping[int, Collection[Connection]], watched: Collection[int]
    ) -> dict[int, Messages]:
        """Build the messages for the tournaments ``watched``."""
        presence.announce_connected(
            self._process,
            {
                tournament: {
                    connection.ticket.entry_id or 0
                    for connection in connections
                    if connection.ready
                }
                for tournament, connections in players.items()
            },
        )
        return {tournament: self._build_messages(tournament) for tournament in watched}

    def _build_messages(self, tournament: int) -> Messages:
        present = presence.find_connected(tournament)
        cached = self._built.get(tournament)
        if cached is None or cached[0] != present:
            tablets = presence.count_tablets(tournament, present)
            staff = encode(ConnectedTables(expected=tablets.expected, away=tablets.away))
            public = encode(TabletCount(expected=tablets.expected, here=tablets.here))
            messages = dict.fromkeys(STAFF, staff) | {Audience.PUBLIC: public}
            cached = self._built[tournament] = present, messages
        return cached[1]
