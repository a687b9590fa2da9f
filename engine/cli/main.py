"""The main function: all commands, and the handling of their errors."""

import argparse
import os
import sys
from collections.abc import Sequence

from engine.cli import batch, benchmark as bench, check, draw, examine, moves, replay
from engine.cli.options import OK, EngineParser, Menu, print_error
from engine.cli.sentences import format_error, translate_reason
from engine.errors import EngineError

_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0; 1 for a word that is not admitted or a game with
    another score; 2 for a command or an input that cannot be used, or an output that cannot be
    written, with a sentence on what to do; 130 when interrupted."""
    parser = EngineParser(prog="python -m engine", description="Le moteur de Duplicata.")
    menu = Menu(parser)
    for command in (moves, examine, batch, replay, draw, check, bench):
        command.add_command(menu)
    options, unknown = parser.parse_known_args(arguments)
    if unknown:  # the error refers to the help of the command, not to the general help
        options.command.error(f"unrecognized arguments: {' '.join(unknown)}")
    try:
        return _run_command(options)
    except BrokenPipeError:  # the reader closed the pipe
        _discard_output()
        return OK
    except OSError as error:  # of the output: input errors are `EngineError`
        _discard_output()
        reason = translate_reason(error.strerror)
        return print_error(f"La réponse n'a pas pu être écrite ({reason}) ; écrivez-la ailleurs.")
    except KeyboardInterrupt:
        return _INTERRUPTED


def _discard_output() -> None:
    """Redirect stdout to the null device: buffered output would fail again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run_command(options: argparse.Namespace) -> int:
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except EngineError as error:
        return print_error(f"{format_error(error)}.")
    return code
