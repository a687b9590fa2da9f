"""The game and turn requested by an address of the arbiters' pages."""

from django.shortcuts import get_object_or_404

from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Game, Tournament, Turn
from tournament.protocol.current_game import find_current_game
from tournament.views.shortcuts import parse_number


def get_requested_game(tournament: Tournament, requested_turn: str) -> Game | None:
    """Return the requested game; else the current one, or the one before while it has no turn yet.

    Raise Http404 for one that does not exist.
    """
    if (number := parse_number(requested_turn)) is not None:
        return get_object_or_404(tournament.games, number=number)
    current = find_current_game(tournament.pk)
    if current is None or current.turns.exists():
        return current
    played = tournament.games.filter(turns__isnull=False)
    return played.order_by("-number").first() or current


def get_requested_turn(game: Game | None, requested_turn: str) -> Turn | None:
    """Return the requested turn, counting all drawn; else the last one collected. Raise Http404."""
    if game is None:
        return None
    turns = game.turns.order_by("-ordinal")
    if (ordinal := parse_number(requested_turn)) is not None:
        return get_object_or_404(turns, ordinal=ordinal)
    return turns.filter(state__in=list(COLLECTED_TURN_STATES)).first()
