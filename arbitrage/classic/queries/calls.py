"""The calls of a tournament, and the games that its officers look after."""

from django.db.models import QuerySet

from arbitrage.classic.core.calls import OPEN_STATES
from arbitrage.classic.models import TableCall
from tournament.classic.models import MatchGame
from tournament.models import Tournament

_BESIDE = ("tournament", "game__match__x", "game__match__y", "game__match__round")


def calls_of(tournament: Tournament, *, closed: bool | None = None) -> QuerySet[TableCall]:
    """The newest first; ``closed``: only those, or only the others."""
    rows = TableCall.objects.filter(tournament=tournament).select_related(
        *_BESIDE, "taken_by", "closed_by"
    )
    if closed is None:
        return rows.order_by("-number")
    if closed:
        return rows.exclude(state__in=sorted(OPEN_STATES)).order_by("-closed_at", "-number")
    return rows.filter(state__in=sorted(OPEN_STATES)).order_by("at", "number")


def open_calls(tournament: Tournament) -> QuerySet[TableCall]:
    """The oldest first."""
    return calls_of(tournament, closed=False)


def games_in(tournament: Tournament) -> QuerySet[MatchGame]:
    """The newest round first, by table."""
    rows = MatchGame.objects.filter(match__tournament=tournament).select_related(
        "match__tournament", "match__x", "match__y", "match__round"
    )
    return rows.order_by("-match__round__number", "match__board_number", "match", "number")
