"""``migrate`` beside a game: it gives way to a lock, tries again, and says so in the end."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import OperationalError, connection
from django.db.migrations import Migration
from django.db.migrations.recorder import MigrationRecorder
from psycopg.errors import LockNotAvailable

from config.management.commands import migrate
from config.prepare import has_pending_migrations
from tournament.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def raise_locked(*_: Any, **__: Any) -> None:
    raise OperationalError from LockNotAvailable()


def read_lock_timeout() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        return str(cursor.fetchone()[0])


def test_a_table_in_use_is_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[str] = []

    def meet_lock(command: migrate.Command, *_: Any, **__: Any) -> None:
        for atomic in (True, False):
            command.verbosity = 0
            kind = type("AMigration", (Migration,), {"atomic": atomic})
            command.migration_progress_callback("apply_start", kind("name", "tournament"))
            attempts.append(read_lock_timeout())
        if len(attempts) < 6:
            raise_locked()

    monkeypatch.setattr(DjangoMigrate, "handle", meet_lock)
    monkeypatch.setattr(migrate, "PAUSE_S", 0.0)
    call_command("migrate", verbosity=0)
    assert attempts == [migrate.LOCK_TIMEOUT, "0"] * 3
    assert read_lock_timeout() == "0"


def test_a_table_that_stays_in_use_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DjangoMigrate, "handle", raise_locked)
    monkeypatch.setattr(migrate, "PAUSE_S", 0.0)
    monkeypatch.setattr(migrate, "ATTEMPTS", 2)
    with pytest.raises(CommandError, match="entre deux coups"):
        call_command("migrate", verbosity=0)


def test_an_index_left_by_an_interruption_is_dropped() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE INDEX unfinished_index ON tournament_game (number)")
        cursor.execute(
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'unfinished_index'::regclass"
        )
        call_command("migrate", verbosity=0)
        cursor.execute("SELECT to_regclass('unfinished_index')")
        assert cursor.fetchone() == (None,)


def test_the_last_release_returns_to_a_newer_database() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("tournament", "9999_next_release")
    try:
        call_command("migrate", verbosity=0)
    finally:
        recorder.record_unapplied("tournament", "9999_next_release")


def test_a_start_migrates_when_the_database_lacks_a_migration() -> None:
    recorder = MigrationRecorder(connection)
    last = max(key for key in recorder.applied_migrations() if key[0] == "tournament")
    assert has_pending_migrations(), "the permissions, which follow the last migration, are missing"
    kind = ContentType.objects.get_for_model(Tournament)
    Permission.objects.create(codename="add_tournament", content_type=kind)
    assert not has_pending_migrations()
    recorder.record_unapplied(*last)
    try:
        assert has_pending_migrations()
    finally:
        recorder.record_applied(*last)
