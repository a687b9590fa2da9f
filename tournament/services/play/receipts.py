"""Receipts of tablets: a slip was on the screen. The arbiters' office keeps them."""

from collections.abc import Sequence
from uuid import UUID

from tournament import ports
from tournament.ports import SlipReceipt
from tournament.queries import clock


def take_receipts(receipts: Sequence[SlipReceipt]) -> list[bool]:
    """Whether each is for a slip of its own entry, and written. One that comes again changes
    nothing."""
    known = ports.take_receipts.ask(receipts)
    return [(receipt.uid, receipt.entry_id) in known for receipt in receipts]


def take_receipt(*, uid: UUID, entry_id: int) -> bool:
    """The same for one that comes by itself, now."""
    [known] = take_receipts([SlipReceipt(uid, entry_id, clock.now())])
    return known
