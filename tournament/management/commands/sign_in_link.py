"""``manage.py sign_in_link NAME``: makes a link that signs the account in, once."""

from difflib import get_close_matches
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError, CommandParser

from tournament.core.errors import BadSetting
from tournament.core.people.names import fold_name
from tournament.management import base as commands
from tournament.presentation.messages import explain
from tournament.queries import clock
from tournament.services.accounts.accounts import (
    allow_creating_tournaments,
    check_username,
    create_account,
    find_account,
    find_first_page,
)
from tournament.services.accounts.sign_in_links import make_link


class Command(commands.FrenchCommand):
    help = (
        "Donne un lien qui ouvre une fois une session pour ce compte ; le tout premier compte naît "
        "ainsi."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", metavar="NOM", help="nom du compte")
        parser.add_argument("--next", dest="target", help="page d'arrivée")
        parser.add_argument(
            "--create", action="store_true", help="crée le compte s'il n'existe pas"
        )
        parser.add_argument(
            "--organiser", action="store_true", help="ce compte peut aussi créer des tournois"
        )

    def handle(
        self,
        *_: Any,
        username: str,
        target: str | None = None,
        create: bool = False,
        organiser: bool = False,
        **__: Any,
    ) -> None:
        now = clock.now()
        try:
            username = check_username(username)
            user = find_account(username)
            if user is None:
                usernames = list(User.objects.values_list("username", flat=True))
                if usernames and not create:
                    raise CommandError(_describe_missing(username, usernames))
                user = create_account(username=username, by=None, now=now)
        except BadSetting as error:
            raise CommandError(explain(error)) from error
        if organiser:
            allow_creating_tournaments(user=user, by=None, now=now)
        self.stdout.write(make_link(user=user, target=target or find_first_page(user), now=now))


def _describe_missing(username: str, usernames: list[str]) -> str:
    folded_names = {fold_name(name): name for name in usernames}
    matches = get_close_matches(fold_name(username), folded_names, n=3)
    similar = [folded_names[match] for match in matches]
    suggestion = f" Voulez-vous dire « {' », « '.join(similar)} » ?" if similar else ""
    return (
        f"Aucun compte ne se nomme « {username} ».{suggestion} Pour créer ce compte, ajoutez "
        "--create à la commande."
    )
