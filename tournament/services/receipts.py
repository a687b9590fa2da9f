"""Receipts of tablets: a slip was on the screen. The arbiters' office keeps them."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string

from tournament.queries import clock


class SlipReceipt(NamedTuple):
    """Slip ``uid`` was on the screen of the entry's tablet; ``at`` is when the server heard of it,
    by the room's clock."""

    uid: UUID
    entry_id: int
    at: datetime


class _Receive(Protocol):
    def __call__(self, receipts: Sequence[SlipReceipt], /) -> Collection[tuple[UUID, int]]: ...


def take_receipts(receipts: Sequence[SlipReceipt]) -> list[bool]:
    """Whether each is for a slip of its own entry, and written. One that comes again changes
    nothing."""
    receive: _Receive = import_string(settings.DUPLICATA_ON_SLIP_SHOWN)
    known = receive(receipts)
    return [(receipt.uid, receipt.entry_id) in known for receipt in receipts]


def take_receipt(*, uid: UUID, entry_id: int) -> bool:
    """The same for one that comes by itself, now."""
    [known] = take_receipts([SlipReceipt(uid, entry_id, clock.now())])
    return known
