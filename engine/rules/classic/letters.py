"""Letters of which some may not be known: with real tiles nobody types what is on a rack."""

from engine.board.letters import FRENCH, LetterSet
from engine.errors import LettersNotInBag

UNSEEN = "·"
"""A tile that nobody has told: it may be any."""
RACK_SIZE = 7
"""3.1, 4.1.7."""


def remove_letters(held: str, letters: str) -> str:
    """`held` less `letters`, in its order; an unseen tile stands for a letter that is not there.

    Raises `LettersNotInBag`.
    """
    left = list(held)
    for letter in letters:
        for found in (letter, UNSEEN):
            if found in left:
                left.remove(found)
                break
        else:
            if letter != UNSEEN or not left:
                raise LettersNotInBag("letters_not_in_bag", letters=letters, missing=letter)
            left.pop()
    return "".join(left)


def count_points(letters: str, letter_set: LetterSet = FRENCH) -> int:
    """Face value, a joker being worth 0 (7.1). Unseen letters have none."""
    return sum(letter_set.values.get(letter, 0) for letter in letters)


def build_full_bag(letter_set: LetterSet = FRENCH) -> str:
    """The 102 letters (1.5), alphabetical, jokers last."""
    return "".join(letter * count for letter, count in letter_set.counts.items())


def is_within_set(letters: str, letter_set: LetterSet = FRENCH) -> bool:
    """Whether a set has all of these at once, unseen ones apart."""
    known = letters.replace(UNSEEN, "")
    return all(known.count(one) <= letter_set.counts.get(one, 0) for one in set(known))
