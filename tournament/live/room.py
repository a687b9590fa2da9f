"""The live room of this process: its sockets, hand-in desk, clock and bus, wired together."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence

import structlog
from django.conf import settings

from tournament.live.attendance import Attendance
from tournament.live.connection import UNNUMBERED, Connection
from tournament.live.receipts import ReceiptDesk
from tournament.live.registry import Registry
from tournament.live.snapshots import Snapshots
from tournament.live.subscription import Subscription
from tournament.live.threads import Threads
from tournament.live.timer import TurnTimer
from tournament.live.update_channel import Beside
from tournament.live.watch import Watch
from tournament.live.wire import Frame
from tournament.protocol import (
    STAFF,
    Audience,
    Holding,
    Resync,
    SceneTold,
    Snapshot,
    bus,
    encode,
)
from tournament.services.hand_in.desk import HandInDesk
from tournament.services.hand_in.writer import News

log = structlog.get_logger(__name__)

#: Clients told to fetch a snapshot do so spread over this time each, up to MAX_SPREAD_MS.
SPREAD_MS = 1
MAX_SPREAD_MS = 10_000
#: First bulletins are announced to the staff together, this often.
NEWS_EVERY_S = 0.25
#: How long a start waits for a broker that does not answer; without it the room still works.
BUS_WAIT_S = 5.0
RESTART_AFTER_S = 1.0


class Room:
    """One per process, made and used on its event loop."""

    def __init__(self, desk: HandInDesk) -> None:
        self.desk = desk
        self.registry = Registry(desk.servertime.millis)
        self.beside = Beside(desk.servertime.millis)
        self._threads = Threads("snapshot", 2)
        self.receipts = ReceiptDesk(desk.servertime.now)
        self._bus = Subscription(settings.REDIS_URL, receive=self.receive, resumed=self._resumed)
        self.snapshots = Snapshots(self._threads, self._bus.ready.is_set)
        self._watch = Watch()
        self._clock = TurnTimer(
            desk.servertime,
            watch=self._watch,
            watched=lambda: self.registry.places,
            lost=self._resync,
        )
        self._attendance = Attendance(self.registry)
        self._tasks: list[asyncio.Task[None]] = []
        #: When the scene on the big screens was chosen, by tournament.
        self._chosen: dict[int, int] = {}
        #: Tables to be announced to the staff, by tournament, game and turn.
        self._news: dict[tuple[int, int, int], list[int]] = defaultdict(list)

    async def open(self) -> None:
        """Start everything; returns when the room hears the bus, or without it after a while."""
        loop = asyncio.get_running_loop()
        self.desk.writer.attach(loop.call_soon_threadsafe, self._first_bulletins)
        for name, run in {
            "bus": self._bus.listen,
            "post": self._bus.publish,
            "clock": self._clock.run,
            "attendance": self._attendance.run,
        }.items():
            self._tasks.append(asyncio.create_task(_supervise(name, run), name=f"live-{name}"))
        try:
            async with asyncio.timeout(BUS_WAIT_S):
                await self._bus.ready.wait()
        except TimeoutError:
            log.error("live.started_without_bus")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._clock.stop()
        self._attendance.stop()
        self._threads.shutdown()
        self.receipts.close()
        await self._bus.aclose()

    def enter(self, connection: Connection) -> None:
        """Take in a socket; it must be given a snapshot next."""
        self.registry.add(connection)
        ticket = connection.ticket
        if ticket.entry_id is not None:
            self._bus.post(
                bus.SeatTaken(
                    ticket.entry_id, connection.id, connection.came, ticket.link, ticket.table_id
                )
            )

    def served(self, connection: Connection, snapshot: Snapshot) -> None:
        """A socket has got its snapshot."""
        ticket = connection.ticket
        game = snapshot.state.game.id if snapshot.state else 0
        self._watch.told((ticket.tournament_id, ticket.audience), game, snapshot.seq)
        self._attendance.greet(connection)

    def leave(self, connection: Connection) -> None:
        self.registry.remove(connection)
        tournament = connection.ticket.tournament_id
        if not self.registry.watches(tournament):
            self.snapshots.outdate(tournament)  # nobody looks any more whether it is

    async def receive(self, envelope: bus.Envelope) -> None:
        """Act on what came over the bus."""
        match envelope:
            case bus.Frames():
                await self._pass_on(envelope)
            case bus.RoomResync(tournament):
                await self._resync({tournament})
            case bus.SeatTaken():
                self.registry.seat(envelope)
            case bus.LinksRenewed(links):
                self.registry.renew(links)
            case bus.SeatsMoved(seats):
                self.registry.move(seats)
            case bus.RoleTaken(tournament, user):
                self.registry.dismiss(tournament, user)
            case bus.RoomClosed(tournament, audiences):
                self._shut(tournament, audiences)
            case bus.BesideNews(rooms):
                await self.beside.tell(rooms)
            case bus.HoldingNews() | bus.SceneChosen():
                await self._announce(envelope)

    def _shut(self, tournament: int, audiences: Iterable[str]) -> None:
        self.snapshots.outdate(tournament)
        for audience in audiences:
            self.registry.shut(tournament, Audience(audience))

    async def _pass_on(self, news: bus.Frames) -> None:
        self.snapshots.outdate(news.tournament)
        self._attendance.outdate(news.tournament)
        if news.bell is not None:
            self._clock.arm(news.bell)
        for audience, payload in news.frames.items():
            self._watch.told((news.tournament, Audience(audience)), news.game, news.seq)
            await self.registry.broadcast(
                news.tournament, Audience(audience), Frame(payload), game=news.game, seq=news.seq
            )
        await self.registry.send_personal(news.personal, game=news.game)

    async def _announce(self, news: bus.HoldingNews | bus.SceneChosen) -> None:
        """Tell those whom it concerns what no row of the journal tells."""
        self.snapshots.outdate(news.tournament)
        audiences: tuple[Audience, ...]
        match news:
            case bus.SceneChosen(tournament, scene, chosen):
                if chosen < self._chosen.get(tournament, 0):
                    return  # another was chosen since
                self._chosen[tournament] = chosen
                game, audiences = 0, (Audience.PUBLIC,)
                frame = Frame(encode(SceneTold(scene=scene)))
            case bus.HoldingNews(game=game, turn_ordinal=turn, tables=tables):
                audiences = STAFF
                frame = Frame(encode(Holding(game_id=game, turn=turn, tables=tables)))
        for audience in audiences:
            await self.registry.broadcast(
                news.tournament, audience, frame, game=game, seq=UNNUMBERED
            )

    async def _resync(self, tournaments: Iterable[int]) -> None:
        """Have everybody in these tournaments fetch a snapshot, not all at once."""
        for tournament in tournaments:
            self.snapshots.outdate(tournament)
        spread = min(SPREAD_MS * len(self.registry), MAX_SPREAD_MS)
        await self.registry.tell(tournaments, Frame(encode(Resync(within_ms=spread))))

    async def _resumed(self) -> None:
        """The bus stands again: what was published meanwhile is lost."""
        self._watch.forget()
        self.snapshots.forget()
        await self._resync(self.registry.tournaments)
        await self.beside.tell_all()

    def _first_bulletins(self, news: Sequence[News]) -> None:
        if not self._news:
            asyncio.get_running_loop().call_later(NEWS_EVERY_S, self._post_news)
        for item in news:
            self._news[item.tournament, item.game, item.turn_ordinal].append(item.table)

    def _post_news(self) -> None:
        for (tournament, game, ordinal), tables in self._news.items():
            self._bus.post(bus.HoldingNews(tournament, game, ordinal, sorted(tables)))
        self._news.clear()


async def _supervise(name: str, run: Callable[[], Awaitable[None]]) -> None:
    """Keep a task of the room running: it must not be gone because of one bad message."""
    while True:
        try:
            await run()
        except Exception:
            log.exception("live.task_failed", task=name)
        await asyncio.sleep(RESTART_AFTER_S)
