"""Slots: where a play can begin and end, and the most it can be worth there.

A slot is a run of squares of a line that a play would cover, tiles already there included. Its
fixed letters, its number of tiles and its premium squares are known before any word is looked
for, so an upper bound of the score costs no search.
"""

from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heapreplace
from itertools import accumulate
from typing import NamedTuple

from engine.board.board import EMPTY
from engine.board.place import SIZE
from engine.search.hand import Hand
from engine.search.lines import NO_HOOK, Line


class Span(NamedTuple):
    """Plays beginning on the square `first` may end from `nearest` on and before `stop`, wherever
    the line `closes`."""

    first: int
    nearest: int
    stop: int


def spans(line: Line, hand: Hand) -> Iterator[Span]:
    """One for each first square of a legal play: no tile before it, a contact within reach.

    A play goes on up to the limit of tiles, or to a square that no letter of the rack may take.
    It lays at least one tile, touches something, and covers at least two squares.
    """
    text, contacts, masks, hand_mask = line.text, line.contacts, line.masks, hand.mask
    empty = [square for square, letter in enumerate(text) if letter == EMPTY]
    dead = [square for square in empty if not masks[square] & hand_mask]
    empty += [SIZE] * (hand.limit + 1)
    dead.append(SIZE)
    touching = [square for square, contact in enumerate(contacts) if contact]
    ahead = touch = wall = 0  # of the lists above, what lies at or after `first`
    for first in range(touching[-1] + 1):
        covered = empty[ahead] != first
        if touching[touch] < first:
            touch += 1
        if dead[wall] < first:
            wall += 1
        if not first or text[first - 1] == EMPTY:
            nearest = max(touching[touch], empty[ahead], first + 1)
            stop = min(dead[wall], empty[ahead + hand.limit])
            if nearest < stop:
                yield Span(first, nearest, stop)
        ahead += not covered


class _Best(dict[int, int]):
    """Most that tiles on squares without hook bring, before the word factor, by a packed count:

    tiles + 16 * (of them, letters that count at least twice) + 256 * (three times).
    """

    def __init__(self, hand: Hand) -> None:
        self._dearest = hand.best

    def __missing__(self, count: int) -> int:
        dearest = self._dearest
        most = self[count] = dearest[count & 15] + dearest[count >> 4 & 15] + dearest[count >> 8]
        return most


def bounded(lines: list[Line], hand: Hand) -> Iterator[tuple[int, int, int, int]]:
    """Every slot with an upper bound of its score, highest first: bound, index of the line in
    `lines`, first and last square.

    bound = (fixed + hooked + T[tiles] + T[3L] + T[2L + 3L]) * W + what the words across can bring
    + bonus, T[k] the k dearest tiles, for the squares that no word crosses: a square that counts
    three times counts in all three sums. `hooked`: for the other squares, the dearest tile that
    each allows.

    No shorter slot from the same first square has a higher bound: only the longest waits for its
    turn, and then the next one takes its place. Those that wait are packed into plain numbers,
    which compare fast and are not looked at by the garbage collector.
    """
    bound = _bound(hand)
    totals = [_totals(line, hand) for line in lines]
    waiting = []
    for number, line in enumerate(lines):
        for first, nearest, stop in spans(line, hand):
            last = _close(line, stop - 1)
            if last >= nearest:
                most = bound(totals[number], first, last)
                waiting.append(-most << 17 | number << 12 | first << 8 | nearest << 4 | last)
    heapify(waiting)
    while waiting:
        packed = waiting[0]
        number, first, nearest = packed >> 12 & 31, packed >> 8 & 15, packed >> 4 & 15
        yield -(packed >> 17), number, first, packed & 15
        last = _close(lines[number], (packed & 15) - 1)
        if last >= nearest:
            most = bound(totals[number], first, last)
            heapreplace(waiting, -most << 17 | number << 12 | first << 8 | nearest << 4 | last)
        else:
            heappop(waiting)


def _close(line: Line, last: int) -> int:
    """The first square from `last` backwards where a word may end; -1 if there is none."""
    while not line.closes[last]:
        last -= 1
    return last


type _Totals = tuple[int, int, int, int]
"""Before a square: packed count (a tile, and 16 times that of `_Best`), most that the letters are
worth unless they are in that count, most that the words across bring, word factor."""


def _bound(hand: Hand) -> Callable[[list[_Totals], int, int], int]:
    """Of a slot: the totals of its line, its first and last square."""
    best, bonus = _Best(hand), list(accumulate(hand.bonus, max))

    def bound(totals: list[_Totals], first: int, last: int) -> int:
        count, fixed, across, factor = totals[first]
        count_after, fixed_after, across_after, factor_after = totals[last + 1]
        count = count_after - count
        worth = (fixed_after - fixed + best[count >> 4]) * (factor_after // factor)
        return worth + across_after - across + bonus[count & 15]

    return bound


def _totals(line: Line, hand: Hand) -> list[_Totals]:
    """Before each square and after the last."""
    points = hand.points
    count = fixed = across = 0
    factor = 1
    totals = [(count, fixed, across, factor)]
    for letter, mask, hook, times, own in zip(
        line.text, line.masks, line.hooks, line.letter_factors, line.word_factors, strict=True
    ):
        if letter != EMPTY:
            fixed += points[letter]
        else:
            factor *= own
            if hook == NO_HOOK:
                count += _COUNTS[times]
            else:
                count += 1
                dearest = hand.best_in(mask & hand.mask) * times
                fixed += dearest
                across += (hook + dearest) * own
        totals.append((count, fixed, across, factor))
    return totals


_COUNTS = {1: 0x0011, 2: 0x0111, 3: 0x1111}
