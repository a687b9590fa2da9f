"""A primary that is lost and its standby promoted, as the pool of a process sees it."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper
from psycopg_pool import PoolTimeout

from benchmarks.failover.pair import Pair
from config.database import parse_url
from tests.waiting import TIMEOUT_S, wait_for


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    pair = Pair(tmp_path / "pair")
    try:
        pair.start()
        yield pair
    finally:
        pair.delete()


@pytest.fixture
def pool(pair: Pair) -> Iterator[Any]:
    """The pool that Django makes of our settings, for the pair."""
    parameters = deepcopy(connection.settings_dict)
    theirs = parse_url(pair.url)
    parameters |= theirs | {"OPTIONS": parameters["OPTIONS"] | theirs["OPTIONS"]}
    wrapper: Any = DatabaseWrapper(parameters, alias="pair")
    wrapper.pool.open()
    yield wrapper.pool
    wrapper.close_pool()


def find_written_port(pool: Any, *, timeout_s: float = 0.2) -> int | None:
    """Return the port of the server that stored a row, None if it was not stored."""
    try:
        with pool.connection(timeout=timeout_s) as session:
            session.execute("INSERT INTO sheet DEFAULT VALUES")
            return int(session.info.port)
    except (PoolTimeout, psycopg.OperationalError):
        return None


def test_the_pool_follows_the_primary_and_abandons_a_lost_server(pair: Pair, pool: Any) -> None:
    with pool.connection() as borrowed:
        borrowed.execute("CREATE TABLE sheet (number serial)")
    lost = pair.primary
    stored = sum(find_written_port(pool) == lost.port for _ in range(10))
    lost.kill()
    assert find_written_port(pool) is None
    pair.promote()
    wait_for(lambda: find_written_port(pool) == pair.primary.port)
    [(count,)] = pair.primary.query("SELECT count(*) FROM sheet", database="duplicata")
    assert stored
    assert count >= stored

    lost.restart_as_standby()
    pool.check()
    written = [find_written_port(pool, timeout_s=TIMEOUT_S) for _ in range(10)]
    assert written == [pair.primary.port] * 10
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        lost.query("INSERT INTO sheet DEFAULT VALUES", database="duplicata")
