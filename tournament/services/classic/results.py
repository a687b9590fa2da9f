"""What a match comes to, when its games are over (2.4)."""

from datetime import datetime

from tournament.core.classic.match import is_over, match_result
from tournament.models import Match
from tournament.queries.classic.games import results_of


def conclude(*, match: Match, now: datetime) -> None:
    """Write winner and points of a match that is over, or take them back when it is not; what an
    officer has written of it counts over its games (``services.classic.sheets``)."""
    Match.objects.select_for_update().get(pk=match.pk)  # an officer may be writing of it
    if match.results.exists():
        return
    results, terms = results_of(match), match.agreed
    if is_over(terms, results):
        found = match_result(terms, results)
        match.winner = found.winner or ""
        match.points_x, match.points_y = found.points
        match.difference = found.difference[0]
        match.over_at = match.over_at or now
    else:
        match.winner, match.points_x, match.points_y = "", None, None
        match.difference, match.over_at = None, None
    match.save(update_fields=["winner", "points_x", "points_y", "difference", "over_at"])
