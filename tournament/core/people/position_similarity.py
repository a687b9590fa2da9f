"""Comparison of positions, of which one may be altered to hide that it is in play. Pure."""

from collections import Counter
from collections.abc import Sequence

from engine.board.board import Board

#: Numbers of letters that may differ in a rack, and of squares that may differ on a grid.
MAX_LETTERS, MAX_SQUARES = 1, 2


def has_same_letters(first: str, second: str) -> bool:
    """Return True if both racks hold the same letters, in any order; a joker is a letter."""
    return Counter(first.upper()) == Counter(second.upper())


def has_similar_letters(requested: str, letters: str) -> bool:
    """Return True if ``requested`` fits ``letters``: it is among them, contains all of them, or
    differs from them by at most ``MAX_LETTERS`` letters."""
    requested_counts, counts = Counter(requested.upper()), Counter(letters.upper())
    added, left_out = (requested_counts - counts).total(), (counts - requested_counts).total()
    return not added or not left_out or max(added, left_out) <= MAX_LETTERS


def has_similar_grid(requested: Board, grid: Board) -> bool:
    """Return True if at most ``MAX_SQUARES`` squares differ, also with the grid mirrored at its
    diagonal, which changes no score. An empty grid, the first turn of any game, is similar to none.
    """
    if requested.is_empty or grid.is_empty:
        return False
    return (
        min(
            _count_differences(requested.rows(), grid),
            _count_differences(requested.columns(), grid),
        )
        <= MAX_SQUARES
    )


def _count_differences(rows: Sequence[str], grid: Board) -> int:
    pairs = zip("".join(rows), "".join(grid.rows()), strict=True)
    return sum(letter.upper() != other.upper() for letter, other in pairs)
