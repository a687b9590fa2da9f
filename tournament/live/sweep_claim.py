"""The part of a sweep that one process at a time does for the whole installation."""

from functools import cache

from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from tournament import broker

TIMEOUT_S = 1.0


def claim_sweep(duration_s: float) -> bool:
    """Return True if no process claimed a sweep within ``duration_s``, or the broker is away."""
    try:
        client = _get_client(settings.REDIS_URL)
        key = f"{settings.BUS_PREFIX}:sweep"
        return bool(client.set(key, b"", nx=True, px=round(duration_s * 1000)))
    except broker.ERRORS:
        return True


@cache
def _get_client(url: str) -> broker.Client:
    return broker.connect(
        url,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        # One retry, at once: after a restart of the broker the pooled connections are dead.
        retry=Retry(NoBackoff(), 1),
    )
