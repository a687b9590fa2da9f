"""Common parts of the commands: help and errors in French, the options of every command."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from engine import arguments
from engine.board.formats import NORMAL
from engine.cli.sentences import format_refused_lines
from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon
from engine.regulation.editions import CURRENT

OK, MISMATCH, BAD_INPUT = 0, 1, 2
"""Exit codes; MISMATCH: a word that is not admitted, or a game with another score."""


class EngineParser(arguments.FrenchArgumentParser):
    """A parser with its help in French too, and without abbreviated options."""

    def __init__(self, *, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description, add_help=False, allow_abbrev=False)
        self.options = self.add_argument_group("options")
        self.options.add_argument("-h", "--help", action="help", help="afficher cette aide")

    def format_usage(self) -> str:
        return super().format_usage().replace("usage:", "emploi :", 1)

    def format_help(self) -> str:
        return super().format_help().replace("usage:", "emploi :", 1)


type RunCommand = Callable[[argparse.Namespace], int]


class Menu:
    """The commands of a parser."""

    def __init__(self, parser: EngineParser) -> None:
        _add_common_options(parser, DEFAULT_LEXICON, as_json=False)
        self._commands = parser.add_subparsers(
            required=True,
            title="commandes",
            metavar="COMMANDE",
            parser_class=EngineParser,
        )

    def add(self, name: str, summary: str, description: str, run: RunCommand) -> EngineParser:
        """Add a command with the common options, `--lexicon` and `--json`."""
        parser = self._commands.add_parser(name, help=summary, description=description)
        parser.set_defaults(run=run, command=parser)
        _add_common_options(parser, argparse.SUPPRESS, as_json=argparse.SUPPRESS)
        return parser


def _add_common_options(parser: EngineParser, lexicon: Path | str, *, as_json: bool | str) -> None:
    """Add the options that are allowed before and after the command; after it, an option that is
    not given does not change the value."""
    parser.options.add_argument(
        "--lexicon",
        type=Path,
        default=lexicon,
        metavar="LISTE",
        help="liste de mots, un par ligne : texte, gz, xz ou zip (par défaut : la liste libre)",
    )
    parser.options.add_argument(
        "--json", action="store_true", default=as_json, help="écrire du JSON"
    )


def add_format_option(parser: EngineParser) -> None:
    parser.options.add_argument(
        "--format",
        metavar="FORMULE",
        help="normal, joker, 7sur8, 7et8, 789, ou l'une de ces trois avec « -joker »",
    )


def add_edition_option(parser: EngineParser) -> None:
    parser.options.add_argument(
        "--edition",
        default=CURRENT,
        metavar="ANNÉE",
        help="règlement suivi : 2011, 2014, 2017, 2019 ou 2023 (par défaut)",
    )


def load_chosen_lexicon(options: argparse.Namespace) -> Lexicon:
    """Load the word list of the options; print the refused lines. Raises `BadWordList`."""
    path = options.lexicon
    return load_lexicon(
        path, _find_cache_dir(), lambda lines: print_error(format_refused_lines(path, lines))
    )


def get_format_key(options: argparse.Namespace) -> str:
    return NORMAL.key if options.format is None else options.format.lower()


def _find_cache_dir() -> Path | None:
    """Return the folder for compiled word lists, None if the user has no home folder."""
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "duplicata"
    except RuntimeError:  # a user without a home
        return None


def print_error(sentence: str) -> int:
    """Print the sentence to stderr and return `BAD_INPUT`."""
    print(sentence, file=sys.stderr)
    return BAD_INPUT
