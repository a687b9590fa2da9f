"""Backs tournaments up by itself, every few minutes: ``python -m config.backup``.

A program of its own: nothing in the room waits for it, and what it does wrong ends with it. What it
prints is for whoever sits before the terminal.
"""

import contextlib
import os
import time

import django

from config.loading import without_collector

#: Seconds until what failed is tried again.
RETRY_S = 15.0


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with without_collector():
        django.setup()
    from django.conf import settings

    if settings.BACKUP_DIR is None:
        say("Pas de dossier de sauvegardes : donnez BACKUP_DIR.")
        return
    with contextlib.suppress(OSError):  # behind everything that people wait for
        os.nice(10)
    every = settings.BACKUP_EVERY.total_seconds()
    told: list[str] = []
    while True:
        troubles = once()
        if troubles is not None:
            tell(told, troubles)
            told = troubles
        time.sleep(min(RETRY_S, every) if troubles or troubles is None else every)


def once() -> list[str] | None:
    """Back up what has changed; what is in the way, None where the database does not answer."""
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


def tell(before: list[str], troubles: list[str]) -> None:
    """Loudly, and once."""
    for trouble in troubles:
        if trouble not in before:
            say(f"ATTENTION, PAS DE SAUVEGARDE : {trouble}")
    if before and not troubles:
        say("Les sauvegardes se font de nouveau.")


def say(text: str) -> None:
    with contextlib.suppress(OSError):
        print(text, flush=True)


if __name__ == "__main__":
    main()
