"""The live room of this process: its sockets, bulletin receiver, timers and bus."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence

import structlog
from django.conf import settings

from tournament import metrics
from tournament.live.connection import UNNUMBERED, Connection
from tournament.live.loss_detection import LossDetector
from tournament.live.presence import PresenceAnnouncer
from tournament.live.receipts import ReceiptWriter
from tournament.live.registry import Registry
from tournament.live.snapshots import Snapshots
from tournament.live.subscription import Subscription
from tournament.live.threads import ThreadPool
from tournament.live.timer import TurnTimer
from tournament.live.update_channel import Followers
from tournament.live.wire import Frame
from tournament.protocol import (
    STAFF,
    Audience,
    BulletinsHeld,
    Resync,
    SceneNotice,
    Snapshot,
    bus,
    encode,
)
from tournament.protocol.tokens import Ticket
from tournament.services.hand_in.receiver import BulletinReceiver
from tournament.services.hand_in.writer import FirstBulletin

log = structlog.get_logger(__name__)

#: Clients that must fetch a snapshot do so spread over this time each, up to MAX_SPREAD_MS.
SPREAD_MS = 1
MAX_SPREAD_MS = 10_000
#: Interval at which first bulletins are announced to the staff.
FIRST_BULLETINS_EVERY_S = 0.25
#: Longest wait for the broker at the start; without it the room still works.
BUS_WAIT_S = 5.0
RESTART_AFTER_S = 1.0


class Room:
    """The live room; one per process, created and used on its event loop."""

    def __init__(self, receiver: BulletinReceiver) -> None:
        self.receiver = receiver
        self.registry = Registry(receiver.server_time.now_ms)
        self._threads = ThreadPool("snapshot", 2)
        self.receipts = ReceiptWriter(receiver.server_time.now)
        self._bus = Subscription(
            settings.REDIS_URL,
            receive=self.receive,
            on_resumed=self._on_resumed,
            list_wanted=self._list_channels,
        )
        self.followers = Followers(receiver.server_time.now_ms, self._subscribe_rooms)
        self.snapshots = Snapshots(self._threads, self._bus.ready.is_set)
        self._loss_detector = LossDetector()
        self._timer = TurnTimer(
            receiver.server_time,
            loss_detector=self._loss_detector,
            list_watched=lambda: self.registry.audience_keys,
            on_lost=self._resync,
        )
        self._presence_announcer = PresenceAnnouncer(self.registry)
        self._tasks: list[asyncio.Task[None]] = []
        #: Moment when the scene of the big screens was chosen, by tournament.
        self._scene_chosen_at: dict[int, int] = {}
        #: Tables to be announced to the staff, by tournament, game and turn.
        self._first_bulletins: dict[tuple[int, int, int], list[int]] = defaultdict(list)

    async def open(self) -> None:
        """Start everything; return when the bus is connected, or without it after a while."""
        loop = asyncio.get_running_loop()
        self.receiver.writer.attach(loop.call_soon_threadsafe, self._on_first_bulletins)
        for name, run in {
            "bus": self._bus.listen,
            "post": self._bus.publish,
            "timer": self._timer.run,
            "presence": self._presence_announcer.run,
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
        self._timer.stop()
        self._presence_announcer.stop()
        self._threads.shutdown()
        self.receipts.close()
        await self._bus.aclose()

    def enter(self, connection: Connection) -> None:
        """Add a socket; ``subscribe`` and its snapshot must follow."""
        self.registry.add(connection)
        ticket = connection.ticket
        if ticket.entry_id is not None:
            self._bus.post(
                bus.SeatTaken(
                    ticket.entry_id, connection.id, connection.arrival, ticket.link, ticket.table_id
                )
            )

    async def subscribe(self, ticket: Ticket) -> None:
        """Subscribe to what concerns a socket, before its snapshot is read: what was published
        earlier is in the snapshot."""
        await self._bus.ensure(bus.list_channels(ticket.tournament_id, ticket.audience))

    async def _subscribe_rooms(self, rooms: Iterable[str]) -> None:
        await self._bus.ensure(map(bus.get_followers_channel, rooms))

    def _list_channels(self) -> set[str]:
        """List the channels that concern the sockets of this process."""
        rooms = self.registry.audience_keys
        channels = {channel for key in rooms for channel in bus.list_channels(*key)}
        return channels.union(map(bus.get_followers_channel, self.followers.rooms))

    def close_share(self, code: int, share: float) -> None:
        """Close a share of the sockets and of the followers."""
        self.registry.close_share(code, share)
        self.followers.close_share(code, share)

    def confirm_snapshot(self, connection: Connection, snapshot: Snapshot) -> None:
        """Record that a socket has received its snapshot."""
        ticket = connection.ticket
        game = snapshot.state.game.id if snapshot.state else 0
        self._loss_detector.record((ticket.tournament_id, ticket.audience), game, snapshot.seq)
        self._presence_announcer.send_current(connection)

    def leave(self, connection: Connection) -> None:
        self.registry.remove(connection)
        tournament, audience = connection.ticket[:2]
        if not self.registry.has_audience(tournament, audience):
            self.snapshots.invalidate(tournament)  # no later change will be noticed

    async def receive(self, envelope: bus.Envelope) -> None:
        """Handle a message from the bus."""
        match envelope:
            case bus.Frames():
                await self._forward(envelope)
            case bus.RoomResync(tournament):
                await self._resync({tournament})
            case bus.SeatTaken():
                self.registry.displace_older(envelope)
            case bus.LinksRenewed(links):
                self.registry.close_renewed(links)
            case bus.SeatsMoved(seats):
                self.registry.close_moved(seats)
            case bus.RoleRemoved(tournament, user):
                self.registry.close_account(tournament, user)
            case bus.RoomClosed(tournament, audiences):
                self._close_audiences(tournament, audiences)
            case bus.RoomUpdates(rooms, notified):
                await self.followers.notify(rooms, notified)
            case bus.BulletinsStored() | bus.SceneChosen():
                await self._announce(envelope)

    def _close_audiences(self, tournament: int, audiences: Iterable[str]) -> None:
        self.snapshots.invalidate(tournament)
        for audience in audiences:
            self.registry.close_audience(tournament, Audience(audience))

    async def _forward(self, envelope: bus.Frames) -> None:
        self.snapshots.invalidate(envelope.tournament)
        self._presence_announcer.invalidate(envelope.tournament)
        if envelope.turn_end is not None:
            self._timer.set_timer(envelope.turn_end)
        for audience, payload in envelope.frames.items():
            self._loss_detector.record(
                (envelope.tournament, Audience(audience)), envelope.game, envelope.seq
            )
            await self.registry.broadcast(
                envelope.tournament,
                Audience(audience),
                Frame(payload),
                game=envelope.game,
                seq=envelope.seq,
            )
        await self._send_personal(envelope)

    async def _send_personal(self, envelope: bus.Frames) -> None:
        personal: dict[int, bytes] | None = envelope.personal
        if envelope.personal_key:
            entries = self.registry.list_entries(envelope.tournament)
            personal = await self._bus.read_personal(envelope.personal_key, entries)
        if personal is None:
            await self._resync({envelope.tournament})
        else:
            await self.registry.send_personal(personal, game=envelope.game)

    async def _announce(self, notice: bus.BulletinsStored | bus.SceneChosen) -> None:
        """Send a notice that has no row in the journal."""
        self.snapshots.invalidate(notice.tournament)
        audiences: tuple[Audience, ...]
        match notice:
            case bus.SceneChosen(tournament, scene, chosen):
                if chosen < self._scene_chosen_at.get(tournament, 0):
                    return  # a newer choice was received before
                self._scene_chosen_at[tournament] = chosen
                game, audiences = 0, (Audience.PUBLIC,)
                frame = Frame(encode(SceneNotice(scene=scene)))
            case bus.BulletinsStored(game=game, turn_ordinal=turn, tables=tables):
                audiences = STAFF
                frame = Frame(encode(BulletinsHeld(game_id=game, turn=turn, tables=tables)))
        for audience in audiences:
            await self.registry.broadcast(
                notice.tournament, audience, frame, game=game, seq=UNNUMBERED
            )

    async def _resync(self, tournaments: Iterable[int]) -> None:
        """Ask all clients of these tournaments to fetch a snapshot, not all at once."""
        for tournament in tournaments:
            self.snapshots.invalidate(tournament)
        spread = min(SPREAD_MS * len(self.registry), MAX_SPREAD_MS)
        count = await self.registry.send_to_all(
            tournaments, Frame(encode(Resync(within_ms=spread)))
        )
        metrics.RESYNCS.inc(count)

    async def _on_resumed(self) -> None:
        """Handle a new connection to the bus: what was published meanwhile is lost."""
        self._loss_detector.forget()
        self.snapshots.forget()
        await self._resync(self.registry.tournaments)
        await self.followers.notify_all()

    def _on_first_bulletins(self, bulletins: Sequence[FirstBulletin]) -> None:
        if not self._first_bulletins:
            asyncio.get_running_loop().call_later(
                FIRST_BULLETINS_EVERY_S, self._post_first_bulletins
            )
        for bulletin in bulletins:
            self._first_bulletins[bulletin.tournament, bulletin.game, bulletin.turn_ordinal].append(
                bulletin.table
            )

    def _post_first_bulletins(self) -> None:
        for (tournament, game, ordinal), tables in self._first_bulletins.items():
            self._bus.post(bus.BulletinsStored(tournament, game, ordinal, sorted(tables)))
        self._first_bulletins.clear()


async def _supervise(name: str, run: Callable[[], Awaitable[None]]) -> None:
    """Keep a task of the room running: one bad message must not stop it."""
    while True:
        try:
            await run()
        except Exception:
            log.exception("live.task_failed", task=name)
        await asyncio.sleep(RESTART_AFTER_S)
