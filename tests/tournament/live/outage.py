"""An outage of the database of the test for all other connections."""

import contextlib
from collections.abc import Iterator

import psycopg
from django.db import connection


@contextlib.contextmanager
def cut_database() -> Iterator[None]:
    """Cut and refuse every connection but the test's own."""
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
