"""Finds the same person in a list, among registered players and in the roster.

Licences are compared without leading zeros, which spreadsheets remove, and without separators;
names as ``fold_name`` does, whatever comes first. The club is a hint: people change clubs.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from tournament.core.people.names import fold_licence, fold_name
from tournament.core.people.player_data import PlayerData


class Likeness(StrEnum):
    """Similarity of two people, strongest first."""

    SAME_LICENCE = "same-licence"
    #: Equal licences, but no name in common: one of them was probably mistyped.
    LICENCE_ONLY = "licence-only"
    #: Equal names, and a licence is missing.
    SAME_NAME = "same-name"
    #: Equal names, and two licences.
    OTHER_LICENCE = "other-licence"


LICENCE_LIKENESSES = frozenset({Likeness.SAME_LICENCE, Likeness.LICENCE_ONLY})


@dataclass(frozen=True, slots=True)
class PersonMatch[T]:
    """``item`` is what was added to the index with ``matched_person``."""

    likeness: Likeness
    matched_person: PlayerData
    item: T


def choose_licence(stored: str, typed: str) -> str:
    """Return the new licence of a person: a spreadsheet may have removed zeros of the typed one."""
    if fold_licence(stored) == fold_licence(typed):
        return max(stored, typed, key=lambda licence: sum(map(str.isalnum, licence)))
    return typed or stored


def have_names_in_common(person: PlayerData, other: PlayerData) -> bool:
    """Return True if a first or last name of one is one of the other."""
    return bool(_fold_names(person) & _fold_names(other))


def are_clubs_different(person: PlayerData, other: PlayerData) -> bool:
    """Return True if both clubs are known and differ."""
    clubs = {fold_name(club) for club in (person.club, other.club)} - {""}
    return len(clubs) > 1


def are_clubs_equal(person: PlayerData, other: PlayerData) -> bool:
    """Return True if both clubs are known and equal."""
    return bool(person.club and other.club) and not are_clubs_different(person, other)


def have_equal_names(person: PlayerData, other: PlayerData) -> bool:
    """Return True if the whole names are equal in the same order."""
    return _join_name(person) == _join_name(other)


def are_written_alike(person: PlayerData, other: PlayerData) -> bool:
    """Return True if names and licences are equal."""
    same_licence = fold_licence(person.licence) == fold_licence(other.licence)
    return same_licence and have_equal_names(person, other)


def compare_people(person: PlayerData, other: PlayerData) -> Likeness | None:
    """Return how alike two people are; None: not alike."""
    licences = {fold_licence(person.licence), fold_licence(other.licence)}
    if len(licences) == 1 and "" not in licences:
        has_common_names = have_names_in_common(person, other)
        return Likeness.SAME_LICENCE if has_common_names else Likeness.LICENCE_ONLY
    if not list_name_keys(person) & list_name_keys(other):
        return None
    return Likeness.SAME_NAME if "" in licences else Likeness.OTHER_LICENCE


def list_name_keys(person: PlayerData) -> set[str]:
    """Return the whole name in both orders, without spaces: "LE GOFF Yann" and "Yann Legoff" have
    one in common."""
    last, first = (
        fold_name(name).replace(" ", "") for name in (person.last_name, person.first_name)
    )
    return {last + first, first + last} - {""}


def _join_name(person: PlayerData) -> str:
    return fold_name(person.name).replace(" ", "")


def _fold_names(person: PlayerData) -> set[str]:
    return {fold_name(name) for name in (person.last_name, person.first_name)} - {""}


#: Maximum number of people compared under one key: a wrong column has one value in all lines.
_MAX_PER_KEY = 50


@dataclass
class PeopleIndex[T]:
    """People stored under keys, so that those who are alike can be found."""

    _added: list[tuple[PlayerData, T]] = field(default_factory=list)
    _positions: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, person: PlayerData, item: T) -> None:
        for key in _list_keys(person):
            if len(positions := self._positions[key]) < _MAX_PER_KEY:
                positions.append(len(self._added))
        self._added.append((person, item))

    def find(self, person: PlayerData) -> list[PersonMatch[T]]:
        """Return the matches, strongest first, then in the order in which they were added."""
        order = list(Likeness)
        return sorted(self._list_matches(person), key=lambda match: order.index(match.likeness))

    def _list_matches(self, person: PlayerData) -> Iterator[PersonMatch[T]]:
        positions = {
            position for key in _list_keys(person) for position in self._positions.get(key, ())
        }
        for position in sorted(positions):
            other, item = self._added[position]
            if likeness := compare_people(person, other):
                yield PersonMatch(likeness, other, item)


def _list_keys(person: PlayerData) -> set[str]:
    """Return the keys of a person; people who are alike share at least one of them."""
    licence = fold_licence(person.licence)
    return list_name_keys(person) | ({f"#{licence}"} if licence else set())
