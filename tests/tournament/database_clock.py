"""A clock of the test's database that a test may set."""

import contextlib
from collections.abc import Iterator
from datetime import timedelta

from django.db import connection

from tournament.queries import clock

_CREATE_CLOCK = """
CREATE SCHEMA wall;
CREATE TABLE wall.moved (by interval NOT NULL);
INSERT INTO wall.moved VALUES ('0');
CREATE FUNCTION wall.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT pg_catalog.clock_timestamp() + by FROM wall.moved';
"""


class DatabaseClock:
    """The clock of the database."""

    def set(self, by: timedelta) -> None:
        """Set the clock to this difference from the real time."""
        with connection.cursor() as cursor:
            cursor.execute("UPDATE wall.moved SET by = %s::interval", [f"{by.total_seconds()} s"])


@contextlib.contextmanager
def set_up_wall_clock() -> Iterator[DatabaseClock]:
    """Make all sessions opened from now on, by any process, read a clock that can be set."""
    name = connection.settings_dict["NAME"]
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA IF EXISTS wall CASCADE")
        cursor.execute(_CREATE_CLOCK)
        cursor.execute(f'ALTER DATABASE "{name}" SET search_path TO wall, pg_catalog, public')
    _reconnect()
    try:
        yield DatabaseClock()
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'ALTER DATABASE "{name}" RESET search_path')
            cursor.execute("DROP SCHEMA wall CASCADE")
        _reconnect()


def _reconnect() -> None:
    """Close the sessions and reset the clock of this process, as if it had just been started.

    The pool is closed, not drained: a drained pool keeps the sessions that it is opening.
    """
    clock._steady_clock = clock.SteadyClock()
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's only
