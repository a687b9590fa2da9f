"""Django's ``migrate``, which may run during a game: it never waits long for a lock, because every
other request would wait behind it.

Also with instructions for databases older than the first migrations.
"""

import time
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from psycopg.errors import DeadlockDetected, LockNotAvailable

from tournament.apps import TournamentConfig

TOO_OLD = (
    "Ces données viennent d’une version de Duplicata que celle-ci ne sait pas convertir. Rien n’a "
    "été changé. Ouvrez-les avec la version qui les a écrites, enregistrez chaque tournoi dans un "
    "fichier (« Réglages », « Fichier et sauvegardes »), puis remettez ces fichiers dans des "
    "données neuves (« Mes tournois », « Remettre un tournoi »)."
)
BUSY = (
    "Une table reste occupée : la mise à jour de la base s’est arrêtée, ce qui était fait reste. "
    "Relancez-la, entre deux coups ou après la partie."
)
#: Longest wait for a lock; every other request would wait behind it.
LOCK_TIMEOUT = "2s"
ATTEMPTS, PAUSE_S = 30, 2.0


class Command(DjangoMigrate):
    def handle(self, *args: Any, **options: Any) -> None:
        """Raise CommandError if the database has a migration that no longer exists, or is busy."""
        self._database = options["database"]
        connection = connections[self._database]
        loader = MigrationLoader(connection)
        applied, on_disk = (
            {key for key in migrations if key[0] == TournamentConfig.name}
            for migrations in (loader.applied_migrations, loader.disk_migrations)
        )
        # Unknown migrations besides all of ours: a later release was installed before; that is
        # allowed.
        if applied - on_disk and on_disk - applied:
            raise CommandError(TOO_OLD)
        for _ in range(ATTEMPTS):
            _drop_invalid_indexes(connection)
            try:
                super().handle(*args, **options)
            except OperationalError as error:
                if not isinstance(error.__cause__, (LockNotAvailable, DeadlockDetected)):
                    raise
            else:
                self._limit_lock_waits(connection, "0")
                return
            connection.close()
            time.sleep(PAUSE_S)
        raise CommandError(BUSY)

    def migration_progress_callback(
        self,
        action: str,
        migration: Migration | None = None,
        fake: bool = False,  # noqa: FBT001, FBT002 - Django's
    ) -> None:
        """Limit the waits of a migration that locks tables; one that is not atomic locks none."""
        if action == "apply_start" and migration is not None:
            timeout = LOCK_TIMEOUT if migration.atomic else "0"
            self._limit_lock_waits(connections[self._database], timeout)
        super().migration_progress_callback(action, migration, fake)

    @staticmethod
    def _limit_lock_waits(connection: BaseDatabaseWrapper, timeout: str) -> None:
        if settings.DB_TRANSACTION_POOLING:  # a session there is everybody's
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [timeout])


def _drop_invalid_indexes(connection: BaseDatabaseWrapper) -> None:
    """Drop what an interrupted ``CREATE INDEX CONCURRENTLY`` leaves: its name is taken."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid")
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP INDEX CONCURRENTLY {name}")
