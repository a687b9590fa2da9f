"""A raccord with one fault of writing, which the text of 2014 forgives (5.2, fourth case).

One letter left out or changed, or two neighbours swapped, in a raccord that would have had three
consecutive letters or more of one placed word, whether it crosses the word played or lies along it.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from ..sheets.drawing import NEIGHBOUR_STEPS, Run
from ..sheets.position import Placement
from ..sheets.sheet import SquareAt
from .played_word import PlayedWord
from .raccord import get_grid_letter

#: Minimum letters of the correct raccord, those inside the word played included.
_LEAST = 3


def has_one_fault(played_word: PlayedWord, placement: Placement) -> bool:
    """Return True if the letters joined to the word are a raccord there, but for one fault."""
    wrong = {
        square
        for square in played_word.joined_squares
        if not _has_grid_letter(played_word, placement, square)
    }
    if not wrong:
        return _has_blank_square(played_word, placement)
    return any(
        wrong.issubset(part) and _is_one_fault(played_word, placement, run, part)
        for run in played_word.drawing.runs
        for part in _split_run(run, played_word)
    )


def _has_grid_letter(played_word: PlayedWord, placement: Placement, square: SquareAt) -> bool:
    letter = played_word.drawing.marks[square].upper()
    return get_grid_letter(played_word, placement, square) == letter


def _split_run(run: Run, played_word: PlayedWord) -> Iterator[tuple[SquareAt, ...]]:
    """Yield the parts of the run on each side of the letter of the word that it crosses."""
    squares, word_squares = run.squares, set(played_word.run.squares)
    crossing = next((i for i, square in enumerate(squares) if square in word_squares), len(squares))
    yield from filter(None, (squares[:crossing], squares[crossing + 1 :]))


def _is_one_fault(
    played_word: PlayedWord, placement: Placement, run: Run, part: tuple[SquareAt, ...]
) -> bool:
    """Return True if this part of the run has exactly one fault.

    With a letter left out, the others have moved towards either end; a letter of the word stays
    where it is. That letter and those beyond it count if they were on the grid before.
    """
    marks, start = played_word.drawing.marks, run.squares.index(part[0])
    written_letters = run.word[start : start + len(part)]
    other_squares = [square for square in run.squares if square not in part]
    crossed = [square for square in other_squares if square in played_word.run.squares]
    shared = (
        len(other_squares)
        if all(get_grid_letter(played_word, placement, square) for square in crossed)
        else 0
    )
    square_before, square_behind = _list_squares_around(part, run)
    for squares in (part, (square_before, *part), (*part, square_behind)):
        grid_letters = [get_grid_letter(played_word, placement, square) for square in squares]
        is_free = all(square in part or square not in marks for square in squares)
        if (
            is_free
            and all(grid_letters)
            and len(grid_letters) + shared >= _LEAST
            and _has_one_difference(written_letters, grid_letters)
        ):
            return True
    return False


def _list_squares_around(part: Sequence[SquareAt], run: Run) -> tuple[SquareAt, SquareAt]:
    """Return the squares in line with a part of the run, in front of it and behind."""
    (row, col), (next_row, next_col) = run.squares[:2]
    down, right = next_row - row, next_col - col
    first, last = part[0], part[-1]
    return (first[0] - down, first[1] - right), (last[0] + down, last[1] + right)


def _has_one_difference(written_letters: str, letters: Sequence[str]) -> bool:
    """Return True if one letter is left out or changed, or two neighbours are swapped."""
    expected_letters = "".join(letters)
    if len(written_letters) < len(expected_letters):
        return any(
            written_letters == expected_letters[:i] + expected_letters[i + 1 :]
            for i in range(len(expected_letters))
        )
    wrong = [
        i
        for i, (character, expected_letter) in enumerate(
            zip(written_letters, expected_letters, strict=True)
        )
        if character != expected_letter
    ]
    if len(wrong) == 1:
        return True
    return len(wrong) == 2 and _are_swapped(written_letters, expected_letters, *wrong)


def _are_swapped(written_letters: str, expected_letters: str, i: int, j: int) -> bool:
    return (
        j == i + 1
        and written_letters[i] == expected_letters[j]
        and written_letters[j] == expected_letters[i]
    )


def _has_blank_square(played_word: PlayedWord, placement: Placement) -> bool:
    """Return True if one letter of a raccord is left out, and its square left blank."""
    marks = played_word.drawing.marks
    if not played_word.parasites:
        return False

    def has_grid_letter(square: SquareAt) -> bool:
        return _has_grid_letter(played_word, placement, square)

    for row, col in played_word.joined_squares:
        for step in NEIGHBOUR_STEPS:
            blank = (row + step[0], col + step[1])
            beyond = [] if blank in marks else list(_follow_letters(played_word, blank, step))
            if not (beyond and get_grid_letter(played_word, placement, blank)):
                continue
            near = takewhile(
                has_grid_letter, _follow_letters(played_word, blank, (-step[0], -step[1]))
            )
            if all(map(has_grid_letter, beyond)) and len(beyond) + 1 + len(list(near)) >= _LEAST:
                return True
    return False


def _follow_letters(
    played_word: PlayedWord, square: SquareAt, step: SquareAt
) -> Iterator[SquareAt]:
    """Yield the squares with letters that follow ``square`` on its line."""
    row, col = square
    while (row := row + step[0], col := col + step[1]) in played_word.drawing.marks:
        yield row, col
