"""The words of one length by the letters they are made of, in whatever order."""

import hashlib
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.dawg import LETTERS

LETTER_HASH = {
    letter: int.from_bytes(hashlib.sha256(letter.encode()).digest()[:7]) for letter in LETTERS
}
"""56 random bits per letter: letters in any order add up to the same number."""

type Packed = tuple[int, bytes, str, dict[int, str]]
"""Length of the words; sums of their letter hashes, each once; a word of each sum, end to end;
the other words of the sums that several have, end to end."""


def pack(words: Sequence[str]) -> dict[int, Packed]:
    """By length."""
    by_length: dict[int, list[str]] = {}
    for word in words:
        by_length.setdefault(len(word), []).append(word)
    return {length: _pack(length, same) for length, same in by_length.items()}


def _pack(length: int, words: list[str]) -> Packed:
    values = list(map(LETTER_HASH.__getitem__, "".join(words)))
    sums = list(map(sum, zip(*(values[i::length] for i in range(length)), strict=True)))
    one_each = dict(zip(sums, words, strict=True))
    others: dict[int, str] = {}
    if len(one_each) < len(words):
        for total, word in zip(sums, words, strict=True):
            if one_each[total] is not word:
                others[total] = others.get(total, "") + word
    return length, array("Q", one_each).tobytes(), "".join(one_each.values()), others


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
