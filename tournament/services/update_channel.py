"""Notices to rooms outside the live room (``tournament.protocol.update_channel``)."""

from functools import partial

from django.db import transaction

from tournament.protocol import bus


def notify(*rooms: str) -> None:
    """Notify everybody who follows one of these rooms, after commit."""
    transaction.on_commit(partial(bus.publish, bus.RoomUpdates(list(rooms))))
