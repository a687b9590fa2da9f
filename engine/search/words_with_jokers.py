"""The words that fit a slot, for a rack with jokers.

A joker fits nearly everywhere, so a walk through the DAWG would follow too many partial words.
Instead all words of a length are treated at once as bit sets (`engine.lexicon.pattern_index`), and
the letters that the rack lacks for each word are counted for all words together.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.board.board import EMPTY
from engine.lexicon.dawg import ALL_LETTERS, BIT, LETTERS
from engine.lexicon.pattern_index import PatternIndex, list_fixed_letters
from engine.search.letter_values import LetterValues, find_letter_values
from engine.search.lines import Line
from engine.search.rack import Rack, add_spare_jokers

type _SlotMasks = tuple[tuple[int, int], ...]
"""Squares of a slot with a cross-check, each with the mask of the letters that pass it."""


class _RackWords(NamedTuple):
    """The words that the rack makes with some fixed letters.

    `words`: their bit set. `repeating`: a bit set of the words, these and others, that need more
    tiles of a letter of the rack or of the fixed letters than there are. `table`: puts in lower
    case, by code, the letters that only a joker can be.
    """

    words: int
    repeating: int
    table: bytes

    def spell(self, words: list[str], jokers: int) -> defaultdict[int, list[str]]:
        """Return words that are not repeating, spelled with their jokers, by number of jokers that
        remain."""
        by_spare: defaultdict[int, list[str]] = defaultdict(list)
        if words:
            text = "\n".join(words).encode().translate(self.table)
            used = text.translate(None, LETTERS.encode()).split(b"\n")
            for word, letters in zip(text.decode().split("\n"), used, strict=True):
                by_spare[jokers - len(letters)].append(word)
        return by_spare


class JokerWordFinder:
    """Finds the words of slots for one rack with jokers. What it computed for a slot is used for
    every slot with equal constraints, until the end of the turn."""

    def __init__(self, rack: Rack) -> None:
        self._rack = rack
        self._by_constraints: dict[tuple[str, _SlotMasks], tuple[list[str], LetterValues]] = {}
        self._lacking_counts: dict[int, list[int]] = {}
        self._rack_words: dict[tuple[int, str], _RackWords] = {}
        self._passing_words: dict[tuple[int, int, int], int] = {}

    def find_words(
        self, line: Line, start: int, stops: Sequence[int]
    ) -> Iterator[tuple[int, list[str], LetterValues]]:
        """Yield stop, words in alphabetical order and their letter values, for the slots from
        `start` to before each of `stops`. Each word is there once per choice of the squares of its
        jokers, which are in lower case."""
        for stop in stops:
            yield stop, *self._find_slot_words(line, start, stop)

    def _find_slot_words(self, line: Line, start: int, stop: int) -> tuple[list[str], LetterValues]:
        masks = tuple(
            [
                (square - start, mask)
                for square, mask, _ in line.cross_checks
                if start <= square < stop and mask != ALL_LETTERS
            ]
        )
        pattern = line.letters[start:stop]
        words_and_values = self._by_constraints.get((pattern, masks))
        if words_and_values is None:
            words = sorted(self._spell_words(pattern, masks))
            words_and_values = words, find_letter_values(words, self._rack.values)
            self._by_constraints[pattern, masks] = words_and_values
        return words_and_values

    def _spell_words(self, pattern: str, masks: _SlotMasks) -> list[str]:
        length = len(pattern)
        index = self._rack.lexicon.get_pattern_index(length)
        if index is None:
            return []
        fixed_letters = list_fixed_letters(pattern)
        matches = index.find(fixed_letters)
        for square, mask in masks:
            if matches:
                matches &= self._find_passing_words(index, length, square, mask)
        if not matches:
            return []
        fixed = "".join(sorted([letter for _, letter in fixed_letters]))
        rack_words = self._rack_words.get((length, fixed))
        if rack_words is None:
            rack_words = self._find_rack_words(index, length, fixed)
            self._rack_words[length, fixed] = rack_words
        matches &= rack_words.words
        placed = [square for square, letter in enumerate(pattern) if letter == EMPTY]
        repeating = matches & rack_words.repeating
        by_spare = rack_words.spell(index.list_words(matches ^ repeating), self._rack.jokers)
        for word in index.list_words(repeating):
            spellings, spare = self._rack.spell_with_fewest_jokers(word, placed)
            by_spare[spare] += spellings
        words: list[str] = []
        for spare, texts in by_spare.items():
            words += add_spare_jokers(texts, placed, spare)
        return words

    def _find_passing_words(self, index: PatternIndex, length: int, square: int, mask: int) -> int:
        """Return the bit set of the words with a letter of the mask at that place."""
        key = length, square, mask
        passing_words = self._passing_words.get(key)
        if passing_words is None:
            passing_words = 0
            for letter in LETTERS:
                if BIT[letter] & mask:
                    passing_words |= index.find([(square, letter)])
            self._passing_words[key] = passing_words
        return passing_words

    def _find_rack_words(self, index: PatternIndex, length: int, fixed: str) -> _RackWords:
        """Return the words of that length that have the letters `fixed` and lack, for the other
        letters, no more tiles than the rack has jokers."""
        if length not in self._lacking_counts:
            self._lacking_counts[length] = self._count_lacking(index)
        lacking, repeating, counts = self._lacking_counts[length], 0, self._rack.counts
        for letter in set(fixed):
            for words in index.find_by_count(letter)[counts[letter] :][: fixed.count(letter)]:
                lacking = _decrement_counts(lacking, words)
        available = counts.keys() | set(fixed)
        for letter in available:
            for words in index.find_by_count(letter)[counts[letter] + fixed.count(letter) :][:1]:
                repeating |= words
        missing_letters = "".join([letter for letter in LETTERS if letter not in available])
        table = bytes.maketrans(missing_letters.encode(), missing_letters.lower().encode())
        rack_words = index.all_words ^ _find_words_above(lacking, self._rack.jokers)
        return _RackWords(rack_words, repeating, table)

    def _count_lacking(self, index: PatternIndex) -> list[int]:
        """Return, for each word, how many of its letters the rack lacks, in the format of
        `_increment_counts`."""
        lacking: list[int] = []
        for letter in LETTERS:
            for words in index.find_by_count(letter)[self._rack.counts[letter] :]:
                _increment_counts(lacking, words)
        return lacking


def _increment_counts(counts: list[int], words: int) -> None:
    """Add one to the counts of the words of a bit set.

    `counts[k]` is the bit set of the words whose count has the binary digit k.
    """
    for digit, previous in enumerate(counts):
        counts[digit] = previous ^ words
        words &= previous
        if not words:
            return
    counts.append(words)


def _decrement_counts(counts: list[int], words: int) -> list[int]:
    """Return the counts less one for the words of a bit set, which all have a count above zero."""
    decremented = []
    for previous in counts:
        decremented.append(previous ^ words)
        words ^= words & previous
    return decremented


def _find_words_above(counts: list[int], maximum: int) -> int:
    """Return the bit set of the words with a count above the maximum."""
    if maximum >> len(counts):
        return 0
    words_above = 0
    for digit, ones in enumerate(counts):
        words_above = words_above & ones if maximum >> digit & 1 else words_above | ones
    return words_above
