"""Slots: where a play can begin and end, and the most it can be worth there.

A slot is a run of squares of a line that a play would cover, tiles already there included. Its
fixed letters, its number of tiles and its premium squares are known before any word is looked
for, so an upper bound of the score costs no search.
"""

from collections.abc import Iterator
from itertools import accumulate, combinations, combinations_with_replacement
from typing import NamedTuple

from engine.board import EMPTY
from engine.dawg import ALL_LETTERS, BIT
from engine.formats import Format
from engine.letters import WILD
from engine.lexicon import LETTER_HASH, Lexicon
from engine.lines import NO_HOOK, Line
from engine.place import SIZE


class End(NamedTuple):
    """A legal end: the last square; `constant` of the score is what the new tiles do not change."""

    bound: int
    square: int
    factor: int
    constant: int


class Start(NamedTuple):
    """A first square of a line and the legal ends from there, nearest first."""

    bound: int
    line: Line
    square: int
    ends: list[End]


class Hand:
    """The rack of a turn, as far as bounds need it."""

    def __init__(self, rack: str, fmt: Format, lexicon: Lexicon) -> None:
        self.tiles = rack.replace(WILD, "")
        self.jokers = len(rack) - len(self.tiles)
        self.mask = ALL_LETTERS if self.jokers else sum(BIT[letter] for letter in set(self.tiles))
        self.limit = min(len(rack), fmt.max_play)
        self.points = fmt.letters.points
        self.bonus = [fmt.bonus(tiles) for tiles in range(self.limit + 1)]
        self.by_value = sorted(set(self.tiles), key=self.points.__getitem__, reverse=True)
        values = sorted((self.points[letter] for letter in self.tiles), reverse=True)
        self.best = list(accumulate(values + [0] * self.jokers, initial=0))
        """Most that the k dearest tiles are worth, by k."""
        self._best_in: dict[int, int] = {}
        self._lexicon = lexicon
        self._sums: dict[int, frozenset[int]] = {}
        self._exists: dict[tuple[int, int, int], bool] = {}

    def best_in(self, mask: int) -> int:
        """Value of the dearest tile that the mask allows; 0 if only a joker will do."""
        if mask not in self._best_in:
            dear = (self.points[letter] for letter in self.by_value if BIT[letter] & mask)
            self._best_in[mask] = next(dear, 0)
        return self._best_in[mask]

    def may_make(self, tiles: int, fixed_hash: int, length: int) -> bool:
        """Whether some word has that length, those fixed letters and that many of the rack.

        The order of the letters is not looked at, and two sets of letters may have the same
        sum: a yes may be wrong, a no never is.
        """
        question = (tiles, fixed_hash, length)
        if question not in self._exists:
            words = self._lexicon.anagrams(length)
            sums = (total + fixed_hash for total in self._sums_of(tiles))
            self._exists[question] = not words.isdisjoint(sums)
        return self._exists[question]

    def _sums_of(self, tiles: int) -> frozenset[int]:
        """Sums of letter hashes of every choice of that many tiles, jokers as every letter."""
        if tiles not in self._sums:
            values = [LETTER_HASH[letter] for letter in self.tiles]
            self._sums[tiles] = frozenset(
                sum(chosen) + sum(letters)
                for jokers in range(self.jokers + 1)
                if 0 <= tiles - jokers <= len(values)
                for chosen in set(combinations(values, tiles - jokers))
                for letters in combinations_with_replacement(LETTER_HASH.values(), jokers)
            )
        return self._sums[tiles]


type Cell = tuple[int, int, int, int, bool, bool, int, bool, bool]
"""A square of a line, as `_ends` reads it; a plain tuple, since it is read a thousand times a turn.

Letter hash (0 if empty); what is sure (value of the tile; of the word across, times its factor);
mask of the rack's letters that it may take; word factor; whether it counts a letter at least
twice; three times; most that a tile brings to the word across; contact; whether a word may end.
"""


def _cells(line: Line, hand: Hand) -> list[Cell]:
    cells: list[Cell] = []
    for square, letter in enumerate(line.text):
        may_end = square == SIZE - 1 or line.text[square + 1] == EMPTY
        if letter != EMPTY:
            letter_hash, value = LETTER_HASH[letter.upper()], hand.points[letter]
            cells.append((letter_hash, value, 0, 1, False, False, 0, True, may_end))
            continue
        mask, contact = line.masks[square] & hand.mask, line.contacts[square]
        times, factor = line.letter_factors[square], line.word_factors[square]
        sure = across = 0
        if line.hooks[square] != NO_HOOK:
            sure, across = line.hooks[square] * factor, hand.best_in(mask) * times * factor
        cells.append((0, sure, mask, factor, times >= 2, times == 3, across, contact, may_end))
    return cells


def starts(lines: list[Line], hand: Hand) -> list[Start]:
    """Every start with at least one legal end."""
    found = []
    for line in lines:
        cells = _cells(line, hand)
        for square in _first_squares(line, hand.limit):
            ends = _ends(cells, square, hand)
            if ends:
                found.append(Start(max(end.bound for end in ends), line, square, ends))
    return found


def _first_squares(line: Line, limit: int) -> Iterator[int]:
    """Squares whose left neighbour is empty and from which the limit reaches a contact."""
    text, contacts = line.text, line.contacts
    contact = SIZE
    reach = [False] * SIZE
    for square in range(SIZE - 1, -1, -1):
        if contacts[square]:
            contact = square
        if contact < SIZE:
            reach[square] = contact - square + (text[contact] == EMPTY) <= limit
    for square in range(SIZE):
        if reach[square] and (square == 0 or text[square - 1] == EMPTY):
            yield square


def _ends(cells: list[Cell], first: int, hand: Hand) -> list[End]:
    """Scan right until the limit, or a square that no letter of the rack may take.

    bound = (fixed + T[tiles] + T[3L] + T[2L + 3L]) * W + what the words across can bring + bonus,
    T[k] the k dearest tiles: a square that counts three times counts in all three sums.
    """
    best, limit = hand.best, hand.limit
    tiles = fixed = fixed_hash = doubles = triples = brought = constant = 0
    factor, touched, ends = 1, False, []
    for square, cell in enumerate(cells[first:], first):
        letter_hash, sure, mask, times, double, triple, across, contact, may_end = cell
        if letter_hash:
            fixed += sure
            fixed_hash += letter_hash
        elif tiles == limit or not mask:
            break
        else:
            tiles += 1
            factor *= times
            doubles += double
            triples += triple
            brought += across
            constant += sure
        touched = touched or contact
        if may_end and touched and tiles and square > first:
            bonus = hand.bonus[tiles]
            if bonus and not hand.may_make(tiles, fixed_hash, square - first + 1):
                continue
            total = fixed * factor + constant + bonus
            new = best[tiles] + best[triples] + best[doubles]
            ends.append(End(total + new * factor + brought, square, factor, total))
    return ends
