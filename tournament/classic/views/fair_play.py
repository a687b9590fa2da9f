"""Nobody is helped during a match, from the device at its table either."""

from django.http import HttpRequest

from tournament.classic.models import Match
from tournament.core.errors import NotAllowed
from tournament.views.device import get_remembered_table


def require_no_match_at(request: HttpRequest, match: Match) -> None:
    """Raises NotAllowed for the office of a match that is played at this device's table: it says
    what a word is worth, and whether one that is challenged is admitted (1.8, 4.1.6, 5.2)."""
    table = get_remembered_table(request)
    if table is None or match.over_at is not None:
        return
    if any(entry is not None and entry.table_id == table.pk for entry in (match.x, match.y)):
        raise NotAllowed("own-match", number=table.number)
