"""The squared part of a bulletin: letters, circles and crossings-out in their relative places.

The sheet is not the grid: only the places of its letters relative to each other matter (4.2,
4.3.2). A sheet is therefore always trimmed to its drawing, so that equal drawings are equal objects
wherever they were drawn.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from engine.board.letters import remove_accents
from engine.board.place import Direction

from ..errors import SheetTooLarge, UnreadableSheet

#: Side of the squared part of the official bulletin, in squares.
SIDE = 13
#: A word can fill a whole line of the grid and must be written in full (4.2), so a drawing of one
#: single line may run over the margin of the squared part.
MAX_LINE_LENGTH = 15

#: Row and column on the sheet; only differences between two squares matter.
type SquareAt = tuple[int, int]

BLANK = "."
STRUCK = "x"
#: Characters that may be typed for a blank square.
_BLANKS = frozenset(". _\t")


@dataclass(frozen=True)
class Sheet:
    """The letters of a sheet.

    ``rows``: "." blank, upper case = letter, lower case = circled letter. ``struck`` is a mask of
    the same shape, "x" over a crossed-out letter, or () when nothing is struck. Both are normalised
    on construction: accents removed, rows of equal length, trimmed. Raise UnreadableSheet,
    SheetTooLarge.
    """

    rows: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        rows = [_normalise_letters(row, index) for index, row in enumerate(self.rows)]
        mask = [_normalise_mask(row, index) for index, row in enumerate(self.struck)]
        _check_mask(rows, mask)
        rows, mask = _trim(rows, mask)
        _check_size(rows)
        object.__setattr__(self, "rows", tuple(rows))
        object.__setattr__(self, "struck", tuple(mask))

    @classmethod
    def from_text(cls, text: str, struck: str = "") -> Self:
        """Build from the lines of ``text``, with those of ``struck`` as the mask."""
        return cls(tuple(text.splitlines()), tuple(struck.splitlines()))

    @classmethod
    def from_word(cls, word: str, direction: Direction) -> Self:
        """Build a sheet with one word alone, lower case = circled letter."""
        letters = word.strip()
        return cls((letters,) if direction == Direction.HORIZONTAL else tuple(letters))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Build from the data of ``to_dict``. Raise UnreadableSheet, SheetTooLarge."""
        return cls(_get_rows(data, "rows"), _get_rows(data, "struck"))

    def to_dict(self) -> dict[str, list[str]]:
        """Return plain data for JSON."""
        return {"rows": list(self.rows), "struck": list(self.struck)}

    @property
    def is_blank(self) -> bool:
        """True if nothing at all is written, not even something crossed out."""
        return not self.rows

    def is_struck(self, row: int, col: int) -> bool:
        """Return True if the letter on this square is crossed out."""
        return bool(self.struck) and self.struck[row][col] == STRUCK

    def __str__(self) -> str:
        return "\n".join(self.rows)


def _normalise_letters(row: str, index: int) -> str:
    letter_pairs = ((char, remove_accents(char)) for char in row)
    # A ligature stays, and is refused: it does not fit into one square.
    plain = "".join(letter if len(letter) < 2 else char for char, letter in letter_pairs)
    squares = [BLANK if char in _BLANKS else char for char in plain]
    for col, char in enumerate(squares):
        if char != BLANK and not (char.isascii() and char.isalpha()):
            message = f"row {index + 1}, square {col + 1}: {char!r} is not a letter"
            raise UnreadableSheet(message, row=index, col=col, character=char)
    return "".join(squares)


def _normalise_mask(row: str, index: int) -> str:
    squares = [BLANK if char in _BLANKS else char.lower() for char in row]
    for col, char in enumerate(squares):
        if char not in (BLANK, STRUCK):
            message = f"mask, row {index + 1}, square {col + 1}: {char!r} is not {STRUCK!r}"
            raise UnreadableSheet(message, row=index, col=col, character=char)
    return "".join(squares)


def _check_mask(rows: Sequence[str], mask: Sequence[str]) -> None:
    """Raise UnreadableSheet if the mask strikes a square outside of the drawing: it was shifted."""
    for row, line in enumerate(mask):
        for col, char in enumerate(line):
            if char == STRUCK and (row >= len(rows) or col >= len(rows[row])):
                message = f"mask, row {row + 1}, square {col + 1}: outside of the drawing"
                raise UnreadableSheet(message, row=row, col=col, character=char)


def _trim(rows: list[str], mask: list[str]) -> tuple[list[str], list[str]]:
    width = max(map(len, rows), default=0)
    rows = [row.ljust(width, BLANK) for row in rows]
    inked_rows = [index for index, row in enumerate(rows) if row.strip(BLANK)]
    if not inked_rows:
        return [], []
    top, bottom = inked_rows[0], inked_rows[-1] + 1
    first_col = min(len(row) - len(row.lstrip(BLANK)) for row in rows[top:bottom])
    end_col = max(len(row.rstrip(BLANK)) for row in rows[top:bottom])
    mask = [row.ljust(width, BLANK) for row in mask] + [BLANK * width] * (len(rows) - len(mask))
    trimmed = [row[first_col:end_col] for row in rows[top:bottom]]
    struck = [
        "".join(
            STRUCK if mark == STRUCK and char != BLANK else BLANK
            for char, mark in zip(row, line[first_col:end_col], strict=True)
        )
        for row, line in zip(trimmed, mask[top:bottom], strict=True)
    ]
    return trimmed, struck if any(STRUCK in line for line in struck) else []


def _check_size(rows: Sequence[str]) -> None:
    height, width = len(rows), max(map(len, rows), default=0)
    longest = MAX_LINE_LENGTH if min(height, width) <= 1 else SIDE
    if max(height, width) > longest:
        message = f"a drawing of {height} x {width} squares, at most {longest} x {longest} fit"
        raise SheetTooLarge(message, height=height, width=width, side=longest)


def _get_rows(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = data.get(key, ())
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | Mapping):
        raise UnreadableSheet(f"{key!r} is not a list of rows: {value!r}", key=key)
    rows = tuple(value)
    if not all(isinstance(row, str) for row in rows):
        raise UnreadableSheet(f"{key!r} holds something else than rows of text: {value!r}", key=key)
    return rows
