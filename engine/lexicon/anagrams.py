"""The words of one length by the letters they are made of, in whatever order."""

import hashlib
import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.lexicon.dawg import BIT, LETTERS, NumberTable
from engine.lexicon.patterns import pack_sets

LETTER_HASH = {
    letter: int.from_bytes(hashlib.sha256(letter.encode()).digest()[:7]) for letter in LETTERS
}
"""56 random bits per letter: letters in any order add up to the same number."""

_HASH_BYTES = [
    bytes(LETTER_HASH.get(chr(code), 0).to_bytes(8, sys.byteorder)[byte] for code in range(256))
    for byte in range(8)
]
"""By byte of a hash in the machine's order, a table from a letter's code to it."""

_BITS = [BIT.get(chr(code), 0) for code in range(256)]
"""Mask of each letter by its code."""

_ROOM = 8
"""Places at least in the table of lacking letters for each set of letters that makes words: the
more, the fewer sums share one."""


class Packed(NamedTuple):
    """As the compiled list has it, for the words of one length: sums of their letter hashes, each
    once; a word of each sum, end to end; the other words of the sums that several have, end to
    end; and where the last bits of a sum lead to, the mask of the letters that make a word with
    any letters of such a sum. `sets`: of `every_word`, those that `Patterns` reads."""

    length: int
    sums: NumberTable
    words: NumberTable
    others: dict[int, str]
    lacking: NumberTable
    sets: NumberTable

    def every_word(self) -> bytes:
        """End to end."""
        return bytes(self.words) + "".join(self.others.values()).encode()


def pack(words: Sequence[str]) -> dict[int, Packed]:
    """By length."""
    by_length: defaultdict[int, list[str]] = defaultdict(list)
    for word in words:
        by_length[len(word)].append(word)
    return {length: _pack(length, same) for length, same in by_length.items()}


def _pack(length: int, words: list[str]) -> Packed:
    """All words together: the letters at one place of them are one very long number, eight bytes
    for each word, which no sum overflows."""
    letters = "".join(words).encode()
    columns = [letters[place::length] for place in range(length)]
    hashes = list(map(_hashes, columns))
    total = sum(hashes)
    sums = _numbers(total, len(words)).tolist()
    last = dict(zip(sums, range(len(words)), strict=True))
    others: dict[int, str] = {}
    for number in sorted(set(range(len(words))).difference(last.values())):
        others[sums[number]] = others.get(sums[number], "") + words[number]
    one_each = "".join(map(words.__getitem__, last.values())).encode()
    rests = (total - own for own in hashes)
    lacking = _lacking(rests, columns, (_ROOM * len(last)).bit_length())
    every = one_each + "".join(others.values()).encode()
    sets = array("B", pack_sets(every, length))
    return Packed(length, array("Q", last), array("B", one_each), others, lacking, sets)


def _lacking(rests: Iterable[int], columns: list[bytes], bits: int) -> "array[int]":
    """`rests`: for each place, the sums of all letters but that at the place; 2 ** `bits` masks."""
    count, end = len(columns[0]), (1 << bits) - 1
    ends = int.from_bytes(end.to_bytes(8) * count)
    masks = array("I", bytes(array("I").itemsize << bits))
    for rest, column in zip(rests, columns, strict=True):
        letters = map(_BITS.__getitem__, column)
        for place, bit in zip(_numbers(rest & ends, count), letters, strict=True):
            masks[place] |= bit
    return masks


def _hashes(letters: bytes) -> int:
    hashes = bytearray(8 * len(letters))
    for byte, table in enumerate(_HASH_BYTES):
        hashes[byte::8] = letters.translate(table)
    return int.from_bytes(hashes, sys.byteorder)


def _numbers(together: int, count: int) -> "array[int]":
    return array("Q", together.to_bytes(8 * count, sys.byteorder))


class _Hashes(dict[int, list[int]]):
    """Letter hashes of a mask; emptied when a process has met too many."""

    def __missing__(self, mask: int) -> list[int]:
        if len(self) > _REMEMBERED:
            self.clear()
        hashes = self[mask] = [LETTER_HASH[letter] for letter in LETTERS if BIT[letter] & mask]
        return hashes


_REMEMBERED = 100_000
_HASHES = _Hashes()


@dataclass(frozen=True, slots=True, eq=False)
class Anagrams:
    """Unpacked when first asked for: a tournament's worker never needs all lengths at once."""

    length: int = 0
    words: str = ""
    others: dict[int, str] = field(default_factory=dict)
    position: dict[int, int] = field(default_factory=dict)
    lacking: NumberTable = field(default_factory=lambda: array("I", [0]))

    @classmethod
    def unpack(cls, packed: Packed) -> "Anagrams":
        length, sums, words, others, lacking, _ = packed
        position = dict(zip(sums, range(0, len(words), length), strict=True))
        return cls(length, str(words, "ascii"), others, position, lacking)

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

    def completed(self, sums: Iterable[int]) -> list[int]:
        """The sums that one letter more makes of these; all those of words are among them."""
        lacking, hashes = self.lacking, _HASHES
        end = len(lacking) - 1
        return [
            total + one for total in sums if (mask := lacking[total & end]) for one in hashes[mask]
        ]
