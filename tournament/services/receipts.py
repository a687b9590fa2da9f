"""Receipts of tablets: a slip was on the screen. The arbiters' office keeps them."""

from datetime import datetime
from typing import Protocol
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string

from tournament.queries import clock


class _Receive(Protocol):
    def __call__(self, *, uid: UUID, entry_id: int, now: datetime) -> bool: ...


def take_receipt(*, uid: UUID, entry_id: int) -> bool:
    """The tablet of the entry has shown slip ``uid``; False for one that is none of its own.

    By the room's clock, as it was when this was asked. A second receipt changes nothing.
    """
    receive: _Receive = import_string(settings.DUPLICATA_ON_SLIP_SHOWN)
    return receive(uid=uid, entry_id=entry_id, now=clock.now())
