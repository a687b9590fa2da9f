"""What the entries did in one game, of what its revealed turns add up to (3.5, 6.2)."""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from tournament.core import standings
from tournament.core.ranking.field import ABSENT, GameResult
from tournament.core.standings import Terms


class GameSum(NamedTuple):
    """Sums of one entry over the revealed turns of a game."""

    points: int
    warnings: int
    averages: int
    solos: int = 0


@dataclass(frozen=True)
class GameSums[K: Hashable]:
    """``by_entry``: of those with a line; ``top``: the sum of the tops, None before the first
    turn is revealed."""

    top: int | None
    by_entry: Mapping[K, GameSum]


def taking_part[K: Hashable](
    entries: Mapping[K, bool], sums: GameSums[K], handed: Collection[K]
) -> set[K]:
    """Who takes part in a game: has scored, is among those who ``handed`` in or, before its first
    turn, is entered. ``entries`` with whether they are withdrawn."""
    begun = sums.top is not None
    return {
        entry
        for entry, withdrawn in entries.items()
        if ((mine := sums.by_entry.get(entry)) and mine.points > 0)
        or entry in handed
        or not (begun or withdrawn)
    }


def results_of[K: Hashable](
    entries: Collection[K],
    sums: GameSums[K],
    there: Collection[K],
    terms: Terms,
    *,
    warnings_early: bool = False,
) -> dict[K, GameResult]:
    """What each of ``entries`` did; before the first turn nobody has missed anything.

    ``terms``, of which the players are those who are ``there``. Solos and warnings of a game are
    told at its end only, ``warnings_early`` the latter of one that goes on as well.
    """
    terms = replace(terms, players=len(there))

    @cache  # many have the same
    def result(mine: GameSum, *, played: bool) -> GameResult:
        total, bonus, deduction = standings.total(mine, terms)
        return GameResult(
            total=total,
            points=mine.points,
            solos=mine.solos if terms.final else 0,
            bonus=bonus,
            warnings=mine.warnings if terms.final or warnings_early else 0,
            deduction=deduction,
            averages=mine.averages,
            played=played,
        )

    found = {}
    for entry in entries:
        played = entry in there
        if mine := sums.by_entry.get(entry):
            found[entry] = result(mine, played=played)
        else:
            found[entry] = GameResult() if played else ABSENT
    return found
