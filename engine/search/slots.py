"""Slots: where plays can start and end on a line, whatever the letters.

A slot is a run of squares of a line that a play would cover, tiles already there included. The
slots of a line depend on which squares are empty, crossed or blocked, not on the letters of the
tiles. A turn changes a third of the lines, so most results are those of the turn before, cached.
"""

from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from engine.board.place import SIZE
from engine.search.lines import BLOCKED, CENTRE, CROSSED, FREE, TILE, Line
from engine.search.rack import Rack

_CACHED_LINES = 2_000
"""A position has some twenty lines with slots; an entry takes one to two kilobytes."""

type SlotSpan = tuple[int, int, int]
"""Slots that start on the same square: that start, the square that each of them must cover, and the
greatest stop. They stop before each square without a tile after the one to cover, up to the
greatest stop; the edge of the board counts as such a square."""


class LineSlots(NamedTuple):
    """`kinds`: of the squares, as `Line.classify_squares`. `counts`: before each square and after
    the last, numbers of the squares that take a tile, packed into one integer:

    tiles + 16 * (of them, squares without cross-check) + 256 * (of these, squares with a letter
    factor of two or more) + 4096 * (of three) + 65536 * (index in `FACTORS` of the product of the
    word factors).
    """

    kinds: bytes
    spans: tuple[SlotSpan, ...]
    counts: tuple[int, ...]


FACTORS: list[int] = [2 ** (index & 15) * 3 ** (index >> 4) for index in range(256)]
"""Products of word factors: the low four bits of the index count factors of 2, the others of 3."""

_UNCROSSED_INCREMENTS = {1: 0x0011, 2: 0x0111, 3: 0x1111}
_WORD_FACTOR_INCREMENTS = {1: 0, 2: 0x10000, 3: 0x100000}
_COUNTS = {
    (kind, letter, word): 0
    if kind == TILE
    else _WORD_FACTOR_INCREMENTS[word]
    + (_UNCROSSED_INCREMENTS[letter] if kind in (FREE, CENTRE) else 1)
    for kind in (FREE, TILE, CROSSED, CENTRE, BLOCKED)
    for letter in _UNCROSSED_INCREMENTS
    for word in _WORD_FACTOR_INCREMENTS
}
"""By kind, letter factor and word factor of a square, what it adds to the counts."""


def find_slots(line: Line, rack: Rack) -> LineSlots:
    return _find_slots(
        line.classify_squares(rack.mask), rack.max_tiles, line.letter_factors, line.word_factors
    )


@lru_cache(maxsize=_CACHED_LINES)
def _find_slots(
    kinds: bytes, max_tiles: int, letter_factors: tuple[int, ...], word_factors: tuple[int, ...]
) -> LineSlots:
    counts = [_COUNTS[square] for square in zip(kinds, letter_factors, word_factors, strict=True)]
    return LineSlots(
        kinds, tuple(_list_spans(kinds, max_tiles)), tuple(accumulate(counts, initial=0))
    )


def _list_spans(kinds: bytes, max_tiles: int) -> list[SlotSpan]:
    """Return at most one span per empty square: that of the plays whose first new tile it takes.

    A play lays at most `max_tiles` tiles and no tile on a blocked square. It lays at least one
    tile, touches a tile or covers the centre, and covers at least two squares.
    """
    empty = [square for square, kind in enumerate(kinds) if kind != TILE]
    # The empty squares, then one past the edge for each tile that could go beyond it.
    stops = empty + [SIZE] * (max_tiles + 1)
    # The first touching square, and the first blocked one, that is not before `square`.
    touching_square = blocked_square = SIZE
    spans = []
    for number in range(len(empty) - 1, -1, -1):
        square = empty[number]
        kind = kinds[square]
        if kind == BLOCKED:
            blocked_square = square
        elif kind != FREE:
            touching_square = square
        elif stops[number + 1] > square + 1:
            touching_square = square + 1
        start = empty[number - 1] + 1 if number else 0
        covered_square = square if start < square else max(touching_square, square + 1)
        max_stop = min(stops[number + max_tiles], blocked_square)
        if covered_square < max_stop:
            spans.append((start, covered_square, max_stop))
    return spans
