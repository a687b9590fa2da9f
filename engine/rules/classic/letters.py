"""Letters, some of them unknown: with real tiles nobody types the letters of a rack."""

from engine.board.letters import FRENCH, LetterSet
from engine.errors import LettersNotInBag

UNSEEN = "·"
"""A tile whose letter is unknown."""
RACK_SIZE = 7
"""Articles 3.1 and 4.1.7."""


def remove_letters(tiles: str, letters: str) -> str:
    """Return `tiles` without `letters`, in order; an unseen tile stands for a missing letter.

    Raises `LettersNotInBag`.
    """
    remaining = list(tiles)
    for letter in letters:
        for tile in (letter, UNSEEN):
            if tile in remaining:
                remaining.remove(tile)
                break
        else:
            if letter != UNSEEN or not remaining:
                raise LettersNotInBag("letters_not_in_bag", letters=letters, missing=letter)
            remaining.pop()
    return "".join(remaining)


def count_points(letters: str, letter_set: LetterSet = FRENCH) -> int:
    """Return the value of the letters, 0 for jokers and unseen tiles (7.1)."""
    return sum(letter_set.values.get(letter, 0) for letter in letters)


def build_full_bag(letter_set: LetterSet = FRENCH) -> str:
    """Return the 102 letters (1.5), alphabetical, jokers last."""
    return "".join(letter * count for letter, count in letter_set.counts.items())


def is_within_set(letters: str, letter_set: LetterSet = FRENCH) -> bool:
    """Return True if the set has all of these letters, unseen ones apart."""
    visible = letters.replace(UNSEEN, "")
    return all(visible.count(letter) <= letter_set.counts.get(letter, 0) for letter in set(visible))
