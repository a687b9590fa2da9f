"""Base of the commands of ``manage.py``, whose error messages are in French."""

import sys
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import ProgrammingError
from psycopg.errors import UndefinedTable

from engine.arguments import BAD_COMMAND, format_refusal
from tournament.models import Organisation

_NO_TABLES = (
    "Cette base n'a encore aucun tournoi. Lancez d'abord « make club » ; pour la démonstration, "
    "ajoutez DEMO=1 à « make manage » ; en production, « manage.py migrate »."
)


def add_organisation(parser: CommandParser) -> None:
    """Add ``--organisation``, the owner of a lexicon; without it, the installation owns it."""
    parser.add_argument(
        "--organisation", metavar="NOM", default="", help="celle à qui est le lexique, par son nom"
    )


def find_organisation(name: str) -> Organisation | None:
    """Return the organisation of this name; None for an empty name. Raise CommandError."""
    if not name:
        return None
    organisations = list(Organisation.objects.filter(name=name)[:2])
    if len(organisations) != 1:
        raise CommandError(
            f"Plusieurs organisations se nomment « {name} » : changez le nom de l'une."
            if organisations
            else f"Aucune organisation ne se nomme « {name} »."
        )
    return organisations[0]


class FrenchCommand(BaseCommand):
    """A command that reports wrong arguments in the same form as the engine's commands.

    Called from a program (``call_command``), it raises CommandError for them, like Django's.
    """

    def execute(self, *args: Any, **options: Any) -> Any:
        try:
            return super().execute(*args, **options)
        except ProgrammingError as error:
            if isinstance(error.__cause__, UndefinedTable):
                raise CommandError(_NO_TABLES) from error
            raise

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        command = f"{prog_name or 'manage.py'} {subcommand}"

        def error(message: str) -> NoReturn:
            explanation = format_refusal(message, command)
            if not parser.called_from_command_line:
                raise CommandError(explanation, returncode=BAD_COMMAND)
            self.stderr.write(explanation)
            sys.exit(BAD_COMMAND)

        # Django names the class of the parser itself, so the method is replaced on the instance.
        parser.error = error  # type: ignore[method-assign]
        return parser
