"""The sockets of this process, and sending to many of them.

One message from the bus is written to every socket of an audience by one loop, already
encoded, without waiting for any of them (docs/live.md has what other designs cost).
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping

from tournament.live.connection import UNNUMBERED, Connection, Event, text
from tournament.live.protocol import Audience
from tournament.live.tokens import Ticket

#: Sends between two looks at what has come in: bulletins must not wait for a broadcast.
CHUNK = 300


class Registry:
    def __init__(self) -> None:
        self._rooms: defaultdict[tuple[int, Audience], set[Connection]] = defaultdict(set)
        self._entries: defaultdict[int, set[Connection]] = defaultdict(set)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def tournaments(self) -> set[int]:
        """The tournaments that somebody here is watching."""
        return {tournament for (tournament, _), room in self._rooms.items() if room}

    def add(self, connection: Connection) -> None:
        """Take in a socket; older ones of the same table in this process have to go."""
        ticket = connection.ticket
        if ticket.entry_id is not None:
            for other in self._entries[ticket.entry_id]:
                other.displace()
            self._entries[ticket.entry_id].add(connection)
        self._rooms[_room(ticket)].add(connection)
        self._size += 1

    def remove(self, connection: Connection) -> None:
        ticket = connection.ticket
        self._rooms[_room(ticket)].discard(connection)
        if not self._rooms[_room(ticket)]:
            del self._rooms[_room(ticket)]
        if ticket.entry_id is not None:
            self._entries[ticket.entry_id].discard(connection)
            if not self._entries[ticket.entry_id]:
                del self._entries[ticket.entry_id]
        self._size -= 1

    def seat(self, entry_id: int, newest: str) -> None:
        """Give a table to connection ``newest``, as announced on the bus.

        All processes hear the announcements in one order, so they agree on the last one; a
        connection whose own announcement is still to come is younger and stays.
        """
        for connection in self._entries.get(entry_id, ()):
            if connection.id == newest:
                connection.seated = True
            elif connection.seated:
                connection.displace()

    async def broadcast(
        self, tournament: int, audience: Audience, event: Event, *, game: int, seq: int
    ) -> None:
        """Send the frame of journal row ``seq`` of ``game`` to an audience."""
        await _deliver(tuple(self._rooms.get((tournament, audience), ())), game, seq, event)

    async def send_personal(self, frames: Mapping[int, bytes], *, game: int) -> None:
        """Send each entry its own frame."""
        for number, (entry_id, frame) in enumerate(frames.items()):
            if connections := self._entries.get(entry_id):
                event = text(frame)
                for connection in tuple(connections):
                    connection.deliver(game, UNNUMBERED, event)
            if number % CHUNK == CHUNK - 1:
                await asyncio.sleep(0)

    async def tell(self, tournaments: Iterable[int], event: Event) -> None:
        """Send ``event`` to everybody in some tournaments."""
        wanted = set(tournaments)
        everybody = [
            connection
            for (tournament, _), room in self._rooms.items()
            if tournament in wanted
            for connection in room
        ]
        await _deliver(everybody, 0, UNNUMBERED, event)


async def _deliver(connections: Iterable[Connection], game: int, seq: int, event: Event) -> None:
    for number, connection in enumerate(connections):
        connection.deliver(game, seq, event)
        if number % CHUNK == CHUNK - 1:
            await asyncio.sleep(0)


def _room(ticket: Ticket) -> tuple[int, Audience]:
    return ticket.tournament_id, ticket.audience
