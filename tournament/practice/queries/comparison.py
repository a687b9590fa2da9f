"""Comparison of points with those of the players of a game, and with other solutions of a turn."""

from dataclasses import dataclass

from engine.search.moves import solve
from tournament.core.errors import WrongState
from tournament.models import Game
from tournament.practice.core.practice_game import PracticeTurn
from tournament.queries import lexica
from tournament.queries.results.game_sheet import PlayedGame, RoomResult
from tournament.queries.results.standings import GameStandings

#: Rows shown before and after the player's own, and at the top of the ranking.
_NEIGHBOURS = 2
_PODIUM = 3


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A row of the ranking of the game; ``is_own``: of the player who plays it alone."""

    rank: int
    name: str
    total: int
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class PracticeComparison:
    """The rank that ``total`` points would have had among the players, and the rows near it."""

    rank: int
    player_count: int
    rows: list[ComparedRow]


def compare_with_players(game: Game, total: int) -> PracticeComparison | None:
    """Compare with the public ranking of a game; None if nobody played it. Names are those that the
    public sees."""
    public_rows = GameStandings(game, public=True).rows
    if not public_rows:
        return None
    rank = 1 + sum(row.total > total for row in public_rows)
    other_rows = [ComparedRow(row.rank, row.name, row.total) for row in public_rows]
    other_rows = [_shift_rank(row, total) for row in other_rows]
    own_index = sum(row.total > total for row in other_rows)
    all_rows = [
        *other_rows[:own_index],
        ComparedRow(rank, "", total, is_own=True),
        *other_rows[own_index:],
    ]
    rows = [
        row
        for index, row in enumerate(all_rows)
        if index < _PODIUM or abs(index - own_index) <= _NEIGHBOURS
    ]
    return PracticeComparison(rank, len(public_rows), rows)


def _shift_rank(row: ComparedRow, total: int) -> ComparedRow:
    """Return the row with its rank once the player's ``total`` is in the ranking."""
    return row if row.total >= total else ComparedRow(row.rank + 1, row.name, row.total)


def find_room_result(game: Game, number: int) -> RoomResult:
    """Return the result of the hall for the turn ``number``, from 1. Raise WrongState."""
    turns = PlayedGame(game).turns
    if not 1 <= number <= len(turns):
        raise WrongState("practice-gone")
    return turns[number - 1].room


def count_better_scores(turn: PracticeTurn, points: int) -> int:
    """Return how many different scores of the installation's list are higher than ``points``."""
    moves = solve(turn.board, turn.rack, lexica.load_base_lexicon())
    return len({move.score for move in moves if move.score > points})
