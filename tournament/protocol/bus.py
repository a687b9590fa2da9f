"""The bus between processes: what travels on it, and how anybody publishes.

One Redis channel carries everything; every process with sockets subscribes once
(``tournament.live.subscription``). Publishing is for services, after commit: web threads and
Celery workers alike. A message that is lost is no harm done, only delay: the numbers in the
frames show the gap, and the processes compare themselves with the database
(``tournament.live.timer``). One whose answer is lost is sent again: whoever hears it twice, or
after newer ones, must be none the worse.
"""

from functools import cache

import msgspec
import redis
import structlog
from django.conf import settings
from msgspec import Struct
from redis.backoff import NoBackoff
from redis.retry import Retry

from tournament.core.scenes import Scene

log = structlog.get_logger(__name__)

#: A command must not wait long for a broker that does not answer.
TIMEOUT_S = 1.0


class Bell(Struct, frozen=True):
    """When a turn rings and when it is collected; milliseconds since 1970 UTC."""

    turn_id: int
    closes_at_ms: int
    collects_at_ms: int


class Frames(Struct, frozen=True, kw_only=True, tag="frames"):
    """One journal row as each audience reads it: JSON objects, encoded once.

    ``personal`` holds the objects for single entries.
    """

    tournament: int
    game: int
    seq: int
    frames: dict[str, bytes] = {}
    personal: dict[int, bytes] = {}
    bell: Bell | None = None


class RoomResync(Struct, frozen=True, tag="resync"):
    """The current game of a tournament changed: everybody fetches a snapshot."""

    tournament: int


class SeatTaken(Struct, frozen=True, tag="seat"):
    """A table was opened on a device; the newest one keeps it.

    ``came`` says when, as ``live.registry`` counts: heard twice or late, the news are as old as
    they are. 0, of another version of the program, is older than everybody.
    """

    entry: int
    connection: str
    came: int = 0
    #: By which link it came, and of which table (``tokens.Ticket``).
    link: int = 0
    table: int | None = None


class LinksRenewed(Struct, frozen=True, tag="links"):
    """Links of tables were renewed; ``links``: the number of renewals by entry."""

    links: dict[int, int]


class SeatsMoved(Struct, frozen=True, tag="moved"):
    """Entries sit elsewhere from now on; ``seats``: the id of its table by entry."""

    seats: dict[int, int]


class RoleTaken(Struct, frozen=True, tag="role"):
    """An account has lost a role in a tournament, or a session."""

    tournament: int
    user: int


class RoomClosed(Struct, frozen=True, tag="closed"):
    """These audiences see nothing of a tournament any more, unless a new token lets them."""

    tournament: int
    audiences: list[str]


class HoldingNews(Struct, frozen=True, tag="holding"):
    """Tables whose first bulletin for a turn has been stored."""

    tournament: int
    game: int
    turn_ordinal: int
    tables: list[int]


class SceneChosen(Struct, frozen=True, tag="scene"):
    """What the big screens of a tournament are to show, as chosen at that moment: a scene of which
    the news are late does not come back over a newer one."""

    tournament: int
    scene: Scene
    chosen_at_ms: int = 0


class BesideNews(Struct, frozen=True, tag="beside"):
    """Something changed in these rooms (``tournament.protocol.update_channel``)."""

    rooms: list[str]


type Envelope = (
    Frames
    | RoomResync
    | SeatTaken
    | LinksRenewed
    | SeatsMoved
    | RoleTaken
    | RoomClosed
    | HoldingNews
    | SceneChosen
    | BesideNews
)

encode = msgspec.msgpack.Encoder().encode
_decoder: msgspec.msgpack.Decoder[Envelope] = msgspec.msgpack.Decoder(
    Frames
    | RoomResync
    | SeatTaken
    | LinksRenewed
    | SeatsMoved
    | RoleTaken
    | RoomClosed
    | HoldingNews
    | SceneChosen
    | BesideNews
)


def decode(data: bytes) -> Envelope:
    """Raises msgspec.MsgspecError when another version of the program published it."""
    return _decoder.decode(data)


def channel() -> str:
    return f"{settings.BUS_PREFIX}:live"


@cache
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        # Once more, at once: after a restart of the broker the pooled connections are dead.
        retry=Retry(NoBackoff(), 1),
    )


def publish(envelope: Envelope) -> None:
    """Send to every process; a broker that is down is logged and nothing else."""
    try:
        _client(settings.REDIS_URL).publish(channel(), encode(envelope))
    except redis.RedisError as error:
        log.warning("live.publish_failed", envelope=type(envelope).__name__, error=str(error))
