"""``manage.py sign_in_link NAME``: makes a link that signs the account in, created if missing."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from tournament.core.errors import BadSetting
from tournament.management import base as commands
from tournament.presentation.messages import explain
from tournament.queries import clock
from tournament.services.accounts.accounts import allow_tournaments, create_account, find_account
from tournament.services.accounts.sign_in_links import make_link


class Command(commands.FrenchCommand):
    help = "Donne un lien qui ouvre une fois une session pour ce compte (créé s'il n'existe pas)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", metavar="NOM", help="nom du compte")
        parser.add_argument("--next", dest="target", default="/office/", help="page d'arrivée")

        parser.add_argument(
            "--organiser", action="store_true", help="ce compte peut aussi créer des tournois"
        )

    def handle(
        self, *_: Any, username: str, target: str, organiser: bool = False, **__: Any
    ) -> None:
        now = clock.now()
        try:
            user = find_account(username) or create_account(username=username, by=None, now=now)
        except BadSetting as error:
            raise CommandError(explain(error)) from error
        if organiser:
            allow_tournaments(user=user, by=None, now=now)
        self.stdout.write(make_link(user=user, target=target, now=now))
