"""A disk without room, and one that is slow to say that something is written."""

import contextlib
from collections.abc import Iterator

import psycopg

from benchmarks.chaos.blows.blow import IsWell, Target

#: Files of its journal that PostgreSQL may have in stock.
STOCK = 100
#: Every commit waits so long for the disk, as PostgreSQL can be told to: microseconds, its most.
COMMIT_DELAY = 100_000


@contextlib.contextmanager
def full(target: Target, _whom: tuple[str, ...]) -> Iterator[IsWell]:
    """Nobody can write; what PostgreSQL had in stock for its journal is used up, too."""
    target.club.disk.fill()
    try:
        _use_up_the_journal(target.club.urls.database_url)
        yield target.club.answers
    finally:
        target.club.disk.free()


def _use_up_the_journal(url: str) -> None:
    with contextlib.suppress(psycopg.Error), psycopg.connect(url, autocommit=True) as connection:
        for _ in range(STOCK):
            connection.execute("SELECT pg_logical_emit_message(false, 'x', 'x', true)")
            connection.execute("SELECT pg_switch_wal()")


@contextlib.contextmanager
def slow(target: Target, _whom: tuple[str, ...]) -> Iterator[IsWell]:
    """Every commit takes longer, which is what a slow disk is to a database."""
    url = target.club.urls.database_url
    _configure(url, f"SET commit_delay = {COMMIT_DELAY}", "SET commit_siblings = 0")
    try:
        yield target.club.answers
    finally:
        _configure(url, "RESET ALL")


def _configure(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(f"ALTER SYSTEM {statement}".encode())
        connection.execute("SELECT pg_reload_conf()")
