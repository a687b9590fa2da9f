"""The sockets of this process, and sending to many of them.

A loop writes one message from the bus, encoded once, to every socket of an audience, without
waiting for any of them (``make bench-live`` compares other designs).
"""

import asyncio
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import batched

from tournament import metrics
from tournament.live.connection import BAD_TOKEN, UNNUMBERED, Connection
from tournament.live.wire import Frame
from tournament.protocol import Audience, bus
from tournament.protocol.admission import InvalidReason
from tournament.protocol.tokens import Ticket

#: Number of sends after which other tasks run: bulletins must not wait for a broadcast.
CHUNK = 300
#: Maximum number of sockets that one token holds open in a process. A page has one, and perhaps
#: others whose broken connection was not noticed yet.
MAX_PER_TOKEN = 4


class Registry:
    """The sockets by audience, entry and token; ``get_now_ms`` is the clock of the room."""

    def __init__(self, get_now_ms: Callable[[], int]) -> None:
        self._get_now_ms = get_now_ms
        #: Greatest known arrival; every later one gets a greater number.
        self._newest_arrival = 0
        #: In order of arrival, which is also their order in memory.
        self._by_audience: defaultdict[tuple[int, Audience], dict[Connection, None]] = defaultdict(
            dict
        )
        self._entries: defaultdict[int, set[Connection]] = defaultdict(set)
        self._tokens: defaultdict[str, list[Connection]] = defaultdict(list)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def audience_keys(self) -> set[tuple[int, Audience]]:
        """The tournaments and audiences with a socket in this process."""
        return set(self._by_audience)

    @property
    def tournaments(self) -> set[int]:
        """The tournaments with a socket in this process."""
        return {tournament for tournament, _ in self._by_audience}

    def has_audience(self, tournament: int, audience: Audience) -> bool:
        """Return True if an audience has a socket in this process."""
        return (tournament, audience) in self._by_audience

    def list_connections(self, tournament: int, audience: Audience) -> tuple[Connection, ...]:
        """List the sockets of an audience."""
        return tuple(self._by_audience.get((tournament, audience), ()))

    def list_entries(self, tournament: int) -> list[int]:
        """List the entries of a tournament that have a socket in this process."""
        players = self._by_audience.get((tournament, Audience.ENTRY), ())
        return list({connection.ticket.entry_id or 0 for connection in players})

    def add(self, connection: Connection) -> None:
        """Add a socket; close older ones of the same table in this process, unless opened by a
        newer link."""
        self._newest_arrival = connection.arrival = max(
            self._get_now_ms(), self._newest_arrival + 1
        )
        ticket = connection.ticket
        if ticket.entry_id is not None:
            for other in self._entries[ticket.entry_id]:
                if _is_opened_before(other, ticket.table_id, ticket.link):
                    other.displace()
            self._entries[ticket.entry_id].add(connection)
        self._limit_token(connection)
        self._by_audience[_get_audience_key(ticket)][connection] = None
        self._size += 1
        metrics.SOCKETS.labels(ticket.audience).inc()

    def _limit_token(self, connection: Connection) -> None:
        """Close the oldest socket beyond ``MAX_PER_TOKEN``, which is probably dead; if its page
        still exists, it comes back with a token of its own."""
        sockets = self._tokens[connection.token]
        sockets.append(connection)
        if len(sockets) > MAX_PER_TOKEN:
            sockets.pop(0).close(BAD_TOKEN)

    def remove(self, connection: Connection) -> None:
        ticket = connection.ticket
        sockets = self._tokens[connection.token]
        if connection in sockets:
            sockets.remove(connection)
        if not sockets:
            del self._tokens[connection.token]
        self._by_audience[_get_audience_key(ticket)].pop(connection, None)
        if not self._by_audience[_get_audience_key(ticket)]:
            del self._by_audience[_get_audience_key(ticket)]
        if ticket.entry_id is not None:
            self._entries[ticket.entry_id].discard(connection)
            if not self._entries[ticket.entry_id]:
                del self._entries[ticket.entry_id]
        self._size -= 1
        metrics.SOCKETS.labels(ticket.audience).dec()

    def displace_older(self, message: bus.SeatTaken) -> None:
        """Close the older connections of a table, as announced on the bus.

        All processes agree on the newest, in whatever order and however often they hear of it: the
        arrival is the clock of the room, and greater than any arrival that its process knew, so
        that clocks that differ cannot make a new connection the older one.
        """
        self._newest_arrival = max(self._newest_arrival, message.came)
        for connection in self._entries.get(message.entry, ()):
            is_older = (connection.arrival, connection.id) < (message.came, message.connection)
            if is_older and _is_opened_before(connection, message.table, message.link):
                connection.displace()

    def close_renewed(self, links: Mapping[int, int]) -> None:
        """Close what these entries opened by older links; ``links``: renewals by entry."""
        for entry_id, link in links.items():
            for connection in self._entries.get(entry_id, ()):
                if connection.ticket.link < link:
                    connection.revoke(InvalidReason.RENEWED)

    def close_moved(self, seats: Mapping[int, int]) -> None:
        """Close what these entries opened at other tables; ``seats``: ids of tables by entry."""
        for entry_id, table in seats.items():
            for connection in self._entries.get(entry_id, ()):
                if connection.ticket.table_id != table:
                    connection.revoke(InvalidReason.MOVED)

    def close_account(self, tournament: int, user: int) -> None:
        """Close the sockets of an account, which reopens those that it may still have."""
        for audience in Audience:
            for connection in self._by_audience.get((tournament, audience), ()):
                if connection.ticket.user_id == user:
                    connection.revoke()

    def close_audience(self, tournament: int, audience: Audience) -> None:
        """Close the sockets of an audience; clients that may still see it ask for a new token."""
        for connection in self.list_connections(tournament, audience):
            connection.close(BAD_TOKEN)

    def close_share(self, code: int, share: float) -> None:
        """Close a share of all sockets that are open, the same in each audience."""
        for sockets in list(self._by_audience.values()):
            connections = [connection for connection in sockets if not connection.is_closed]
            for connection in connections[: math.ceil(share * len(connections))]:
                connection.close(code)

    async def broadcast(
        self, tournament: int, audience: Audience, frame: Frame, *, game: int, seq: int
    ) -> None:
        """Send the frame of journal row ``seq`` of ``game`` to an audience."""
        await _deliver(self.list_connections(tournament, audience), game, seq, frame)

    async def send_personal(self, payloads: Mapping[int, bytes], *, game: int) -> None:
        """Send each entry its own frame."""
        for number, (entry_id, payload) in enumerate(payloads.items()):
            if connections := self._entries.get(entry_id):
                frame = Frame(payload)
                for connection in tuple(connections):
                    connection.deliver(game, UNNUMBERED, frame)
            if number % CHUNK == CHUNK - 1:
                await asyncio.sleep(0)

    async def send_to_all(self, tournaments: Iterable[int], frame: Frame) -> int:
        """Send ``frame`` to all sockets of some tournaments; return their number."""
        selected = set(tournaments)
        connections = [
            connection
            for (tournament, _), sockets in self._by_audience.items()
            if tournament in selected
            for connection in sockets
        ]
        await _deliver(connections, 0, UNNUMBERED, frame)
        return len(connections)


async def _deliver(connections: Iterable[Connection], game: int, seq: int, frame: Frame) -> None:
    for chunk in batched(connections, CHUNK, strict=False):
        for connection in chunk:
            connection.deliver(game, seq, frame)
        await asyncio.sleep(0)


def _is_opened_before(connection: Connection, table: int | None, link: int) -> bool:
    """Return True if ``connection`` was opened by that link of ``table`` or an older one. Whether
    an entry is at another table is decided by the snapshot."""
    ticket = connection.ticket
    return ticket.table_id == table and ticket.link <= link


def _get_audience_key(ticket: Ticket) -> tuple[int, Audience]:
    return ticket.tournament_id, ticket.audience
