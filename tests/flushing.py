"""Flush of the tables after a test that committed rows."""

from collections.abc import Sequence
from functools import cache

from django.core.management.color import no_style
from django.core.management.sql import sql_flush
from django.db import connection


def flush_tables(_case: object = None) -> None:
    """Replace Django's flush after a test, which reads the names of all tables each time."""
    connection.ops.execute_sql_flush(_read_statements())


@cache
def _read_statements() -> list[str]:
    """Return the statements for this process's database, whose tables stay the same."""
    return sql_flush(no_style(), connection, reset_sequences=False)


def build_flush_statements(
    _ops: object, _style: object, tables: Sequence[str], **_: object
) -> list[str]:
    """Return statements that do what TRUNCATE does, without new files: a test leaves few rows.

    They take its locks, which waits for a server's last transaction, and disable the triggers that
    protect rows from deletion. A lock that is not free is tried again from the start, well before
    PostgreSQL would look for a deadlock (after one second) and end the server's statement.
    """
    names = [connection.ops.quote_name(table) for table in tables]
    locks = f"""DO $$ BEGIN
            SET LOCAL lock_timeout = '200ms';
            FOR attempt IN 1..100 LOOP
                BEGIN
                    LOCK TABLE {", ".join(names)} IN ACCESS EXCLUSIVE MODE;
                    RETURN;
                EXCEPTION WHEN lock_not_available THEN
                    PERFORM pg_sleep(0.02);
                END;
            END LOOP;
            RAISE EXCEPTION 'somebody still holds the tables of the test before';
        END $$"""
    statements = [
        locks,
        "SET LOCAL session_replication_role = replica",
        *(f"DELETE FROM {name}" for name in names),  # noqa: S608 - names of our tables
        "SET LOCAL session_replication_role = DEFAULT",
    ]
    return ["; ".join(statements)]  # one round trip for sixty tables
