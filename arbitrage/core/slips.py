"""A raccord with one slip of the pen, which the text of 2014 forgives (5.2, fourth case).

One letter left out or changed, or two neighbours swapped, in a raccord that would have had three
letters or more of one placed word.
"""

from engine.board import EMPTY

from .drawing import Run, Square
from .placements import Placement
from .position import line_of
from .proposal import Proposal
from .raccord import grid_letter

#: Letters that the right raccord has, those inside the word played included.
_LEAST = 3


def has_one_slip(proposal: Proposal, placement: Placement) -> bool:
    """Whether the letters joined to the word would be a raccord there, but for one slip."""
    marks = proposal.drawing.marks
    wrong = {
        square
        for square in proposal.joined
        if grid_letter(proposal, placement, square) != marks[square].upper()
    }
    if not wrong:
        return False
    return any(
        wrong <= set(run.squares) and _is_slip(proposal, placement, run, square)
        for run in proposal.drawing.runs
        if run.direction != proposal.direction
        for square in set(run.squares).intersection(proposal.run.squares)
    )


def _is_slip(proposal: Proposal, placement: Placement, run: Run, square: Square) -> bool:
    """Side by side from the word outwards: one side right, the other with the slip."""
    at = run.squares.index(square)
    drawn = (run.word[:at][::-1], run.word[at + 1 :])
    there, inner = _sides(proposal, placement, proposal.run.squares.index(square))
    return any(
        there[1 - side].startswith(drawn[1 - side])
        and any(
            _differs_by_a_slip(drawn[side], there[side][:count])
            for count in range(1, len(there[side]) + 1)
            if count + len(drawn[1 - side]) + inner >= _LEAST
        )
        for side in (0, 1)
    )


def _sides(proposal: Proposal, placement: Placement, index: int) -> tuple[tuple[str, str], int]:
    """Letters of the grid on both sides of a letter of the word, from it outwards, and how many
    letters of the grid lie under it."""
    position, place = proposal.position, placement.place
    across, start = line_of(place)
    line, at = position.line(place.direction.other, start + index), across
    before = line[:at].rpartition(EMPTY)[2][::-1]
    return (before, line[at + 1 :].partition(EMPTY)[0]), int(line[at] != EMPTY)


def _differs_by_a_slip(written: str, right: str) -> bool:
    if len(written) == len(right) - 1:
        return any(written == right[:i] + right[i + 1 :] for i in range(len(right)))
    if len(written) != len(right):
        return False
    wrong = [i for i, (one, other) in enumerate(zip(written, right, strict=True)) if one != other]
    if len(wrong) == 1:
        return True
    return len(wrong) == 2 and _are_swapped(written, right, *wrong)


def _are_swapped(written: str, right: str, i: int, j: int) -> bool:
    return j == i + 1 and written[i] == right[j] and written[j] == right[i]
