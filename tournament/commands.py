"""What the commands of ``manage.py`` have in common: they refuse in French."""

import sys
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.arguments import BAD_COMMAND, refusal


class Command(BaseCommand):
    """A command whose wrong arguments are told as everywhere in the house.

    Called from a program (``call_command``), it raises CommandError for them, as Django's own.
    """

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
