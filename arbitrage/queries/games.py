"""All games and turns of a tournament whose bulletins can be looked at."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from arbitrage.queries.left_open import LeftOpen, left_by_turn
from tournament.core.states import TurnState
from tournament.models import Game, Tournament, Turn


@dataclass(frozen=True, slots=True)
class GameTurns:
    """A game with its turns, each with what is left open of it."""

    game: Game
    turns: list[tuple[Turn, LeftOpen]]


def games_of(tournament: Tournament, user: User | None = None) -> list[GameTurns]:
    """The last game first, its turns in order; with ``user`` what is left open at his tables."""
    turns = Turn.objects.filter(game__tournament=tournament)
    shown = turns.exclude(state__in=[TurnState.DRAWN, TurnState.CANCELLED])
    found = list(shown.select_related("game__tournament").order_by("-game__number", "ordinal"))
    left = left_by_turn(found, user)
    games: dict[int, GameTurns] = {}
    for turn in found:
        of_game = games.setdefault(turn.game_id, GameTurns(turn.game, []))
        of_game.turns.append((turn, left.get(turn.pk, LeftOpen())))
    return list(games.values())
