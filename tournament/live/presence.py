"""Announcement of the tablets connected to this process, and notices about all tablets."""

import asyncio
import random
import secrets
from collections.abc import Collection, Mapping

import structlog

from tournament.live.connection import UNNUMBERED, Connection
from tournament.live.registry import Registry
from tournament.live.threads import ThreadPool
from tournament.live.wire import Frame
from tournament.protocol import STAFF, Audience, ConnectedTables, TabletCount, encode, presence

log = structlog.get_logger(__name__)

#: Interval between announcements; changes are sent to the staff at the same rate, not one by one.
CHECK_EVERY_S = 2.0
#: Audiences that are informed: the staff of the missing tables, the public of numbers only.
AUDIENCES = (*STAFF, Audience.PUBLIC)

type Messages = Mapping[Audience, bytes]


class PresenceAnnouncer:
    """Announces the tablets of this process, and informs staff and public; one per process.

    It has a thread of its own: a broker or a database that does not answer must not delay bulletins
    or the end of a turn.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._threads = ThreadPool("presence", 1)
        self._process = secrets.token_hex(4)
        #: Tournaments announced last time.
        self._announced: set[int] = set()
        #: Messages last sent to the audiences of this process, by tournament.
        self._sent: dict[int, Messages] = {}
        #: Tournaments with a change since the last check.
        self._changed: set[int] = set()
        #: Connected entries and the messages built for them, by tournament, until the next change.
        self._cached: dict[int, tuple[frozenset[int], Messages]] = {}

    async def run(self) -> None:
        """Check for ever."""
        while True:
            try:
                await self.check()
            except Exception as error:  # noqa: BLE001 - the broker, or the database; try again
                log.warning("live.presence_failed", error=str(error))
            await asyncio.sleep(CHECK_EVERY_S * random.uniform(0.9, 1.1))  # noqa: S311 - no secret

    async def check(self) -> None:
        """Announce the connected tablets, and send changes to the audiences of this process."""
        keys = self._registry.audience_keys
        players = {
            tournament: self._registry.list_connections(tournament, Audience.ENTRY)
            for tournament in self._announced
            | {tournament for tournament, audience in keys if audience is Audience.ENTRY}
        }
        watched = {tournament for tournament, audience in keys if audience in AUDIENCES}
        if not players and not watched:
            return
        changed, self._changed = self._changed, set()
        self._cached = {
            tournament: message
            for tournament, message in self._cached.items()
            if tournament in watched - changed
        }
        messages = await self._threads.run(self._update, players, watched)
        self._announced = {tournament for tournament, connections in players.items() if connections}
        self._sent = {
            tournament: message
            for tournament, message in self._sent.items()
            if tournament in watched
        }
        for tournament, messages_by_audience in messages.items():
            previous, self._sent[tournament] = self._sent.get(tournament, {}), messages_by_audience
            for audience, message in messages_by_audience.items():
                if previous.get(audience) != message:
                    await self._send(tournament, audience, Frame(message))

    def send_current(self, connection: Connection) -> None:
        """Send the current message to a client that has received its snapshot."""
        ticket = connection.ticket
        message = self._sent.get(ticket.tournament_id, {}).get(ticket.audience)
        if message is not None:
            connection.deliver(0, UNNUMBERED, Frame(message))

    def invalidate(self, tournament: int) -> None:
        """Note a change in a tournament: other tables may be expected."""
        self._changed.add(tournament)

    def stop(self) -> None:
        self._threads.shutdown()

    async def _send(self, tournament: int, audience: Audience, frame: Frame) -> None:
        await self._registry.broadcast(tournament, audience, frame, game=0, seq=UNNUMBERED)

    def _update(
        self, players: Mapping[int, Collection[Connection]], watched: Collection[int]
    ) -> dict[int, Messages]:
        """Announce the tablets, then build the messages for the tournaments ``watched``."""
        presence.announce_connected(
            self._process,
            {
                tournament: {
                    connection.ticket.entry_id or 0
                    for connection in connections
                    if connection.is_ready
                }
                for tournament, connections in players.items()
            },
        )
        return {
            tournament: self._build_messages(tournament, connected)
            for tournament, connected in presence.find_connected(watched).items()
        }

    def _build_messages(self, tournament: int, connected: frozenset[int]) -> Messages:
        cached = self._cached.get(tournament)
        if cached is None or cached[0] != connected:
            tablets = presence.count_tablets(tournament, connected)
            staff = encode(ConnectedTables(expected=tablets.expected, away=tablets.away))
            public = encode(TabletCount(expected=tablets.expected, here=tablets.connected_count))
            messages = dict.fromkeys(STAFF, staff) | {Audience.PUBLIC: public}
            cached = self._cached[tournament] = connected, messages
        return cached[1]
