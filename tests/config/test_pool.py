"""The pool of connections and a PostgreSQL of the test's own that goes and comes back."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any
from urllib.parse import unquote, urlsplit

import psycopg
import pytest
from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper
from psycopg_pool import PoolTimeout

from config.database import RETRY_S
from config.embedded.postgres import Postgres
from tests.waiting import wait_for

#: So many attempts take the library two minutes by itself, since it doubles its pauses.
MANY = 8


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    server = Postgres(tmp_path_factory.mktemp("own") / "postgres", durable=False)
    server.prepare()
    server.start()
    yield server
    server.delete()


@pytest.fixture
def pool(server: Postgres) -> Iterator[Any]:
    """The pool that Django makes of our settings, for that server."""
    parameters = deepcopy(connection.settings_dict)
    parameters["HOST"] = unquote(urlsplit(server.open_database()).hostname or "")
    parameters["NAME"], parameters["USER"], parameters["PORT"] = "postgres", "postgres", ""
    wrapper: Any = DatabaseWrapper(parameters, alias="own")
    wrapper.pool.open()
    yield wrapper.pool
    wrapper.close_pool()


def works(pool: Any) -> bool:
    try:
        with pool.connection(timeout=0.2) as session:
            return bool(session.execute("SELECT 1").fetchone() == (1,))
    except (PoolTimeout, psycopg.OperationalError):
        return False


def test_a_pool_retries_evenly_until_the_database_is_back(server: Postgres, pool: Any) -> None:
    assert works(pool)
    assert pool.reconnect_timeout == RETRY_S  # the longest pause that there can be
    server.stop()
    assert not works(pool)
    failed = pool.get_stats().get("connections_errors", 0)
    wait_for(lambda: pool.get_stats()["connections_errors"] >= failed + MANY)
    server.wait_until_ready()
    wait_for(lambda: works(pool))


def test_a_dead_connection_removes_others_of_the_same_restart(server: Postgres, pool: Any) -> None:
    """One by one, a request would find the last of them dead when its time is over."""
    for session in [pool.getconn() for _ in range(pool.max_size)]:
        pool.putconn(session)
    assert pool.get_stats()["pool_available"] == pool.max_size
    server.stop()
    server.wait_until_ready()
    pool.putconn(pool.getconn())
    assert pool.get_stats()["connections_lost"] == pool.max_size
