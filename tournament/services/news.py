"""Tells one table that something changed which is kept about it, and no part of its state."""

from django.db import transaction
from django.db.models import F

from tournament.models import Entry
from tournament.protocol import NewsTold, bus, encode


def tell_entry(entry: Entry) -> None:
    """Its tablet asks again; within the transaction of the change."""
    rows = Entry.objects.filter(pk=entry.pk)
    rows.update(news=F("news") + 1)
    told = encode(NewsTold(news=rows.values_list("news", flat=True).get()))
    envelope = bus.Frames(tournament=entry.tournament_id, game=0, seq=0, personal={entry.pk: told})
    transaction.on_commit(lambda: bus.publish(envelope))
