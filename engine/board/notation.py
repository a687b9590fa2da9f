"""A position on one line: the grid, the rack and, if needed, the format and the turn.

    15/15/15/15/15/15/15/3ChACUNE5/15/15/15/15/15/15/15 EILLMOS formule=joker coup=2

The rows of the grid from A to O are separated by "/": upper case is a tile, lower case a joker, a
number that many empty squares. "vide" stands for an empty grid and "-" for an empty rack; "?" is a
joker of the rack. A format of "normal" and an unknown turn are left out.
"""

import re
from dataclasses import dataclass

from engine.board.board import EMPTY, Board
from engine.board.formats import NORMAL, Format, get_format
from engine.board.place import SIZE
from engine.errors import BadLetters, BadNotation, UnknownFormat

EMPTY_BOARD = "vide"
EMPTY_RACK = "-"
FORMAT, TURN = "formule", "coup"
MAX_LENGTH = 400
"""The longest grid has 239 characters, the longest rack 102."""

_EMPTY_SQUARES = re.compile(r"\.+")
_TOKEN = re.compile(r"[0-9]+|.")


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game. `turn`: from 1, None if unknown."""

    board: Board
    rack: str = ""
    fmt: Format = NORMAL
    turn: int | None = None

    def __str__(self) -> str:
        rows = (_EMPTY_SQUARES.sub(lambda run: str(len(run[0])), row) for row in self.board.rows())
        parts = ["/".join(rows), self.rack or EMPTY_RACK]
        if self.fmt is not NORMAL:
            parts.append(f"{FORMAT}={self.fmt.key}")
        if self.turn is not None:
            parts.append(f"{TURN}={self.turn}")
        return " ".join(parts)

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Parse the text that `str` returns; case of field names is ignored. Raises
        `BadNotation`."""
        if len(text) > MAX_LENGTH:
            raise BadNotation("too_long", length=len(text), maximum=MAX_LENGTH)
        words = text.split()
        if not words:
            raise BadNotation("empty")
        fields = _parse_fields(words[1:])
        racks = [word for word in words[1:] if "=" not in word]
        if len(racks) > 1:
            raise BadNotation("several_racks", racks=racks)
        fmt = _parse_format(fields.get(FORMAT, NORMAL.key))
        rack = "" if not racks or racks[0] == EMPTY_RACK else racks[0]
        try:
            fmt.letters.check(rack)
        except BadLetters as error:
            raise BadNotation("bad_rack", **error.data) from error
        return cls(_parse_board(words[0]), rack, fmt, _parse_turn(fields.get(TURN)))


def _parse_board(text: str) -> Board:
    if text.lower() == EMPTY_BOARD:
        return Board.empty()
    rows = text.split("/")
    if len(rows) != SIZE:
        raise BadNotation("bad_row_count", rows=len(rows), text=text[:40])
    return Board.from_rows([_parse_row(index, row) for index, row in enumerate(rows)])


def _parse_row(index: int, text: str) -> str:
    name = chr(ord("A") + index)
    squares = ""
    for token in _TOKEN.findall(text):
        if token.isascii() and token.isdigit():
            squares += EMPTY * min(int(token[:3]), SIZE + 1)
        elif token == EMPTY or (token.isascii() and token.isalpha()):
            squares += token
        else:
            raise BadNotation("bad_square", row=name, found=token, text=text)
    if len(squares) != SIZE:
        raise BadNotation("bad_row", row=name, squares=len(squares), text=text)
    return squares


def _parse_fields(words: list[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for word in words:
        name, separator, value = word.partition("=")
        if not separator:
            continue
        if name.lower() not in (FORMAT, TURN):
            raise BadNotation("unknown_field", field=name, known=[FORMAT, TURN])
        if name.lower() in fields:
            raise BadNotation("repeated_field", field=name)
        fields[name.lower()] = value
    return fields


def _parse_format(key: str) -> Format:
    try:
        return get_format(key.lower())
    except UnknownFormat as error:
        raise BadNotation(error.code, **error.data) from error


def _parse_turn(text: str | None) -> int | None:
    if text is None:
        return None
    if not re.fullmatch("[1-9][0-9]{0,2}", text):
        raise BadNotation("bad_turn", value=text)
    return int(text)
