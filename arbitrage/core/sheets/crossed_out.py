"""Letters crossed out inside a word: they do not exist (5.4), so neither do their squares.

Only what stands between two letters of one line is closed up, and only where nothing else is
written across it: raccord letters stay where they are drawn.
"""

from collections.abc import Container, Iterator, Mapping, Set as AbstractSet

from .sheet import SquareAt

_ALONG_ROW, _ALONG_COLUMN = (0, 1), (1, 0)


def closed_up(
    marks: Mapping[SquareAt, str], struck: AbstractSet[SquareAt], words: Container[str]
) -> dict[SquareAt, str]:
    """The letters with the squares closed up that only struck letters fill inside a word.

    A single letter crossed out in a word that is alone on the sheet always is; several, or beside
    other letters, if what is left makes one of ``words`` (upper case).
    """
    found = dict(marks)
    for square in sorted(struck, reverse=True):
        for step in (_ALONG_ROW, _ALONG_COLUMN):
            if _is_inside_word(found, struck, square, step, words):
                found = dict(_without_line(found, square, step))
    return found


def _is_inside_word(
    marks: Mapping[SquareAt, str],
    struck: AbstractSet[SquareAt],
    square: SquareAt,
    step: SquareAt,
    words: Container[str],
) -> bool:
    axis = step.index(1)
    if any(one[axis] == square[axis] for one in (*marks, *struck) if one != square):
        return False
    row, col = square
    back = (-step[0], -step[1])
    before, behind = (_letters(marks, struck, square, one) for one in (back, step))
    if not before or not behind:
        return False
    single = all((row + one[0], col + one[1]) in marks for one in (back, step))
    alone = single and len(before) + len(behind) == len(marks)
    return alone or (before[::-1] + behind).upper() in words


def _letters(
    marks: Mapping[SquareAt, str], struck: AbstractSet[SquareAt], square: SquareAt, step: SquareAt
) -> str:
    """The letters that follow a square on its line, up to the next blank one."""
    letters, (row, col) = "", square
    while (row := row + step[0], col := col + step[1]) in marks or (row, col) in struck:
        letters += marks.get((row, col), "")
    return letters


def _without_line(
    marks: Mapping[SquareAt, str], square: SquareAt, step: SquareAt
) -> Iterator[tuple[SquareAt, str]]:
    axis = step.index(1)
    for (row, col), char in marks.items():
        back = (row, col)[axis] > square[axis]
        yield (row - step[0] * back, col - step[1] * back), char
