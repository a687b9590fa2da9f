"""The current game of a player, for the tablet of their table."""

from django.db.models import Q

from tournament.classic.core.sides import Side
from tournament.classic.models import MatchGame
from tournament.models import Entry


def find_current_game(entry: Entry) -> tuple[MatchGame, Side] | None:
    """Return the last game that was opened and the side of ``entry`` in it; None before the
    first."""
    rows = MatchGame.objects.filter(Q(match__x=entry) | Q(match__y=entry))
    games = rows.select_related("match__x", "match__y", "match__round", "match__tournament")
    game = games.order_by("opened_at", "pk").last()
    if game is None:
        return None
    return game, Side.X if game.match.x_id == entry.pk else Side.Y
