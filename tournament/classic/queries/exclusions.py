"""Players excluded from a classic tournament by its director (9.3)."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from tournament.classic.core.commands import Command
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Side
from tournament.classic.models import Match, MatchEvent, MatchGame
from tournament.classic.queries.event_replay import list_events
from tournament.classic.queries.games import list_games, load_state
from tournament.classic.queries.ruling_histories import RulingHistory, list_rulings
from tournament.models import Entry


def find_excluded_entries(entries: Iterable[Entry]) -> frozenset[int]:
    """Return the ids of the excluded entries, which are withdrawn as well."""
    withdrawn = {entry.pk for entry in entries if entry.withdrawn}
    if not withdrawn:
        return frozenset()
    return frozenset(
        entry.pk
        for game in _list_games_with_exclusions(withdrawn)
        for side in load_state(game).excluded
        if (entry := game.match.get_entry(side)) is not None and entry.pk in withdrawn
    )


def _list_games_with_exclusions(entries: Iterable[int]) -> QuerySet[MatchGame]:
    """Return the games of the entries in which a player may have been excluded: a decision on
    appeal may imply the exclusion without naming it."""
    exclusion_events = Q(data__sanction=MatchSanction.EXCLUSION) | Q(command=Command.DECIDE)
    return MatchGame.objects.filter(
        Q(match__x__in=entries) | Q(match__y__in=entries),
        pk__in=MatchEvent.objects.filter(exclusion_events).values("game"),
    ).select_related("match__x", "match__y")


def find_exclusion(entry: Entry) -> RulingHistory | None:
    """Return the ruling by which the entry is excluded, None if it is not."""
    exclusions = (
        history
        for game in _list_games_with_exclusions([entry.pk]).order_by("-opened_at")
        for history in list_rulings(game, list_events(game))
        if history.ruling.sanction is MatchSanction.EXCLUSION
        and history.ruling.side
        and game.match.get_entry(history.ruling.side) == entry
    )
    return next(exclusions, None)


def find_excluded_sides(match: Match) -> frozenset[Side]:
    """Return the sides excluded in finished games of the match."""
    finished = list_games(match).filter(over_at__isnull=False)
    return frozenset(side for game in finished for side in load_state(game).excluded)
