"""Erasure of texts that people wrote, which leaves proofs valid (``core.chain``)."""

from collections.abc import Iterable
from typing import Any

from tournament.core.chain import ERASED_TEXT, compute_commitments
from tournament.models import Journal
from tournament.models.base import Erasable


def erase_texts(row: Erasable, names: Iterable[str]) -> list[str]:
    """Replace those of ``names`` that are not empty by ``ERASED_TEXT``: their salts are deleted,
    their commitments stored. Return their names. The caller opens the transaction.
    """
    erased_names = [name for name in names if name in row.salts]
    if not erased_names:
        return erased_names
    row_data: dict[str, Any] = row.data if isinstance(row, Journal) else {}
    texts = {name: row_data.get(name) or getattr(row, name) for name in erased_names}
    new_commitments = compute_commitments(
        texts, {name: row.salts[name] for name in erased_names}, {}
    )
    row.erased = {**row.erased, **new_commitments}
    row.salts = {name: salt for name, salt in row.salts.items() if name not in erased_names}
    fields = {"salts", "erased"}
    for name in erased_names:
        if isinstance(row, Journal) and name in row_data:
            row.data = {**row.data, name: ERASED_TEXT}
            fields.add("data")
        else:
            setattr(row, name, ERASED_TEXT)
            fields.add(name)
    row.save(update_fields=fields)
    return erased_names
