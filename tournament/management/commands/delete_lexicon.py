"""``manage.py delete_lexicon NAME``: deletes a lexicon, whoever imported it."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from tournament.core.errors import BadSetting, RoomError
from tournament.management import base as commands
from tournament.presentation.messages import explain
from tournament.queries import clock, lexica
from tournament.services.prepared.lexica import delete_lexicon


class Command(commands.FrenchCommand):
    help = (
        "Efface le lexique NOM, si aucun tournoi ne l'a choisi. Les parties déjà jouées avec lui "
        "gardent leurs mots."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NOM", help="nom du lexique")
        commands.add_organisation(parser)

    def handle(self, *_: Any, name: str, organisation: str = "", **__: Any) -> None:
        try:
            if name == lexica.BUILT_IN:
                raise BadSetting("lexicon-stays", name=name)
            owner = commands.find_organisation(organisation)
            lexica.find_current_list(name, owner.pk if owner else None)
            delete_lexicon(name=name, organisation=owner, by=None, now=clock.now())
        except RoomError as error:
            raise CommandError(explain(error)) from error
        self.stdout.write(f"Le lexique « {name} » est effacé.")
