"""The options of every session with PostgreSQL, from whatever process."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from config.database import SESSION_OPTIONS, build_database_settings, parse_url
from tests.waiting import TIMEOUT_S, wait_for

pytestmark = pytest.mark.django_db(transaction=True)


def read_setting(name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        return str(cursor.fetchone()[0])


def test_a_session_may_not_hang_in_a_transaction_for_ever() -> None:
    assert read_setting("idle_in_transaction_session_timeout") == "2min"


def test_the_operator_s_session_settings_apply_too() -> None:
    assert read_setting("deadlock_timeout") == "2s"  # PGOPTIONS of the tests


def test_an_address_may_name_a_standby_that_takes_over() -> None:
    parsed = parse_url("postgresql://duplicata:a%40b@one:5433,two/duplicata?sslmode=require")
    assert (parsed["HOST"], parsed["PORT"]) == ("one,two", "5433,")
    assert (parsed["NAME"], parsed["USER"], parsed["PASSWORD"]) == ("duplicata", "duplicata", "a@b")
    assert parsed["OPTIONS"] == {"sslmode": "require", "target_session_attrs": "read-write"}
    alone = parse_url("postgresql://duplicata@%2Frun%2Fpostgresql/duplicata")
    assert (alone["HOST"], alone["OPTIONS"]) == ("/run/postgresql", {})


def test_a_password_apart_needs_no_escaping() -> None:
    url = "postgresql://duplicata@db/duplicata"
    settings = build_database_settings(url, pool_max=10, password="a/b@c:d?e#")
    assert (settings["PASSWORD"], settings["HOST"]) == ("a/b@c:d?e#", "db")
    escaped = "postgresql://duplicata:a%40b@db/duplicata"
    assert build_database_settings(escaped, pool_max=1, password="x")["PASSWORD"] == "a@b"


def test_of_a_session_that_lasts_a_transaction_nothing_is_asked() -> None:
    url = "postgresql://duplicata@pgbouncer:6432/duplicata"
    direct = build_database_settings(url, pool_max=10)
    lent = build_database_settings(url, pool_max=10, transaction_pooling=True)
    assert (direct["OPTIONS"]["options"], lent["OPTIONS"]["options"]) == (SESSION_OPTIONS, "")
    assert not direct["DISABLE_SERVER_SIDE_CURSORS"]
    assert lent["DISABLE_SERVER_SIDE_CURSORS"]
    with_options = build_database_settings(
        url, pool_max=10, options="-c jit=off", transaction_pooling=True
    )
    assert with_options["OPTIONS"]["options"] == "-c jit=off"


def test_a_hanging_session_is_ended_and_the_process_continues(client: Client) -> None:
    user = User.objects.create_user("juge")
    info = connection.connection.info
    pid = info.backend_pid

    def hang(watching: psycopg.Connection) -> None:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=user.pk)
            with connection.cursor() as cursor:  # the time is all that is not ours
                cursor.execute("SET LOCAL idle_in_transaction_session_timeout = '50ms'")
            query = "SELECT 1 FROM pg_stat_activity WHERE pid = %s"
            wait_for(lambda: watching.execute(query, [pid]).fetchone() is None)
            User.objects.update(first_name="écrit trop tard")

    with psycopg.connect(info.dsn, autocommit=True) as watching:
        with pytest.raises(DatabaseError, match="idle-in-transaction timeout"):
            hang(watching)
        free = "SELECT first_name FROM auth_user WHERE id = %s FOR UPDATE NOWAIT"
        assert watching.execute(free, [user.pk]).fetchone() == ("",)

    assert client.get("/sante/pret").json()["parts"]["database"]
    assert client.get("/accounts/login/").status_code == 200
    User.objects.filter(pk=user.pk).update(first_name="écrit ensuite")


def test_emptying_tables_between_tests_waits_for_a_reading_server() -> None:
    """In whatever order it reads: a deadlock would end its statement, or ours."""
    connection.ensure_connection()
    info = connection.connection.info
    waits = "SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted"

    def read() -> Any:
        with (
            psycopg.connect(info.dsn) as server,
            psycopg.connect(info.dsn, autocommit=True) as other,
        ):
            server.execute("SELECT count(*) FROM tournament_turn")
            read_first.set()
            wait_for(lambda: other.execute(waits).fetchone() is not None)
            return server.execute("SELECT count(*) FROM auth_user").fetchone()

    User.objects.create_user("juge")
    read_first = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        counted = pool.submit(read)
        assert read_first.wait(TIMEOUT_S)
        call_command("flush", verbosity=0, interactive=False)
        assert counted.result() == (1,)
    assert not User.objects.exists()
