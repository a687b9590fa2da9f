"""Standings as a function of the score lines, and nothing else (introduction, 3.5, 5.9).

During a game the running total is shown; solos are only announced, and the penalties for
warnings only taken, at its end.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.regulation.edition import Edition
from tournament.core import solo, warnings
from tournament.core.ranking.field import PlayedOff
from tournament.core.ranking.ranks import rank
from tournament.core.ranking.settled import separated
from tournament.core.states import GameKind


class TurnResult(solo.Scored, Protocol):
    """What one entry got on one turn."""

    @property
    def points(self) -> int: ...
    @property
    def warnings(self) -> int: ...


class Tallied(Protocol):
    """Sums of one entry over the turns counted."""

    @property
    def points(self) -> int: ...
    @property
    def warnings(self) -> int: ...
    @property
    def solos(self) -> int: ...


@dataclass(slots=True)
class Tally:
    """What is summed up, turn by turn."""

    points: int = 0
    warnings: int = 0
    solos: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    rank: int
    entry_id: int
    total: int
    points: int
    solos: int
    bonus: int
    warnings: int
    deduction: int


@dataclass(frozen=True, slots=True)
class Terms:
    """What the total of a game depends on besides its lines; ``time_s``: seconds for a turn."""

    players: int
    edition: Edition
    format: str = "normal"
    time_s: int = 180
    final: bool = False
    kind: str = GameKind.DUPLICATE

    @property
    def free_warnings(self) -> int:
        return warnings.free(self.edition, format=self.format, time_s=self.time_s, kind=self.kind)


def tally(turns: Iterable[Sequence[TurnResult]], entries: Iterable[int]) -> dict[int, Tally]:
    """Sum the lines of each turn; turns without a line of an entry are nil for it (6.2)."""
    sums = {entry: Tally() for entry in entries}
    for lines in turns:
        counted = [line for line in lines if line.entry_id in sums]
        for line in counted:
            mine = sums[line.entry_id]
            mine.points += line.points
            mine.warnings += line.warnings
        alone = solo.solo(counted)
        if alone is not None:
            sums[alone].solos += 1
    return sums


def total(mine: Tallied, terms: Terms) -> tuple[int, int, int]:
    """(total, solo bonus, deduction for warnings) as they count now."""
    if not terms.final:
        return mine.points, 0, 0
    bonus = mine.solos * solo.bonus(terms.edition, terms.players)
    deduction = warnings.deduction(terms.edition, mine.warnings, terms.free_warnings)
    return mine.points + bonus - deduction, bonus, deduction


def standings(
    sums: Mapping[int, Tally], terms: Terms, settled: Sequence[PlayedOff[int]] = ()
) -> list[Standing]:
    """Standings of one game, best first; equal totals in the order of ``sums`` unless they are
    ``settled``."""
    counted = {entry: total(mine, terms) for entry, mine in sums.items()}
    ranks, _places = separated(rank({entry: value[0] for entry, value in counted.items()}), settled)
    rows = [
        Standing(
            rank=ranks[entry],
            entry_id=entry,
            total=counted[entry][0],
            points=mine.points,
            solos=mine.solos,
            bonus=counted[entry][1],
            warnings=mine.warnings,
            deduction=counted[entry][2],
        )
        for entry, mine in sums.items()
    ]
    return sorted(rows, key=lambda row: row.rank)
