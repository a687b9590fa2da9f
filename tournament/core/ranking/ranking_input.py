"""The data of a ranking: the games, and the results of every entry in them."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from tournament.core.errors import BadSetting


class Trait(StrEnum):
    """Attribute by which rankings are filtered and grouped."""

    SERIES = "series"
    CATEGORY = "category"
    CLUB = "club"
    FEDERATION = "federation"
    COUNTRY = "country"
    TEAM = "team"
    CENTRE = "centre"


class EntryKind(StrEnum):
    """Kinds of entries that are ranked."""

    ALL = "all"
    SINGLES = "singles"
    PAIRS = "pairs"


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one entry in one game; ``total`` is points and bonus less the deduction.

    ``played``: True if it took part in the game; a game not played counts as zero (6.2).
    """

    total: int = 0
    points: int = 0
    solos: int = 0
    bonus: int = 0
    warnings: int = 0
    deduction: int = 0
    averages: int = 0
    has_played: bool = True


ABSENT = GameResult(has_played=False)


@dataclass(frozen=True, slots=True)
class Entrant[K: Hashable]:
    """An entry; ``results`` in the order of the games.

    A pair belongs to a series, a club… if both players do; ``traits`` has no empty value.
    """

    key: K
    results: Sequence[GameResult]
    table: int = 0
    name: str = ""
    traits: Mapping[Trait, str] = field(default_factory=dict)
    is_pair: bool = False


@dataclass(frozen=True, slots=True)
class PlayOffScope:
    """The ranking whose ties a *mort subite* breaks: of the games with these ``numbers``, of all
    entries or only of a group."""

    numbers: frozenset[int]
    group_filter: Mapping[Trait, str] = field(default_factory=dict)
    entry_kind: EntryKind = EntryKind.ALL

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Read what ``to_json`` wrote. Raise BadSetting."""
        try:
            return cls(
                frozenset(int(number) for number in stored["games"]),
                {Trait(trait): str(value) for trait, value in stored["only"].items()},
                EntryKind(stored["kind"]),
            )
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise BadSetting("bad-playoff-scope") from error

    def to_json(self) -> dict[str, Any]:
        return {
            "games": sorted(self.numbers),
            "only": {trait.value: value for trait, value in sorted(self.group_filter.items())},
            "kind": self.entry_kind.value,
        }

    @property
    def is_general(self) -> bool:
        return not self.group_filter and self.entry_kind is EntryKind.ALL

    def applies_to(self, group_filter: Mapping[Trait, str], entry_kind: EntryKind) -> bool:
        """Return True if it also breaks ties in the ranking of these groups: a part of the ranking
        that it was played for (reading B-38)."""
        return self.group_filter.items() <= group_filter.items() and self.entry_kind in {
            EntryKind.ALL,
            entry_kind,
        }


@dataclass(frozen=True, slots=True)
class PlayOffResult[K: Hashable]:
    """A finished *mort subite*: ``number`` of its game, and the ``places`` of its players."""

    number: int
    scope: PlayOffScope
    places: Mapping[K, int]


@dataclass(frozen=True, slots=True)
class RankingInput[K: Hashable]:
    """``top_totals``: sum of the tops of each game; ``entrants`` in the order in which ties are
    listed.

    ``game_numbers`` of the games, and the ``playoffs`` that break ties, in playing order.
    """

    top_totals: Sequence[int]
    entrants: Sequence[Entrant[K]]
    game_numbers: Sequence[int] = ()
    playoffs: Sequence[PlayOffResult[K]] = ()
