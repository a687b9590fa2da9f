"""The board of a tournament as the hall sees it now."""

from dataclasses import dataclass

from tournament.models import Game, Tournament, Turn
from tournament.protocol.current_game import find_current_game
from tournament.queries.position import load_position


@dataclass(frozen=True, slots=True)
class CurrentBoard:
    """The current board of a game, and the word placed last."""

    game: Game
    rows: list[str]
    last: Turn


def load_current_board(tournament: Tournament) -> CurrentBoard | None:
    """Return the current board, None before the first word."""
    game = find_current_game(tournament.pk)
    position = load_position(game) if game else None
    if position is None or not position.placed_turns:
        return None
    return CurrentBoard(position.game, position.board.rows(), position.placed_turns[-1])
