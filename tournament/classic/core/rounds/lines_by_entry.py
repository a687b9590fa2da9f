"""The rounds of all entries, from the matches of each round (C-30)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournament.classic.core.endings import Winner
from tournament.classic.core.match import MatchGameResult, count_games_won
from tournament.classic.core.rounds.lines import (
    LineResult,
    MatchSide,
    RoundLine,
    build_absent_line,
    build_bye_line,
    build_forfeit_line,
    build_open_line,
    build_played_line,
)
from tournament.classic.core.rounds.states import KINDS_WITH_SCORES, ResultKind
from tournament.classic.core.rounds.terms import PointsTerms
from tournament.classic.core.sides import Side


@dataclass(frozen=True, slots=True)
class RoundMatch:
    """A match for the standings; ``y`` None is a bye, which gives no points if it is over.

    ``winner``: as in ``Match.winner``; ``kind``: of the result that an officer wrote, or empty;
    ``games``: the results of the finished games.
    """

    x: int
    y: int | None
    is_over: bool
    winner: str
    kind: str
    games: Sequence[MatchGameResult]


def list_round_lines(
    match: RoundMatch, number: int, points_terms: PointsTerms
) -> dict[int, RoundLine]:
    """Return the line of a match for each of its entries; none for a bye without points."""
    x, y = match.x, match.y
    if y is None:
        return {} if match.is_over else {x: build_bye_line(points_terms, number)}
    if not match.is_over:
        return {x: build_open_line(number, y), y: build_open_line(number, x)}
    if match.kind and ResultKind(match.kind) not in KINDS_WITH_SCORES:
        return {
            x: build_forfeit_line(points_terms, number, y, won=match.winner == Winner.X),
            y: build_forfeit_line(points_terms, number, x, won=match.winner == Winner.Y),
        }
    own, other = _sum_sides(match.games)
    results = [_find_line_result(match.winner, side) for side in (Winner.X, Winner.Y)]
    return {
        x: build_played_line(points_terms, number, y, results[0], own=own, other=other),
        y: build_played_line(points_terms, number, x, results[1], own=other, other=own),
    }


def _sum_sides(games: Sequence[MatchGameResult]) -> tuple[MatchSide, MatchSide]:
    games_x, games_y = count_games_won(games)
    scores = [sum(result.scores[side.position] for result in games) for side in Side]
    return MatchSide(scores[0], games_x), MatchSide(scores[1], games_y)


def _find_line_result(winner: str, side: Winner) -> LineResult:
    if winner == Winner.EQUAL:
        return LineResult.DRAWN
    return LineResult.WON if winner == side else LineResult.LOST


def build_lines_by_entry(
    keys: Sequence[int],
    withdrawn: Collection[int],
    rounds: Sequence[tuple[int, Sequence[RoundMatch]]],
    points_terms: PointsTerms,
) -> dict[int, list[RoundLine]]:
    """Return the lines of every entry that takes part, or did in some round; ``rounds``: number and
    matches of each."""
    lines_by_entry: dict[int, list[RoundLine]] = {key: [] for key in keys}
    for number, matches in rounds:
        lines: dict[int, RoundLine] = {}
        for match in matches:
            lines |= list_round_lines(match, number, points_terms)
        for key, card in lines_by_entry.items():
            card.append(lines.get(key) or _build_line_without_match(card, number, points_terms))
    return {
        key: card
        for key, card in lines_by_entry.items()
        if key not in withdrawn or any(_has_taken_part(line) for line in card)
    }


def _build_line_without_match(
    card: Sequence[RoundLine], number: int, points_terms: PointsTerms
) -> RoundLine:
    """Return the line of a missed round; rounds before the first one of a late entry give no
    points."""
    is_late = not any(_has_taken_part(line) for line in card)
    return build_absent_line(PointsTerms(absent=0) if is_late else points_terms, number)


def _has_taken_part(line: RoundLine) -> bool:
    return line.opponent is not None or line.result is LineResult.WON
