"""Notices to update channels outside the live room (``tournament.protocol.update_channel``)."""

from functools import partial

from django.db import transaction

from tournament.protocol import bus


def notify(*channels: str) -> None:
    """Notify everybody who follows one of these channels, after commit."""
    transaction.on_commit(partial(bus.publish, bus.RoomUpdates(list(channels))))
