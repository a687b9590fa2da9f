"""Outlines: where plays can begin and end on a line, whatever the letters.

They depend on which squares are empty, touched or dead, and not on what the tiles are. A turn
changes a third of the lines, so most outlines are those of the turn before.
"""

from functools import lru_cache
from itertools import accumulate
from operator import mul
from typing import NamedTuple

from engine.board.board import EMPTY
from engine.board.place import SIZE
from engine.search.hand import Hand
from engine.search.lines import CENTRE, DEAD, TILE, Line

_REMEMBERED = 2_000
"""A game has some twenty at a time, of one to two kilobytes."""

type Span = tuple[int, int, int]
"""First square, nearest, end: the slots from the first square to before each square without a tile
that comes after the nearest, up to the end; the edge of the board counts as one."""


class Outline(NamedTuple):
    """`counts`: before each square and after the last, number of tiles to lay, packed:

    tiles + 16 * (of them, on squares without hook) + 256 * (of these, letters that count at least
    twice) + 4096 * (three times). `factors`: product of the word factors under these tiles.
    """

    shape: str
    spans: tuple[Span, ...]
    counts: tuple[int, ...]
    factors: tuple[int, ...]


def outline_of(line: Line, hand: Hand) -> Outline:
    return _outline(line.shape(hand.mask), hand.limit, line.letter_factors, line.word_factors)


@lru_cache(maxsize=_REMEMBERED)
def _outline(
    shape: str, limit: int, letter_factors: tuple[int, ...], word_factors: tuple[int, ...]
) -> Outline:
    counts = [
        0 if square == TILE else _UNHOOKED[factor] if square in _BARE else 1
        for square, factor in zip(shape, letter_factors, strict=True)
    ]
    factors = [
        1 if square == TILE else factor for square, factor in zip(shape, word_factors, strict=True)
    ]
    return Outline(
        shape,
        tuple(_spans(shape, limit)),
        tuple(accumulate(counts, initial=0)),
        tuple(accumulate(factors, mul, initial=1)),
    )


_BARE = EMPTY + CENTRE
_UNHOOKED = {1: 0x0011, 2: 0x0111, 3: 0x1111}


def _spans(shape: str, limit: int) -> list[Span]:
    """At most one for each empty square, of the plays whose first tile it takes.

    A play goes on up to the limit of tiles, or to a dead square. It lays at least one tile,
    touches something, and covers at least two squares.
    """
    empty = [square for square, what in enumerate(shape) if what != TILE]
    after = empty + [SIZE] * (limit + 1)
    touching = wall = SIZE  # the first of them that is not before `square`
    found = []
    for number in range(len(empty) - 1, -1, -1):
        square = empty[number]
        what = shape[square]
        if what == DEAD:
            wall = square
        elif what != EMPTY:
            touching = square
        elif after[number + 1] > square + 1:
            touching = square + 1
        first = empty[number - 1] + 1 if number else 0
        nearest = square if first < square else max(touching, square + 1)
        end = min(after[number + limit], wall)
        if nearest < end:
            found.append((first, nearest, end))
    return found
