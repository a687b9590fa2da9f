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
    """Return True if the database lacks a migration; ``migrate`` renders all models to say so."""
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(connection)
    return bool(loader.graph.nodes.keys() - loader.applied_migrations.keys())


if __name__ == "__main__":
    sys.exit(main())
