"""Ranks, and percentages of the tops (introduction; section 7 of the editions before 2023)."""

from collections.abc import Hashable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

HUNDREDTH = Decimal("0.01")


def ranks_of(values: Sequence[Any]) -> list[int]:
    """Return the rank of each value, greatest first; equal ones share it, the next is skipped."""
    first: dict[Any, int] = {}
    for place, value in enumerate(sorted(values, reverse=True), start=1):
        first.setdefault(value, place)
    return [first[value] for value in values]


def rank[K: Hashable](totals: Mapping[K, int]) -> dict[K, int]:
    """Return the rank of each key by decreasing total, as ``ranks_of``."""
    return dict(zip(totals, ranks_of(list(totals.values())), strict=True))


def percent(total: int, top_total: int) -> Decimal | None:
    """Return ``total`` as a percentage of ``top_total``, two decimals, rounded half up."""
    if not top_total:
        return None
    return (Decimal(100 * total) / top_total).quantize(HUNDREDTH, ROUND_HALF_UP)
