"""Says which tablets are connected to this process; tells staff and public here how many are."""

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

#: Between two sayings; the staff hear of changes as often, never of single connections.
LOOK_EVERY_S = 2.0
#: Who is told: the staff which tables are not there, the public only how many are.
TOLD = (*STAFF, Audience.PUBLIC)

type Sayings = Mapping[Audience, bytes]


class Attendance:
    """One per process. Works in a thread of its own: a broker or a database that does not answer
    delays neither bulletins nor bells."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._threads = Threads("presence", 1)
        self._process = secrets.token_hex(4)
        #: Tournaments of which something was said last time.
        self._said: set[int] = set()
        #: What they here know, by tournament.
        self._told: dict[int, Sayings] = {}
        #: Tournaments in which something has happened since the last look.
        self._changed: set[int] = set()
        #: What was made of which entries, by tournament, until something happens there.
        self._made: dict[int, tuple[frozenset[int], Sayings]] = {}

    async def run(self) -> None:
        """Look for ever."""
        while True:
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 - the broker, or the database; try again
                log.warning("live.attendance_failed", error=str(error))
            await asyncio.sleep(LOOK_EVERY_S * random.uniform(0.9, 1.1))  # noqa: S311 - no secret

    async def look(self) -> None:
        """Say who is here, and tell the staff here what changed."""
        places = self._registry.places
        players = {
            tournament: self._registry.of(tournament, Audience.ENTRY)
            for tournament in self._said | {one for one, who in places if who is Audience.ENTRY}
        }
        watched = {tournament for tournament, audience in places if audience in TOLD}
        if not players and not watched:
            return
        changed, self._changed = self._changed, set()
        self._made = {one: made for one, made in self._made.items() if one in watched - changed}
        found = await self._threads.run(self._exchange, players, watched)
        self._said = {tournament for tournament, here in players.items() if here}
        self._told = {one: told for one, told in self._told.items() if one in watched}
        for tournament, news in found.items():
            before, self._told[tournament] = self._told.get(tournament, {}), news
            for audience, message in news.items():
                if before.get(audience) != message:
                    await self._tell(tournament, audience, Frame(message))

    def greet(self, connection: Connection) -> None:
        """Somebody has got his snapshot: he is told what the others know."""
        ticket = connection.ticket
        message = self._told.get(ticket.tournament_id, {}).get(ticket.audience)
        if message is not None:
            connection.deliver(0, UNNUMBERED, Frame(message))

    def outdate(self, tournament: int) -> None:
        """Something happened there: other tables may be expected."""
        self._changed.add(tournament)

    def stop(self) -> None:
        self._threads.shutdown()

    async def _tell(self, tournament: int, audience: Audience, frame: Frame) -> None:
        await self._registry.broadcast(tournament, audience, frame, game=0, seq=UNNUMBERED)

    def _exchange(
        self, players: Mapping[int, Collection[Connection]], watched: Collection[int]
    ) -> dict[int, Sayings]:
        """The messages for the tournaments ``watched``."""
        presence.announce_connected(
            self._process,
            {
                tournament: {one.ticket.entry_id or 0 for one in here if one.ready}
                for tournament, here in players.items()
            },
        )
        return {tournament: self._message(tournament) for tournament in watched}

    def _message(self, tournament: int) -> Sayings:
        present = presence.find_connected(tournament)
        made = self._made.get(tournament)
        if made is None or made[0] != present:
            found = presence.count_tablets(tournament, present)
            staff = encode(ConnectedTables(expected=found.expected, away=found.away))
            public = encode(TabletCount(expected=found.expected, here=found.here))
            news = dict.fromkeys(STAFF, staff) | {Audience.PUBLIC: public}
            made = self._made[tournament] = present, news
        return made[1]
