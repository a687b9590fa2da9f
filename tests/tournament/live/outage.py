"""Takes the database of the test away from everybody else, and gives it back."""

import contextlib
from collections.abc import Iterator

import psycopg
from django.db import connection


@contextlib.contextmanager
def database_away() -> Iterator[None]:
    """Every other connection is cut and none is let in; this test's own stays."""
    connection.ensure_connection()
    info = connection.connection.info
    name, own_pid = info.dbname, info.backend_pid
    parameters = {**info.get_parameters(), "dbname": "postgres"}
    with psycopg.connect(**parameters, autocommit=True) as server:
        server.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        try:
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = %s AND pid <> %s",
                [name, own_pid],
            )
            yield
        finally:
            server.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
