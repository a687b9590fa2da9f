"""The board as 30 lines, 15 rows and 15 columns, each with what the words across it allow."""

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from engine.board.board import EMPTY, Board
from engine.board.place import SIZE, Direction, Place
from engine.lexicon.dawg import ALL_LETTERS
from engine.lexicon.lexicon import Lexicon

NO_HOOK = -1
"""No tile beside the square; 0 is a hook on jokers only."""


class Line(NamedTuple):
    """By square of the line, `text` apart (15 characters, "." empty, lower case a joker) and the
    same in `capitals`:

    `masks`: letters that the words across allow; `hooks`: face value of the tiles of those words,
    or `NO_HOOK`; `contacts`: True where a play touches what lies there; `closes`: True where no
    tile follows, so that a word may end; factors of 1.2.1.
    """

    direction: Direction
    number: int
    text: str
    capitals: str
    masks: list[int]
    hooks: list[int]
    contacts: list[bool]
    closes: list[bool]
    letter_factors: tuple[int, ...]
    word_factors: tuple[int, ...]

    def place(self, start: int) -> Place:
        if self.direction is Direction.HORIZONTAL:
            return Place(self.number, start, self.direction)
        return Place(start, self.number, self.direction)


def live_lines(board: Board, lexicon: Lexicon, points: Mapping[str, int]) -> list[Line]:
    """The lines on which a play can touch something; `points` as in `LetterSet.points`."""
    rows, columns = board.rows(), board.columns()
    lines = []
    for direction, along, across in (
        (Direction.HORIZONTAL, rows, columns),
        (Direction.VERTICAL, columns, rows),
    ):
        masks, hooks = _crossings(across, lexicon, points)
        offset = 0 if direction is Direction.HORIZONTAL else SIZE
        for number, text in enumerate(along):
            own_hooks = hooks[number]
            contacts = [
                letter != EMPTY or hook >= 0 for letter, hook in zip(text, own_hooks, strict=True)
            ]
            closes = [letter == EMPTY for letter in text[1:]] + [True]
            factors = board.layout.lines[offset + number]
            lines.append(
                Line(
                    direction,
                    number,
                    text,
                    text.upper(),
                    masks[number],
                    own_hooks,
                    contacts,
                    closes,
                    *factors,
                )
            )
    if board.is_empty:
        _open_centre(lines, board)
    return [line for line in lines if True in line.contacts]


def _open_centre(lines: list[Line], board: Board) -> None:
    """The first word covers the centre (1.1)."""
    row, col = board.layout.centre
    lines[row].contacts[col] = True
    lines[SIZE + col].contacts[row] = True


def _crossings(
    across: list[str], lexicon: Lexicon, points: Mapping[str, int]
) -> tuple[list[list[int]], list[list[int]]]:
    """Masks and hooks by line and square, from the lines that cross them.

    Splitting a crossing line at its empty squares gives the neighbours of all of them at once.
    """
    masks = [[ALL_LETTERS] * SIZE for _ in range(SIZE)]
    hooks = [[NO_HOOK] * SIZE for _ in range(SIZE)]
    for square, text in enumerate(across):
        parts = text.split(EMPTY)
        if len(parts) == SIZE + 1:
            continue
        line = -1
        for before, after in pairwise(parts):
            line += len(before) + 1
            if before or after:
                masks[line][square] = lexicon.cross_mask(before.upper(), after.upper())
                hooks[line][square] = sum(map(points.__getitem__, before + after))
    return masks, hooks
