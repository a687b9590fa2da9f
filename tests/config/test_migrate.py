"""``migrate`` beside a game: it gives way to a lock, tries again, and says so in the end."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import OperationalError, connection
from psycopg.errors import LockNotAvailable

from config.management.commands import migrate

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def attempts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ``lock_timeout`` of each attempt, which ends at a lock."""
    timeouts: list[str] = []

    def meet_lock(*_: Any, **__: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SHOW lock_timeout")
            timeouts.append(cursor.fetchone()[0])
        if len(timeouts) < migrate.ATTEMPTS:
            raise OperationalError from LockNotAvailable()

    monkeypatch.setattr(DjangoMigrate, "handle", meet_lock)
    monkeypatch.setattr(migrate, "PAUSE_S", 0.0)
    return timeouts


def test_a_table_in_use_is_tried_again_later(
    attempts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "ATTEMPTS", 3)
    call_command("migrate", verbosity=0)
    assert attempts == [migrate.LOCK_TIMEOUT] * 3
    with connection.cursor() as cursor:
        cursor.execute("RESET lock_timeout")


def test_a_table_that_stays_in_use_ends_it(
    attempts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def always_locked(*_: Any, **__: Any) -> None:
        raise OperationalError from LockNotAvailable()

    monkeypatch.setattr(DjangoMigrate, "handle", always_locked)
    monkeypatch.setattr(migrate, "ATTEMPTS", 2)
    with pytest.raises(CommandError, match="entre deux coups"):
        call_command("migrate", verbosity=0)
