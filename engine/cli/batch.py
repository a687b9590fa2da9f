"""`solve`: many positions, one JSON object per line in and out."""

import argparse
from collections.abc import Iterator
from typing import BinaryIO

from engine.board.formats import get_format
from engine.board.notation import Position
from engine.cli.options import BAD_INPUT, OK, Menu, add_format_option, load_chosen_lexicon
from engine.cli.output import show_json, to_json
from engine.cli.reading import MAX_BYTES, apply_options, open_input, parse_line
from engine.cli.sentences import format_error
from engine.errors import BadInput, EngineError
from engine.lexicon.lexicon import Lexicon
from engine.search.moves import solve


def add_command(menu: Menu) -> None:
    command = menu.add(
        "solve",
        "résoudre un fichier de positions",
        'Lit des lignes {"board": [15 textes], "rack": "AEIRST?"} et écrit pour chacune une ligne '
        '{"top": score, "tops": [...], "moves": n}, n étant le nombre de coups, comptés comme '
        "dans « tops ». Une ligne incorrecte donne un objet avec « error » et son numéro ; "
        "le code de sortie est alors 2.",
        run,
    )
    arguments = command.add_argument_group("arguments")
    arguments.add_argument("file", metavar="FICHIER.jsonl", help="le fichier ; « - » lit l'entrée")
    add_format_option(command)


def run(options: argparse.Namespace) -> int:
    if options.format is not None:
        get_format(options.format.lower())
    code, lexicon = OK, None
    with open_input(options.file) as file:
        for number, line in _read_lines(file, options.file):
            try:
                position = apply_options(_parse_line(line), None, options.format)
            except EngineError as error:
                show_json({"line": number, "error": format_error(error)}, indent=None)
                code = BAD_INPUT
                continue
            lexicon = lexicon or load_chosen_lexicon(options)
            show_json(_solve_position(position, lexicon), indent=None)
    return code


def _read_lines(file: BinaryIO, name: str) -> Iterator[tuple[int, bytes]]:
    """Yield lines with their number from 1; empty ones are left out, too long ones cut."""
    number, is_complete = 0, True
    while True:
        try:
            line = file.readline(MAX_BYTES + 1)
        except OSError as error:  # a folder, a disk that fails
            raise BadInput("unreadable", path=name, reason=error.strerror) from error
        if not line:
            return
        is_start, is_complete = is_complete, line.endswith(b"\n")
        if is_start:
            number += 1
            if line.strip():
                yield number, line


def _parse_line(line: bytes) -> Position:
    if len(line) > MAX_BYTES:
        raise BadInput("line_too_long", maximum=MAX_BYTES)
    return parse_line(line)


def _solve_position(position: Position, lexicon: Lexicon) -> dict[str, object]:
    moves = solve(position.board, position.rack, lexicon, position.fmt)
    top = moves[0].score if moves else 0
    return {
        "top": top,
        "tops": to_json(move for move in moves if move.score == top),
        "moves": len(moves),
    }
