"""A match of one or of two winning games: who begins each, who has won, its points (2.4, 3.2)."""

from collections.abc import Sequence, Set as AbstractSet
from dataclasses import dataclass

from tournament.classic.core.endings import Winner
from tournament.classic.core.sides import Side
from tournament.classic.core.terms import MatchTerms
from tournament.core.errors import ClassicRefused

PLAYERS = 2
"""1.1."""


@dataclass(frozen=True, slots=True)
class MatchGameResult:
    """``winner``: None when the game is over and both have lost it."""

    winner: Winner | None
    scores: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """``points``: PM of X and of Y. ``difference``: Pdep, the points of X less those of Y over all
    games, and the reverse (C-30)."""

    winner: Winner | None
    games: tuple[int, int]
    points: tuple[int, int]
    difference: tuple[int, int]


def check_players(players: Sequence[object]) -> None:
    """Two, and not the same (1.1). Raises ClassicRefused."""
    if len(players) != PLAYERS or players[0] == players[1]:
        raise ClassicRefused("two-players", players=len(players))


def most_games(terms: MatchTerms) -> int:
    return 2 * terms.games_to_win - 1


def starter_of(number: int, first_toss_loser: Side | None) -> Side | None:
    """Who begins the game of that number, from 1; None: the toss says it (3.2)."""
    return first_toss_loser if number == 2 else None


def won(results: Sequence[MatchGameResult]) -> tuple[int, int]:
    x = sum(one.winner is Winner.X for one in results)
    y = sum(one.winner is Winner.Y for one in results)
    return x, y


def is_over(terms: MatchTerms, results: Sequence[MatchGameResult]) -> bool:
    """When one has won as many games as are asked, or no more are to be played."""
    return max(won(results)) >= terms.games_to_win or len(results) >= most_games(terms)


def match_result(
    terms: MatchTerms, results: Sequence[MatchGameResult], excluded: AbstractSet[Side] = frozenset()
) -> MatchOutcome:
    """Of a match that is over; who is ``excluded`` from the tournament does not win it (C-13)."""
    if excluded:
        left = [side for side in Side if side not in excluded]
        return result_for(terms, results, Winner(left[0].value) if left else None)
    return result_for(terms, results, _winner(results, *won(results)))


def result_for(
    terms: MatchTerms, results: Sequence[MatchGameResult], winner: Winner | None
) -> MatchOutcome:
    """With ``winner``, whatever the games say: by a decision; None: both have lost."""
    points = {
        None: (terms.points_lost, terms.points_lost),
        Winner.X: (terms.points_won, terms.points_lost),
        Winner.Y: (terms.points_lost, terms.points_won),
        Winner.EQUAL: (terms.points_equal, terms.points_equal),
    }
    spread = sum(one.scores[0] - one.scores[1] for one in results)
    return MatchOutcome(winner, won(results), points[winner], (spread, -spread))


def _winner(results: Sequence[MatchGameResult], x: int, y: int) -> Winner | None:
    if x != y:
        return Winner.X if x > y else Winner.Y
    both_lost = bool(results) and all(one.winner is None for one in results)
    return None if both_lost else Winner.EQUAL
