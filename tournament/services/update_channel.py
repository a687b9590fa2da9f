"""News of the rooms beside the big one (``tournament.protocol.update_channel``)."""

from functools import partial

from django.db import transaction

from tournament.protocol import bus


def tell(*rooms: str) -> None:
    """Have everybody who follows one of these rooms ask for his page anew, after commit."""
    transaction.on_commit(partial(bus.publish, bus.BesideNews(list(rooms))))
