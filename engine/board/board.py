"""The board: the tile on each square. Immutable: placing a word returns another board."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.board.layout import STANDARD, Layout
from engine.board.place import SIZE, Direction, Place, format_square
from engine.errors import BadBoard, IllegalPlacement

EMPTY = "."
_TILES = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")


@dataclass(frozen=True, slots=True)
class Fault:
    """A reason why the board does not allow a word at a place; see `Board.list_faults`."""

    code: str
    data: dict[str, object] = field(default_factory=dict)


class PlacedWord(Protocol):
    """Any object with a word and its place, for example a `Move`."""

    @property
    def word(self) -> str: ...
    @property
    def place(self) -> Place: ...


@dataclass(frozen=True, slots=True)
class Board:
    """`grid`: 15 strings of 15; "." empty, upper case a tile, lower case a joker."""

    grid: tuple[str, ...]
    layout: Layout = STANDARD

    def __str__(self) -> str:
        """Return the grid for display: numbered columns, lettered rows, squares as in `grid`.

        For one line that can be parsed, see `engine.board.notation.Position`.
        """
        lines: list[Iterable[object]] = [range(1, SIZE + 1), *self.grid]
        return "\n".join(
            name + "".join(f"{square:>3}" for square in line)
            for name, line in zip(" ABCDEFGHIJKLMNO", lines, strict=True)
        )

    @classmethod
    def empty(cls, layout: Layout = STANDARD) -> "Board":
        return cls((EMPTY * SIZE,) * SIZE, layout)

    @classmethod
    def from_rows(cls, rows: Sequence[str], layout: Layout = STANDARD) -> "Board":
        """Return the board of these rows, as `rows()` returns them. Raises `BadBoard`."""
        if len(rows) != SIZE:
            raise BadBoard("bad_row_count", rows=len(rows))
        for row, text in enumerate(rows):
            if len(text) != SIZE:
                raise BadBoard("bad_row_length", row=row, length=len(text))
            for col, square in enumerate(text):
                if square != EMPTY and square not in _TILES:
                    raise BadBoard("bad_square", row=row, col=col, found=square)
        return cls(tuple(rows), layout)

    def rows(self) -> list[str]:
        return list(self.grid)

    def columns(self) -> list[str]:
        return ["".join(column) for column in zip(*self.grid, strict=True)]

    def get_tile(self, row: int, col: int) -> str:
        """Return a tile in upper case, the letter of a joker in lower case, or ""."""
        square = self.grid[row][col]
        return "" if square == EMPTY else square

    @property
    def is_empty(self) -> bool:
        return all(row == EMPTY * SIZE for row in self.grid)

    def get_premium(self, row: int, col: int) -> str:
        """Return "", "2L", "3L", "2W" or "3W", also under a tile, where it has no effect
        (1.2.1)."""
        return self.layout.get_premium(row, col)

    def find_word_through(self, row: int, col: int, direction: Direction) -> tuple[Place, str]:
        """Return the place and the letters of the word through a square ("" on an empty one)."""
        line = self.grid[row] if direction is Direction.HORIZONTAL else self.columns()[col]
        index = col if direction is Direction.HORIZONTAL else row
        before = line[:index].split(EMPTY)[-1]
        text = before + line[index:].split(EMPTY)[0]
        start = index - len(before)
        if direction is Direction.HORIZONTAL:
            return Place(row, start, direction), text
        return Place(start, col, direction), text

    def list_faults(self, word: str, place: Place) -> list[Fault]:
        """Return the reasons why the board does not allow `word` at `place`.

        Codes: `too_short`, `bad_letter` (position, found), `off_board` (length, room),
        `letter_conflict` (position, square, on_grid, wanted), `no_tile`, `incomplete_word`
        (full: the letters that would be read there). Lexicon and rack are not checked, nor if the
        word touches another or covers the centre: see `find_connection_fault`.
        """
        bad_positions = [i for i, letter in enumerate(word) if letter not in _TILES]
        if bad_positions:
            return [Fault("bad_letter", {"position": i, "found": word[i]}) for i in bad_positions]
        if len(word) < 2:
            return [Fault("too_short")]
        start = place.col if place.direction is Direction.HORIZONTAL else place.row
        if start + len(word) > SIZE:
            return [Fault("off_board", {"length": len(word), "room": SIZE - start})]
        return [*self._list_conflicts(word, place), *self._list_neighbour_faults(word, place)]

    def _list_conflicts(self, word: str, place: Place) -> list[Fault]:
        faults = [
            Fault(
                "letter_conflict",
                {
                    "position": i,
                    "square": format_square(row, col),
                    "on_grid": self.get_tile(row, col).upper(),
                    "wanted": word[i].upper(),
                },
            )
            for i, (row, col) in enumerate(place.list_squares(len(word)))
            if self.get_tile(row, col) and self.get_tile(row, col).upper() != word[i].upper()
        ]
        if not faults and not self.list_new_tiles(word, place):
            faults.append(Fault("no_tile"))
        return faults

    def _list_neighbour_faults(self, word: str, place: Place) -> list[Fault]:
        is_horizontal = place.direction is Direction.HORIZONTAL
        line = self.grid[place.row] if is_horizontal else self.columns()[place.col]
        start = place.col if is_horizontal else place.row
        before = line[:start].split(EMPTY)[-1]
        after = line[start + len(word) :].split(EMPTY)[0]
        if not before and not after:
            return []
        return [Fault("incomplete_word", {"full": (before + word + after).upper()})]

    def find_connection_fault(self, word: str, place: Place) -> Fault | None:
        """Return `off_centre` (on an empty board), `not_connected` (on others) or None (1.1)."""
        squares = place.list_squares(len(word))
        if self.is_empty:
            return None if self.layout.centre in squares else Fault("off_centre")
        neighbours = {
            (row + down, col + right)
            for row, col in squares
            for down, right in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))
        }
        is_touching = any(
            0 <= r < SIZE and 0 <= c < SIZE and self.get_tile(r, c) for r, c in neighbours
        )
        return None if is_touching else Fault("not_connected")

    def check(self, word: str, place: Place) -> None:
        """Raise `IllegalPlacement` with the first fault of `list_faults`."""
        for fault in self.list_faults(word, place):
            raise IllegalPlacement(fault.code, word=word, ref=str(place), **fault.data)

    def list_new_tiles(self, word: str, place: Place) -> list[tuple[int, int, str]]:
        """Return (row, col, letter) of each tile that the word adds, in the order of the word."""
        return [
            (row, col, letter)
            for (row, col), letter in zip(place.list_squares(len(word)), word, strict=True)
            if not self.get_tile(row, col)
        ]

    def lay(self, word: str, place: Place) -> "Board":
        """Return the board with the word; lower case = played with a joker.

        Letters on the board are compared without regard to case and do not change. Raises
        `IllegalPlacement` with the first fault of `list_faults`.
        """
        self.check(word, place)
        grid = [list(row) for row in self.grid]
        for row, col, letter in self.list_new_tiles(word, place):
            grid[row][col] = letter
        return Board(tuple("".join(row) for row in grid), self.layout)

    def play(self, move: PlacedWord) -> "Board":
        """Return the board with a move, as `place` does. Raises `IllegalPlacement`."""
        return self.lay(move.word, move.place)
