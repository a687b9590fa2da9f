"""The commands together, and what happens when one cannot do its work."""

import argparse
import os
import sys
from collections.abc import Sequence

from engine.cli import batch, benchmark as bench, check, draw, examine, play, replay
from engine.cli.options import OK, EngineParser, Menu, print_error
from engine.cli.sentences import format_error, translate_reason
from engine.errors import EngineError

_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code: 0; 1 for a word that is not admitted or a game that does not come out; 2 for a
    command or an input that cannot be used, or an answer that cannot be written, with a sentence
    that says what to do; 130 when interrupted."""
    parser = EngineParser(prog="python -m engine", description="Le moteur de Duplicata.")
    menu = Menu(parser)
    for command in (play, examine, batch, replay, draw, check, bench):
        command.add(menu)
    options, more = parser.parse_known_args(arguments)
    if more:  # the command's own help is the one to see
        options.command.error(f"unrecognized arguments: {' '.join(more)}")
    try:
        return _run(options)
    except BrokenPipeError:  # the reader has seen enough
        _drop_output()
        return OK
    except OSError as error:  # what is read has errors of its own
        _drop_output()
        return print_error(
            f"La réponse n'a pas pu être écrite ({translate_reason(error.strerror)}) ; écrivez-la ailleurs."
        )
    except KeyboardInterrupt:
        return _INTERRUPTED


def _drop_output() -> None:
    """What is still to be written would fail again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(options: argparse.Namespace) -> int:
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except EngineError as error:
        return print_error(f"{format_error(error)}.")
    return code
