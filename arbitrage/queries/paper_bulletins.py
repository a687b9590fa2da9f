"""What was typed in from paper, for the pages of players."""

from collections.abc import Collection
from dataclasses import dataclass

from arbitrage.core.bulletin import ILLEGIBLE
from arbitrage.models import PaperBulletin


@dataclass(frozen=True, slots=True)
class TypedSheet:
    rows: list[str]
    struck: list[str]
    reference: str


def typed_of(keys: Collection[tuple[int, int]]) -> dict[tuple[int, int], TypedSheet]:
    """Answers ``ports.read_typed``: by entry and turn, the bulletin that counts."""
    entries, turns = zip(*keys, strict=True)
    rows = PaperBulletin.objects.filter(turn__in=set(turns), entry__in=set(entries), contests=None)
    last = rows.order_by("turn_id", "entry_id", "-version").distinct("turn_id", "entry_id")
    return {
        (one.entry_id, one.turn_id): TypedSheet(one.rows, one.struck, _legible(one.reference))
        for one in last
    }


def _legible(reference: str) -> str:
    return "" if reference == ILLEGIBLE else reference
