"""Outlines: where plays can begin and end on a line, whatever the letters.

They depend on which squares are empty, touched or dead, and not on what the tiles are. A turn
changes a third of the lines, so most outlines are those of the turn before.
"""

from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from engine.board.place import SIZE
from engine.search.hand import Hand
from engine.search.lines import CENTRE, DEAD, FREE, HOOK, TILE, Line

_REMEMBERED = 2_000
"""A game has some twenty at a time, of one to two kilobytes."""

type Span = tuple[int, int, int]
"""First square, nearest, end: the slots from the first square to before each square without a tile
that comes after the nearest, up to the end; the edge of the board counts as one."""


class Outline(NamedTuple):
    """`counts`: before each square and after the last, of the squares that take a tile, packed:

    tiles + 16 * (of them, on squares without hook) + 256 * (of these, letters that count at least
    twice) + 4096 * (three times) + 65536 * (place in `FACTORS` of the product of word factors).
    """

    shape: bytes
    spans: tuple[Span, ...]
    counts: tuple[int, ...]


FACTORS: list[int] = [2 ** (place & 15) * 3 ** (place >> 4) for place in range(256)]

_UNHOOKED = {1: 0x0011, 2: 0x0111, 3: 0x1111}
_WORDS = {1: 0, 2: 0x10000, 3: 0x100000}
_COUNTS = {
    (what, letter, word): 0
    if what == TILE
    else _WORDS[word] + (_UNHOOKED[letter] if what in (FREE, CENTRE) else 1)
    for what in (FREE, TILE, HOOK, CENTRE, DEAD)
    for letter in _UNHOOKED
    for word in _WORDS
}
"""Of a square of a shape, by its letter and word factors, what it adds to the counts."""


def outline_of(line: Line, hand: Hand) -> Outline:
    return _outline(line.shape(hand.mask), hand.limit, line.letter_factors, line.word_factors)


@lru_cache(maxsize=_REMEMBERED)
def _outline(
    shape: bytes, limit: int, letter_factors: tuple[int, ...], word_factors: tuple[int, ...]
) -> Outline:
    counts = [_COUNTS[square] for square in zip(shape, letter_factors, word_factors, strict=True)]
    return Outline(shape, tuple(_spans(shape, limit)), tuple(accumulate(counts, initial=0)))


def _spans(shape: bytes, limit: int) -> list[Span]:
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
        elif what != FREE:
            touching = square
        elif after[number + 1] > square + 1:
            touching = square + 1
        first = empty[number - 1] + 1 if number else 0
        nearest = square if first < square else max(touching, square + 1)
        end = min(after[number + limit], wall)
        if nearest < end:
            found.append((first, nearest, end))
    return found
