"""The words of one length by the letters at their places, all of them at once.

A set of words is a very long number with a digit for each: what two sets share is `&` of two
numbers, whatever they hold.
"""

from collections.abc import Iterable

from engine.board.board import EMPTY
from engine.lexicon.dawg import LETTERS, NumberTable

_DIGITS = {letter: bytes(48 + (code == ord(letter)) for code in range(256)) for letter in LETTERS}
"""By letter, a table from a letter's code to the digit 1 if it is that letter, else 0."""

# What is in a set, byte by byte.
_SOME = b"\0" + b"\1" * 255
_PLACES = [[place for place in range(8) if byte >> place & 1] for byte in range(256)]

_FEW = 12
"""Words that are sooner taken out of a set one by one than looked for in all of it."""


def pack_sets(words: bytes, length: int) -> bytes:
    """Of words of one length, end to end: for each place and each letter, the words that have it
    there; the first word is the lowest digit."""
    size = _size(len(words) // length)
    columns = [words[len(words) - length + place :: -length] for place in range(length)]
    return b"".join(
        int(letters.translate(digits), 2).to_bytes(size, "little")
        for letters in columns
        for digits in _DIGITS.values()
    )


def _size(count: int) -> int:
    """Bytes of a set of so many words."""
    return count // 8 + 1


class Patterns:
    """`sets` as `pack_sets` makes them of these words: read when they are first asked for."""

    def __init__(self, length: int, words: bytes, sets: NumberTable) -> None:
        self._length = length
        self._words = str(words, "ascii")
        self._sets = sets
        self.all = (1 << len(words) // length) - 1
        self._having: dict[tuple[int, str], int] = {}
        self._at_least: dict[str, list[int]] = {}

    def having(self, squares: Iterable[tuple[int, str]]) -> int:
        """The words with these letters at these places."""
        found: int | None = None
        known = self._having
        for square in squares:
            having = known[square] if square in known else self._find(*square)
            found = having if found is None else found & having
            if not found:
                return 0
        return self.all if found is None else found

    def _find(self, place: int, letter: str) -> int:
        size = _size(len(self._words) // self._length)
        start = (place * len(LETTERS) + LETTERS.index(letter)) * size
        having = int.from_bytes(self._sets[start : start + size], "little")
        self._having[place, letter] = having
        return having

    def at_least(self, letter: str) -> list[int]:
        """The words that have the letter once or more, twice or more, and so on."""
        counted = self._at_least.get(letter)
        if counted is None:
            counted = self._at_least[letter] = []
            for place in range(self._length):
                more = self.having([(place, letter)])
                for times, before in enumerate(counted):
                    counted[times] = before | more
                    more &= before
                if more:
                    counted.append(more)
        return counted

    def words(self, found: int) -> list[str]:
        """Those of a set."""
        length, words = self._length, self._words
        if found.bit_count() < _FEW:
            few = []
            while found:
                last = found.bit_length() - 1
                few.append(words[last * length : (last + 1) * length])
                found ^= 1 << last
            return few
        sets = found.to_bytes(found.bit_length() // 8 + 1, "little")
        next_of = sets.translate(_SOME).find  # much sooner than a regular expression
        places: list[int] = []
        some = next_of(1)
        while some >= 0:
            places.append(some)
            some = next_of(1, some + 1)
        return [
            words[start : start + length]
            for some in places
            for place in _PLACES[sets[some]]
            for start in ((8 * some + place) * length,)
        ]


def squares_of(pattern: str) -> list[tuple[int, str]]:
    """Places and letters of a pattern ("..R.E")."""
    return [square for square in enumerate(pattern) if square[1] != EMPTY]
