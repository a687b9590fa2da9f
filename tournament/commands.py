"""What the commands of ``manage.py`` have in common: they refuse in French."""

import argparse
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from engine.arguments import BAD_COMMAND, refusal


class Command(BaseCommand):
    """A command whose wrong arguments are told as everywhere in the house.

    Called from a program (``call_command``), it raises ``argparse.ArgumentError`` for them.
    """

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        return super().create_parser(prog_name, subcommand, exit_on_error=False, **kwargs)

    def run_from_argv(self, argv: list[str]) -> None:
        try:
            super().run_from_argv(argv)
        except argparse.ArgumentError as error:
            self.stderr.write(refusal(str(error), f"{argv[0]} {argv[1]}"))
            sys.exit(BAD_COMMAND)
