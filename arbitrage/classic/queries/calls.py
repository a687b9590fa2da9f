"""The calls and games of a tournament."""

from django.db.models import QuerySet

from arbitrage.classic.core.calls import OPEN_STATES
from arbitrage.classic.models import TableCall
from tournament.classic.models import MatchGame
from tournament.models import Tournament

_RELATED = ("tournament", "game__match__x", "game__match__y", "game__match__round")


def find_calls(tournament: Tournament, *, is_closed: bool | None = None) -> QuerySet[TableCall]:
    """Return the calls, the newest first; with ``is_closed`` only closed or only open ones."""
    rows = TableCall.objects.filter(tournament=tournament).select_related(
        *_RELATED, "taken_by", "closed_by"
    )
    if is_closed is None:
        return rows.order_by("-number")
    if is_closed:
        return rows.exclude(state__in=sorted(OPEN_STATES)).order_by("-closed_at", "-number")
    return rows.filter(state__in=sorted(OPEN_STATES)).order_by("at", "number")


def find_open_calls(tournament: Tournament) -> QuerySet[TableCall]:
    """Return the open calls, the oldest first."""
    return find_calls(tournament, is_closed=False)


def find_games(tournament: Tournament) -> QuerySet[MatchGame]:
    """Return the games, those of the newest round first, by table."""
    rows = MatchGame.objects.filter(match__tournament=tournament).select_related(
        "match__tournament", "match__x", "match__y", "match__round"
    )
    return rows.order_by("-match__round__number", "match__board_number", "match", "number")
