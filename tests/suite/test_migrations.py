"""Migrations run beside a game: the programs of the last release must go on with the new tables.

A column that is NOT NULL has a ``db_default``; an index is made concurrently; what is removed or
renamed is removed one release later (docs/recipes.md).
"""

from collections.abc import Mapping

import pytest
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django_migration_linter import MigrationLinter

#: The last migration of each app before the rule: no installation was in use.
LAST_BEFORE_RULE = {
    "arbitrage": "0001_initial",
    "archive": "0001_initial",
    "classic_arbitrage": "0001_initial",
    "classic": "0001_initial",
    "event": "0001_initial",
    "practice": "0001_initial",
    "topping": "0001_initial",
    "tournament": "0001_initial",
}
#: Codes of the linter that are right in a migration, with the reason: no program of the last
#: release uses the column any more, the table is small.
ALLOWED: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("tournament", "0005_centres"): dict.fromkeys(
        ("CREATE_INDEX", "CREATE_INDEX_EXCLUSIVE"),
        "an expression of the table that this migration creates, which the linter cannot read",
    )
}
AS_ERRORS = ["CREATE_INDEX", "CREATE_INDEX_EXCLUSIVE", "DROP_INDEX", "RENAME_COLUMN"]


def list_own_migrations() -> list[Migration]:
    apps = LAST_BEFORE_RULE.keys()
    loader = MigrationLoader(connection)
    return [m for (app, _), m in sorted(loader.disk_migrations.items()) if app in apps]


def is_accepted(migration: Migration) -> bool:
    """Lint a migration; the linter prints what is wrong."""
    allowed = ALLOWED.get((migration.app_label, migration.name), {})
    linter = MigrationLinter(
        no_cache=True, exclude_migration_tests=list(allowed), warnings_as_errors_tests=AS_ERRORS
    )
    linter.lint_migration(migration)
    return not linter.has_errors


@pytest.mark.django_db(transaction=True)  # an index made concurrently
def test_new_migrations_leave_the_last_release_running() -> None:
    migrations = list_own_migrations()
    assert {m.app_label for m in migrations} == LAST_BEFORE_RULE.keys()
    refused = [
        f"{m.app_label} {m.name}"
        for m in migrations
        if m.name > LAST_BEFORE_RULE[m.app_label] and not is_accepted(m)
    ]
    assert not refused


@pytest.mark.django_db(transaction=True)  # an index made concurrently
def test_a_column_without_default_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    statement = 'ALTER TABLE "tournament_game" ADD COLUMN "number" integer{};'
    (migration, *_) = list_own_migrations()
    for end, accepted in ((" NOT NULL", False), (" DEFAULT 0 NOT NULL", True)):
        sql = [statement.format(end)]
        monkeypatch.setattr(MigrationLinter, "get_sql", lambda *_, sql=sql: sql)
        assert is_accepted(migration) is accepted
