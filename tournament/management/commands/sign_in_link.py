"""``manage.py sign_in_link NAME``: a link that signs the account in, created if need be."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandParser

from tournament import commands
from tournament.services.tournaments import account_of
from tournament.sign_in_links import make_link


class Command(commands.Command):
    help = "Donne un lien qui ouvre une session pour ce compte (créé s'il n'existe pas)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", metavar="NOM", help="nom du compte")
        parser.add_argument("--next", dest="target", default="/office/", help="page d'arrivée")

    def handle(self, *_: Any, username: str, target: str, **__: Any) -> None:
        user = account_of(username) or User.objects.create(username=username)
        self.stdout.write(make_link(user, target))
