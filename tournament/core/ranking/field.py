"""What a ranking is made of: the games, and what every entry did in them."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class Trait(StrEnum):
    """What rankings are filtered and grouped by."""

    SERIES = "series"
    CATEGORY = "category"
    CLUB = "club"
    FEDERATION = "federation"
    COUNTRY = "country"
    TEAM = "team"


@dataclass(frozen=True, slots=True)
class GameResult:
    """What one entry did in one game; ``total`` is points and bonus less the deduction.

    ``played``: whether it took part in the game at all; what it did not play is nil (6.2).
    """

    total: int = 0
    points: int = 0
    solos: int = 0
    bonus: int = 0
    warnings: int = 0
    deduction: int = 0
    averages: int = 0
    played: bool = True


ABSENT = GameResult(played=False)


@dataclass(frozen=True, slots=True)
class Entrant[K: Hashable]:
    """An entry; ``results`` in the order of the games of its field.

    A pair is of a series, a club… if both of its players are: ``traits`` has no empty value.
    """

    key: K
    results: Sequence[GameResult]
    table: int = 0
    name: str = ""
    traits: Mapping[Trait, str] = field(default_factory=dict)
    pair: bool = False

    @property
    def complete(self) -> bool:
        """Whether it took part in every game."""
        return all(result.played for result in self.results)


@dataclass(frozen=True, slots=True)
class Field[K: Hashable]:
    """``tops``: sum of the tops of each game; ``entrants`` in the order that equal ones keep."""

    tops: Sequence[int]
    entrants: Sequence[Entrant[K]]
