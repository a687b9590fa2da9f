"""Slots: where a play can lie, and the most it can be worth there.

A slot is a run of squares of a line that a play would cover, tiles already there included. Its
fixed letters, its number of tiles and its premium squares are known before any word is looked
for, so an upper bound of the score costs no search.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import accumulate

from engine.search.hand import Hand
from engine.search.lines import TILE, Line
from engine.search.outlines import FACTORS, Outline, outline_of


def bounded(lines: list[Line], hand: Hand) -> Iterator[tuple[int, int, int, int]]:
    """Every slot with an upper bound of its score, highest first: bound, index of the line in
    `lines`, first square, and the square after the last.

    bound = (fixed + hooked + T[tiles] + T[3L] + T[2L + 3L]) * W + what the words across can bring
    + bonus, T[k] the k dearest tiles, for the squares that no word crosses: a square that counts
    three times counts in all three sums. `hooked`: for the other squares, the dearest tile that
    each allows.

    No shorter slot from the same first square has a higher bound: only the longest waits for its
    turn, and then the next one takes its place.
    """
    bonus = list(accumulate(hand.bonus, max))
    levels: defaultdict[int, list[tuple[_Bound, bytes, int, int, int, int]]] = defaultdict(list)
    for number, line in enumerate(lines):
        outline = outline_of(line, hand)
        bound = _bound(line, outline, hand, bonus)
        shape = outline.shape
        for first, nearest, stop in outline.spans:
            levels[bound(first, stop)].append((bound, shape, number, first, nearest, stop))
    for level in range(max(levels, default=0), -1, -1):
        for bound, shape, number, first, nearest, stop in levels.get(level, ()):
            yield level, number, first, stop
            shorter = stop - 1
            while shape[shorter] == TILE:
                shorter -= 1
            if shorter > nearest:
                waiting = bound, shape, number, first, nearest, shorter
                levels[bound(first, shorter)].append(waiting)


type _Bound = Callable[[int, int], int]
"""Of a slot: its first square and the one after its last."""


def _bound(line: Line, outline: Outline, hand: Hand, bonus: list[int]) -> _Bound:
    _, _, counts = outline
    _, _, text, _, hooks, _, letter_factors, word_factors = line
    dearest, best_in, held = hand.best, hand.best_in, hand.mask
    # In the lower bits, most that a letter is worth unless the outline counts it; above, most that
    # the word across brings.
    worth = list(text.encode().translate(hand.values))
    for square, mask, beside in hooks:
        most = best_in[mask & held] * letter_factors[square]
        worth[square] = most + ((beside + most) * word_factors[square] << 16)
    worths = list(accumulate(worth, initial=0))

    def bound(first: int, stop: int) -> int:
        count = counts[stop] - counts[first]
        worth = worths[stop] - worths[first]
        most = dearest[count >> 4 & 15] + dearest[count >> 8 & 15] + dearest[count >> 12 & 15]
        return (most + (worth & 0xFFFF)) * FACTORS[count >> 16] + (worth >> 16) + bonus[count & 15]

    return bound
