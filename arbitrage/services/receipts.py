"""Receipts of tablets, stored on the slips that were on the screen."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from tournament.models import Turn
from tournament.ports import SlipReceipt
from tournament.queries import clock
from tournament.services.locks import lock_turns
from tournament.services.play.scoreboard import publish_counts

#: Both statements lock slips by key: the same receipts come to another process as well.
_STAMP = """
    WITH sent AS (
        SELECT uid, entry_id, min(at) AS at
        FROM unnest(%(uid)s::uuid[], %(entry)s::bigint[], %(at)s::timestamptz[])
            AS s (uid, entry_id, at)
        GROUP BY uid, entry_id
    ), known AS (
        SELECT slip.id, slip.turn_id, slip.uid, slip.entry_id, sent.at
        FROM arbitrage_slip slip
        JOIN sent ON sent.uid = slip.uid AND sent.entry_id = slip.entry_id
        ORDER BY slip.id
        FOR NO KEY UPDATE OF slip
    ), stamped AS (
        UPDATE arbitrage_slip slip SET shown_at = known.at
        FROM known
        WHERE slip.id = known.id AND (slip.shown_at IS NULL OR known.at < slip.shown_at)
    )
    SELECT id, turn_id, uid, entry_id FROM known
"""
_RECTIFY = """
    WITH replacing AS (
        SELECT later.id, later.turn_id
        FROM arbitrage_slip later
        JOIN arbitrage_slip slip ON later.turn_id = slip.turn_id
         AND later.entry_id = slip.entry_id AND later.version > slip.version
        WHERE slip.id = ANY(%s) AND NOT later.rectifies
        ORDER BY later.id
        FOR NO KEY UPDATE OF later
    )
    UPDATE arbitrage_slip slip SET rectifies = true
    FROM replacing
    WHERE slip.id = replacing.id
    RETURNING replacing.turn_id
"""


def store_receipts(receipts: Sequence[SlipReceipt], /) -> set[tuple[UUID, int]]:
    """Stamp the slips that tablets of their entries have shown; return those that exist.

    Answers ``ports.store_receipts``. The number of statements is constant; of several receipts for
    a slip the earliest counts.
    """
    sent: dict[str, Any] = {
        "uid": [receipt.uid for receipt in receipts],
        "entry": [receipt.entry_id for receipt in receipts],
        "at": [receipt.at for receipt in receipts],
    }
    with connection.cursor() as cursor:
        cursor.execute(_STAMP, sent)
        rows = cursor.fetchall()
    if rows:
        _rectify([slip for slip, *_ in rows], {turn for _, turn, *_ in rows})
    return {(uid, entry) for *_, uid, entry in rows}


def _rectify(slips: list[int], turns: Collection[int]) -> None:
    """Mark the slips that replaced ``slips``, meanwhile shown, as corrections.

    Otherwise the player would not read that a sanction is gone. Each step is committed by itself,
    so that nothing is locked while waiting for another lock; sending the receipt again repeats
    them.
    """
    with transaction.atomic():  # slips being made do not count them as shown: wait for those
        lock_turns(Turn.objects.filter(pk__in=turns))
    with connection.cursor() as cursor:
        cursor.execute(_RECTIFY, [slips])
        changed = {turn for (turn,) in cursor.fetchall()}
    for turn in Turn.objects.filter(pk__in=changed):
        with transaction.atomic():
            publish_counts(turn=turn, now=clock.now(), wait=False)
