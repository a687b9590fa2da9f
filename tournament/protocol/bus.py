"""The bus between processes: its messages, the channels that carry them, and how to publish one.

Every part of an audience has a channel; a process subscribes to those of its sockets
(``tournament.live.subscription``). Services publish after commit, in web threads and Celery
workers alike. A lost message only causes delay: the numbers in the frames show the gap, and the
processes compare their state with the database (``tournament.live.timer``). A message whose
acknowledgement is lost is sent again, so receivers must accept duplicates and messages out of
order.
"""

import secrets
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import msgspec.structs
import structlog
from django.conf import settings
from msgspec import Struct
from redis.backoff import NoBackoff
from redis.retry import Retry

from tournament import broker, metrics
from tournament.core.scenes import Scene
from tournament.protocol.state import STAFF, Audience
from tournament.protocol.update_channel import build_tournament_room

log = structlog.get_logger(__name__)

#: Longest wait for a broker that does not answer, in seconds.
TIMEOUT_S = 1.0
#: More personal messages than these are stored, and each process reads those of its tables.
MAX_PERSONAL = 100
#: How long they are stored, in seconds: a process reads them at once, or all its clients resync.
PERSONAL_TTL_S = 30
#: Field of the stored messages by which a reader knows that they are still there.
COMPLETE = "complete"
#: Parts of a tournament besides the audiences: all its sockets, and those of all its staff.
ROOM_PART, STAFF_PART = "room", "staff"


class TurnEnd(Struct, frozen=True):
    """When the time of a turn ends and when it is collected; milliseconds since 1970 UTC."""

    turn_id: int
    closes_at_ms: int
    collects_at_ms: int


class BusMessage(Struct, frozen=True, kw_only=True):
    """A message; ``request_id``: of the request or task that published it, for the log."""

    request_id: str = ""


class Frames(BusMessage, frozen=True, kw_only=True, tag="frames"):
    """The frames of one journal row, by audience: JSON objects, encoded once.

    ``personal`` holds the objects for single entries; ``personal_key``: where they are stored
    instead.
    """

    tournament: int
    game: int
    seq: int
    frames: dict[str, bytes] = {}
    personal: dict[int, bytes] = {}
    personal_key: str = ""
    #: The end of the turn, if the row changed it; ``bell`` on the bus, for older processes.
    turn_end: TurnEnd | None = msgspec.field(default=None, name="bell")


class RoomResync(BusMessage, frozen=True, tag="resync"):
    """The current game of a tournament changed: every client fetches a snapshot."""

    tournament: int


class SeatTaken(BusMessage, frozen=True, tag="seat"):
    """A table was opened on a device; the newest connection replaces the others.

    ``came``: ``Connection.arrival``, the time of arrival as ``live.registry`` counts it, so that a
    duplicate or late message changes nothing. 0 (an older version of the program) is older than
    every connection.
    """

    entry: int
    connection: str
    came: int = 0
    #: Number of renewals of the link it came by, and its table (``tokens.Ticket``).
    link: int = 0
    table: int | None = None


class LinksRenewed(BusMessage, frozen=True, tag="links"):
    """Links of tables were renewed; ``links``: the number of renewals by entry."""

    links: dict[int, int]
    tournament: int = 0


class SeatsMoved(BusMessage, frozen=True, tag="moved"):
    """Entries moved to other tables; ``seats``: the id of the new table by entry."""

    seats: dict[int, int]
    tournament: int = 0


class RoleRemoved(BusMessage, frozen=True, tag="role"):
    """An account lost a role in a tournament, or a session ended."""

    tournament: int
    user: int


class RoomClosed(BusMessage, frozen=True, tag="closed"):
    """These audiences may no longer see a tournament, unless a new token allows it."""

    tournament: int
    audiences: list[str]


class BulletinsStored(BusMessage, frozen=True, tag="holding"):
    """Tables whose first bulletin for a turn has been stored."""

    tournament: int
    game: int
    turn_ordinal: int
    tables: list[int]


class SceneChosen(BusMessage, frozen=True, tag="scene"):
    """The scene for the big screens of a tournament. ``chosen_at_ms`` keeps a late message from
    replacing a newer choice."""

    tournament: int
    scene: Scene
    chosen_at_ms: int = 0


class RoomUpdates(BusMessage, frozen=True, tag="beside"):
    """Something changed in these rooms (``tournament.protocol.update_channel``).

    Followers of ``notified`` have heard of it.
    """

    rooms: list[str]
    notified: list[str] = []


type Envelope = (
    Frames
    | RoomResync
    | SeatTaken
    | LinksRenewed
    | SeatsMoved
    | RoleRemoved
    | RoomClosed
    | BulletinsStored
    | SceneChosen
    | RoomUpdates
)

encode = msgspec.msgpack.Encoder().encode
_decoder: msgspec.msgpack.Decoder[Envelope] = msgspec.msgpack.Decoder(
    Frames
    | RoomResync
    | SeatTaken
    | LinksRenewed
    | SeatsMoved
    | RoleRemoved
    | RoomClosed
    | BulletinsStored
    | SceneChosen
    | RoomUpdates
)


def decode(data: bytes) -> Envelope:
    """Decode a message. Raises msgspec.MsgspecError if another version published it."""
    return _decoder.decode(data)


def get_common_channel() -> str:
    """Return the channel of every process with sockets."""
    return f"{settings.BUS_PREFIX}:live"


def get_channel(tournament: int, part: str) -> str:
    """Return the channel of an audience, or of another part. The braces keep all channels and keys
    of a tournament on one node of a cluster, so that their messages stay in order."""
    return f"{settings.BUS_PREFIX}:live:{{{tournament}}}:{part}"


def get_followers_channel(room: str) -> str:
    return f"{settings.BUS_PREFIX}:beside:{{{room}}}"


def list_channels(tournament: int, audience: Audience) -> tuple[str, ...]:
    """List the channels that concern a socket of this audience."""
    parts = (ROOM_PART, STAFF_PART, audience) if audience in STAFF else (ROOM_PART, audience)
    return tuple(get_channel(tournament, part) for part in parts)


def _split_by_channel(envelope: Envelope) -> Iterator[tuple[str, Envelope]]:
    """Yield the channels of a message, and what each of them carries."""
    match envelope:
        case Frames():
            yield from _split_frames(envelope)
        case RoomResync() | RoleRemoved() | RoomClosed():
            yield get_channel(envelope.tournament, ROOM_PART), envelope
        case SeatTaken():
            # Also to processes without players: their next one is the newest of its table.
            yield get_common_channel(), envelope
        case LinksRenewed() | SeatsMoved():
            yield get_channel(envelope.tournament, Audience.ENTRY), envelope
        case BulletinsStored():
            yield get_channel(envelope.tournament, STAFF_PART), envelope
            yield _build_tournament_update(envelope.tournament)
        case SceneChosen():
            yield get_channel(envelope.tournament, Audience.PUBLIC), envelope
        case RoomUpdates(rooms):
            for index, room in enumerate(rooms):
                yield (
                    get_followers_channel(room),
                    msgspec.structs.replace(envelope, rooms=[room], notified=rooms[:index]),
                )


def _split_frames(envelope: Frames) -> Iterator[tuple[str, Envelope]]:
    """Yield what every process, every socket and each audience of the tournament must know."""
    common = msgspec.structs.replace(
        envelope, frames={}, personal={}, personal_key="", turn_end=None
    )
    if envelope.turn_end is not None:
        yield get_common_channel(), msgspec.structs.replace(common, turn_end=envelope.turn_end)
    yield get_channel(envelope.tournament, ROOM_PART), common
    for audience, frame in envelope.frames.items():
        if audience != Audience.ENTRY:
            message = msgspec.structs.replace(common, frames={audience: frame})
            yield get_channel(envelope.tournament, audience), message
    if envelope.frames:
        yield _build_tournament_update(envelope.tournament)
    if Audience.ENTRY in envelope.frames or envelope.personal or envelope.personal_key:
        frames = {
            name: envelope.frames[name] for name in (Audience.ENTRY,) if name in envelope.frames
        }
        message = msgspec.structs.replace(envelope, frames=frames, turn_end=None)
        yield get_channel(envelope.tournament, Audience.ENTRY), message


def _build_tournament_update(tournament: int) -> tuple[str, RoomUpdates]:
    """Return the notice for the pages that follow the live room of a tournament."""
    room = build_tournament_room(tournament)
    return get_followers_channel(room), RoomUpdates([room])


def add_to_pipeline(pipeline: Any, envelope: Envelope) -> None:
    """Add the commands that publish a message; the pipeline may be asynchronous."""
    if isinstance(envelope, Frames) and len(envelope.personal) > MAX_PERSONAL:
        key = get_channel(envelope.tournament, f"personal:{secrets.token_hex(8)}")
        pipeline.hset(key, COMPLETE, b"", mapping=envelope.personal)
        pipeline.expire(key, PERSONAL_TTL_S)
        envelope = msgspec.structs.replace(envelope, personal={}, personal_key=key)
    publish_command = pipeline.spublish if settings.BUS_SHARDED else pipeline.publish
    for channel, message in _split_by_channel(envelope):
        publish_command(channel, encode(message))


@cache
def _get_client(url: str) -> broker.Client:
    return broker.connect(
        url,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        # One retry, at once: after a restart of the broker the pooled connections are dead.
        retry=Retry(NoBackoff(), 1),
    )


def publish(envelope: Envelope) -> None:
    """Send to the processes concerned; if the broker is down, log it and go on."""
    if request_id := structlog.contextvars.get_contextvars().get("request_id"):
        envelope = msgspec.structs.replace(envelope, request_id=request_id)
    try:
        with _get_client(settings.REDIS_URL).pipeline(transaction=False) as pipeline:
            add_to_pipeline(pipeline, envelope)
            pipeline.execute()
    except broker.ERRORS as error:
        metrics.LOST_MESSAGES.inc()
        log.warning("live.publish_failed", envelope=type(envelope).__name__, error=str(error))
