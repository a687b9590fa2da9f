"""Letters crossed out inside a word: they do not exist (5.4), so neither do their squares.

Only squares between two letters of one line are removed, and only where nothing else is written
across them: raccord letters stay where they are drawn.
"""

from collections.abc import Container, Iterator, Mapping, Set as AbstractSet

from .sheet import SquareAt

_ALONG_ROW, _ALONG_COLUMN = (0, 1), (1, 0)


def close_up_words(
    marks: Mapping[SquareAt, str], struck: AbstractSet[SquareAt], words: Container[str]
) -> dict[SquareAt, str]:
    """Return the letters without the squares inside a word that hold only struck letters.

    A single letter crossed out in a word that is alone on the sheet is always removed; several, or
    beside other letters, if the rest makes one of ``words`` (upper case).
    """
    remaining = dict(marks)
    for square in sorted(struck, reverse=True):
        for step in (_ALONG_ROW, _ALONG_COLUMN):
            if _is_inside_word(remaining, struck, square, step, words):
                remaining = dict(_remove_line(remaining, square, step))
    return remaining


def _is_inside_word(
    marks: Mapping[SquareAt, str],
    struck: AbstractSet[SquareAt],
    square: SquareAt,
    step: SquareAt,
    words: Container[str],
) -> bool:
    axis = step.index(1)
    if any(mark[axis] == square[axis] for mark in (*marks, *struck) if mark != square):
        return False
    row, col = square
    opposite_step = (-step[0], -step[1])
    before, behind = (
        _join_letters(marks, struck, square, direction) for direction in (opposite_step, step)
    )
    if not before or not behind:
        return False
    is_single = all(
        (row + direction[0], col + direction[1]) in marks for direction in (opposite_step, step)
    )
    is_alone = is_single and len(before) + len(behind) == len(marks)
    return is_alone or (before[::-1] + behind).upper() in words


def _join_letters(
    marks: Mapping[SquareAt, str], struck: AbstractSet[SquareAt], square: SquareAt, step: SquareAt
) -> str:
    """Return the letters that follow a square on its line, up to the next blank one."""
    letters, (row, col) = "", square
    while (row := row + step[0], col := col + step[1]) in marks or (row, col) in struck:
        letters += marks.get((row, col), "")
    return letters


def _remove_line(
    marks: Mapping[SquareAt, str], square: SquareAt, step: SquareAt
) -> Iterator[tuple[SquareAt, str]]:
    axis = step.index(1)
    for (row, col), char in marks.items():
        is_behind = (row, col)[axis] > square[axis]
        yield (row - step[0] * is_behind, col - step[1] * is_behind), char
