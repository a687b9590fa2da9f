"""Prepare the data before the programs start or are upgraded: ``python -m config.prepare``.

Migrations, lexicon and static files in one process: importing Django takes longer than any of the
three when it has nothing to do.
"""

import os
import sys

import django

from config import lexicon
from config.loading import pause_garbage_collector


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import CommandError, call_command

    from config.assets.collection import collect_changed_files

    with pause_garbage_collector():
        django.setup()
    try:
        # Without Django's system checks: they import every view, which takes longer than the rest.
        if has_pending_migrations():
            call_command("migrate", skip_checks=True, verbosity=0)
        if code := lexicon.main():
            return code
        collect_changed_files()
    except CommandError as error:
        print(f"CommandError: {error}", file=sys.stderr)
        return error.returncode
    return 0


def has_pending_migrations() -> bool:
    """Return True if the database lacks a migration, or what follows the last one.

    ``migrate`` itself renders all models to say so.
    """
    from django.contrib.auth.models import Permission
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader
    from django.db.migrations.recorder import MigrationRecorder

    applied = MigrationRecorder(connection).applied_migrations()
    if MigrationLoader(connection).graph.nodes.keys() - applied.keys():
        return True
    return not Permission.objects.filter(codename="add_tournament").exists()


if __name__ == "__main__":
    sys.exit(main())
