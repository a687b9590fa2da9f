"""What a turn brings each player: a function of the rulings and acts in force, and nothing else.

Pure: the same decisions give the same lines, in whatever order they were taken (5.8, 5.9).
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from arbitrage.core.codes import Sanction
from arbitrage.core.decided import ActKind
from engine.regulation.edition import Edition
from tournament.core import warnings
from tournament.core.average import average, capped


@dataclass(frozen=True, slots=True)
class RuledPoints:
    """The ruling in force on a bulletin; ``gross`` is before a penalty of five points."""

    points: int
    gross: int
    sanction: Sanction


@dataclass(frozen=True, slots=True)
class Average[K: Hashable = int]:
    """An average awarded: of the points of ``others`` (entries), at most ``most``.

    ``warned``: the bulletin deserves a warning besides (5.8).
    """

    most: int
    others: tuple[K, ...]
    warned: bool = False

    def to_dict(self) -> dict[str, Any]:
        return {"most": self.most, "others": list(self.others), "warned": self.warned}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of ``to_dict``. Raises KeyError."""
        return cls(data["most"], tuple(data["others"]), data["warned"])


@dataclass(frozen=True, slots=True)
class Account[K: Hashable = int]:
    """The acts in force about one player on one turn."""

    disciplinary: int = 0
    nullified: bool = False
    removed: bool = False
    average: Average[K] | None = None


NOTHING: Account[Any] = Account()


def account_of[K: Hashable](acts: Iterable[tuple[str, Mapping[str, Any]]]) -> Account[K]:
    """What the acts in force about one player on one turn come to: kind and data of each."""
    held = list(acts)
    kinds = Counter(kind for kind, _ in held)
    averages: list[Average[K]] = [
        Average.from_dict(data) for kind, data in held if kind == ActKind.AVERAGE
    ]
    return Account(
        disciplinary=kinds[ActKind.WARNING],
        nullified=kinds[ActKind.ZERO] + kinds[ActKind.CHEATING] > 0,
        removed=kinds[ActKind.REMOVAL] > 0,
        average=averages[0] if averages else None,
    )


@dataclass(frozen=True, slots=True)
class Settled:
    """What the turn brings; ``warnings`` counts those of conduct too."""

    points: int
    gross: int
    sanction: Sanction
    warnings: int
    average: bool = False


def settle[K: Hashable](
    decisions: Mapping[K, RuledPoints], accounts: Mapping[K, Account[K]], edition: Edition
) -> dict[K, Settled]:
    """The lines of a turn by entry; none for an entry that nobody has decided about.

    For an average ``decisions`` must hold those of the others it is made of.
    """
    entries = decisions.keys() | {entry for entry, mine in accounts.items() if mine.nullified}
    return {entry: _settle(entry, decisions, accounts, edition) for entry in entries}


def _settle[K: Hashable](
    entry: K,
    decisions: Mapping[K, RuledPoints],
    accounts: Mapping[K, Account[K]],
    edition: Edition,
) -> Settled:
    mine = accounts.get(entry, NOTHING)
    if mine.nullified:
        return Settled(0, 0, Sanction.ZERO, mine.disciplinary)
    decision = decisions[entry]
    if mine.average and averaged(entry, decisions, accounts):
        mean = average(_pool(mine.average, decisions, accounts), edition)
        if mean is not None:
            points = capped(mean, mine.average.most)
            return _warned(points, points, mine, warned=mine.average.warned, average=True)
    if decision.sanction == Sanction.WARNING:
        return _warned(decision.points, decision.gross, mine, warned=True)
    return Settled(decision.points, decision.gross, decision.sanction, mine.disciplinary)


def _warned(
    points: int, gross: int, mine: Account[Any], *, warned: bool, average: bool = False
) -> Settled:
    sanction = Sanction.WARNING if warned and not mine.removed else Sanction.NONE
    counted = warnings.of_turn(warned=warned, removed=mine.removed, disciplinary=mine.disciplinary)
    return Settled(points, gross, sanction, counted, average)


def averaged[K: Hashable](
    entry: K, decisions: Mapping[K, RuledPoints], accounts: Mapping[K, Account[K]]
) -> bool:
    """Whether an average takes the place of the zero of this entry, as long as it is one."""
    mine = accounts.get(entry, NOTHING)
    decision = decisions.get(entry)
    zero = decision is not None and decision.sanction == Sanction.ZERO
    return zero and mine.average is not None and not mine.nullified


def _pool[K: Hashable](
    mine: Average[K], decisions: Mapping[K, RuledPoints], accounts: Mapping[K, Account[K]]
) -> list[int]:
    """Net points of the others, zeros included and other averages excluded."""
    return [
        0 if accounts.get(entry, NOTHING).nullified else decisions[entry].points
        for entry in mine.others
        if entry in decisions and not averaged(entry, decisions, accounts)
    ]
