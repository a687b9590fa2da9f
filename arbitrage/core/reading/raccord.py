"""Raccord letters: letters of the grid that a sheet shows joined to the new tiles (4.3.2).

The drawing is laid over the grid so that the word lies on a placement. From the new tiles on, side
by side, drawn letters that equal those of the grid are raccord letters, inside the word or beside
it; a letter that differs ends its chain (5.2.2, readings B-04 and B-05).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.board.board import EMPTY
from engine.board.place import SIZE, Direction

from ..sheets.drawing import NEIGHBOUR_STEPS, Run
from ..sheets.position import JudgedPosition, Placement
from ..sheets.sheet import SquareAt
from .played_word import PlayedWord


@dataclass(frozen=True)
class Raccord:
    """The letters of the drawing when its word lies on a placement.

    ``raccord_squares``: squares of the sheet with raccord letters; ``outer_count``: how many of
    them are beside the word; ``parasites``: the letters that are neither of the word nor raccord;
    ``has_one_fault``: they are a raccord with one fault of writing (``raccord_faults``).
    """

    placement: Placement
    raccord_squares: frozenset[SquareAt]
    outer_count: int
    parasites: str
    has_one_fault: bool = False

    @property
    def count(self) -> int:
        """The number of raccord letters that locate the word."""
        return len(self.raccord_squares)


def trace_raccord(played_word: PlayedWord, placement: Placement) -> Raccord:
    """Follow the chains of raccord letters from the new tiles of a placement."""
    marks, word_squares = played_word.drawing.marks, played_word.run.squares
    frontier = [word_squares[i] for i in placement.new_indexes]
    visited, reached = set(frontier), set[SquareAt]()
    while frontier:
        row, col = frontier.pop()
        for down, right in NEIGHBOUR_STEPS:
            square = (row + down, col + right)
            if square in visited or square not in marks:
                continue
            if get_grid_letter(played_word, placement, square) == marks[square].upper():
                visited.add(square)
                reached.add(square)
                frontier.append(square)
    outer = reached.difference(word_squares)
    other_marks = played_word.drawing.get_other_marks(played_word.run)
    parasites = "".join(char.upper() for square, char in other_marks.items() if square not in outer)
    return Raccord(placement, frozenset(reached), len(outer), parasites)


def has_matching_letters(played_word: PlayedWord, raccord: Raccord) -> bool:
    """Return True if the letters drawn beside the word are those of the grid there.

    Where the edition neglects parasites, enough of them suffice.
    """
    values = played_word.edition.correction
    has_enough_letters = (
        values.parasites_are_ignored.value and raccord.count >= values.raccord_letters.value
    )
    return has_enough_letters or raccord.outer_count == len(played_word.joined_squares)


def is_raccord_or_cross_word(played_word: PlayedWord, run: Run) -> bool:
    """Return True if the run is a raccord or cross word of the played word.

    All its letters beside the played word equal the grid, on one of the placements.
    """
    outer_squares = set(run.squares).difference(played_word.run.squares)
    return any(
        _has_grid_letters(played_word, placement, outer_squares)
        for placement in played_word.placements
    )


def list_fitting_squares(played_word: PlayedWord) -> frozenset[frozenset[SquareAt]]:
    """Return the squares of the new tiles at each placement where all letters fit the grid."""
    word_squares = played_word.run.squares
    return frozenset(
        frozenset(word_squares[i] for i in placement.new_indexes)
        for placement in played_word.placements
        if _has_grid_letters(played_word, placement, played_word.joined_squares)
    )


def _has_grid_letters(
    played_word: PlayedWord, placement: Placement, squares: Iterable[SquareAt]
) -> bool:
    marks = played_word.drawing.marks
    return all(
        get_grid_letter(played_word, placement, square) == marks[square].upper()
        for square in squares
    )


def get_grid_letter(played_word: PlayedWord, placement: Placement, square: SquareAt) -> str:
    """Return the letter of the grid under a square of the sheet, in upper case, or ""."""
    row = square[0] - played_word.run.start[0] + placement.place.row
    col = square[1] - played_word.run.start[1] + placement.place.col
    if not (0 <= row < SIZE and 0 <= col < SIZE):
        return ""
    letter = played_word.position.get_line(Direction.HORIZONTAL, row)[col]
    return "" if letter == EMPTY else letter


def has_letter_count(position: JudgedPosition, count: int) -> bool:
    """Return True if the grid has exactly ``count`` letters.

    After a first word of two letters no longer raccord can be written (5.5).
    """
    on_grid = sum(char.isalpha() for row in position.board.rows() for char in row)
    return on_grid == count
