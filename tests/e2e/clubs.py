"""Other installations on this machine: each has its own PostgreSQL and web server.

The work of its workers is done by the test, in its database.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, Page

from config.database import parse_url
from config.embedded.postgres import Postgres
from tests.stack import LiveStack
from tournament.models import RoomClock
from tournament.queries import clock
from tournament.services.accounts.organisations import create_organisation


class OtherClub:
    """An installation; ``folder`` has its database, with the tables of the test's."""

    def __init__(self, name: str, folder: Path, stack: LiveStack) -> None:
        self.name = name
        (folder / name).mkdir()
        self._postgres = Postgres(folder / name / "postgres", durable=False)
        self.stack = LiveStack(database="", logs=folder / name)
        self.stack.environment |= {
            **{key: stack.environment[key] for key in ("STATIC_MANIFEST", "STATIC_ROOT")},
            "BUS_PREFIX": f"{os.environ['BUS_PREFIX']}-{name}",
            "BACKUP_DIR": str(folder / name),
        }

    @property
    def url(self) -> str:
        return self.stack.url

    def create(self) -> None:
        """Create the database, with the tables of the test's."""
        self._postgres.prepare()
        self.start_database()
        server = urlsplit(os.environ["DATABASE_URL"])
        source = urlunsplit(server._replace(path=f"/{connection.settings_dict['NAME']}"))
        dump = str(self._postgres.home / "dump.sql")
        self._postgres.run_program("pg_dump", "--no-owner", "-d", source, "-f", dump)
        self._postgres.run_program("psql", "--quiet", "-d", self._url, "-f", dump)

    def copy(self, other: "OtherClub") -> None:
        """Begin with the database of ``other``, which does not run."""
        command = ["cp", "-a", str(other._postgres.home), str(self._postgres.home)]
        self._postgres.home.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(command, check=True)
        self._postgres.prepare()

    def stop_database(self) -> None:
        self._postgres.stop()

    def start(self) -> None:
        self.start_database()
        self.stack.start_web()

    def kill(self) -> None:
        """Kill web server and database, as a power cut does."""
        self.stack.kill_web()
        assert self._postgres.process is not None
        self._postgres.process.kill()
        self._postgres.process.wait()

    def destroy(self) -> None:
        self.stack.stop()
        self._postgres.delete()

    def start_database(self) -> None:
        self._postgres.start()
        self._url = self.stack.environment["DATABASE_URL"] = self._postgres.open_database()

    @contextmanager
    def work(self) -> Iterator[None]:
        """Work in its database, and by its clock, in the block."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(clock, "_steady_clock", clock.SteadyClock())
            _disconnect()
            for key, value in parse_url(self._url).items():
                if key != "OPTIONS":
                    patch.setitem(connection.settings_dict, key, value)
            try:
                yield
            finally:
                _disconnect()

    def shift_clock(self, shift: timedelta) -> None:
        with self.work():
            RoomClock.objects.create(number=1, shift=shift, steps=0)

    def make_organisation(self) -> User:
        with self.work():
            user = User.objects.create_user(self.name)
            create_organisation(name=self.name, by=user, now=clock.now())
        return user

    def now(self) -> datetime:
        with self.work():
            return clock.now()


def _disconnect() -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's only


def open_page(browser: Browser, url: str, user: User) -> Page:
    """Return a page of the site at ``url`` in a browser of its own, signed in; its database is the
    one that is worked in."""
    client = Client()
    client.force_login(user)
    context = browser.new_context(locale="fr-FR", viewport={"width": 1366, "height": 768})
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value}
    context.add_cookies([{**session, "url": url}])  # type: ignore[typeddict-item]
    return context.new_page()
