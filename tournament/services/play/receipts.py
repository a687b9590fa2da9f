"""Receipts of slips shown on tablets, which the arbitration stores."""

from collections.abc import Sequence
from uuid import UUID

from tournament import ports
from tournament.ports import SlipReceipt
from tournament.queries import clock


def take_receipts(receipts: Sequence[SlipReceipt]) -> list[bool]:
    """Store receipts; return True for each whose slip is of its entry. A repeated one changes
    nothing."""
    stored = ports.take_receipts.call(receipts)
    return [(receipt.uid, receipt.entry_id) in stored for receipt in receipts]


def take_receipt(*, uid: UUID, entry_id: int) -> bool:
    """Store a single receipt with the present time, as ``take_receipts``."""
    [stored] = take_receipts([SlipReceipt(uid, entry_id, clock.now())])
    return stored
