"""The tablets connected now, over all processes with sockets.

Each process announces its own connections to the broker every few seconds, with a short time to
live, so that a killed process disappears. Nothing depends on it: without a broker the presence is
unknown.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

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


def find_connected(tournaments: Collection[int]) -> dict[int, frozenset[int]]:
    """Return the entries connected now to any process, by tournament, by two requests for all.

    Raises one of ``broker.ERRORS``.
    """
    connected = {tournament: set[int]() for tournament in tournaments}
    with _get_client(settings.REDIS_URL).pipeline(transaction=False) as pipeline:
        for tournament in connected:
            pipeline.smembers(_get_processes_key(tournament))
        names = zip(connected, pipeline.execute(), strict=True)
        pairs = [(tournament, process) for tournament, group in names for process in group]
        for tournament, process in pairs:
            pipeline.get(_get_announcement_key(tournament, process.decode()))
        for (tournament, _), payload in zip(pairs, pipeline.execute(), strict=True):
            if payload is not None:
                connected[tournament].update(_decoder.decode(payload))
    return {tournament: frozenset(entries) for tournament, entries in connected.items()}


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
        return count_tablets(tournament, find_connected([tournament])[tournament])
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
