"""Players excluded from a classic tournament by its director (9.3)."""

from collections.abc import Iterable

from django.db.models import Q

from tournament.classic.core.commands import Command
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Side
from tournament.classic.models import Match, MatchEvent, MatchGame
from tournament.classic.queries.games import list_games, load_state
from tournament.models import Entry


def find_excluded_entries(entries: Iterable[Entry]) -> frozenset[int]:
    """Return the ids of the excluded entries, which are withdrawn as well."""
    withdrawn = {entry.pk for entry in entries if entry.withdrawn}
    if not withdrawn:
        return frozenset()
    # a decision on appeal may imply the exclusion without naming it
    exclusion_events = Q(data__sanction=MatchSanction.EXCLUSION) | Q(command=Command.DECIDE)
    their_matches = Q(match__x__in=withdrawn) | Q(match__y__in=withdrawn)
    games = MatchGame.objects.filter(
        their_matches, pk__in=MatchEvent.objects.filter(exclusion_events).values("game")
    )
    return frozenset(
        entry.pk
        for game in games.select_related("match__x", "match__y")
        for side in load_state(game).excluded
        if (entry := game.match.entry(side)) is not None and entry.pk in withdrawn
    )


def find_excluded_sides(match: Match) -> frozenset[Side]:
    """Return the sides excluded in finished games of the match."""
    finished = list_games(match).filter(over_at__isnull=False)
    return frozenset(side for game in finished for side in load_state(game).excluded)
