"""What a sheet says once crossed-out letters are taken away (5.4): marks and runs of letters."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.board.place import Direction

from .crossed_out import closed_up
from .sheet import BLANK, Sheet, SquareAt

#: Steps to the four squares side by side with one.
NEXT = ((0, 1), (0, -1), (1, 0), (-1, 0))
_STEP = {Direction.HORIZONTAL: (0, 1), Direction.VERTICAL: (1, 0)}


@dataclass(frozen=True)
class Run:
    """Two letters or more in unbroken line: what may be a *mot joué* (5.2.1).

    ``word`` is in upper case; ``circles`` are positions in it, from 0; ``start`` is on the sheet.
    """

    word: str
    circles: frozenset[int]
    direction: Direction
    start: SquareAt

    @property
    def squares(self) -> tuple[SquareAt, ...]:
        """The squares of the sheet that the run fills, in order."""
        (row, col), (down, right) = self.start, _STEP[self.direction]
        return tuple((row + down * i, col + right * i) for i in range(len(self.word)))

    @property
    def written(self) -> str:
        """The word with its circled letters in lower case."""
        return marked(self.word, self.circles)


@dataclass(frozen=True)
class Drawing:
    """``marks``: square of the sheet -> letter, lower case = circled; nothing struck is left.
    ``struck``: the crossed-out letters, in reading order. ``spread``: the marks with what is
    crossed out inside a word left blank.
    """

    marks: dict[SquareAt, str]
    struck: str = ""
    spread: Mapping[SquareAt, str] = field(default_factory=dict)

    @classmethod
    def of(cls, sheet: Sheet, words: Container[str] = ()) -> "Drawing":
        """Read a sheet: the letters around one that is struck inside a word follow each other."""
        marks: dict[SquareAt, str] = {}
        struck: dict[SquareAt, str] = {}
        for row, line in enumerate(sheet.rows):
            for col, char in enumerate(line):
                if char != BLANK:
                    (struck if sheet.is_struck(row, col) else marks)[row, col] = char
        return cls(closed_up(marks, set(struck), words), "".join(struck.values()), marks)

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """Every maximal run, the longest first, horizontal before vertical."""
        found = [run for direction in Direction for run in self._runs(direction)]
        return tuple(sorted(found, key=lambda run: -len(run.word)))

    @cached_property
    def two_ends(self) -> tuple[Direction, str, str] | None:
        """Two groups of letters, lower case = circled, on one line with blanks between them."""
        marks = self.spread or self.marks
        rows, cols = {row for row, _ in marks}, {col for _, col in marks}
        if min(len(rows), len(cols)) != 1:
            return None
        direction = Direction.HORIZONTAL if len(rows) == 1 else Direction.VERTICAL
        squares = sorted(marks)
        at = [sum(square) for square in squares]
        text = "".join(marks[square] for square in squares)
        gaps = [i for i in range(1, len(at)) if at[i] != at[i - 1] + 1]
        return (direction, text[: gaps[0]], text[gaps[0] :]) if len(gaps) == 1 else None

    @property
    def turned(self) -> "Drawing":
        """The same with rows for columns: what was meant if it is drawn in the wrong direction."""
        return Drawing(_turned(self.marks), self.struck, _turned(self.spread))

    @cached_property
    def pieces(self) -> tuple[frozenset[SquareAt], ...]:
        """The squares of what hangs together, side by side."""
        left, found = set(self.marks), []
        while left:
            piece = self._reached([min(left)])
            found.append(piece)
            left -= piece
        return tuple(found)

    def without(self, squares: Iterable[SquareAt]) -> "Drawing":
        """The same with nothing on these squares."""
        gone = set(squares)
        if not gone:
            return self
        kept = {square: char for square, char in self.marks.items() if square not in gone}
        return Drawing(kept, self.struck)

    def apart_from(self, run: Run) -> dict[SquareAt, str]:
        """The marks that are no letter of this run."""
        own = set(run.squares)
        return {square: char for square, char in self.marks.items() if square not in own}

    def joined_to(self, run: Run) -> frozenset[SquareAt]:
        """Squares beside the run whose letters hang together with it, side by side."""
        return self._reached(run.squares).difference(run.squares)

    def _reached(self, squares: Iterable[SquareAt]) -> frozenset[SquareAt]:
        """These squares, and those with letters that hang together with them."""
        frontier = list(squares)
        seen = set(frontier)
        while frontier:
            row, col = frontier.pop()
            near = {(row + down, col + right) for down, right in NEXT} - seen
            found = near.intersection(self.marks)
            seen |= found
            frontier.extend(found)
        return frozenset(seen)

    def _runs(self, direction: Direction) -> Iterator[Run]:
        down, right = _STEP[direction]
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


def _turned(marks: Mapping[SquareAt, str]) -> dict[SquareAt, str]:
    return {(col, row): char for (row, col), char in marks.items()}


def marked(word: str, jokers: frozenset[int]) -> str:
    """The word in upper case, with the letters at these positions in lower case."""
    return "".join(
        char.lower() if index in jokers else char.upper() for index, char in enumerate(word)
    )
