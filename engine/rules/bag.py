"""The bag: the letters still to be drawn, an immutable multiset."""

from collections import Counter

from engine.board.letters import FRENCH, LetterSet, sort_letters
from engine.errors import LettersNotInBag


class Bag:
    """A multiset of tiles. `"E" in bag` tests one letter, `"EEZ" in bag` several at once."""

    __slots__ = ("_letter_set", "_letters")

    def __init__(self, letters: str = "", letter_set: LetterSet = FRENCH) -> None:
        """Raise `BadLetters` for a character that is not a tile of the set."""
        letter_set.check(letters)
        self._letters = sort_letters(letters)
        self._letter_set = letter_set

    @classmethod
    def full(cls, letter_set: LetterSet = FRENCH) -> "Bag":
        letters = "".join(letter * count for letter, count in letter_set.counts.items())
        return cls(letters, letter_set)

    @property
    def letters(self) -> str:
        """Return all letters, alphabetical, jokers last."""
        return self._letters

    def count(self, letter: str) -> int:
        return self._letters.count(letter)

    def __len__(self) -> int:
        return len(self._letters)

    def __contains__(self, letters: object) -> bool:
        return isinstance(letters, str) and not Counter(letters) - Counter(self._letters)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bag) and self._letters == other._letters

    def __hash__(self) -> int:
        return hash(self._letters)

    def __repr__(self) -> str:
        return f"Bag({self._letters!r})"

    def subtract(self, letters: str) -> "Bag":
        """Return the bag without these letters. Raises `LettersNotInBag` with the missing ones."""
        available, removed = Counter(self._letters), Counter(letters)
        missing = removed - available
        if missing:
            raise LettersNotInBag(
                "letters_not_in_bag",
                letters=letters,
                missing=sort_letters("".join(missing.elements())),
            )
        return Bag("".join((available - removed).elements()), self._letter_set)
