"""Which tablets are connected now, over all processes with sockets.

Each of them says it of its own to the broker, again and again, for a few seconds at a time: who is
killed is soon silent. Nothing depends on it, and a broker that is away only leaves it unknown.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import cast

import msgspec
import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from tournament.queries.people.tablets import expected_tablets

#: What a process has said counts for so long: three times what lies between two sayings.
LIFE_S = 7
#: No page waits long for a broker that does not answer.
TIMEOUT_S = 0.3

_encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(list[int])


@dataclass(frozen=True, slots=True)
class Tablets:
    """How many tablets a tournament expects, and the tables of which none is connected."""

    expected: int
    away: list[int]

    @property
    def here(self) -> int:
        return self.expected - len(self.away)


def keep(process: str, entries: Mapping[int, Collection[int]]) -> None:
    """Say which entries ``process`` has connected, by tournament. Raises redis.RedisError."""
    with _client(settings.REDIS_URL).pipeline(transaction=False) as pipeline:
        for tournament, connected_here in entries.items():
            pipeline.sadd(_processes(tournament), process)
            pipeline.expire(_processes(tournament), LIFE_S)
            said = _encode(list(connected_here))
            pipeline.set(_said_by(tournament, process), said, ex=LIFE_S)
        pipeline.execute()


def connected(tournament: int) -> frozenset[int]:
    """The entries connected now, whichever process they are at. Raises redis.RedisError."""
    client = _client(settings.REDIS_URL)
    processes = cast(set[bytes], client.smembers(_processes(tournament)))
    if not processes:
        return frozenset()
    keys = [_said_by(tournament, process.decode()) for process in processes]
    said = cast(list[bytes | None], client.mget(keys))
    return frozenset(entry for entries in filter(None, said) for entry in _decoder.decode(entries))


def tablets(tournament: int, present: Collection[int]) -> Tablets:
    """What the staff are told while the entries ``present`` are connected."""
    expected = expected_tablets(tournament).values_list("pk", "table__number")
    numbers = dict(expected)
    return Tablets(len(numbers), [number for pk, number in numbers.items() if pk not in present])


def tablets_now(tournament: int) -> Tablets | None:
    """For pages; None while the broker does not answer."""
    try:
        return tablets(tournament, connected(tournament))
    except redis.RedisError:
        return None


def _processes(tournament: int) -> str:
    return f"{settings.BUS_PREFIX}:here:{tournament}"


def _said_by(tournament: int, process: str) -> str:
    return f"{_processes(tournament)}:{process}"


@cache
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        # Once more, at once: after a restart of the broker the pooled connections are dead.
        retry=Retry(NoBackoff(), 1),
    )
