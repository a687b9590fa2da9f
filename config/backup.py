"""Program that backs up the changed tournaments every few minutes: ``python -m config.backup``.

A process of its own: nothing in the hall waits for it, and its errors stop no other process. It
prints sentences for the person at the terminal.
"""

import contextlib
import os
import time

import django

from config.loading import pause_collector

#: Seconds until a failed backup is tried again.
RETRY_S = 15.0


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with pause_collector():
        django.setup()
    from django.conf import settings

    if settings.BACKUP_DIR is None:
        print_line("Pas de dossier de sauvegardes : donnez BACKUP_DIR.")
        return
    with contextlib.suppress(OSError):  # lower priority than what people wait for
        os.nice(10)
    interval_s = settings.BACKUP_EVERY.total_seconds()
    reported_troubles: list[str] = []
    while True:
        troubles = back_up_changed()
        if troubles is not None:
            report_changes(reported_troubles, troubles)
            reported_troubles = troubles
        time.sleep(min(RETRY_S, interval_s) if troubles or troubles is None else interval_s)


def back_up_changed() -> list[str] | None:
    """Back up changed tournaments; return the sentences of failures, None without a database."""
    from django.conf import settings
    from django.db import Error, close_old_connections

    from arbitrage.archive.services.backups import back_up
    from tournament.presentation.messages import explain
    from tournament.queries import clock

    assert settings.BACKUP_DIR is not None
    close_old_connections()
    try:
        failed = back_up(settings.BACKUP_DIR, keep=settings.BACKUP_KEEP, now=clock.now())
    except Error:
        return None
    return sorted({explain(error) for error in failed})


def report_changes(reported_troubles: list[str], troubles: list[str]) -> None:
    """Print each new failure once, and a line when all backups succeed again."""
    for trouble in troubles:
        if trouble not in reported_troubles:
            print_line(f"ATTENTION, PAS DE SAUVEGARDE : {trouble}")
    if reported_troubles and not troubles:
        print_line("Les sauvegardes se font de nouveau.")


def print_line(text: str) -> None:
    with contextlib.suppress(OSError):
        print(text, flush=True)


if __name__ == "__main__":
    main()
