"""The clock on the wall of the test's database, which a test may set."""

import contextlib
from collections.abc import Iterator
from datetime import timedelta

from django.db import connection

from tournament.queries import clock

_HANG = """
CREATE SCHEMA wall;
CREATE TABLE wall.moved (by interval NOT NULL);
INSERT INTO wall.moved VALUES ('0');
CREATE FUNCTION wall.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT pg_catalog.clock_timestamp() + by FROM wall.moved';
"""


class Wall:
    def set(self, by: timedelta) -> None:
        """Somebody sets the clock, so far from where it would be."""
        with connection.cursor() as cursor:
            cursor.execute("UPDATE wall.moved SET by = %s::interval", [f"{by.total_seconds()} s"])


@contextlib.contextmanager
def wall_clock() -> Iterator[Wall]:
    """Sessions opened from now on, by any process, read this clock."""
    name = connection.settings_dict["NAME"]
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA IF EXISTS wall CASCADE")
        cursor.execute(_HANG)
        cursor.execute(f'ALTER DATABASE "{name}" SET search_path TO wall, pg_catalog, public')
    _open_anew()
    try:
        yield Wall()
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'ALTER DATABASE "{name}" RESET search_path')
            cursor.execute("DROP SCHEMA wall CASCADE")
        _open_anew()


def _open_anew() -> None:
    """This process's sessions; and it counts anew, as one that has just been started.

    The pool is closed, not drained: one that is drained keeps the sessions it is just opening.
    """
    clock._count = clock.SteadyClock()
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's only
