"""Django's ``migrate`` beside a game: it waits for no lock while everybody waits behind it.

Also with instructions for databases older than the first migrations.
"""

import time
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import OperationalError, connections
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
#: Greatest wait for a lock, behind which every other request would wait too.
LOCK_TIMEOUT = "2s"
ATTEMPTS, PAUSE_S = 30, 2.0


class Command(DjangoMigrate):
    def handle(self, *args: Any, **options: Any) -> None:
        """Raise CommandError if the database has a migration that no longer exists, or is busy."""
        connection = connections[options["database"]]
        loader = MigrationLoader(connection)
        applied = {key for key in loader.applied_migrations if key[0] == TournamentConfig.name}
        if applied - loader.disk_migrations.keys():
            raise CommandError(TOO_OLD)
        for _ in range(ATTEMPTS):
            if not settings.DB_TRANSACTION_POOLING:  # a session there is everybody's
                with connection.cursor() as cursor:
                    cursor.execute("SELECT set_config('lock_timeout', %s, false)", [LOCK_TIMEOUT])
            try:
                super().handle(*args, **options)
            except OperationalError as error:
                if not isinstance(error.__cause__, (LockNotAvailable, DeadlockDetected)):
                    raise
            else:
                return
            connection.close()
            time.sleep(PAUSE_S)
        raise CommandError(BUSY)
