"""What a ranking is made of: the games, and what every entry did in them."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from tournament.core.errors import BadSetting


class Trait(StrEnum):
    """What rankings are filtered and grouped by."""

    SERIES = "series"
    CATEGORY = "category"
    CLUB = "club"
    FEDERATION = "federation"
    COUNTRY = "country"
    TEAM = "team"


class Kind(StrEnum):
    """Which entries are ranked."""

    ALL = "all"
    SINGLES = "singles"
    PAIRS = "pairs"


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
class Settles:
    """The ranking that a *mort subite* is played for: of the games with these ``numbers``, of
    everybody or only of a group."""

    numbers: frozenset[int]
    only: Mapping[Trait, str] = field(default_factory=dict)
    kind: Kind = Kind.ALL

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> Self:
        """From what ``as_json`` gave. Raises BadSetting."""
        try:
            return cls(
                frozenset(int(number) for number in kept["games"]),
                {Trait(trait): str(value) for trait, value in kept["only"].items()},
                Kind(kept["kind"]),
            )
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise BadSetting("bad-settles") from error

    def as_json(self) -> dict[str, Any]:
        return {
            "games": sorted(self.numbers),
            "only": {trait.value: value for trait, value in sorted(self.only.items())},
            "kind": self.kind.value,
        }

    @property
    def of_everybody(self) -> bool:
        return not self.only and self.kind is Kind.ALL

    def holds_in(self, only: Mapping[Trait, str], kind: Kind) -> bool:
        """Whether it separates equal ones of the ranking of these groups too: a part of what it
        was played for (reading B-38)."""
        return self.only.items() <= only.items() and self.kind in {Kind.ALL, kind}


@dataclass(frozen=True, slots=True)
class PlayedOff[K: Hashable]:
    """A *mort subite* that is over: ``number`` of its game, and the ``places`` of who played it."""

    number: int
    settles: Settles
    places: Mapping[K, int]


@dataclass(frozen=True, slots=True)
class Field[K: Hashable]:
    """``tops``: sum of the tops of each game; ``entrants`` in the order that equal ones keep.

    ``numbers`` of the games, and what was ``settled`` by playing on, the first first.
    """

    tops: Sequence[int]
    entrants: Sequence[Entrant[K]]
    numbers: Sequence[int] = ()
    settled: Sequence[PlayedOff[K]] = ()
