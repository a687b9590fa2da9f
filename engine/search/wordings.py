"""All words that fit a slot, for a rack with jokers.

A joker fits nearly everywhere: words are not walked to, letter by letter, but all words of a length
are asked at once, as sets (`engine.lexicon.patterns`), how many letters the rack lacks for them.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.board.board import EMPTY
from engine.lexicon.dawg import ALL_LETTERS, BIT, LETTERS
from engine.lexicon.patterns import Patterns, squares_of
from engine.search.hand import Hand, spent_freely
from engine.search.lines import Line
from engine.search.worths import Worths, worths_of

type Crossed = tuple[tuple[int, int], ...]
"""Squares of a slot that words cross, each with the mask of the letters that it takes."""


class _Made(NamedTuple):
    """Words that a rack makes with some letters in place: `found`. `repeating`, among others: those
    that lay a letter, of the rack or in place, more often than the rack has it. `table`: in lower
    case, by code, the letters that can only be jokers."""

    found: int
    repeating: int
    table: bytes

    def spelled(self, words: list[str], jokers: int) -> defaultdict[int, list[str]]:
        """By number of jokers left, words that are not repeating, all at once."""
        by_spare: defaultdict[int, list[str]] = defaultdict(list)
        if words:
            text = "\n".join(words).encode().translate(self.table)
            spent = text.translate(None, LETTERS.encode()).split(b"\n")
            for word, letters in zip(text.decode().split("\n"), spent, strict=True):
                by_spare[jokers - len(letters)].append(word)
        return by_spare


class Wordings:
    """The same for every slot with equal constraints. All die with the turn."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._known: dict[tuple[str, Crossed], tuple[list[str], Worths]] = {}
        self._lacking: dict[int, list[int]] = {}
        self._made: dict[tuple[int, str], _Made] = {}
        self._taking: dict[tuple[int, int, int], int] = {}

    def endings(
        self, line: Line, first: int, stops: Sequence[int]
    ) -> Iterator[tuple[int, list[str], Worths]]:
        """For slots from `first` to before each of `stops`, the words, once per way to choose the
        squares of their jokers, which are in lower case, in order."""
        for stop in stops:
            yield stop, *self._of(line, first, stop)

    def _of(self, line: Line, first: int, stop: int) -> tuple[list[str], Worths]:
        crossed = tuple(
            [
                (square - first, mask)
                for square, mask, _ in line.hooks
                if first <= square < stop and mask != ALL_LETTERS
            ]
        )
        pattern = line.capitals[first:stop]
        known = self._known.get((pattern, crossed))
        if known is None:
            words = sorted(self._words(pattern, crossed))
            known = self._known[pattern, crossed] = words, worths_of(words, self._hand.values)
        return known

    def _words(self, pattern: str, crossed: Crossed) -> list[str]:
        length = len(pattern)
        patterns = self._hand.lexicon.patterns(length)
        if patterns is None:
            return []
        squares = squares_of(pattern)
        found = patterns.having(squares)
        for place, mask in crossed:
            if found:
                found &= self._takes(patterns, length, place, mask)
        if not found:
            return []
        fixed = "".join(sorted([letter for _, letter in squares]))
        made = self._made.get((length, fixed))
        if made is None:
            made = self._made[length, fixed] = self._makes(patterns, length, fixed)
        found &= made.found
        placed = [square for square, letter in enumerate(pattern) if letter == EMPTY]
        repeating = found & made.repeating
        by_spare = made.spelled(patterns.words(found ^ repeating), self._hand.jokers)
        for word in patterns.words(repeating):
            spelled, spare = self._hand.forced(word, placed)
            by_spare[spare] += spelled
        words: list[str] = []
        for spare, texts in by_spare.items():
            words += spent_freely(texts, placed, spare)
        return words

    def _takes(self, patterns: Patterns, length: int, place: int, mask: int) -> int:
        """The words with a letter of the mask at that place."""
        key = length, place, mask
        taking = self._taking.get(key)
        if taking is None:
            taking = 0
            for letter in LETTERS:
                if BIT[letter] & mask:
                    taking |= patterns.having([(place, letter)])
            self._taking[key] = taking
        return taking

    def _makes(self, patterns: Patterns, length: int, fixed: str) -> _Made:
        """The words of that length that have the letters `fixed` and, for the rest of theirs, lack
        no more tiles than there are jokers."""
        if length not in self._lacking:
            self._lacking[length] = self._lacks(patterns)
        lacking, repeating, held = self._lacking[length], 0, self._hand.held
        for letter in set(fixed):
            for had in patterns.at_least(letter)[held[letter] :][: fixed.count(letter)]:
                lacking = _less(lacking, had)
        there = held.keys() | set(fixed)
        for letter in there:
            for had in patterns.at_least(letter)[held[letter] + fixed.count(letter) :][:1]:
                repeating |= had
        others = "".join([letter for letter in LETTERS if letter not in there])
        table = bytes.maketrans(others.encode(), others.lower().encode())
        return _Made(patterns.all ^ _above(lacking, self._hand.jokers), repeating, table)

    def _lacks(self, patterns: Patterns) -> list[int]:
        """How many letters of each word are not on the rack, as `_more` counts."""
        lacking: list[int] = []
        for letter in LETTERS:
            for had in patterns.at_least(letter)[self._hand.held[letter] :]:
                _more(lacking, had)
        return lacking


def _more(counts: list[int], found: int) -> None:
    """Count one more for the words of a set: `counts` has the digits of all their counts, the
    lowest of every word in the first number, and so on."""
    for digit, before in enumerate(counts):
        counts[digit] = before ^ found
        found &= before
        if not found:
            return
    counts.append(found)


def _less(counts: list[int], found: int) -> list[int]:
    """One less for the words of a set, which have all been counted."""
    less = []
    for before in counts:
        less.append(before ^ found)
        found ^= found & before
    return less


def _above(counts: list[int], most: int) -> int:
    """The words that count more."""
    if most >> len(counts):
        return 0
    above = 0
    for digit, ones in enumerate(counts):
        above = above & ones if most >> digit & 1 else above | ones
    return above
