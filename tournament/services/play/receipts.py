"""Receipts of slips shown on tablets, which the arbitration stores."""

from collections.abc import Sequence
from uuid import UUID

from tournament import ports
from tournament.ports import SlipReceipt
from tournament.queries import clock


def store_receipts(receipts: Sequence[SlipReceipt]) -> list[bool]:
    """Store receipts; return True for each whose slip is of its entry. A repeated one changes
    nothing."""
    stored = ports.store_receipts.function(receipts)
    return [(receipt.uid, receipt.entry_id) in stored for receipt in receipts]


def store_receipt(*, uid: UUID, entry_id: int) -> bool:
    """Store a single receipt with the current time, as ``store_receipts``."""
    [stored] = store_receipts([SlipReceipt(uid, entry_id, clock.now())])
    return stored
