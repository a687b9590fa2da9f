"""A player who is to be known no more: what he is called then, and which texts name him. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from tournament.core.people.names import folded

#: What stands in place of his name; a number parts those of one tournament.
PSEUDONYM = "Joueur anonyme"
_NUMBERED = re.compile(rf"{PSEUDONYM} (\d+)")
_WORDS = re.compile(r"[^\W_]+")
#: Letters of a part of a name that says by itself who is meant: no « de », no « Le ».
_TELLING = 3

type _Sequence = tuple[str, ...]


def pseudonym(taken: Iterable[str]) -> str:
    """The next one, where these last names are ``taken``."""
    numbers = [int(found[1]) for name in taken if (found := _NUMBERED.fullmatch(name))]
    return f"{PSEUDONYM} {max(numbers, default=0) + 1}"


def is_pseudonym(last_name: str) -> bool:
    return _NUMBERED.fullmatch(last_name) is not None


@dataclass(frozen=True)
class PersonName:
    """The words of somebody's name, as names are compared."""

    last: _Sequence
    first: _Sequence

    @classmethod
    def of(cls, last_name: str, first_name: str) -> Self:
        return cls(_words(last_name), _words(first_name))

    def in_text(self, text: str) -> bool:
        """Whether his last name stands in ``text``."""
        return _stands_in(self.last, _words(text))

    def in_text_about_him(self, text: str) -> bool:
        """Whether any part of his name does: where he is spoken of, a first name will do."""
        parts = {word for word in (*self.last, *self.first) if len(word) >= _TELLING}
        words = _words(text)
        return _stands_in(self.last, words) or not parts.isdisjoint(words)

    def in_signature(self, text: str) -> bool:
        """Whether an account is called so: by the whole name, for many share a part of it."""
        words = _words(text)
        return _stands_in(self.last, words) and (not self.first or _stands_in(self.first, words))


def _words(text: str) -> _Sequence:
    return tuple(_WORDS.findall(folded(text)))


def _stands_in(wanted: _Sequence, words: _Sequence) -> bool:
    """Whether ``wanted`` stand in ``words`` one after the other."""
    most = len(words) - len(wanted)
    found = (words[at : at + len(wanted)] == wanted for at in range(most + 1))
    return bool(wanted) and any(found)
