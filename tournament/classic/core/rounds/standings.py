"""Standings of a classic tournament: match points, then tie-breaks (C-31)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournament.classic.core.rounds.lines import LineResult, LinesByEntry, RoundLine, RoundLineKind
from tournament.classic.core.rounds.terms import RoundMeasure
from tournament.core.ranking.ranks import compute_ranks


@dataclass(frozen=True, slots=True)
class RoundStanding:
    """A row of the standings; ``values``: by measure. Tied entries share their rank."""

    key: int
    rank: int
    values: dict[RoundMeasure, int]
    played: int
    won: int
    drawn: int
    lost: int
    byes: int


@dataclass(frozen=True, slots=True)
class _RoundResults:
    """All rounds of all entries, and their points."""

    lines_by_entry: LinesByEntry
    points: dict[int, int]

    def list_opponent_points(self, key: int) -> list[int]:
        """Return the match points of the opponents, ascending; a round without an opponent
        counts the entry's own points (FIDE C.07, 16.4)."""
        return sorted(
            self._get_opponent_points(key, line)
            for line in self.lines_by_entry[key]
            if line.kind is not RoundLineKind.OPEN
        )

    def _get_opponent_points(self, key: int, line: RoundLine) -> int:
        return self.points[line.opponent if _is_played(line) and line.opponent is not None else key]

    def compute_sonneborn(self, key: int) -> int:
        """Return the points of beaten opponents twice, and of opponents of drawn matches
        once."""
        weight = {LineResult.WON: 2, LineResult.DRAWN: 1, LineResult.LOST: 0, None: 0}
        return sum(
            self._get_opponent_points(key, line) * weight[line.result]
            for line in self.lines_by_entry[key]
            if line.kind is not RoundLineKind.OPEN
        )


def _is_played(line: RoundLine) -> bool:
    return line.kind is RoundLineKind.PLAYED


#: Functions of the measures of one entry; ``DIRECT`` depends on the tied entries, see
#: ``_compute_direct_points``.
_MEASURE_FUNCTIONS: dict[RoundMeasure, Callable[[_RoundResults, int], int]] = {
    RoundMeasure.POINTS: lambda results, key: results.points[key],
    RoundMeasure.TIE_BREAK: lambda results, key: sum(
        line.tie_break for line in results.lines_by_entry[key]
    ),
    RoundMeasure.SPREAD: lambda results, key: sum(
        line.spread for line in results.lines_by_entry[key]
    ),
    RoundMeasure.SCORED: lambda results, key: sum(
        line.scored for line in results.lines_by_entry[key]
    ),
    RoundMeasure.WINS: lambda results, key: sum(
        _is_won(line) for line in results.lines_by_entry[key]
    ),
    RoundMeasure.BUCHHOLZ: lambda results, key: sum(results.list_opponent_points(key)),
    RoundMeasure.MEDIAN: lambda results, key: sum(results.list_opponent_points(key)[1:]),
    RoundMeasure.SONNEBORN: lambda results, key: results.compute_sonneborn(key),
}


def _is_won(line: RoundLine) -> bool:
    """Return True for a match won over the board (FIDE C.07, 7.2)."""
    return _is_played(line) and line.result is LineResult.WON


def compute_standings(
    lines_by_entry: LinesByEntry, order: Sequence[RoundMeasure]
) -> list[RoundStanding]:
    """Return the rows by rank; tied ones keep the order of ``cards``."""
    points = {key: sum(line.points for line in lines) for key, lines in lines_by_entry.items()}
    results = _RoundResults(lines_by_entry, points)
    values = {
        key: {name: compute(results, key) for name, compute in _MEASURE_FUNCTIONS.items()}
        for key in lines_by_entry
    }
    keys: dict[int, tuple[int, ...]] = dict.fromkeys(lines_by_entry, ())
    for measure in order:
        if measure is RoundMeasure.DIRECT:
            for key, direct_points in _compute_direct_points(lines_by_entry, keys).items():
                values[key][measure] = direct_points
        keys = {key: (*previous, values[key][measure]) for key, previous in keys.items()}
    ranks = dict(zip(keys, compute_ranks(list(keys.values())), strict=True))
    rows = [_build_row(key, ranks[key], values[key], lines_by_entry[key]) for key in lines_by_entry]
    return sorted(rows, key=lambda row: row.rank)


def _compute_direct_points(
    lines_by_entry: LinesByEntry, keys: dict[int, tuple[int, ...]]
) -> dict[int, int]:
    """Return the match points of each entry against those tied with it.

    Zero for all unless all of them have met each other (FIDE C.07, 6).
    """
    tied: dict[tuple[int, ...], set[int]] = {}
    for key, previous in keys.items():
        tied.setdefault(previous, set()).add(key)
    points = {}
    for group in tied.values():
        lines_in_group = {
            key: [line for line in lines_by_entry[key] if line.opponent in group] for key in group
        }
        all_have_met = all(
            {line.opponent for line in lines if _is_played(line)} == group - {key}
            for key, lines in lines_in_group.items()
        )
        for key, lines in lines_in_group.items():
            points[key] = sum(line.points for line in lines) if all_have_met else 0
    return points


def _build_row(
    key: int, rank: int, values: dict[RoundMeasure, int], lines: Sequence[RoundLine]
) -> RoundStanding:
    results = [
        line.result for line in lines if line.kind in (RoundLineKind.PLAYED, RoundLineKind.FORFEIT)
    ]
    return RoundStanding(
        key,
        rank,
        values,
        played=sum(_is_played(line) for line in lines),
        won=results.count(LineResult.WON),
        drawn=results.count(LineResult.DRAWN),
        lost=results.count(LineResult.LOST),
        byes=sum(line.kind is RoundLineKind.BYE for line in lines),
    )


def is_provisional(lines_by_entry: LinesByEntry) -> bool:
    """Return True if a match of a published round is open."""
    return any(
        line.kind is RoundLineKind.OPEN for lines in lines_by_entry.values() for line in lines
    )
