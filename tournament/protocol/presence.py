"""The tablets connected now, over all processes with sockets.

Each process announces its own connections to the broker every few seconds, with a short time to
live, so that a killed process disappears. Nothing depends on it: without a broker the presence is
unknown.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import cast

import msgspec
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from tournament import broker
from tournament.queries.people.tablets import list_expected_tablets

#: Time to live of an announcement: three times the interval between two.
TTL_S = 7
#: Longest wait of a page for a broker that does not answer, in seconds.
TIMEOUT_S = 0.3

_encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(list[int])


@dataclass(frozen=True, slots=True)
class TabletPresence:
    """Number of tablets expected in a tournament, and tables whose tablet is ``away``."""

    expected: int
    away: list[int]

    @property
    def connected_count(self) -> int:
        return self.expected - len(self.away)


def announce_connected(process: str, entries: Mapping[int, Collection[int]]) -> None:
    """Announce the entries connected to ``process``, by tournament. Raises ``broker.ERRORS``."""
    with _get_client(settings.REDIS_URL).pipeline(transaction=False) as pipeline:
        for tournament, entry_ids in entries.items():
            pipeline.sadd(_get_processes_key(tournament), process)
            pipeline.expire(_get_processes_key(tournament), TTL_S)
            payload = _encode(list(entry_ids))
            pipeline.set(_get_announcement_key(tournament, process), payload, ex=TTL_S)
        pipeline.execute()


def find_connected(tournament: int) -> frozenset[int]:
    """Return the entries connected now to any process. Raises one of ``broker.ERRORS``."""
    client = _get_client(settings.REDIS_URL)
    processes = cast(set[bytes], client.smembers(_get_processes_key(tournament)))
    if not processes:
        return frozenset()
    keys = [_get_announcement_key(tournament, process.decode()) for process in processes]
    payloads = cast(list[bytes | None], client.mget(keys))
    return frozenset(
        entry for entries in filter(None, payloads) for entry in _decoder.decode(entries)
    )


def count_tablets(tournament: int, connected: Collection[int]) -> TabletPresence:
    """Count the tablets of a tournament while the entries ``connected`` are connected."""
    expected = list_expected_tablets(tournament).values_list("pk", "table__number")
    numbers = dict(expected)
    return TabletPresence(
        len(numbers), [number for pk, number in numbers.items() if pk not in connected]
    )


def count_tablets_now(tournament: int) -> TabletPresence | None:
    """Count the tablets for a page; None if the broker does not answer."""
    try:
        return count_tablets(tournament, find_connected(tournament))
    except broker.ERRORS:
        return None


def _get_processes_key(tournament: int) -> str:
    # The braces keep the keys of a tournament on one node of a cluster.
    return f"{settings.BUS_PREFIX}:here:{{{tournament}}}"


def _get_announcement_key(tournament: int, process: str) -> str:
    return f"{_get_processes_key(tournament)}:{process}"


@cache
def _get_client(url: str) -> broker.Client:
    return broker.connect(
        url,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        # One retry, at once: after a restart of the broker the pooled connections are dead.
        retry=Retry(NoBackoff(), 1),
    )
