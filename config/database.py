"""Where the database is, and the pool of connections of a process.

The pool works again a second after the database does.

psycopg_pool doubles its pause from one attempt to the next: after an outage of a minute a process
would stay without connections for another one. Here an attempt ends after ``RETRY_S``, and the
next one begins; and when one connection is found dead, all that died with it go at once.
"""

from time import monotonic
from typing import Any

import psycopg
import structlog
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool

log = structlog.get_logger(__name__)

#: The longest pause between two attempts to connect, and how long one of them may take.
RETRY_S = 1.0
CONNECT_TIMEOUT_S = 3
#: How long a request waits for a connection before it is told that there is none.
WAIT_S = 10.0
#: An outage is told this often.
SAY_EVERY_S = 60.0
#: A host that has vanished without a word is noticed; these are libpq's names.
KEEPALIVE = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
}

_NAMES = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}

type Pool = ConnectionPool[psycopg.Connection[Any]]


class Attempts:
    """Begins anew whenever a pool gives up: it would wait for somebody to ask it again."""

    def __init__(self) -> None:
        self._said = float("-inf")

    def __call__(self, pool: Pool) -> None:
        if monotonic() - self._said > SAY_EVERY_S:
            self._said = monotonic()
            log.warning("database.away", pool=pool.name)
        pool.check()


def alive(connection: psycopg.Connection[Any]) -> None:
    """Raises when ``connection`` is dead, and has the pool look through its others."""
    try:
        ConnectionPool.check_connection(connection)
    except psycopg.Error:
        pool = connection._pool  # noqa: SLF001 - the library hands its check no pool
        if isinstance(pool, ConnectionPool):
            pool.check()
        raise


def read_url(url: str) -> dict[str, Any]:
    """``url`` as Django takes it, read by libpq itself: several hosts, each with its port, too.

    Of several hosts only the one that can be written to is ours: the others are its standbys.
    Raises psycopg.ProgrammingError; its words may hold the password.
    """
    found = conninfo_to_dict(url)
    if "," in str(found.get("host", "")):
        found.setdefault("target_session_attrs", "read-write")
    named = {django: found.pop(libpq, "") for django, libpq in _NAMES.items()}
    return {"ENGINE": "django.db.backends.postgresql", **named, "OPTIONS": found}


def pool_options(max_size: int) -> dict[str, Any]:
    """What Django hands to the pool."""
    return {
        "min_size": 1,
        "max_size": max_size,
        "timeout": WAIT_S,
        "check": alive,
        "reconnect_timeout": RETRY_S,
        "reconnect_failed": Attempts(),
    }
