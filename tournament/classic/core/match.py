"""A match of one or two winning games: starters, winner, match points (2.4, 3.2)."""

from collections.abc import Sequence, Set as AbstractSet
from dataclasses import dataclass

from tournament.classic.core.endings import Winner
from tournament.classic.core.sides import Side
from tournament.classic.core.terms import MatchTerms
from tournament.core.errors import ClassicRefused

#: Number of players of a match (1.1).
PLAYER_COUNT = 2


@dataclass(frozen=True, slots=True)
class MatchGameResult:
    """The result of a game; ``winner`` is None if both lost it."""

    winner: Winner | None
    scores: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """The result of a match.

    ``points``: match points (PM) of X and Y. ``difference``: tie-break points (Pdep), points of X
    minus those of Y over all games, and the reverse (C-30).
    """

    winner: Winner | None
    games: tuple[int, int]
    points: tuple[int, int]
    difference: tuple[int, int]


def check_players(players: Sequence[object]) -> None:
    """Require two different players (1.1). Raise ClassicRefused."""
    if len(players) != PLAYER_COUNT or players[0] == players[1]:
        raise ClassicRefused("two-players", players=len(players))


def compute_max_games(terms: MatchTerms) -> int:
    return 2 * terms.games_to_win - 1


def find_starter(number: int, first_toss_loser: Side | None) -> Side | None:
    """Return who starts game ``number`` (from 1); None if the toss decides (3.2)."""
    return first_toss_loser if number == 2 else None


def count_games_won(results: Sequence[MatchGameResult]) -> tuple[int, int]:
    x = sum(result.winner is Winner.X for result in results)
    y = sum(result.winner is Winner.Y for result in results)
    return x, y


def is_over(terms: MatchTerms, results: Sequence[MatchGameResult]) -> bool:
    """Return True if a player has won enough games or no more are to be played."""
    return max(count_games_won(results)) >= terms.games_to_win or len(results) >= compute_max_games(
        terms
    )


def compute_result(
    terms: MatchTerms, results: Sequence[MatchGameResult], excluded: AbstractSet[Side] = frozenset()
) -> MatchOutcome | None:
    """Return the result of a match, None while it is open.

    ``excluded``: players excluded from the tournament in its finished games; they end the match and
    cannot win it (C-13).
    """
    if excluded:
        eligible = [side for side in Side if side not in excluded]
        return build_result(terms, results, Winner(eligible[0].value) if eligible else None)
    if not is_over(terms, results):
        return None
    return build_result(terms, results, _find_winner(results, *count_games_won(results)))


def build_result(
    terms: MatchTerms, results: Sequence[MatchGameResult], winner: Winner | None
) -> MatchOutcome:
    """Return the result with a decided ``winner``; None: both have lost."""
    points = {
        None: (terms.points_lost, terms.points_lost),
        Winner.X: (terms.points_won, terms.points_lost),
        Winner.Y: (terms.points_lost, terms.points_won),
        Winner.EQUAL: (terms.points_equal, terms.points_equal),
    }
    difference = sum(result.scores[0] - result.scores[1] for result in results)
    return MatchOutcome(winner, count_games_won(results), points[winner], (difference, -difference))


def _find_winner(results: Sequence[MatchGameResult], games_x: int, games_y: int) -> Winner | None:
    if games_x != games_y:
        return Winner.X if games_x > games_y else Winner.Y
    both_lost = bool(results) and all(result.winner is None for result in results)
    return None if both_lost else Winner.EQUAL
