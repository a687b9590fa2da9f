"""How the tables are emptied after a test that committed its rows."""

from collections.abc import Sequence
from functools import cache

from django.core.management.color import no_style
from django.core.management.sql import sql_flush
from django.db import connection


def end_test(_case: object = None) -> None:
    """What Django's ``flush`` does after a test, which asks for the names of all tables each
    time."""
    connection.ops.execute_sql_flush(_read_statements())


@cache
def _read_statements() -> list[str]:
    """Of this process's database, whose tables stay the same."""
    return sql_flush(no_style(), connection, reset_sequences=False)


def empty_tables(_ops: object, _style: object, tables: Sequence[str], **_: object) -> list[str]:
    """What TRUNCATE does, without new files for every table: a test leaves few rows.

    With its locks, so that a server's last transaction is waited for, and without the triggers
    that keep rows from being deleted. A lock that another holds is asked for again from the
    start, well before PostgreSQL would look for a deadlock (after one second) and end the
    server's statement instead of ours.
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
    return ["; ".join(statements)]  # all in one question: there are sixty tables
