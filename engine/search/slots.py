"""Slots: where a play can begin and end, and the most it can be worth there.

A slot is a run of squares of a line that a play would cover, tiles already there included. Its
fixed letters, its number of tiles and its premium squares are known before any word is looked
for, so an upper bound of the score costs no search.
"""

from collections.abc import Iterator
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
    each allows. Slots are packed into plain numbers, since there are some hundreds of them: these
    sort fast and are not looked at by the garbage collector.
    """
    best, bonus, found = _Best(hand), hand.bonus, list[int]()
    for number, line in enumerate(lines):
        cells, closes = _cells(line, hand), line.closes
        for first, nearest, stop in spans(line, hand):
            count = fixed = across = 0
            factor = 1
            for square in range(first, stop):
                one, value, more, times = cells[square]
                count += one
                fixed += value
                across += more
                factor *= times
                if square >= nearest and closes[square]:
                    bound = (fixed + best[count >> 4]) * factor + across + bonus[count & 15]
                    found.append(bound << 13 | number << 8 | first << 4 | square)
    found.sort(reverse=True)
    return ((packed >> 13, packed >> 8 & 31, packed >> 4 & 15, packed & 15) for packed in found)


def _cells(line: Line, hand: Hand) -> list[tuple[int, int, int, int]]:
    """By square: packed count (a tile, and 16 times that of `_Best`), most that the letter there
    is worth unless it is in that count, most that the word across brings, word factor."""
    points = hand.points
    cells = []
    for letter, mask, hook, times, factor in zip(
        line.text, line.masks, line.hooks, line.letter_factors, line.word_factors, strict=True
    ):
        if letter != EMPTY:
            cells.append((0, points[letter], 0, 1))
        elif hook == NO_HOOK:
            cells.append((_COUNTS[times], 0, 0, factor))
        else:
            dearest = hand.best_in(mask & hand.mask) * times
            cells.append((0x0001, dearest, (hook + dearest) * factor, factor))
    return cells


_COUNTS = {1: 0x0011, 2: 0x0111, 3: 0x1111}
