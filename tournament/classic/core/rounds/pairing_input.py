"""Input of the pairing from the previous rounds of each entry."""

from collections import Counter
from collections.abc import Sequence

from tournament.classic.core.rounds.lines import LineResult, LinesByEntry, RoundLine, RoundLineKind
from tournament.classic.core.rounds.pairing import FloatDirection, PairingPlayer


def list_pairing_players(
    lines_by_entry: LinesByEntry, ranked: Sequence[int]
) -> list[PairingPlayer]:
    """Return the entries of ``ranked``, in that order, with their past rounds."""
    before = {key: _compute_points_before(lines) for key, lines in lines_by_entry.items()}
    return [_build_pairing_player(key, lines_by_entry, before) for key in ranked]


def _build_pairing_player(
    key: int, lines_by_entry: LinesByEntry, before: dict[int, dict[int, int]]
) -> PairingPlayer:
    lines = lines_by_entry.get(key, ())
    return PairingPlayer(
        key,
        points=sum(line.points for line in lines),
        met=Counter(line.met_opponent for line in lines if line.met_opponent is not None),
        unplayed_rounds=sum(_has_points_without_game(line) for line in lines),
        floats=tuple(_find_float(key, line, before) for line in lines),
    )


def _compute_points_before(lines: Sequence[RoundLine]) -> dict[int, int]:
    """Return the match points before each round, by its number."""
    points_before, points = {}, 0
    for line in lines:
        points_before[line.number] = points
        points += line.points
    return points_before


def _has_points_without_game(line: RoundLine) -> bool:
    """Return True if the entry had points without a game, which excludes another bye (FIDE
    C.04.1)."""
    return line.kind is RoundLineKind.BYE or (
        line.kind is RoundLineKind.FORFEIT and line.result is LineResult.WON
    )


def _find_float(key: int, line: RoundLine, before: dict[int, dict[int, int]]) -> FloatDirection:
    if line.opponent is None:
        return FloatDirection.DOWN if line.kind is RoundLineKind.BYE else FloatDirection.LEVEL
    gap = before[line.opponent][line.number] - before[key][line.number]
    return (
        FloatDirection.UP if gap > 0 else FloatDirection.DOWN if gap < 0 else FloatDirection.LEVEL
    )
