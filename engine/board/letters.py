"""Letter sets: the tiles, their values, vowels and consonants; letters as people write them."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.errors import BadLetters

WILD = "?"
"""The joker in a rack or a bag. On the grid and in a word, its letter is in lower case."""


@dataclass(frozen=True, eq=False)
class LetterSet:
    """The tiles of one language. `wild`: tiles that the judge may count as vowel or as consonant
    (3.2)."""

    name: str
    counts: Mapping[str, int]
    values: Mapping[str, int]
    vowels: frozenset[str]
    consonants: frozenset[str]
    wild: frozenset[str]

    @property
    def total(self) -> int:
        """Return the number of tiles in a full bag."""
        return sum(self.counts.values())

    @cached_property
    def points(self) -> Mapping[str, int]:
        """Return the values of tiles as written on the grid: a joker, in lower case, is worth 0
        (1.2)."""
        return {**self.values, **{letter.lower(): 0 for letter in self.values if letter != WILD}}

    def check(self, letters: str) -> None:
        """Raise `BadLetters` at the first character that is not a tile of the set."""
        for position, letter in enumerate(letters):
            if letter not in self.counts:
                raise BadLetters("bad_letter", letters=letters, letter=letter, position=position)


_LIGATURES = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"})


def remove_accents(text: str) -> str:
    """Return the text without accents or ligatures, in its case: "ChACUNE", "Coeur" for "Cœur".

    Everything that people write as letters of tiles is read by this: word lists, racks, words.
    Letters that have no tile below their accent, as "ø", are left.
    """
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text.translate(_LIGATURES))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def fold(text: str) -> str:
    """Return the text in capitals without accents or ligatures: "COEUR" for "cœur"."""
    bare = remove_accents(text)
    # Letters outside ASCII that have a capital within A to Z are not accepted.
    return bare.upper() if bare.isascii() else bare


def sort_letters(letters: str) -> str:
    """Return the letters in alphabetical order, jokers last (3.1)."""
    return "".join(sorted(letters, key=lambda letter: (letter == WILD, letter)))


# Article 1.1: number and value of each tile.
_FRENCH: Mapping[str, tuple[int, int]] = {
    "A": (9, 1), "B": (2, 3), "C": (2, 3), "D": (3, 2), "E": (15, 1), "F": (2, 4),
    "G": (2, 2), "H": (2, 4), "I": (8, 1), "J": (1, 8), "K": (1, 10), "L": (5, 1),
    "M": (3, 2), "N": (6, 1), "O": (6, 1), "P": (2, 3), "Q": (1, 8), "R": (6, 1),
    "S": (6, 1), "T": (6, 1), "U": (6, 1), "V": (2, 4), "W": (1, 10), "X": (1, 10),
    "Y": (1, 10), "Z": (1, 10), WILD: (2, 0),
}  # fmt: skip

FRENCH = LetterSet(
    name="fr",
    counts={letter: count for letter, (count, _) in _FRENCH.items()},
    values={letter: value for letter, (_, value) in _FRENCH.items()},
    vowels=frozenset("AEIOU"),
    consonants=frozenset("BCDFGHJKLMNPQRSTVWXZ"),
    wild=frozenset({"Y", WILD}),
)
