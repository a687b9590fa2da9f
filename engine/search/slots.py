"""Slots: where a play can lie, and the most it can be worth there.

A slot is a run of squares of a line that a play would cover, tiles already there included. Its
fixed letters, its number of tiles and its premium squares are known before any word is looked
for, so an upper bound of the score costs no search.
"""

from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heapreplace
from itertools import accumulate

from engine.board.place import SIZE
from engine.search.hand import Hand
from engine.search.lines import TILE, Line
from engine.search.outlines import Outline, outline_of


class _Best(dict[int, int]):
    """Most that tiles on squares without hook bring, before the word factor, by the count of an
    outline."""

    def __init__(self, hand: Hand) -> None:
        self._dearest = hand.best

    def __missing__(self, count: int) -> int:
        dearest = self._dearest
        most = dearest[count >> 4 & 15] + dearest[count >> 8 & 15] + dearest[count >> 12]
        self[count] = most
        return most


def bounded(lines: list[Line], hand: Hand) -> Iterator[tuple[int, int, int, int]]:
    """Every slot with an upper bound of its score, highest first: bound, index of the line in
    `lines`, first square, and the square after the last.

    bound = (fixed + hooked + T[tiles] + T[3L] + T[2L + 3L]) * W + what the words across can bring
    + bonus, T[k] the k dearest tiles, for the squares that no word crosses: a square that counts
    three times counts in all three sums. `hooked`: for the other squares, the dearest tile that
    each allows.

    No shorter slot from the same first square has a higher bound: only the longest waits for its
    turn, and then the next one takes its place. Those that wait are packed into plain numbers,
    which compare fast and are not looked at by the garbage collector.
    """
    bound = _bound(hand)
    grounds = [_ground(line, hand) for line in lines]
    starts: list[tuple[int, int, int]] = []
    waiting = []
    for number, ground in enumerate(grounds):
        for first, nearest, stop in ground[0].spans:
            waiting.append(-bound(ground, first, stop) << 16 | len(starts) << 4 | stop)
            starts.append((number, first, nearest))
    heapify(waiting)
    while waiting:
        packed = waiting[0]
        stop = packed & 15
        number, first, nearest = starts[packed >> 4 & 0xFFF]
        yield -(packed >> 16), number, first, stop
        ground = grounds[number]
        shape = ground[0].shape
        stop -= 1
        while shape[stop] == TILE:
            stop -= 1
        if stop > nearest:
            heapreplace(waiting, -bound(ground, first, stop) << 16 | packed & 0xFFF0 | stop)
        else:
            heappop(waiting)


type _Ground = tuple[Outline, list[int], list[int]]
"""Of a line, and before each of its squares and after the last: most that the letters are worth
unless the outline counts them, most that the words across bring."""

_NOTHING = [0] * (SIZE + 1)


def _bound(hand: Hand) -> Callable[[_Ground, int, int], int]:
    """Of a slot: the ground of its line, its first square and the one after its last."""
    best, bonus = _Best(hand), list(accumulate(hand.bonus, max))

    def bound(ground: _Ground, first: int, stop: int) -> int:
        (_, _, counts, factors), fixed, across = ground
        count = counts[stop] - counts[first]
        worth = (fixed[stop] - fixed[first] + best[count]) * (factors[stop] // factors[first])
        return worth + across[stop] - across[first] + bonus[count & 15]

    return bound


def _ground(line: Line, hand: Hand) -> _Ground:
    outline = outline_of(line, hand)
    worth = list(line.text.encode().translate(hand.values))
    if not line.hooks:
        return outline, list(accumulate(worth, initial=0)), _NOTHING
    across = [0] * SIZE
    letter_factors, word_factors = line.letter_factors, line.word_factors
    best_in, held = hand.best_in, hand.mask
    for square, mask, beside in line.hooks:
        dearest = best_in[mask & held] * letter_factors[square]
        worth[square] = dearest
        across[square] = (beside + dearest) * word_factors[square]
    return outline, list(accumulate(worth, initial=0)), list(accumulate(across, initial=0))
