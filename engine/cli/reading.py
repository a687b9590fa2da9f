"""Input of positions and files, from people and scripts."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from engine.board.board import Board
from engine.board.formats import NORMAL, Format, get_format
from engine.board.letters import WILD, fold, remove_accents
from engine.board.notation import Position
from engine.board.place import SIZE
from engine.errors import BadBoard, BadInput, BadLetters, BadNotation

STDIN = "-"
MAX_BYTES = 1024 * 1024
MAX_RACK = 9


def open_input(name: str) -> BinaryIO:
    """Open a file, or the standard input for "-". Raises `BadInput`."""
    if name == STDIN:
        if sys.stdin is None:
            raise BadInput("no_stdin")
        return sys.stdin.buffer
    try:
        return Path(name).open("rb")
    except FileNotFoundError as error:
        raise BadInput("not_found", path=name) from error
    except OSError as error:
        raise BadInput("unreadable", path=name, reason=error.strerror) from error


def read_text(name: str) -> str:
    """Read a short text in UTF-8. Raises `BadInput`."""
    with open_input(name) as file:
        try:
            content = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise BadInput("unreadable", path=name, reason=error.strerror) from error
    if len(content) > MAX_BYTES:
        raise BadInput("too_big", path=name, maximum=MAX_BYTES)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput("not_utf8", path=name) from error


def read_position(words: list[str]) -> Position:
    """Return the position of a line of the notation or of a file; letters may have accents. Raises
    `EngineError`."""
    text = " ".join(words)
    if text == STDIN or os.path.isfile(text):
        return _parse_file(read_text(text))
    try:
        return Position.parse(remove_accents(text))
    except BadNotation as error:
        if error.code == "bad_row_count" and os.path.exists(text):  # a pipe, a folder
            return _parse_file(read_text(text))
        if error.code == "bad_row_count" and _is_path_like(text):
            raise BadNotation("no_position", text=text[:60]) from error
        raise


def _is_path_like(text: str) -> bool:
    return "/" not in text or os.path.isdir(os.path.dirname(text))


def _parse_file(text: str) -> Position:
    """Parse 15 rows and maybe a rack below, an object like those of `solve`, or the notation."""
    if text.lstrip().startswith("{"):
        return parse_object(_load_json(text), rack="")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) <= 1:
        return Position.parse(remove_accents(text))
    rows, other_lines = lines[:SIZE], lines[SIZE:]
    if len(other_lines) > 1:
        raise BadBoard("bad_row_count", rows=len(lines))
    return Position(Board.from_rows(_read_rows(rows)), fold("".join(other_lines)))


def _load_json(text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput("not_json") from error
    return value


def parse_line(line: bytes) -> Position:
    """Return the position of one line of JSON. Raises `EngineError`."""
    try:
        return parse_object(_load_json(line.decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        raise BadInput("not_utf8") from error


def parse_object(value: object, rack: str | None = None) -> Position:
    """Return the position of a decoded object; "format" is optional.

    `{"board": [15 strings], "rack": "AEIRST?", "format": "normal"}`. `rack`: the default rack; None
    if the object must have one. Raises `EngineError`.
    """
    if not isinstance(value, dict):
        raise BadInput("not_an_object")
    rows, key = value.get("board"), value.get("format", NORMAL.key)
    rack = value.get("rack", rack)
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise BadInput("bad_field", field="board", wanted="une liste de 15 textes")
    if not isinstance(rack, str):
        raise BadInput("bad_field", field="rack", wanted="un texte comme « AEIRST? »")
    if not isinstance(key, str):
        raise BadInput("bad_field", field="format", wanted="un texte comme « normal »")
    return Position(
        Board.from_rows(_read_rows(rows)), remove_accents(rack), get_format(key.lower())
    )


def _read_rows(rows: list[str]) -> list[str]:
    return [remove_accents(row) for row in rows]


def apply_options(position: Position, rack: str | None, key: str | None) -> Position:
    """Return the position with the rack and the format of the options, if given.

    Raises `UnknownFormat`, and `BadLetters` for a rack that no format has.
    """
    if rack is not None:
        position = replace(position, rack=fold(rack))
    if key is not None:
        position = replace(position, fmt=get_format(key.lower()))
    check_rack(position.rack, position.fmt)
    return position


def check_rack(rack: str, fmt: Format) -> None:
    """Raise `BadLetters` for a rack that no format allows: its search could take minutes."""
    fmt.letters.check(rack)
    if len(rack) > MAX_RACK:
        raise BadLetters("too_long", letters=rack[:40], maximum=MAX_RACK)
    jokers = fmt.letters.counts[WILD]
    if rack.count(WILD) > jokers:
        raise BadLetters("too_many_jokers", letters=rack, maximum=jokers)
