"""The bus between processes: its messages, and how to publish one.

One Redis channel carries everything; every process with sockets subscribes once
(``tournament.live.subscription``). Services publish after commit, in web threads and Celery
workers alike. A lost message only causes delay: the numbers in the frames show the gap, and the
processes compare their state with the database (``tournament.live.timer``). A message whose
acknowledgement is lost is sent again, so receivers must accept duplicates and messages out of
order.
"""

from functools import cache

import msgspec
import msgspec.structs
import redis
import structlog
from django.conf import settings
from msgspec import Struct
from redis.backoff import NoBackoff
from redis.retry import Retry

from tournament import metrics
from tournament.core.scenes import Scene

log = structlog.get_logger(__name__)

#: Longest wait for a broker that does not answer, in seconds.
TIMEOUT_S = 1.0


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

    ``personal`` holds the objects for single entries.
    """

    tournament: int
    game: int
    seq: int
    frames: dict[str, bytes] = {}
    personal: dict[int, bytes] = {}
    #: The end of the turn, if the row changed it.
    bell: TurnEnd | None = None


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


class SeatsMoved(BusMessage, frozen=True, tag="moved"):
    """Entries moved to other tables; ``seats``: the id of the new table by entry."""

    seats: dict[int, int]


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
    """Something changed in these rooms (``tournament.protocol.update_channel``)."""

    rooms: list[str]


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


def get_channel() -> str:
    return f"{settings.BUS_PREFIX}:live"


@cache
def _get_client(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        # One retry, at once: after a restart of the broker the pooled connections are dead.
        retry=Retry(NoBackoff(), 1),
    )


def publish(envelope: Envelope) -> None:
    """Send to every process; if the broker is down, log it and go on."""
    if request_id := structlog.contextvars.get_contextvars().get("request_id"):
        envelope = msgspec.structs.replace(envelope, request_id=request_id)
    try:
        _get_client(settings.REDIS_URL).publish(get_channel(), encode(envelope))
    except redis.RedisError as error:
        metrics.LOST_MESSAGES.inc()
        log.warning("live.publish_failed", envelope=type(envelope).__name__, error=str(error))
