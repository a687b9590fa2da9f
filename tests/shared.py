"""Resources shared by the test workers of a session, created by the first that needs them."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest

from config.assets.releases import MANIFEST
from config.embedded.postgres import Postgres


@contextmanager
def shared_folder(temporary: pytest.TempPathFactory, name: str) -> Iterator[Path]:
    """Yield the session's folder of this name, locked against the other workers."""
    worker_folder = temporary.getbasetemp()
    folder = (worker_folder.parent if "PYTEST_XDIST_WORKER" in os.environ else worker_folder) / name
    folder.mkdir(exist_ok=True)
    with folder.with_name(f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def make_migrated_database(temporary: pytest.TempPathFactory) -> str:
    """Return the name of a migrated database of the session's server, to be used as a template:
    migrations take longer than almost any test."""
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
    """Connect Django to another database in the block, and disconnect afterwards."""
    from django.db import connection

    def connect_to(database: str) -> None:
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's only
        connection.settings_dict["NAME"] = database

    previous = connection.settings_dict["NAME"]
    connect_to(name)
    try:
        yield
    finally:
        connect_to(previous)


def copy_database(name: str, postgres: Postgres) -> None:
    """Copy a database of the session's server into that of another one, which runs."""
    server = urlsplit(os.environ["DATABASE_URL"])
    source, dump = urlunsplit(server._replace(path=f"/{name}")), str(postgres.home / "dump.sql")
    postgres.run_program("pg_dump", "--no-owner", "-d", source, "-f", dump)
    postgres.run_program("psql", "--quiet", "-d", postgres.open_database(), "-f", dump)


@contextmanager
def work_in(url: str) -> Iterator[None]:
    """Work in the database of another installation, and by its clock, in the block."""
    from django.db import connection

    from config.database import parse_url
    from tournament.queries import clock

    def disconnect() -> None:
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's only

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "_steady_clock", clock.SteadyClock())
        disconnect()
        for key, value in parse_url(url).items():
            if key != "OPTIONS":
                patch.setitem(connection.settings_dict, key, value)
        try:
            yield
        finally:
            disconnect()


def collect_static(temporary: pytest.TempPathFactory) -> Path:
    """Return the collected static files, as in production."""
    from django.conf import settings
    from django.test import override_settings

    from config.assets.collection import collect_changed_files

    storage = {"staticfiles": {"BACKEND": "config.assets.static.ModuleManifestStorage"}}
    with (
        shared_folder(temporary, "static") as root,
        override_settings(STATIC_ROOT=root, STORAGES={**settings.STORAGES, **storage}),
    ):
        if not (root / MANIFEST).exists():
            collect_changed_files()
    return root
