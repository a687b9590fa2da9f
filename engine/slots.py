"""Slots: where a play can begin and end, and the most it can be worth there.

A slot is a run of squares of a line that a play would cover, tiles already there included. Its
fixed letters, its number of tiles and its premium squares are known before any word is looked
for, so an upper bound of the score costs no search.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.board import EMPTY
from engine.hand import Hand
from engine.lines import NO_HOOK, Line
from engine.place import SIZE


class Span(NamedTuple):
    """Plays beginning on the square `first` may end from `nearest` on and before `stop`, wherever
    the line `closes`."""

    first: int
    nearest: int
    stop: int


class Slot(NamedTuple):
    """The squares of a line that a play covers, `last` included."""

    line: Line
    first: int
    last: int


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
    """Most that new letters bring, before the word factor, by a packed count of squares:

    tiles + 16 * (of them, letters that count at least twice) + 256 * (three times).
    """

    def __init__(self, hand: Hand) -> None:
        self._dearest = hand.best

    def __missing__(self, count: int) -> int:
        dearest = self._dearest
        most = self[count] = dearest[count & 15] + dearest[count >> 4 & 15] + dearest[count >> 8]
        return most


def bounded(lines: list[Line], hand: Hand) -> Iterator[tuple[int, Line, int, int]]:
    """Every slot with an upper bound of its score, highest first: bound, line, first, last.

    bound = (fixed + T[tiles] + T[3L] + T[2L + 3L]) * W + what the words across can bring + bonus,
    T[k] the k dearest tiles: a square that counts three times counts in all three sums. They
    are packed into plain numbers, since there are some hundreds of them: these sort fast and are
    not looked at by the garbage collector.
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
                    bound = (fixed + best[count]) * factor + across + bonus[count & 15]
                    found.append(bound << 13 | number << 8 | first << 4 | square)
    found.sort(reverse=True)
    return (
        (packed >> 13, lines[packed >> 8 & 31], packed >> 4 & 15, packed & 15) for packed in found
    )


def _cells(line: Line, hand: Hand) -> list[tuple[int, int, int, int]]:
    """By square: packed count (see `_Best`), value of the tile that lies there, most that the
    word across brings, word factor."""
    points = hand.points
    cells = []
    for letter, mask, hook, times, factor in zip(
        line.text, line.masks, line.hooks, line.letter_factors, line.word_factors, strict=True
    ):
        if letter != EMPTY:
            cells.append((0, points[letter], 0, 1))
            continue
        across = (hook + hand.best_in(mask & hand.mask) * times) * factor if hook != NO_HOOK else 0
        cells.append((_COUNTS[times], 0, across, factor))
    return cells


_COUNTS = {1: 0x001, 2: 0x011, 3: 0x111}


def scale(slot: Slot, hand: Hand) -> tuple[list[int], int]:
    """Weight of each square and constant: score = constant + sum(weight * value of the letter).

    A square that is covered already has the weight 0; the constant contains the bonus.
    """
    line, first, last = slot
    squares = range(first, last + 1)
    new = [square for square in squares if line.text[square] == EMPTY]
    main = 1
    for square in new:
        main *= line.word_factors[square]
    fixed = sum(hand.points[letter] for letter in line.text[first : last + 1] if letter != EMPTY)
    constant = fixed * main + hand.bonus[len(new)]
    weights = [0] * len(squares)
    for square in new:
        times, factor, hook = (
            line.letter_factors[square], line.word_factors[square], line.hooks[square]
        )  # fmt: skip
        weights[square - first] = times * main
        if hook != NO_HOOK:
            weights[square - first] += times * factor
            constant += hook * factor
    return weights, constant
