"""Entries that are expected to play on a tablet."""

from django.db.models import QuerySet

from tournament.core.states import PlayMedium
from tournament.models import Entry


def list_expected_tablets(tournament_id: int) -> QuerySet[Entry]:
    """Return the entries whose tablet should be connected, by table number."""
    entries = Entry.objects.filter(
        tournament=tournament_id, withdrawn=False, plays_on=PlayMedium.TABLET
    )
    return entries.order_by("table__number")
