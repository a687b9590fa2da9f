"""What the commands of ``manage.py`` have in common: they refuse in French."""

import sys
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import ProgrammingError
from psycopg.errors import UndefinedTable

from engine.arguments import BAD_COMMAND, refusal

_NO_TABLES = (
    "Cette base n'a encore aucun tournoi. Lancez d'abord « make club » ; pour la démonstration, "
    "ajoutez DEMO=1 à « make manage » ; en production, « manage.py migrate »."
)


class FrenchCommand(BaseCommand):
    """A command whose wrong arguments are told as everywhere in the house.

    Called from a program (``call_command``), it raises CommandError for them, as Django's own.
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
        asked = f"{prog_name or 'manage.py'} {subcommand}"

        def error(message: str) -> NoReturn:
            said = refusal(message, asked)
            if not parser.called_from_command_line:
                raise CommandError(said, returncode=BAD_COMMAND)
            self.stderr.write(said)
            sys.exit(BAD_COMMAND)

        # Django names the class of the parser itself, so the method is replaced on the object.
        parser.error = error  # type: ignore[method-assign]
        return parser
