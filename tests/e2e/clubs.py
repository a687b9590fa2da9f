"""Another installation on this machine, with its own PostgreSQL and web server.

The work of its workers is done by the test, in its database.
"""

import os
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, Page

from config.embedded.postgres import Postgres
from tests.shared import copy_database, work_in
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
        copy_database(connection.settings_dict["NAME"], self._postgres)

    def start_web(self) -> None:
        self.stack.start_web()

    def destroy(self) -> None:
        self.stack.stop()
        self._postgres.delete()

    def start_database(self) -> None:
        self._postgres.start()
        self._url = self.stack.environment["DATABASE_URL"] = self._postgres.open_database()

    def work(self) -> AbstractContextManager[None]:
        """Work in its database, and by its clock, in the block."""
        return work_in(self._url)

    def shift_clock(self, shift: timedelta) -> None:
        with self.work():
            RoomClock.objects.create(number=1, shift=shift, steps=0)

    def make_user(self, *organisations: str) -> User:
        """Return an account that manages these organisations, created here."""
        with self.work():
            user = User.objects.create_user("ailleurs")
            for name in organisations:
                create_organisation(name=name, by=user, now=clock.now())
        return user


def open_page(browser: Browser, url: str, user: User) -> Page:
    """Return a page of the site at ``url`` in a browser of its own, signed in; its database is the
    one that is worked in."""
    client = Client()
    client.force_login(user)
    context = browser.new_context(locale="fr-FR", viewport={"width": 1366, "height": 768})
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value}
    context.add_cookies([{**session, "url": url}])  # type: ignore[typeddict-item]
    return context.new_page()
