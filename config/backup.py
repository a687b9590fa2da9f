"""Program that backs up the changed tournaments every few minutes: ``python -m config.backup``.

A process of its own: nothing in the hall waits for it, and its errors stop no other process. It
prints sentences for the person at the terminal.
"""

import contextlib
import os
import time
from pathlib import Path

import django

from config.loading import pause_garbage_collector
from config.probe import BACKUP_TIME_FILE

#: Seconds until a failed backup is tried again.
RETRY_S = 15.0


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with pause_garbage_collector():
        django.setup()
    from django.conf import settings

    from config.observation.exporter import start_observation

    if settings.BACKUP_DIR is None:
        print_line("Pas de dossier de sauvegardes : donnez BACKUP_DIR.")
        return
    with contextlib.suppress(OSError):  # lower priority than what people wait for
        os.nice(10)
    start_observation()
    interval_s = settings.BACKUP_EVERY.total_seconds()
    reported_failures: list[str] = []
    while True:
        failures = run_backups()
        if failures == []:
            record_backup_time(settings.BACKUP_DIR)
        if failures is not None:
            report_new_failures(reported_failures, failures)
            reported_failures = failures
        time.sleep(min(RETRY_S, interval_s) if failures or failures is None else interval_s)


def run_backups() -> list[str] | None:
    """Back up changed tournaments; return the sentences of failures, None without a database."""
    from django.conf import settings
    from django.db import Error, close_old_connections

    from arbitrage.archive.services.backups import back_up_changed_tournaments
    from tournament.presentation.messages import explain
    from tournament.queries import clock

    assert settings.BACKUP_DIR is not None
    close_old_connections()
    try:
        errors = back_up_changed_tournaments(
            settings.BACKUP_DIR, kept_count=settings.BACKUP_KEEP, now=clock.now()
        )
    except Error:
        return None
    return sorted({explain(error) for error in errors})


def record_backup_time(folder: Path) -> None:
    """Record that all changed tournaments are backed up now."""
    with contextlib.suppress(OSError):  # a full disk: the probe reports it
        (folder / BACKUP_TIME_FILE).touch()


def report_new_failures(reported_failures: list[str], failures: list[str]) -> None:
    """Print each new failure once, and a line when all backups succeed again."""
    for failure in failures:
        if failure not in reported_failures:
            print_line(f"ATTENTION, PAS DE SAUVEGARDE : {failure}")
    if reported_failures and not failures:
        print_line("Les sauvegardes se font de nouveau.")


def print_line(text: str) -> None:
    with contextlib.suppress(OSError):
        print(text, flush=True)


if __name__ == "__main__":
    main()
