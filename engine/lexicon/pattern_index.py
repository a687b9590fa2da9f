"""The words of one length by the letters at their places, as bit sets.

A bit set of words is a very long integer with one bit per word; the intersection of two sets is
one `&`, whatever their sizes.
"""

from collections.abc import Iterable

from engine.board.board import EMPTY
from engine.lexicon.dawg import LETTERS, NumberTable

_DIGITS = {letter: bytes(48 + (code == ord(letter)) for code in range(256)) for letter in LETTERS}
"""By letter, a table from a letter's code to the digit 1 if it is that letter, else 0."""

# To read the bits of a set byte by byte.
_NONZERO = b"\0" + b"\1" * 255
_BITS_OF_BYTE = [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]

_FEW_WORDS = 12
"""Sets with fewer words are read bit by bit, others byte by byte."""


def build_bit_sets(words: bytes, length: int) -> bytes:
    """Return, for each place and each letter, the bit set of the words with that letter there, end
    to end. `words`: words of one length, end to end; the first word is the lowest bit."""
    size = _count_bytes(len(words) // length)
    columns = [words[len(words) - length + place :: -length] for place in range(length)]
    return b"".join(
        int(letters.translate(digits), 2).to_bytes(size, "little")
        for letters in columns
        for digits in _DIGITS.values()
    )


def _count_bytes(words: int) -> int:
    """Return the bytes of a bit set of that many words."""
    return words // 8 + 1


class PatternIndex:
    """The words of one length, found by letters at places.

    `bit_sets`: of these words, as `build_bit_sets` returns them; each set is decoded when it is
    first used. Sets in and out are integers.
    """

    def __init__(self, length: int, words: bytes, bit_sets: NumberTable) -> None:
        self._length = length
        self._words = str(words, "ascii")
        self._bit_sets = bit_sets
        self.all_words = (1 << len(words) // length) - 1
        self._by_letter: dict[tuple[int, str], int] = {}
        self._by_count: dict[str, list[int]] = {}

    def find(self, fixed_letters: Iterable[tuple[int, str]]) -> int:
        """Return the set of the words with these letters at these places."""
        matches: int | None = None
        by_letter = self._by_letter
        for fixed in fixed_letters:
            words = by_letter[fixed] if fixed in by_letter else self._decode(*fixed)
            matches = words if matches is None else matches & words
            if not matches:
                return 0
        return self.all_words if matches is None else matches

    def _decode(self, place: int, letter: str) -> int:
        size = _count_bytes(len(self._words) // self._length)
        start = (place * len(LETTERS) + LETTERS.index(letter)) * size
        words = int.from_bytes(self._bit_sets[start : start + size], "little")
        self._by_letter[place, letter] = words
        return words

    def find_by_count(self, letter: str) -> list[int]:
        """Return the sets of the words that have the letter at least once, at least twice, and so
        on."""
        by_count = self._by_count.get(letter)
        if by_count is None:
            by_count = self._by_count[letter] = []
            for place in range(self._length):
                words = self.find([(place, letter)])
                for times, before in enumerate(by_count):
                    by_count[times] = before | words
                    words &= before
                if words:
                    by_count.append(words)
        return by_count

    def list_words(self, word_set: int) -> list[str]:
        """Return the words of a set."""
        length, words = self._length, self._words
        if word_set.bit_count() < _FEW_WORDS:
            listed_words = []
            while word_set:
                number = word_set.bit_length() - 1
                listed_words.append(words[number * length : (number + 1) * length])
                word_set ^= 1 << number
            return listed_words
        content = word_set.to_bytes(word_set.bit_length() // 8 + 1, "little")
        find_nonzero = content.translate(_NONZERO).find  # much faster than a regular expression
        nonzero: list[int] = []
        index = find_nonzero(1)
        while index >= 0:
            nonzero.append(index)
            index = find_nonzero(1, index + 1)
        return [
            words[start : start + length]
            for index in nonzero
            for bit in _BITS_OF_BYTE[content[index]]
            for start in ((8 * index + bit) * length,)
        ]


def list_fixed_letters(pattern: str) -> list[tuple[int, str]]:
    """Return the places and letters of a pattern ("..R.E")."""
    return [(place, letter) for place, letter in enumerate(pattern) if letter != EMPTY]
