"""What the test workers of one session share: made by the first who asks for it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def shared_folder(temporary: pytest.TempPathFactory, name: str) -> Iterator[Path]:
    """The session's folder of this name; the other workers wait until whoever holds it leaves."""
    own = temporary.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / name
    folder.mkdir(exist_ok=True)
    with folder.with_name(f"{name}.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield folder


def migrated_database(temporary: pytest.TempPathFactory) -> str:
    """The name of a database of the session's own server, to be copied, in which every migration
    has run and nobody writes: to run them takes longer than almost any test."""
    from django.core.management import call_command
    from django.db import connection

    name = "migrated"
    with shared_folder(temporary, name) as folder:
        if not (folder / "made").exists():
            with connection.cursor() as cursor:
                cursor.execute(f"CREATE DATABASE {name}")
            with _connected_to(name):
                call_command("migrate", verbosity=0)
            (folder / "made").touch()
    return name


@contextmanager
def _connected_to(name: str) -> Iterator[None]:
    """Django's connection goes to another database, and nobody is connected to it afterwards."""
    from django.db import connection

    def turn_to(database: str) -> None:
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's only
        connection.settings_dict["NAME"] = database

    own = connection.settings_dict["NAME"]
    turn_to(name)
    try:
        yield
    finally:
        turn_to(own)


def collect_static(temporary: pytest.TempPathFactory) -> Path:
    """The static files as an installation gives them."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import override_settings

    storage = {"staticfiles": {"BACKEND": "config.assets.static.ModuleManifestStorage"}}
    with (
        shared_folder(temporary, "static") as root,
        override_settings(STATIC_ROOT=root, STORAGES={**settings.STORAGES, **storage}),
    ):
        if not (root / "staticfiles.json").exists():
            call_command("collectstatic", interactive=False, verbosity=0)
    return root
