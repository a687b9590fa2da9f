"""Ranks, and percentages of the tops (introduction; section 7 of the editions before 2023)."""

from collections.abc import Hashable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

HUNDREDTH = Decimal("0.01")


def compute_ranks(values: Sequence[Any]) -> list[int]:
    """Return the rank of each value, greatest first; equal ones share it, the next is skipped."""
    ranks: dict[Any, int] = {}
    for place, value in enumerate(sorted(values, reverse=True), start=1):
        ranks.setdefault(value, place)
    return [ranks[value] for value in values]


def rank_totals[K: Hashable](totals: Mapping[K, int]) -> dict[K, int]:
    """Return the rank of each key by decreasing total, as ``compute_ranks``."""
    return dict(zip(totals, compute_ranks(list(totals.values())), strict=True))


def compute_percent(total: int, top_total: int) -> Decimal | None:
    """Return ``total`` as a percentage of ``top_total``, two decimals, rounded half up."""
    if not top_total:
        return None
    return (Decimal(100 * total) / top_total).quantize(HUNDREDTH, ROUND_HALF_UP)
