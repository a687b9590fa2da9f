"""Texts that people wrote are erased, and what was proven with them stays so (``core.chain``)."""

from collections.abc import Iterable
from typing import Any

from tournament.core.chain import ERASED, commitments
from tournament.models import Journal
from tournament.models.base import Erasable


def erase_texts(row: Erasable, names: Iterable[str]) -> list[str]:
    """Put ``ERASED`` in place of those of ``names`` that say something: their salts go, their
    commitments stay. Returns which they were. The caller holds the transaction.
    """
    gone = [name for name in names if name in row.salts]
    if not gone:
        return gone
    within: dict[str, Any] = row.data if isinstance(row, Journal) else {}
    said = {name: within.get(name) or getattr(row, name) for name in gone}
    kept = commitments(said, {name: row.salts[name] for name in gone}, {})
    row.erased = {**row.erased, **kept}
    row.salts = {name: salt for name, salt in row.salts.items() if name not in gone}
    fields = {"salts", "erased"}
    for name in gone:
        if isinstance(row, Journal) and name in within:
            row.data = {**row.data, name: ERASED}
            fields.add("data")
        else:
            setattr(row, name, ERASED)
            fields.add(name)
    row.save(update_fields=fields)
    return gone
