"""The day itself: who came is ticked off, who did not is absent."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.states import PlaysOn
from tournament.models import Entry, Tournament
from tournament.services.play.participation import change_plays_on


def tick_off(*, entry: Entry, here: bool, by: User | None, now: datetime) -> Entry:
    """The entry came to the door, or was ticked off by mistake. Who was absent plays again."""
    with transaction.atomic():
        # Locked: who did not come may be made absent at this very moment.
        held = Entry.objects.select_for_update(of=["self"], no_key=True).get(pk=entry.pk)
        Entry.objects.filter(pk=held.pk).update(checked_in_at=now if here else None)
        if here and held.plays_on == PlaysOn.NOTHING:
            change_plays_on(
                tournament=entry.tournament,
                entries=[held.pk],
                plays_on=entry.tournament.plays_on,
                by=by,
                now=now,
            )
    entry.refresh_from_db()
    return entry


def others_are_absent(*, tournament: Tournament, by: User | None, now: datetime) -> int:
    """Who was not ticked off is not there, until he comes; returns how many that changes."""
    missing = tournament.entries.filter(withdrawn=False, checked_in_at=None).order_by("pk")
    with transaction.atomic():
        # Locked: who is ticked off at this very moment is here.
        held = missing.select_for_update(of=["self"], no_key=True)
        return change_plays_on(
            tournament=tournament,
            entries=list(held.values_list("pk", flat=True)),
            plays_on=PlaysOn.NOTHING,
            by=by,
            now=now,
        )
