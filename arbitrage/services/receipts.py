"""Receipts of tablets, stamped on the slips that were on the screen."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import connection

from tournament.services.receipts import Receipt

#: In the order in which everybody locks slips: the same receipts come to another process as well.
_STAMP = """
    WITH sent AS (
        SELECT uid, entry_id, min(at) AS at
        FROM unnest(%(uid)s::uuid[], %(entry)s::bigint[], %(at)s::timestamptz[])
            AS s (uid, entry_id, at)
        GROUP BY uid, entry_id
    ), known AS (
        SELECT slip.id, slip.uid, slip.entry_id, sent.at
        FROM arbitrage_slip slip
        JOIN sent ON sent.uid = slip.uid AND sent.entry_id = slip.entry_id
        ORDER BY slip.id
        FOR NO KEY UPDATE OF slip
    ), stamped AS (
        UPDATE arbitrage_slip slip SET shown_at = known.at
        FROM known
        WHERE slip.id = known.id AND (slip.shown_at IS NULL OR known.at < slip.shown_at)
    )
    SELECT uid, entry_id FROM known
"""


def take_receipts(receipts: Sequence[Receipt], /) -> set[tuple[UUID, int]]:
    """Stamp the slips that tablets of their entries have shown; gives those that are there.

    Hook of ``settings.DUPLICATA_ON_SLIP_SHOWN``. However many there are, one statement; of several
    receipts for a slip the earliest counts.
    """
    sent: dict[str, Any] = {
        "uid": [receipt.uid for receipt in receipts],
        "entry": [receipt.entry_id for receipt in receipts],
        "at": [receipt.at for receipt in receipts],
    }
    with connection.cursor() as cursor:
        cursor.execute(_STAMP, sent)
        return set(cursor.fetchall())
