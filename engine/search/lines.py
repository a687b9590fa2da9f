"""The board as 30 lines, 15 rows and 15 columns, each with its cross-checks."""

from functools import lru_cache
from typing import NamedTuple

from engine.board.board import EMPTY, Board
from engine.board.letters import LetterSet
from engine.board.place import SIZE, Direction, Place
from engine.lexicon.lexicon import Lexicon

FREE, TILE, CROSSED, CENTRE, BLOCKED = b".#+*-"
"""The kinds of squares; see `Line.classify_squares`."""

_EMPTY_LINE = EMPTY * SIZE
_TILE_OR_FREE = bytes(FREE if code == ord(EMPTY) else TILE for code in range(256))


type CrossCheck = tuple[int, int, int]
"""Of an empty square with a tile beside it in the line across: its index in the line, the mask of
the letters that make a word across, the value of the tiles of that word."""


class Line(NamedTuple):
    """A row or a column.

    `text`: 15 characters, "." empty, lower case a joker; `letters`: the same in upper case.
    `centre`: the index of the square that the first word must cover, None if there is none.
    `letter_factors`, `word_factors`: by square (1.2.1).
    """

    direction: Direction
    number: int
    text: str
    letters: str
    cross_checks: list[CrossCheck]
    centre: int | None
    letter_factors: tuple[int, ...]
    word_factors: tuple[int, ...]

    def build_place(self, start: int) -> Place:
        """Return the place of a word that starts on that square of the line."""
        if self.direction is Direction.HORIZONTAL:
            return Place(self.number, start, self.direction)
        return Place(start, self.number, self.direction)

    def classify_squares(self, rack_mask: int) -> bytes:
        """Return the kind of each square, for a rack that can lay the letters of the mask.

        `TILE`; `CROSSED`: empty, with a cross-check that a letter of the rack passes; `BLOCKED`:
        none passes; `CENTRE`: to be covered by the first word; `FREE`: any other empty square.
        """
        squares = bytearray(self.text.encode().translate(_TILE_OR_FREE))
        for square, mask, _ in self.cross_checks:
            squares[square] = CROSSED if mask & rack_mask else BLOCKED
        if self.centre is not None:
            squares[self.centre] = CENTRE
        return bytes(squares)


def list_playable_lines(board: Board, lexicon: Lexicon, letters: LetterSet) -> list[Line]:
    """Return the lines on which a play can touch a tile, or cover the centre of an empty board."""
    rows, columns = board.rows(), board.columns()
    centres: dict[int, int] = {}
    if board.is_empty:  # the first word covers the centre (1.1)
        row, col = board.layout.centre
        centres = {row: col, SIZE + col: row}
    lines = []
    for direction, texts, crossing_texts, offset in (
        (Direction.HORIZONTAL, rows, columns, 0),
        (Direction.VERTICAL, columns, rows, SIZE),
    ):
        cross_checks = _find_cross_checks(crossing_texts, lexicon, letters)
        factors = board.layout.lines
        for number, text in enumerate(texts):
            checks, index = cross_checks[number], offset + number
            if checks or text != _EMPTY_LINE or index in centres:
                centre = centres.get(index)
                lines.append(
                    Line(direction, number, text, text.upper(), checks, centre, *factors[index])
                )
    return lines


def _find_cross_checks(
    crossing_texts: list[str], lexicon: Lexicon, letters: LetterSet
) -> list[list[CrossCheck]]:
    """Return the cross-checks of each line, from the texts of the lines that cross it."""
    cross_checks: list[list[CrossCheck]] = [[] for _ in range(SIZE)]
    find_cross_checks = lexicon.find_cross_checks
    for square, text in enumerate(crossing_texts):
        if text != _EMPTY_LINE:
            for line, mask, tiles in find_cross_checks(text):
                cross_checks[line].append((square, mask, _sum_values(letters, tiles)))
    return cross_checks


@lru_cache(maxsize=20_000)
def _sum_values(letters: LetterSet, tiles: str) -> int:
    return sum(map(letters.points.__getitem__, tiles))
