"""The words of one length by the letters they are made of, in whatever order."""

import hashlib
import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.lexicon.dawg import BIT, LETTERS, NumberTable
from engine.lexicon.pattern_index import build_bit_sets

LETTER_HASH = {
    letter: int.from_bytes(hashlib.sha256(letter.encode()).digest()[:7]) for letter in LETTERS
}
"""56 random bits per letter: the sum does not depend on the order of the letters."""

_HASH_BYTES = [
    bytes(LETTER_HASH.get(chr(code), 0).to_bytes(8, sys.byteorder)[byte] for code in range(256))
    for byte in range(8)
]
"""By byte of a hash in the machine's order, a table from a letter's code to it."""

_BITS = [BIT.get(chr(code), 0) for code in range(256)]
"""Mask of each letter by its code."""

_MASKS_PER_SUM = 8
"""Minimum size of the table of completing letters, per sum: the more masks, the fewer sums share
one."""


class LengthTables(NamedTuple):
    """The words of one length as tables, in the form of the compiled list.

    `sums`: sums of letter hashes, each once. `words`: one word of each sum, end to end. `others`:
    by sum, its other words, end to end. `completing`: by the low bits of a sum of hashes, the mask
    of the letters that complete such a sum to that of a word. `bit_sets`: of `join_words`, for
    `PatternIndex`.
    """

    length: int
    sums: NumberTable
    words: NumberTable
    others: dict[int, str]
    completing: NumberTable
    bit_sets: NumberTable

    def join_words(self) -> bytes:
        """Return all the words, end to end."""
        return bytes(self.words) + "".join(self.others.values()).encode()


def build_tables(words: Sequence[str]) -> dict[int, LengthTables]:
    """Return the tables by length of word."""
    by_length: defaultdict[int, list[str]] = defaultdict(list)
    for word in words:
        by_length[len(word)].append(word)
    return {
        length: _build_length_tables(length, words_of_length)
        for length, words_of_length in by_length.items()
    }


def _build_length_tables(length: int, words: list[str]) -> LengthTables:
    """Compute the hash sums of all words together: the letters at one place of them are one very
    long integer, eight bytes per word, which no sum overflows."""
    letters = "".join(words).encode()
    columns = [letters[place::length] for place in range(length)]
    hashes = list(map(_join_hashes, columns))
    total = sum(hashes)
    sums = _split_numbers(total, len(words)).tolist()
    last_indexes = dict(zip(sums, range(len(words)), strict=True))
    others: dict[int, str] = {}
    for number in sorted(set(range(len(words))).difference(last_indexes.values())):
        others[sums[number]] = others.get(sums[number], "") + words[number]
    one_word_per_sum = "".join(map(words.__getitem__, last_indexes.values())).encode()
    partial_sums = (total - place_hashes for place_hashes in hashes)
    completing = _build_completing(
        partial_sums, columns, (_MASKS_PER_SUM * len(last_indexes)).bit_length()
    )
    joined = one_word_per_sum + "".join(others.values()).encode()
    bit_sets = array("B", build_bit_sets(joined, length))
    return LengthTables(
        length, array("Q", last_indexes), array("B", one_word_per_sum), others, completing, bit_sets
    )


def _build_completing(partial_sums: Iterable[int], columns: list[bytes], bits: int) -> "array[int]":
    """Return 2 ** `bits` masks of letters. `partial_sums`: for each place, the sums of all letters
    but that at the place."""
    count, low_bits = len(columns[0]), (1 << bits) - 1
    low_bits_of_all = int.from_bytes(low_bits.to_bytes(8) * count)
    masks = array("I", bytes(array("I").itemsize << bits))
    for partial_sum, column in zip(partial_sums, columns, strict=True):
        letters = map(_BITS.__getitem__, column)
        numbers = _split_numbers(partial_sum & low_bits_of_all, count)
        for index, bit in zip(numbers, letters, strict=True):
            masks[index] |= bit
    return masks


def _join_hashes(letters: bytes) -> int:
    """Return the hashes of the letters, eight bytes each, as one integer."""
    hashes = bytearray(8 * len(letters))
    for byte, table in enumerate(_HASH_BYTES):
        hashes[byte::8] = letters.translate(table)
    return int.from_bytes(hashes, sys.byteorder)


def _split_numbers(joined: int, count: int) -> "array[int]":
    """Return the numbers of eight bytes that an integer is made of."""
    return array("Q", joined.to_bytes(8 * count, sys.byteorder))


class _MaskHashes(dict[int, list[int]]):
    """Letter hashes by mask; cleared when there are more than `_MAX_CACHED_MASKS`."""

    def __missing__(self, mask: int) -> list[int]:
        if len(self) > _MAX_CACHED_MASKS:
            self.clear()
        hashes = self[mask] = [LETTER_HASH[letter] for letter in LETTERS if BIT[letter] & mask]
        return hashes


_MAX_CACHED_MASKS = 100_000
_MASK_HASHES = _MaskHashes()


@dataclass(frozen=True, slots=True, eq=False)
class Anagrams:
    """The words of one length, found by the sum of their letter hashes.

    `positions`: by sum, the start of its word in `words`; `others` and `completing` as in
    `LengthTables`. Decoded when first used: a worker of a tournament never needs all lengths.
    """

    length: int = 0
    words: str = ""
    others: dict[int, str] = field(default_factory=dict)
    positions: dict[int, int] = field(default_factory=dict)
    completing: NumberTable = field(default_factory=lambda: array("I", [0]))

    @classmethod
    def from_tables(cls, tables: LengthTables) -> "Anagrams":
        length, sums, words, others, completing, _ = tables
        positions = dict(zip(sums, range(0, len(words), length), strict=True))
        return cls(length, str(words, "ascii"), others, positions, completing)

    def find(self, sums: Iterable[int]) -> list[str]:
        """Return the words that have one of these sums of letter hashes."""
        length = self.length
        matches = []
        for total in self.positions.keys() & sums:
            start = self.positions[total]
            matches.append(self.words[start : start + length])
            if total in self.others:
                others = self.others[total]
                matches += [others[i : i + length] for i in range(0, len(others), length)]
        return matches

    def add_any_letter(self, sums: Iterable[int]) -> list[int]:
        """Return sums with one letter more, among them all those of words."""
        completing, mask_hashes = self.completing, _MASK_HASHES
        low_bits = len(completing) - 1
        return [
            total + letter_hash
            for total in sums
            if (mask := completing[total & low_bits])
            for letter_hash in mask_hashes[mask]
        ]
