"""Who is excluded from a classic tournament, by what its director said in a game (9.3)."""

from collections.abc import Iterable

from django.db.models import Q

from tournament.classic.core.commands import Command
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Side
from tournament.classic.models import Match, MatchEvent, MatchGame
from tournament.classic.queries.games import games_of, state_of
from tournament.models import Entry


def excluded_among(entries: Iterable[Entry]) -> frozenset[int]:
    """The keys of those who are: they have been withdrawn with it."""
    gone = {entry.pk for entry in entries if entry.withdrawn}
    if not gone:
        return frozenset()
    # on appeal the next sanction of the scale need not be named
    said = Q(data__sanction=MatchSanction.EXCLUSION) | Q(command=Command.DECIDE)
    of = Q(match__x__in=gone) | Q(match__y__in=gone)
    games = MatchGame.objects.filter(of, pk__in=MatchEvent.objects.filter(said).values("game"))
    return frozenset(
        entry.pk
        for game in games.select_related("match__x", "match__y")
        for side in state_of(game).excluded
        if (entry := game.match.entry(side)) is not None and entry.pk in gone
    )


def excluded_in(match: Match) -> frozenset[Side]:
    """In its games that are over."""
    over = games_of(match).filter(over_at__isnull=False)
    return frozenset(side for game in over for side in state_of(game).excluded)
