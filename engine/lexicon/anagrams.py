"""The words of one length by the letters they are made of, in whatever order."""

import hashlib
import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.lexicon.dawg import LETTERS

LETTER_HASH = {
    letter: int.from_bytes(hashlib.sha256(letter.encode()).digest()[:7]) for letter in LETTERS
}
"""56 random bits per letter: letters in any order add up to the same number."""

_HASH_BYTES = [
    bytes(LETTER_HASH.get(chr(code), 0).to_bytes(8, sys.byteorder)[byte] for code in range(256))
    for byte in range(8)
]
"""By byte of a hash in the machine's order, a table from a letter's code to it."""

type Packed = tuple[int, bytes, str, dict[int, str]]
"""Length of the words; sums of their letter hashes, each once; a word of each sum, end to end;
the other words of the sums that several have, end to end."""


def pack(words: Sequence[str]) -> dict[int, Packed]:
    """By length."""
    by_length: defaultdict[int, list[str]] = defaultdict(list)
    for word in words:
        by_length[len(word)].append(word)
    return {length: _pack(length, same) for length, same in by_length.items()}


def _pack(length: int, words: list[str]) -> Packed:
    sums = _sums(length, words).tolist()
    last = dict(zip(sums, range(len(words)), strict=True))
    others: dict[int, str] = {}
    for number in sorted(set(range(len(words))).difference(last.values())):
        others[sums[number]] = others.get(sums[number], "") + words[number]
    one_each = "".join(map(words.__getitem__, last.values()))
    return length, array("Q", last).tobytes(), one_each, others


def _sums(length: int, words: list[str]) -> "array[int]":
    """The sum of the letter hashes of each word.

    The words are added up together: the letters at one place in all of them are one very long
    number, eight bytes for each word, which no sum overflows.
    """
    letters = "".join(words).encode()
    hashes, total = bytearray(8 * len(words)), 0
    for place in range(length):
        column = letters[place::length]
        for byte, table in enumerate(_HASH_BYTES):
            hashes[byte::8] = column.translate(table)
        total += int.from_bytes(hashes, sys.byteorder)
    return array("Q", total.to_bytes(len(hashes), sys.byteorder))


@dataclass(frozen=True, slots=True, eq=False)
class Anagrams:
    """Unpacked when first asked for: a tournament's worker never needs all lengths at once."""

    length: int = 0
    words: str = ""
    others: dict[int, str] = field(default_factory=dict)
    position: dict[int, int] = field(default_factory=dict)

    @classmethod
    def unpack(cls, packed: Packed) -> "Anagrams":
        length, sums, words, others = packed
        position = dict(zip(array("Q", sums), range(0, len(words), length), strict=True))
        return cls(length, words, others, position)

    def find(self, sums: Iterable[int]) -> list[str]:
        """The words that have one of these sums of letter hashes."""
        length = self.length
        found = []
        for total in self.position.keys() & sums:
            start = self.position[total]
            found.append(self.words[start : start + length])
            if total in self.others:
                more = self.others[total]
                found += [more[i : i + length] for i in range(0, len(more), length)]
        return found
