"""The points of a turn: a pure function of the rulings and acts in force.

The same decisions give the same lines, in whatever order they were taken (5.8, 5.9).
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from arbitrage.core.codes import Sanction
from arbitrage.core.ruling_codes import ActKind
from engine.regulation.edition import Edition
from tournament.core import warnings
from tournament.core.average import cap_average, compute_average


@dataclass(frozen=True, slots=True)
class RuledPoints:
    """The ruling in force on a bulletin; ``gross`` is before a penalty of five points."""

    points: int
    gross: int
    sanction: Sanction


@dataclass(frozen=True, slots=True)
class Average[K: Hashable = int]:
    """An awarded average of the points of ``other_entries``, at most ``max_points``.

    ``has_warning``: the bulletin also deserves a warning (5.8).
    """

    max_points: int
    other_entries: tuple[K, ...]
    has_warning: bool = False

    def to_dict(self) -> dict[str, Any]:
        return {
            "most": self.max_points,
            "others": list(self.other_entries),
            "warned": self.has_warning,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Build from the data of ``to_dict``. Raise KeyError."""
        return cls(data["most"], tuple(data["others"]), data["warned"])


@dataclass(frozen=True, slots=True)
class PlayerActs[K: Hashable = int]:
    """The acts in force about one player on one turn."""

    conduct_warning_count: int = 0
    is_nullified: bool = False
    has_removal: bool = False
    average: Average[K] | None = None


NO_ACTS: PlayerActs[Any] = PlayerActs()


def summarise_acts[K: Hashable](acts: Iterable[tuple[str, Mapping[str, Any]]]) -> PlayerActs[K]:
    """Summarise the acts in force about one player on one turn, given kind and data of each."""
    acts = list(acts)
    kinds = Counter(kind for kind, _ in acts)
    averages: list[Average[K]] = [
        Average.from_dict(data) for kind, data in acts if kind == ActKind.AVERAGE
    ]
    return PlayerActs(
        conduct_warning_count=kinds[ActKind.WARNING],
        is_nullified=kinds[ActKind.ZERO] + kinds[ActKind.CHEATING] > 0,
        has_removal=kinds[ActKind.REMOVAL] > 0,
        average=averages[0] if averages else None,
    )


@dataclass(frozen=True, slots=True)
class TurnScore:
    """The score of an entry on a turn; ``warnings`` includes those for conduct."""

    points: int
    gross: int
    sanction: Sanction
    warnings: int
    average: bool = False


def score_turn[K: Hashable](
    decisions: Mapping[K, RuledPoints], acts: Mapping[K, PlayerActs[K]], edition: Edition
) -> dict[K, TurnScore]:
    """Return the scores of a turn by entry; none for entries without any decision.

    For an average ``decisions`` must hold those of the others it is made of.
    """
    entries = decisions.keys() | {
        entry for entry, entry_acts in acts.items() if entry_acts.is_nullified
    }
    return {entry: _settle_entry(entry, decisions, acts, edition) for entry in entries}


def _settle_entry[K: Hashable](
    entry: K,
    decisions: Mapping[K, RuledPoints],
    acts: Mapping[K, PlayerActs[K]],
    edition: Edition,
) -> TurnScore:
    entry_acts = acts.get(entry, NO_ACTS)
    if entry_acts.is_nullified:
        return TurnScore(0, 0, Sanction.ZERO, entry_acts.conduct_warning_count)
    decision = decisions[entry]
    if entry_acts.average and has_average(entry, decisions, acts):
        mean = compute_average(_list_points_of_others(entry_acts.average, decisions, acts), edition)
        if mean is not None:
            points = cap_average(mean, entry_acts.average.max_points)
            return _score_with_warnings(
                points,
                points,
                entry_acts,
                is_warned=entry_acts.average.has_warning,
                is_average=True,
            )
    if decision.sanction == Sanction.WARNING:
        return _score_with_warnings(decision.points, decision.gross, entry_acts, is_warned=True)
    return TurnScore(
        decision.points, decision.gross, decision.sanction, entry_acts.conduct_warning_count
    )


def _score_with_warnings(
    points: int,
    gross: int,
    entry_acts: PlayerActs[Any],
    *,
    is_warned: bool,
    is_average: bool = False,
) -> TurnScore:
    sanction = Sanction.WARNING if is_warned and not entry_acts.has_removal else Sanction.NONE
    warning_count = warnings.count_turn_warnings(
        warned=is_warned,
        removed=entry_acts.has_removal,
        disciplinary=entry_acts.conduct_warning_count,
    )
    return TurnScore(points, gross, sanction, warning_count, is_average)


def has_average[K: Hashable](
    entry: K, decisions: Mapping[K, RuledPoints], acts: Mapping[K, PlayerActs[K]]
) -> bool:
    """Return True if an average replaces the zero of this entry, as long as it is one."""
    entry_acts = acts.get(entry, NO_ACTS)
    decision = decisions.get(entry)
    is_zero = decision is not None and decision.sanction == Sanction.ZERO
    return is_zero and entry_acts.average is not None and not entry_acts.is_nullified


def _list_points_of_others[K: Hashable](
    awarded: Average[K], decisions: Mapping[K, RuledPoints], acts: Mapping[K, PlayerActs[K]]
) -> list[int]:
    """Return the net points of the others, zeros included and other averages excluded."""
    return [
        0 if acts.get(entry, NO_ACTS).is_nullified else decisions[entry].points
        for entry in awarded.other_entries
        if entry in decisions and not has_average(entry, decisions, acts)
    ]
