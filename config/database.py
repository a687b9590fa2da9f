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
#: A session that hangs inside a transaction would keep its locks, and a game standing, for ever.
#: The longest that an honest one thinks between two statements is in the correction of a turn of
#: 3,000 tables, some seconds of work. Statements and waits for locks have no limit of their own:
#: a migration may need long, and whoever waits for a session that hangs is freed by its end.
#: The operator's own options come after it, and win.
SESSION = "-c idle_in_transaction_session_timeout=2min"

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


def database(
    url: str, *, pool_max: int, options: str = "", transaction_pooling: bool = False
) -> dict[str, Any]:
    """The database at ``url`` as Django takes it; ``options`` are libpq's, unless the URL has some.

    With ``transaction_pooling`` (PgBouncer) a session is ours for a transaction: nothing is asked
    of it, and no cursor outlives one; deploy/pgbouncer.ini has a limit of its own for sessions
    that hang.
    """
    found = read_url(url)
    theirs = found["OPTIONS"]
    ours = "" if transaction_pooling else SESSION
    return {
        **found,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,  # after a restart of the database, no request gets a dead one
        "DISABLE_SERVER_SIDE_CURSORS": transaction_pooling,
        "OPTIONS": {
            "connect_timeout": CONNECT_TIMEOUT_S,
            **KEEPALIVE,
            **theirs,
            "options": f"{ours} {theirs.get('options', options)}".strip(),
            "pool": _pool(pool_max),
        },
    }


def _pool(max_size: int) -> dict[str, Any]:
    """What Django hands to the pool.

    Under ASGI every request may run in another thread: without a pool each of them opens a
    connection of its own, and PostgreSQL refuses the hundred-and-first.
    """
    return {
        "min_size": 1,
        "max_size": max_size,
        "timeout": WAIT_S,
        "check": alive,
        "reconnect_timeout": RETRY_S,
        "reconnect_failed": Attempts(),
    }
