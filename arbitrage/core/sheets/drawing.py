"""The letters of a sheet without those crossed out (5.4), and their runs."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.board.place import Direction

from .crossed_out import close_up_words
from .sheet import BLANK, Sheet, SquareAt

#: Steps to the four neighbours of a square.
NEIGHBOUR_STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))
_STEPS = {Direction.HORIZONTAL: (0, 1), Direction.VERTICAL: (1, 0)}


@dataclass(frozen=True)
class Run:
    """Two letters or more in unbroken line: a candidate for a *mot joué* (5.2.1).

    ``word`` is in upper case; ``circles`` are positions in it, from 0; ``start`` is on the sheet.
    """

    word: str
    circles: frozenset[int]
    direction: Direction
    start: SquareAt

    @property
    def squares(self) -> tuple[SquareAt, ...]:
        """The squares of the sheet that the run fills, in order."""
        (row, col), (down, right) = self.start, _STEPS[self.direction]
        return tuple((row + down * i, col + right * i) for i in range(len(self.word)))

    @property
    def turned(self) -> "Run":
        """The run with rows and columns of the sheet swapped."""
        row, col = self.start
        return Run(self.word, self.circles, self.direction.other, (col, row))

    @property
    def written(self) -> str:
        """The word with its circled letters in lower case."""
        return mark_jokers(self.word, self.circles)


@dataclass(frozen=True)
class Drawing:
    """The letters of a sheet, without those crossed out.

    ``marks``: square of the sheet -> letter, lower case = circled. ``struck``: the crossed-out
    letters, in reading order. ``marks_with_gaps``: the marks, with crossed-out squares inside a
    word left blank.
    """

    marks: dict[SquareAt, str]
    struck: str = ""
    marks_with_gaps: Mapping[SquareAt, str] = field(default_factory=dict)

    @classmethod
    def from_sheet(cls, sheet: Sheet, words: Container[str] = ()) -> "Drawing":
        """Build from a sheet; letters around a crossed-out one in a word become neighbours."""
        marks: dict[SquareAt, str] = {}
        struck: dict[SquareAt, str] = {}
        for row, line in enumerate(sheet.rows):
            for col, char in enumerate(line):
                if char != BLANK:
                    (struck if sheet.is_struck(row, col) else marks)[row, col] = char
        return cls(close_up_words(marks, set(struck), words), "".join(struck.values()), marks)

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """Every maximal run, the longest first, equally long ones in alphabetical order.

        A sheet with rows and columns swapped has the same runs in the same order.
        """
        runs = [run for direction in Direction for run in self._find_runs(direction)]
        return tuple(sorted(runs, key=lambda run: (-len(run.word), run.word)))

    @cached_property
    def two_ends(self) -> tuple[Direction, str, str] | None:
        """Direction and texts of two groups of letters on one line with blanks between.

        Circled letters are in lower case.
        """
        marks = self.marks_with_gaps or self.marks
        rows, cols = {row for row, _ in marks}, {col for _, col in marks}
        if min(len(rows), len(cols)) != 1:
            return None
        direction = Direction.HORIZONTAL if len(rows) == 1 else Direction.VERTICAL
        squares = sorted(marks)
        offsets = [sum(square) for square in squares]
        text = "".join(marks[square] for square in squares)
        gaps = [i for i in range(1, len(offsets)) if offsets[i] != offsets[i - 1] + 1]
        return (direction, text[: gaps[0]], text[gaps[0] :]) if len(gaps) == 1 else None

    @property
    def turned(self) -> "Drawing":
        """The drawing with rows and columns swapped, for a word drawn in the wrong direction."""
        return Drawing(_swap_axes(self.marks), self.struck, _swap_axes(self.marks_with_gaps))

    @cached_property
    def pieces(self) -> tuple[frozenset[SquareAt], ...]:
        """The squares of each connected group of letters."""
        remaining, pieces = set(self.marks), []
        while remaining:
            piece = self._list_connected_squares([min(remaining)])
            pieces.append(piece)
            remaining -= piece
        return tuple(pieces)

    def remove_squares(self, squares: Iterable[SquareAt]) -> "Drawing":
        """Return the drawing with nothing on these squares."""
        removed = set(squares)
        if not removed:
            return self
        marks = {square: char for square, char in self.marks.items() if square not in removed}
        return Drawing(marks, self.struck)

    def get_other_marks(self, run: Run) -> dict[SquareAt, str]:
        """Return the marks that are not letters of this run."""
        run_squares = set(run.squares)
        return {square: char for square, char in self.marks.items() if square not in run_squares}

    def list_joined_squares(self, run: Run) -> frozenset[SquareAt]:
        """Return the squares beside the run whose letters are connected to it."""
        return self._list_connected_squares(run.squares).difference(run.squares)

    def _list_connected_squares(self, squares: Iterable[SquareAt]) -> frozenset[SquareAt]:
        """Return these squares, and those with letters connected to them."""
        frontier = list(squares)
        visited = set(frontier)
        while frontier:
            row, col = frontier.pop()
            candidates = {(row + down, col + right) for down, right in NEIGHBOUR_STEPS} - visited
            neighbours = candidates.intersection(self.marks)
            visited |= neighbours
            frontier.extend(neighbours)
        return frozenset(visited)

    def _find_runs(self, direction: Direction) -> Iterator[Run]:
        down, right = _STEPS[direction]
        for row, col in sorted(self.marks):
            if (row - down, col - right) in self.marks:
                continue
            letters = []
            square = (row, col)
            while square in self.marks:
                letters.append(self.marks[square])
                square = (square[0] + down, square[1] + right)
            if len(letters) > 1:
                circles = frozenset(i for i, char in enumerate(letters) if char.islower())
                yield Run("".join(letters).upper(), circles, direction, (row, col))


def _swap_axes(marks: Mapping[SquareAt, str]) -> dict[SquareAt, str]:
    return {(col, row): char for (row, col), char in marks.items()}


def mark_jokers(word: str, jokers: frozenset[int]) -> str:
    """Return the word in upper case, with the letters at these positions in lower case."""
    return "".join(
        char.lower() if index in jokers else char.upper() for index, char in enumerate(word)
    )
