"""Bulletins as written: typed in from paper, else in time, else late."""

from collections.abc import Collection
from dataclasses import dataclass

from tournament import ports
from tournament.core.bulletin_limits import join_lines
from tournament.models import Bulletin, LateBulletin
from tournament.ports import WrittenSheet

#: Entry and turn.
type WrittenKey = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """``text``: the letters in one line, without those struck out."""

    text: str
    ref: str


def list_written_lines(keys: Collection[WrittenKey]) -> dict[WrittenKey, WrittenLine]:
    """Return the bulletins of those ``keys`` that have one; the arbitration returns those typed in
    (``ports.read_typed``)."""
    if not keys:
        return {}
    entries, turns = zip(*keys, strict=True)
    condition = {"turn__in": set(turns), "entry__in": set(entries)}
    sheets: dict[WrittenKey, WrittenSheet] = {}
    for bulletins in (LateBulletin.objects, Bulletin.objects):
        sheets |= {
            (bulletin.entry_id, bulletin.turn_id): bulletin
            for bulletin in bulletins.filter(**condition)
        }
    sheets |= ports.read_typed.function(keys)
    return {
        key: WrittenLine(join_lines(sheets[key].rows, sheets[key].struck), sheets[key].reference)
        for key in keys
        if key in sheets
    }
