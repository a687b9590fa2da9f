"""Bulletins typed in from paper, for the pages of players."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from arbitrage.core.bulletin import ILLEGIBLE
from arbitrage.models import PaperBulletin


@dataclass(frozen=True, slots=True)
class TypedSheet:
    rows: list[str]
    struck: list[str]
    reference: str


def read_typed_sheets(keys: Collection[tuple[int, int]]) -> dict[tuple[int, int], TypedSheet]:
    """Return the bulletin that counts, by entry and turn; answers ``ports.read_typed``."""
    entries, turns = zip(*keys, strict=True)
    rows = PaperBulletin.objects.filter(turn__in=set(turns), entry__in=set(entries), contests=None)
    last = rows.order_by("turn_id", "entry_id", "-version").distinct("turn_id", "entry_id")
    return {
        (paper.entry_id, paper.turn_id): TypedSheet(
            paper.rows, paper.struck, _hide_illegible(paper.reference)
        )
        for paper in last
    }


def build_typed_condition() -> Exists:
    """Return the condition that a bulletin of an entry was typed in, on a cancelled turn too."""
    return Exists(PaperBulletin.objects.filter(entry=OuterRef("pk")))


def _hide_illegible(reference: str) -> str:
    return "" if reference == ILLEGIBLE else reference
