"""Check-in on the day of the tournament: entries are checked in, the others become absent."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.states import PlayMedium
from tournament.models import Centre, Entry, Tournament
from tournament.services.locks import lock_entries
from tournament.services.play.participation import change_plays_on


def check_in_entry(*, entry: Entry, present: bool, by: User | None, now: datetime) -> Entry:
    """Check an entry in, or undo it. An absent entry plays again."""
    with transaction.atomic():
        # Locked: another request may be marking the missing entries as absent.
        locked_entry = Entry.objects.select_for_update(of=["self"], no_key=True).get(pk=entry.pk)
        Entry.objects.filter(pk=locked_entry.pk).update(checked_in_at=now if present else None)
        if present and locked_entry.plays_on == PlayMedium.ABSENT:
            change_plays_on(
                tournament=entry.tournament,
                entries=[locked_entry.pk],
                plays_on=entry.tournament.plays_on,
                by=by,
                now=now,
            )
    entry.refresh_from_db()
    return entry


def mark_others_absent(
    *, tournament: Tournament, centre: Centre | None = None, by: User | None, now: datetime
) -> int:
    """Mark entries not checked in, of ``centre`` if given, as absent until they come; return how
    many changed."""
    missing_entries = tournament.entries.filter(withdrawn=False, checked_in_at=None)
    if centre is not None:
        missing_entries = missing_entries.filter(table__centre=centre)
    with transaction.atomic():
        # Locked: an entry checked in at the same moment is not absent.
        locked_entries = lock_entries(missing_entries)
        changed = change_plays_on(
            tournament=tournament,
            entries=[entry.pk for entry in locked_entries],
            plays_on=PlayMedium.ABSENT,
            by=by,
            now=now,
        )
        return changed.total()
