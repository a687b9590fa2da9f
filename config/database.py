"""Django's setting of the database, and the pool of connections of a process.

The pool works again one second after the database does.

psycopg_pool doubles its pause from one attempt to the next: after an outage of a minute a process
would stay without connections for another one. Here an attempt ends after ``RETRY_S``, and the
next one begins; one dead connection makes the pool check all the others.
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
#: How long a request waits for a connection before it fails.
POOL_TIMEOUT_S = 10.0
#: An outage is logged once in this many seconds.
LOG_EVERY_S = 60.0
#: Detects a host that vanished without closing its connections; these are libpq's names.
KEEPALIVE = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
}
#: A session that hangs inside a transaction would keep its locks, and block a game, for ever.
#: The longest legitimate pause between two statements is in the correction of a turn of 3,000
#: tables: a few seconds. Statements and waits for locks have no limit: a migration may need long,
#: and a wait for a hanging session ends with that session.
#: The operator's own options come after this one, and have precedence.
SESSION_OPTIONS = "-c idle_in_transaction_session_timeout=2min"

_LIBPQ_NAMES = {
    "NAME": "dbname",
    "USER": "user",
    "PASSWORD": "password",
    "HOST": "host",
    "PORT": "port",
}

type Pool = ConnectionPool[psycopg.Connection[Any]]


class ReconnectAttempts:
    """Callback of a pool that gives up reconnecting: starts the next attempt, and logs."""

    def __init__(self) -> None:
        self._logged_at = float("-inf")

    def __call__(self, pool: Pool) -> None:
        if monotonic() - self._logged_at > LOG_EVERY_S:
            self._logged_at = monotonic()
            log.warning("database.away", pool=pool.name)
        pool.check()


def check_connection_and_pool(connection: psycopg.Connection[Any]) -> None:
    """Raise psycopg.Error if ``connection`` is dead, after making the pool check the others."""
    try:
        ConnectionPool.check_connection(connection)
    except psycopg.Error:
        pool = connection._pool  # noqa: SLF001 - the library hands its check no pool
        if isinstance(pool, ConnectionPool):
            pool.check()
        raise


def parse_url(url: str) -> dict[str, Any]:
    """Return Django's settings of ``url``, parsed by libpq: it may name several hosts and ports.

    Of several hosts only the one that accepts writes is used: the others are its standbys.
    Raise psycopg.ProgrammingError; its message may contain the password.
    """
    parameters = conninfo_to_dict(url)
    if "," in str(parameters.get("host", "")):
        parameters.setdefault("target_session_attrs", "read-write")
    django_settings = {django: parameters.pop(libpq, "") for django, libpq in _LIBPQ_NAMES.items()}
    return {"ENGINE": "django.db.backends.postgresql", **django_settings, "OPTIONS": parameters}


def is_database_url(url: str) -> bool:
    try:
        parse_url(url)
    except psycopg.ProgrammingError:
        return False
    return url.startswith(("postgres://", "postgresql://"))


def build_database_settings(
    url: str,
    *,
    pool_max: int,
    password: str = "",
    options: str = "",
    transaction_pooling: bool = False,
) -> dict[str, Any]:
    """Return Django's settings of the database.

    ``password`` and ``options`` of libpq apply if ``url`` has none.

    With ``transaction_pooling`` (PgBouncer) sessions are shared between transactions: no session
    parameter is set, no server-side cursor used; deploy/pgbouncer.ini limits hanging sessions.
    """
    parsed = parse_url(url)
    url_options = parsed["OPTIONS"]
    session_options = "" if transaction_pooling else SESSION_OPTIONS
    return {
        **parsed,
        "PASSWORD": parsed["PASSWORD"] or password,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,  # after a restart of the database, no request gets a dead one
        "DISABLE_SERVER_SIDE_CURSORS": transaction_pooling,
        "OPTIONS": {
            "connect_timeout": CONNECT_TIMEOUT_S,
            **KEEPALIVE,
            **url_options,
            "options": f"{session_options} {url_options.get('options', options)}".strip(),
            "pool": _build_pool_options(pool_max),
        },
    }


def _build_pool_options(max_size: int) -> dict[str, Any]:
    """Return the parameters of the connection pool.

    Under ASGI every request may run in another thread: without a pool each of them opens a
    connection of its own, and PostgreSQL refuses the 101st.
    """
    return {
        "min_size": 1,
        "max_size": max_size,
        "timeout": POOL_TIMEOUT_S,
        "check": check_connection_and_pool,
        "reconnect_timeout": RETRY_S,
        "reconnect_failed": ReconnectAttempts(),
    }
