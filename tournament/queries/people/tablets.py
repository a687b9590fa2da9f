"""Entries that are expected to play on a tablet."""

from django.db.models import QuerySet

from tournament.core.states import PlaysOn
from tournament.models import Entry


def expected_tablets(tournament_id: int) -> QuerySet[Entry]:
    """Return the entries whose tablet should be connected, by table number."""
    entries = Entry.objects.filter(
        tournament=tournament_id, withdrawn=False, plays_on=PlaysOn.TABLET
    )
    return entries.order_by("table__number")
