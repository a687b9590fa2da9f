"""Whether two positions are the same but for what somebody changes to hide it. Pure."""

from collections import Counter
from collections.abc import Sequence

from engine.board.board import Board

#: Letters that may be exchanged in a rack, and squares changed on a grid.
EXCHANGED, SQUARES = 1, 2


def same_letters(one: str, other: str) -> bool:
    """Whether both racks hold the same letters, in whatever order; a joker is a letter."""
    return Counter(one.upper()) == Counter(other.upper())


def near_letters(asked: str, letters: str) -> bool:
    """Whether ``asked`` helps with ``letters``: it is among them, has all of them and more, or has
    others in the place of at most ``EXCHANGED``."""
    mine, theirs = Counter(asked.upper()), Counter(letters.upper())
    added, left_out = (mine - theirs).total(), (theirs - mine).total()
    return not added or not left_out or max(added, left_out) <= EXCHANGED


def near_grids(asked: Board, grid: Board) -> bool:
    """Whether at most ``SQUARES`` squares differ, also of a grid turned on its diagonal, on which
    everything scores the same. An empty grid is everybody's first turn and like no other."""
    if asked.is_empty or grid.is_empty:
        return False
    return min(_differing(asked.rows(), grid), _differing(asked.columns(), grid)) <= SQUARES


def _differing(rows: Sequence[str], grid: Board) -> int:
    pairs = zip("".join(rows), "".join(grid.rows()), strict=True)
    return sum(mine.upper() != theirs.upper() for mine, theirs in pairs)
