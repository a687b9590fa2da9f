"""Notifies a table of a change to data about it that is not part of its state."""

from collections.abc import Collection
from itertools import groupby
from operator import itemgetter

from django.db import transaction
from django.db.models import F

from tournament.models import Entry
from tournament.protocol import NewsNotice, bus, encode


def notify_entry(entry: Entry) -> None:
    """Have the tablet of ``entry`` fetch its data again, after the commit.

    Counted only after commit, because services lock an entry before the game and rulings after it.
    """
    transaction.on_commit(lambda: _send_news(entry))


def _send_news(entry: Entry) -> None:
    rows = Entry.objects.filter(pk=entry.pk)
    if not rows.update(news=F("news") + 1):
        return  # removed meanwhile
    message = encode(NewsNotice(news=rows.values_list("news", flat=True).get()))
    personal = {entry.pk: message}
    bus.publish(bus.Frames(tournament=entry.tournament_id, game=0, seq=0, personal=personal))


def notify_entries(entries: Collection[int]) -> None:
    """Have the tablets of ``entries`` fetch what they may see besides the game, after commit."""
    rows = Entry.objects.filter(pk__in=entries)

    def publish() -> None:
        for tournament, entry_rows in groupby(
            rows.order_by("tournament").values_list("tournament", "pk", "news"), itemgetter(0)
        ):
            personal = {pk: encode(NewsNotice(news=news)) for _, pk, news in entry_rows}
            bus.publish(bus.Frames(tournament=tournament, game=0, seq=0, personal=personal))

    transaction.on_commit(publish)
