"""Which game and turn an address of the arbiters' office asks for."""

from django.shortcuts import get_object_or_404

from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Game, Tournament, Turn
from tournament.protocol.view import current_game
from tournament.views.staff import whole_number


def chosen_game(tournament: Tournament, asked: str) -> Game | None:
    """The game asked for; else that of the room, or the one before while it has no turn yet.

    Raises Http404 for one that does not exist.
    """
    if (number := whole_number(asked)) is not None:
        return get_object_or_404(tournament.games, number=number)
    room = current_game(tournament.pk)
    if room is None or room.turns.exists():
        return room
    played = tournament.games.filter(turns__isnull=False)
    return played.order_by("-number").first() or room


def chosen_turn(game: Game | None, asked: str) -> Turn | None:
    """The turn asked for, counting all drawn; else the last one collected. Raises Http404."""
    if game is None:
        return None
    turns = game.turns.select_related("game__tournament").order_by("-ordinal")
    if (ordinal := whole_number(asked)) is not None:
        return get_object_or_404(turns, ordinal=ordinal)
    return turns.filter(state__in=list(COLLECTED_TURN_STATES)).first()
