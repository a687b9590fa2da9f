"""The board as 30 lines, 15 rows and 15 columns, each with what the words across it allow."""

from functools import lru_cache
from typing import NamedTuple

from engine.board.board import EMPTY, Board
from engine.board.letters import LetterSet
from engine.board.place import SIZE, Direction, Place
from engine.lexicon.lexicon import Lexicon

FREE, TILE, HOOK, CENTRE, DEAD = b".#+*-"
"""What is on a square of a shape; see `Line.shape`."""

_BARE = EMPTY * SIZE
_SHAPES = bytes(FREE if code == ord(EMPTY) else TILE for code in range(256))


type Hook = tuple[int, int, int]
"""An empty square beside tiles of a line across: its place in the line, the letters that make a
word there, the value of those tiles."""


class Line(NamedTuple):
    """`text`: 15 characters, "." empty, lower case a joker, and the same in `capitals`; factors by
    square (1.2.1)."""

    direction: Direction
    number: int
    text: str
    capitals: str
    hooks: list[Hook]
    opening: int | None
    letter_factors: tuple[int, ...]
    word_factors: tuple[int, ...]

    def place(self, start: int) -> Place:
        if self.direction is Direction.HORIZONTAL:
            return Place(self.number, start, self.direction)
        return Place(start, self.number, self.direction)

    def shape(self, letters: int) -> bytes:
        """By square, for a rack that can lay the letters of that mask: `TILE`; `HOOK`, or `DEAD`
        if it has no letter for it; `CENTRE`, which a first word covers; `FREE`."""
        squares = bytearray(self.text.encode().translate(_SHAPES))
        for square, mask, _ in self.hooks:
            squares[square] = HOOK if mask & letters else DEAD
        if self.opening is not None:
            squares[self.opening] = CENTRE
        return bytes(squares)


def live_lines(board: Board, lexicon: Lexicon, letters: LetterSet) -> list[Line]:
    """The lines on which a play can touch something."""
    rows, columns = board.rows(), board.columns()
    opening: dict[int, int] = {}
    if board.is_empty:  # the first word covers the centre (1.1)
        row, col = board.layout.centre
        opening = {row: col, SIZE + col: row}
    lines = []
    for direction, along, across, offset in (
        (Direction.HORIZONTAL, rows, columns, 0),
        (Direction.VERTICAL, columns, rows, SIZE),
    ):
        hooks = _hooks(across, lexicon, letters)
        factors = board.layout.lines
        for number, text in enumerate(along):
            own, place = hooks[number], offset + number
            if own or text != _BARE or place in opening:
                first = opening.get(place)
                lines.append(
                    Line(direction, number, text, text.upper(), own, first, *factors[place])
                )
    return lines


def _hooks(across: list[str], lexicon: Lexicon, letters: LetterSet) -> list[list[Hook]]:
    """By line, from the lines that cross them."""
    hooks: list[list[Hook]] = [[] for _ in range(SIZE)]
    crossings = lexicon.crossings
    for square, text in enumerate(across):
        if text != _BARE:
            for line, mask, beside in crossings(text):
                hooks[line].append((square, mask, _worth(letters, beside)))
    return hooks


@lru_cache(maxsize=20_000)
def _worth(letters: LetterSet, tiles: str) -> int:
    return sum(map(letters.points.__getitem__, tiles))
