"""Pseudonyms of anonymised players, and detection of the texts that name them. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from tournament.core.people.names import fold_name

#: Replaces the last name; a number distinguishes the anonymised players of one tournament.
PSEUDONYM = "Joueur anonyme"
_NUMBERED = re.compile(rf"{PSEUDONYM} (\d+)")
#: Least letters of a part of a name that identifies a person: not « de », not « Le ».
_MIN_LETTERS = 3

type _Sequence = tuple[str, ...]


def make_pseudonym(last_names: Iterable[str]) -> str:
    """Return the next pseudonym after those among ``last_names``."""
    numbers = [int(match[1]) for name in last_names if (match := _NUMBERED.fullmatch(name))]
    return f"{PSEUDONYM} {max(numbers, default=0) + 1}"


def is_pseudonym(last_name: str) -> bool:
    return _NUMBERED.fullmatch(last_name) is not None


@dataclass(frozen=True)
class PersonName:
    """The words of a person's name, in the form in which names are compared."""

    last: _Sequence
    first: _Sequence

    @classmethod
    def from_parts(cls, last_name: str, first_name: str) -> Self:
        return cls(_split_words(last_name), _split_words(first_name))

    def is_in_text(self, text: str) -> bool:
        """Return True if ``text`` contains the last name."""
        return _is_within(self.last, _split_words(text))

    def is_in_text_about_person(self, text: str) -> bool:
        """Return True if ``text`` about the person contains any significant part of the name."""
        parts = {word for word in (*self.last, *self.first) if len(word) >= _MIN_LETTERS}
        words = _split_words(text)
        return _is_within(self.last, words) or not parts.isdisjoint(words)

    def is_in_signature(self, text: str) -> bool:
        """Return True if an account has this whole name: many people share a part of it."""
        words = _split_words(text)
        return _is_within(self.last, words) and (not self.first or _is_within(self.first, words))


def _split_words(text: str) -> _Sequence:
    return tuple(fold_name(text).split())


def _is_within(phrase: _Sequence, words: _Sequence) -> bool:
    """Return True if ``words`` contains ``phrase`` as consecutive words."""
    last_start = len(words) - len(phrase)
    matches = (words[start : start + len(phrase)] == phrase for start in range(last_start + 1))
    return bool(phrase) and any(matches)
