"""Fair play during a match, for the device at its table."""

from django.http import HttpRequest

from tournament.classic.models import Match
from tournament.core.errors import NotAllowed
from tournament.views.device import get_remembered_table


def require_not_own_match(request: HttpRequest, match: Match) -> None:
    """Raise NotAllowed if the match is in play at the table of this device.

    Its page in the office shows what a word is worth and whether a challenged one is admitted
    (1.8, 4.1.6, 5.2).
    """
    table = get_remembered_table(request)
    if table is None or match.over_at is not None:
        return
    if any(entry is not None and entry.table_id == table.pk for entry in (match.x, match.y)):
        raise NotAllowed("own-match", number=table.number)
