"""The commands together, and what happens when one cannot do its work."""

import argparse
import os
import sys
from collections.abc import Sequence

from engine.cli import batch, bench, check, draw, play, replay
from engine.cli.options import Menu, Parser, complain
from engine.cli.sentences import sentence
from engine.errors import EngineError

_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code: 0; 1 for a word that is not admitted or a game that does not come out; 2 for a
    command or an input that cannot be used, with a sentence that says what to do."""
    parser = Parser(prog="python -m engine", description="Le moteur de Duplicata.")
    menu = Menu(parser)
    for command in (play, batch, replay, draw, check, bench):
        command.add(menu)
    options, more = parser.parse_known_args(arguments)
    if more and options.run is not bench.run:
        options.command.error(f"unrecognized arguments: {' '.join(more)}")
    options.more = more
    try:
        return _run(options)
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _INTERRUPTED


def _run(options: argparse.Namespace) -> int:
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except EngineError as error:
        return complain(f"{sentence(error)}.")
    return code
