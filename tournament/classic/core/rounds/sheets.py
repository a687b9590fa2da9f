"""What a match sheet says, checked: the scores of its games, and who has won (2.4, 3.2, 8)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.classic.core.endings import Winner
from tournament.classic.core.match import MatchGameResult, is_over, match_result, most_games
from tournament.classic.core.rounds.states import WITH_SCORES, ResultKind
from tournament.classic.core.terms import MatchTerms
from tournament.core.errors import BadSetting

#: Points of a game, either way, beyond which something was typed twice.
MOST = 2000

type GameScores = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """``winner`` None: both have lost."""

    kind: ResultKind
    games: tuple[GameScores, ...]
    winner: Winner | None


def read_sheet(
    kind: ResultKind, games: Sequence[GameScores], winner: Winner | None, terms: MatchTerms
) -> MatchSheet:
    """What counts of what was written. ``winner`` is who has won whatever the scores say, by a
    decision or because the other has given up; None: by the scores.

    Raises BadSetting.
    """
    if kind is ResultKind.BOTH_AWAY:
        return MatchSheet(kind, (), None)
    if kind is not ResultKind.SHEET and winner not in (Winner.X, Winner.Y):
        raise BadSetting("result-winner")
    if kind not in WITH_SCORES:
        return MatchSheet(kind, (), winner)
    if any(not -MOST <= score <= MOST for game in games for score in game):
        raise BadSetting("result-score", most=MOST)
    if len(games) > most_games(terms):
        raise BadSetting("result-games", most=most_games(terms))
    if winner is None:
        _require_whole(games, terms)
        winner = match_result(terms, results_of(games)).winner
    return MatchSheet(kind, tuple(games), winner)


def _require_whole(games: Sequence[GameScores], terms: MatchTerms) -> None:
    """As many games as it takes, and none after that."""
    results = results_of(games)
    for played in range(1, len(results)):
        if is_over(terms, results[:played]):
            raise BadSetting("result-games-after", number=played)
    if not is_over(terms, results):
        raise BadSetting("result-games-missing", played=len(games))


def results_of(games: Sequence[GameScores]) -> list[MatchGameResult]:
    """Games by their scores (8.1)."""
    return [MatchGameResult(_winner(x, y), (x, y)) for x, y in games]


def _winner(x: int, y: int) -> Winner:
    return Winner.EQUAL if x == y else Winner.X if x > y else Winner.Y
