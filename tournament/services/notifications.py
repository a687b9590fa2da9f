"""Tells one table that something changed which is kept about it, and no part of its state."""

from collections.abc import Collection
from itertools import groupby
from operator import itemgetter

from django.db import transaction
from django.db.models import F

from tournament.models import Entry
from tournament.protocol import NewsTold, bus, encode


def tell_entry(entry: Entry) -> None:
    """Its tablet asks again, once the change is committed.

    Counted only then: who changes an entry locks it before the game, who decides about it after.
    """
    transaction.on_commit(lambda: _tell(entry))


def _tell(entry: Entry) -> None:
    rows = Entry.objects.filter(pk=entry.pk)
    if not rows.update(news=F("news") + 1):
        return  # it was removed meanwhile
    told = encode(NewsTold(news=rows.values_list("news", flat=True).get()))
    personal = {entry.pk: told}
    bus.publish(bus.Frames(tournament=entry.tournament_id, game=0, seq=0, personal=personal))


def tell_tables(entries: Collection[int]) -> None:
    """Their tablets ask again what is open to them beside the room's game, once it is committed."""
    rows = Entry.objects.filter(pk__in=entries)

    def say() -> None:
        for tournament, of_one in groupby(
            rows.order_by("tournament").values_list("tournament", "pk", "news"), itemgetter(0)
        ):
            personal = {pk: encode(NewsTold(news=news)) for _, pk, news in of_one}
            bus.publish(bus.Frames(tournament=tournament, game=0, seq=0, personal=personal))

    transaction.on_commit(say)
