"""Checks of a match sheet: game scores and winner (2.4, 3.2, 8)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.classic.core.endings import Winner
from tournament.classic.core.match import (
    MatchGameResult,
    MatchOutcome,
    compute_max_games,
    compute_result,
    is_over,
)
from tournament.classic.core.rounds.states import KINDS_WITH_SCORES, ResultKind
from tournament.classic.core.terms import MatchTerms
from tournament.core.errors import BadSetting

#: Maximal score of a game; a higher one is a typing error.
MAX_SCORE = 2000

type GameScores = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """A match sheet; ``winner`` None: both have lost."""

    kind: ResultKind
    games: tuple[GameScores, ...]
    winner: Winner | None


def check_match_sheet(
    kind: ResultKind, games: Sequence[GameScores], winner: Winner | None, terms: MatchTerms
) -> MatchSheet:
    """Return the part of the sheet that counts.

    ``winner``: decided regardless of the scores, by decision or abandon; None: by the scores. Raise
    BadSetting for an invalid sheet.
    """
    if kind is ResultKind.BOTH_AWAY:
        return MatchSheet(kind, (), None)
    if kind is not ResultKind.SHEET and winner not in (Winner.X, Winner.Y):
        raise BadSetting("result-winner")
    if kind not in KINDS_WITH_SCORES:
        return MatchSheet(kind, (), winner)
    if any(not -MAX_SCORE <= score <= MAX_SCORE for game in games for score in game):
        raise BadSetting("result-score", most=MAX_SCORE)
    if len(games) > compute_max_games(terms):
        raise BadSetting("result-games", most=compute_max_games(terms))
    if winner is None:
        winner = _require_result(games, terms).winner
    return MatchSheet(kind, tuple(games), winner)


def contradicts_scores(sheet: MatchSheet, terms: MatchTerms) -> bool:
    """Return True if the winner of a played match is not the one by its scores."""
    if sheet.kind is not ResultKind.SHEET:
        return False
    result = compute_result(terms, build_results(sheet.games))
    return result is None or result.winner is not sheet.winner


def _require_result(games: Sequence[GameScores], terms: MatchTerms) -> MatchOutcome:
    """Return the result by the scores. Raise BadSetting unless ``games`` are exactly those needed
    to win."""
    results = build_results(games)
    for played in range(1, len(results)):
        if is_over(terms, results[:played]):
            raise BadSetting("result-games-after", number=played)
    result = compute_result(terms, results)
    if result is None:
        raise BadSetting("result-games-missing", played=len(games))
    return result


def build_results(games: Sequence[GameScores]) -> list[MatchGameResult]:
    """Return the results of games by their scores (8.1)."""
    return [MatchGameResult(_find_winner(x, y), (x, y)) for x, y in games]


def _find_winner(x: int, y: int) -> Winner:
    return Winner.EQUAL if x == y else Winner.X if x > y else Winner.Y
