"""Raccord letters: letters of the grid that a sheet shows joined to the new tiles (4.3.2).

The drawing is laid over the grid so that the word lies on a placement. From the new tiles on, side
by side, drawn letters that equal those of the grid are raccord letters, inside the word or beside
it; a letter that differs ends its chain (5.2.2, readings B-04 and B-05).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.board.board import EMPTY
from engine.board.place import SIZE, Direction

from .drawing import NEXT, Run
from .position import Placement, Position
from .proposal import Proposal
from .sheet import Square


@dataclass(frozen=True)
class Raccord:
    """What the drawing says when its word lies on a placement.

    ``reached``: squares of the sheet with raccord letters; ``outer``: how many of them are beside
    the word; ``parasites``: the letters that are neither of the word nor raccord; ``slip``: they
    are a raccord with a slip of the pen (``slips``).
    """

    placement: Placement
    reached: frozenset[Square]
    outer: int
    parasites: str
    slip: bool = False

    @property
    def count(self) -> int:
        """How many raccord letters locate the word."""
        return len(self.reached)


def reach(proposal: Proposal, placement: Placement) -> Raccord:
    """Follow the chains of raccord letters from the new tiles of a placement."""
    marks, own = proposal.drawing.marks, proposal.run.squares
    frontier = [own[i] for i in placement.new]
    seen, reached = set(frontier), set[Square]()
    while frontier:
        row, col = frontier.pop()
        for down, right in NEXT:
            square = (row + down, col + right)
            if square in seen or square not in marks:
                continue
            if grid_letter(proposal, placement, square) == marks[square].upper():
                seen.add(square)
                reached.add(square)
                frontier.append(square)
    outer = reached.difference(own)
    apart = proposal.drawing.apart_from(proposal.run)
    parasites = "".join(char.upper() for square, char in apart.items() if square not in outer)
    return Raccord(placement, frozenset(reached), len(outer), parasites)


def fits(proposal: Proposal, raccord: Raccord) -> bool:
    """Whether the letters drawn beside the word are those of the grid there; where the edition
    neglects parasites, whether enough of them are."""
    values = proposal.edition.correction
    enough = values.parasites_neglected.value and raccord.count >= values.raccord_letters.value
    return enough or raccord.outer == len(proposal.joined)


def explains(proposal: Proposal, run: Run) -> bool:
    """Whether the run is raccord or cross word of the proposal: all its letters beside the
    proposal equal the grid, on one of the proposal's placements."""
    beside = set(run.squares).difference(proposal.run.squares)
    return any(_equal_grid(proposal, placement, beside) for placement in proposal.placements)


def whole_fits(proposal: Proposal) -> frozenset[frozenset[Square]]:
    """For every placement on which all letters that hang together with the word equal the grid,
    the squares of the sheet with its new tiles."""
    own = proposal.run.squares
    return frozenset(
        frozenset(own[i] for i in placement.new)
        for placement in proposal.placements
        if _equal_grid(proposal, placement, proposal.joined)
    )


def _equal_grid(proposal: Proposal, placement: Placement, squares: Iterable[Square]) -> bool:
    marks = proposal.drawing.marks
    return all(
        grid_letter(proposal, placement, square) == marks[square].upper() for square in squares
    )


def grid_letter(proposal: Proposal, placement: Placement, square: Square) -> str:
    """The letter of the grid under a square of the sheet, in upper case; "" if there is none."""
    row = square[0] - proposal.run.start[0] + placement.place.row
    col = square[1] - proposal.run.start[1] + placement.place.col
    if not (0 <= row < SIZE and 0 <= col < SIZE):
        return ""
    found = proposal.position.line(Direction.HORIZONTAL, row)[col]
    return "" if found == EMPTY else found


def has_two_letters(position: Position, letters: int) -> bool:
    """Second turn after a first word of so few letters that no more can be written (5.5)."""
    on_grid = sum(char.isalpha() for row in position.board.rows() for char in row)
    return on_grid == letters
