"""Places on the grid and their alphanumeric references (1.1)."""

import re
from dataclasses import dataclass
from enum import StrEnum

from engine.errors import BadReference

SIZE = 15
"""Rows A to O from the top, columns 1 to 15 from the left."""

_REFERENCE = re.compile(r"([A-Z])([0-9]+)|([0-9]+)([A-Z])")


class Direction(StrEnum):
    HORIZONTAL = "H"
    VERTICAL = "V"

    @property
    def other(self) -> "Direction":
        return Direction.VERTICAL if self is Direction.HORIZONTAL else Direction.HORIZONTAL


@dataclass(frozen=True, order=True, slots=True)
class Place:
    """The square of a word's first letter (row and column from 0) and the word's direction.

    Its reference is written letter first when horizontal ("H4"), number first when vertical ("4H").
    """

    row: int
    col: int
    direction: Direction

    def __repr__(self) -> str:
        return f"Place.parse({str(self)!r})"

    def __str__(self) -> str:
        letter, number = chr(ord("A") + self.row), str(self.col + 1)
        is_horizontal = self.direction is Direction.HORIZONTAL
        return letter + number if is_horizontal else number + letter

    @classmethod
    def parse(cls, text: str) -> "Place":
        """Parse "H4", "h 4" or "4H". Raises `BadReference` (`empty`, `malformed`, `off_board`)."""
        if (place := _BY_REFERENCE.get(text)) is not None:
            return place
        compact = "".join(text.split()).upper()
        if not compact:
            raise BadReference("empty", text=text)
        match = _REFERENCE.fullmatch(compact)
        if match is None:
            raise BadReference("malformed", text=text)
        direction = Direction.HORIZONTAL if match[1] else Direction.VERTICAL
        row, digits = ord(match[1] or match[4]) - ord("A"), match[2] or match[3]
        # People type references: do not convert thousands of digits to a number.
        if row >= SIZE or len(digits) > 2 or not 1 <= int(digits) <= SIZE:
            raise BadReference("off_board", text=text)
        return cls(row, int(digits) - 1, direction)

    def list_squares(self, count: int) -> list[tuple[int, int]]:
        """Return (row, col) of `count` squares from this place on; some may be off the board."""
        if self.direction is Direction.HORIZONTAL:
            return [(self.row, self.col + i) for i in range(count)]
        return [(self.row + i, self.col) for i in range(count)]


#: Every place by its reference, as it is stored: thousands are read at once.
_BY_REFERENCE = {
    str(place): place
    for place in (
        Place(row, col, direction)
        for row in range(SIZE)
        for col in range(SIZE)
        for direction in Direction
    )
}


def format_square(row: int, col: int) -> str:
    """Return "H8": letter of the row, number of the column (1.1)."""
    return f"{chr(ord('A') + row)}{col + 1}"
