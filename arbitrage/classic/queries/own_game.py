"""The game that a player is at, as the device of his table asks."""

from django.db.models import Q

from tournament.classic.core.sides import Side
from tournament.classic.models import MatchGame
from tournament.models import Entry


def game_of(entry: Entry) -> tuple[MatchGame, Side] | None:
    """The last that was opened, and his side of it; None before the first."""
    rows = MatchGame.objects.filter(Q(match__x=entry) | Q(match__y=entry))
    game = rows.select_related("match__x", "match__y", "match__round", "match__tournament")
    found = game.order_by("opened_at", "pk").last()
    if found is None:
        return None
    return found, Side.X if found.match.x_id == entry.pk else Side.Y
