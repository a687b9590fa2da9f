"""The position that the bulletins of one turn are judged against."""

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from engine.board.board import EMPTY, Board
from engine.board.formats import NORMAL, Format
from engine.board.letters import WILD
from engine.board.place import SIZE, Direction, Place

if TYPE_CHECKING:
    from .placements import Placement


@dataclass(frozen=True, eq=False)
class Position:
    """``rack``: the letters drawn, "?" = joker; ``turn`` from 1; ``words``: admitted, upper case.

    Keep one object for all bulletins of a turn: it remembers what it has worked out.
    """

    board: Board
    rack: str
    turn: int
    words: Container[str]
    fmt: Format = NORMAL
    #: What ``placements`` has worked out, by word and place or direction.
    laid: dict[tuple[str, Place], "Placement"] = field(default_factory=dict, init=False, repr=False)
    fitting: dict[tuple[str, Direction], tuple["Placement", ...]] = field(
        default_factory=dict, init=False, repr=False
    )

    #: What ``placed_words`` has found, by its arguments.
    placed: dict[tuple[Direction, int], tuple[tuple[Place, str], ...]] = field(
        default_factory=dict, init=False, repr=False
    )

    @cached_property
    def is_first(self) -> bool:
        """Whether the grid is still empty: the rules of the first turn apply (5.4.2.a)."""
        return self.board.is_empty

    @cached_property
    def letters(self) -> Counter[str]:
        """The letters drawn, jokers apart."""
        return Counter(self.rack.replace(WILD, ""))

    @cached_property
    def jokers(self) -> int:
        """How many jokers were drawn."""
        return self.rack.count(WILD)

    @cached_property
    def _lines(self) -> dict[Direction, tuple[str, ...]]:
        return {
            Direction.HORIZONTAL: tuple(row.upper() for row in self.board.rows()),
            Direction.VERTICAL: tuple(column.upper() for column in self.board.columns()),
        }

    @cached_property
    def _touching(self) -> dict[Direction, tuple[frozenset[int], ...]]:
        return {
            direction: tuple(self._touching_line(direction, index) for index in range(SIZE))
            for direction in Direction
        }

    def _touching_line(self, direction: Direction, index: int) -> frozenset[int]:
        """Indexes in a line where a new tile touches a tile beside the line, or the centre."""
        if self.is_first:
            row, col = self.board.layout.centre
            line, here = (row, col) if direction == Direction.HORIZONTAL else (col, row)
            return frozenset({here} if line == index else ())
        lines = self._lines[direction]
        beside = [lines[i] for i in (index - 1, index + 1) if 0 <= i < SIZE]
        return frozenset(i for i in range(SIZE) if any(line[i] != EMPTY for line in beside))

    def line(self, direction: Direction, index: int) -> str:
        """A row or a column of the grid, 15 characters, "." empty, jokers in upper case too."""
        return self._lines[direction][index]

    def touching(self, direction: Direction, index: int) -> frozenset[int]:
        """Squares of a row or column with a tile beside the line; on an empty grid, the centre.

        A word that covers one has contact (1.1), and so has one that holds a letter of the grid.
        """
        return self._touching[direction][index]

    def shows(self, text: str) -> bool:
        """Whether these letters, in upper case, follow each other on the grid."""
        return any(text in line for lines in self._lines.values() for line in lines)

    def placed_words(self, direction: Direction, shortest: int) -> tuple[tuple[Place, str], ...]:
        """The runs of at least ``shortest`` letters that lie on the grid in this direction."""
        known = self.placed.get((direction, shortest))
        if known is None:
            known = self.placed[direction, shortest] = tuple(self._placed(direction, shortest))
        return known

    def _placed(self, direction: Direction, shortest: int) -> Iterator[tuple[Place, str]]:
        for index in range(SIZE):
            line, start = self.line(direction, index), 0
            for segment in line.split(EMPTY):
                if len(segment) >= shortest:
                    yield place_in_line(direction, index, start), segment
                start += len(segment) + 1


def place_in_line(direction: Direction, index: int, start: int) -> Place:
    """The place ``start`` squares into the row or column ``index``."""
    if direction == Direction.HORIZONTAL:
        return Place(index, start, direction)
    return Place(start, index, direction)


def line_of(place: Place) -> tuple[int, int]:
    """Index of the row or column that a place lies in, and how far into it: the inverse."""
    if place.direction == Direction.HORIZONTAL:
        return place.row, place.col
    return place.col, place.row
