"""Standings as a function of the score lines, and nothing else (introduction, 3.5, 5.9).

During a game the running total is shown; solos are only announced, and the penalties for
warnings only taken, at its end.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

PLAYERS_FOR_SOLO_BONUS = 16
SOLO_BONUS = 10
WARNING_PENALTY = 5
#: Warnings a player may have before each further one costs five points (5.9).
FREE_WARNINGS = 3
FREE_WARNINGS_FAST_OR_ORIGINAL = 5
BLITZ_SECONDS = 60


class Line(Protocol):
    """What one entry got on one turn."""

    @property
    def entry_id(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def gross(self) -> int: ...
    @property
    def warnings(self) -> int: ...


@dataclass(slots=True)
class Tally:
    """Sums of one entry over the turns counted."""

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
    """What the total of a game depends on besides its lines."""

    players: int
    format: str = "normal"
    time_s: int = 180
    final: bool = False

    @property
    def free_warnings(self) -> int:
        fast = self.time_s <= BLITZ_SECONDS or self.format != "normal"
        return FREE_WARNINGS_FAST_OR_ORIGINAL if fast else FREE_WARNINGS


def solo(lines: Sequence[Line]) -> int | None:
    """The entry whose solution alone scored most on a turn, before any penalty (3.5)."""
    best = max((line.gross for line in lines), default=0)
    winners = [line.entry_id for line in lines if line.gross == best]
    return winners[0] if best > 0 and len(winners) == 1 else None


def solo_bonus(players: int) -> int:
    return SOLO_BONUS if players >= PLAYERS_FOR_SOLO_BONUS else 0


def warning_deduction(warnings: int, terms: Terms) -> int:
    """Points lost at the end of a game for ``warnings`` warnings, as a positive number."""
    return WARNING_PENALTY * max(0, warnings - terms.free_warnings)


def tally(turns: Iterable[Sequence[Line]], entries: Iterable[int]) -> dict[int, Tally]:
    """Sum the lines of each turn; entries without a line stand at zero (6.2)."""
    sums = {entry: Tally() for entry in entries}
    for lines in turns:
        for line in lines:
            if line.entry_id in sums:
                mine = sums[line.entry_id]
                mine.points += line.points
                mine.warnings += line.warnings
        alone = solo([line for line in lines if line.entry_id in sums])
        if alone is not None:
            sums[alone].solos += 1
    return sums


def total(mine: Tally, terms: Terms) -> tuple[int, int, int]:
    """(total, solo bonus, deduction for warnings) as they count now."""
    bonus = mine.solos * solo_bonus(terms.players) if terms.final else 0
    deduction = warning_deduction(mine.warnings, terms) if terms.final else 0
    return mine.points + bonus - deduction, bonus, deduction


def rank(totals: Mapping[int, int]) -> dict[int, int]:
    """Rank of each key by decreasing total; equal totals share a rank, the next is skipped."""
    order = sorted(totals.values(), reverse=True)
    first: dict[int, int] = {}
    for place, value in enumerate(order, start=1):
        first.setdefault(value, place)
    return {key: first[value] for key, value in totals.items()}


def standings(sums: Mapping[int, Tally], terms: Terms) -> list[Standing]:
    """Standings of one game, best first; equal totals in the order of ``sums``."""
    counted = {entry: total(mine, terms) for entry, mine in sums.items()}
    ranks = rank({entry: value[0] for entry, value in counted.items()})
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


@dataclass(frozen=True, slots=True)
class OverallStanding:
    """Standing over the games of a tournament: the sum of the games' totals."""

    rank: int
    entry_id: int
    total: int
    games: list[int] = field(default_factory=list)


def overall(games: Sequence[Sequence[Standing]], entries: Sequence[int]) -> list[OverallStanding]:
    by_game = [{row.entry_id: row.total for row in game} for game in games]
    columns = {entry: [game.get(entry, 0) for game in by_game] for entry in entries}
    ranks = rank({entry: sum(values) for entry, values in columns.items()})
    rows = [
        OverallStanding(ranks[entry], entry, sum(values), values)
        for entry, values in columns.items()
    ]
    return sorted(rows, key=lambda row: row.rank)
