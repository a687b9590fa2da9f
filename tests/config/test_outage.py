"""A server behind us away: pages say so and when to come back; errors of ours stay errors."""

from collections.abc import Iterator
from typing import Any

import django.db
import psycopg
import pytest
import redis
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client, RequestFactory

from config import outage
from tests.tournament.live.outage import cut_database
from tournament.views.device import TABLE_COOKIE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def away(client: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A browser that was signed in before the database went."""
    client.raise_request_exception = False
    client.force_login(User.objects.create_user("juge"))
    pool: Any = getattr(connection, "pool")  # noqa: B009 - of PostgreSQL's wrapper alone
    monkeypatch.setattr(pool, "timeout", 0.1)
    with cut_database():
        connection.connection.close()  # the test's own, which stayed
        connection.close()
        yield client


def test_pages_fragments_and_programs_each_get_their_own_error(away: Client) -> None:
    sentence = str(outage.OUTAGE_SENTENCE)
    page = away.get("/")
    assert (page.status_code, page["Retry-After"]) == (503, "3")
    assert sentence in page.content.decode()
    assert "<h1" in page.content.decode()
    again = away.get("/?a=1&b=2").content.decode()
    assert '<a class="button" href="/?a=1&amp;b=2">Réessayer</a>' in again
    assert "Réessayer</a>" not in away.post("/").content.decode()

    fragment = away.get("/", headers={"HX-Request": "true"})
    assert (fragment.status_code, fragment["Retry-After"]) == (503, "3")
    assert fragment.content.decode() == sentence
    assert fragment["Content-Type"].startswith("text/plain")

    response = away.get("/", headers={"Accept": "application/json"})
    assert (response.status_code, response.json()) == (503, {"problem": sentence})


def test_a_bulletin_handed_in_by_request_asks_for_repetition(
    away: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tournament.views.player import table as player

    def query_account(_: object) -> None:
        User.objects.first()

    monkeypatch.setattr(player, "get_entered_table", query_account)  # the cookie is another test's
    away.cookies[TABLE_COOKIE] = "x"
    answer = away.post("/table/bulletin/", {"type": "save"}, content_type="application/json")
    assert (answer.status_code, answer["Retry-After"]) == (503, "3")
    assert answer.json()["problem"]


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("57P01", True),  # stopped
        ("57P03", True),  # starting
        ("53100", True),  # disk full
        ("53300", True),  # no more connections
        ("40P01", True),  # deadlock
        ("25P03", True),  # hung in a transaction
        ("25006", True),  # a standby that is not promoted yet
        ("54000", False),  # a value that no index holds
        ("42P01", False),  # no such table
        ("22012", False),  # division by zero
        ("23505", False),  # there already
    ],
)
def test_an_outage_is_distinguished_from_a_wrong_query(state: str, expected: bool) -> None:
    with pytest.raises(django.db.Error) as raised, connection.cursor() as cursor:
        cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{state}'; END $$")
    # As Django tells it, and as it comes out of a long list whose cursor is being closed.
    assert outage.is_outage(raised.value) is expected
    assert outage.is_outage(raised.value.__cause__) is expected


def test_an_absent_broker_or_our_error_is_no_outage() -> None:
    assert outage.is_outage(redis.ConnectionError("refused"))
    assert outage.is_outage(psycopg.OperationalError("the connection is closed"))
    assert not outage.is_outage(redis.ResponseError("wrong command"))
    assert not outage.is_outage(ValueError("ours"))


@pytest.mark.parametrize(
    ("error", "status"), [(django.db.OperationalError("gone"), 503), (KeyError("ours"), 500)]
)
def test_what_fails_outside_a_view_is_answered_alike(error: Exception, status: int) -> None:
    try:
        raise error
    except Exception:  # noqa: BLE001 - Django calls the handler so
        assert outage.handle_error(RequestFactory().get("/")).status_code == status
