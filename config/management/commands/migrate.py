"""Django's ``migrate``, with instructions for databases older than the first migrations."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from tournament.apps import TournamentConfig

TOO_OLD = (
    "Ces données viennent d’une version de Duplicata que celle-ci ne sait pas convertir. Rien n’a "
    "été changé. Ouvrez-les avec la version qui les a écrites, enregistrez chaque tournoi dans un "
    "fichier (« Réglages », « Fichier et sauvegardes »), puis remettez ces fichiers dans des "
    "données neuves (« Mes tournois », « Remettre un tournoi »)."
)


class Command(DjangoMigrate):
    def handle(self, *args: Any, **options: Any) -> None:
        """Raise CommandError if the database has a migration that no longer exists."""
        loader = MigrationLoader(connections[options["database"]])
        applied = {key for key in loader.applied_migrations if key[0] == TournamentConfig.name}
        if applied - loader.disk_migrations.keys():
            raise CommandError(TOO_OLD)
        super().handle(*args, **options)
