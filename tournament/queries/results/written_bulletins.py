"""What entries wrote, as it came: typed in from paper, else in time, else late."""

from collections.abc import Collection
from dataclasses import dataclass

from tournament import ports
from tournament.core.bulletin_limits import in_one_line
from tournament.models import Bulletin, LateBulletin
from tournament.ports import WrittenSheet

#: Entry and turn.
type WrittenKey = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """``text``: the letters in one line, without those struck out."""

    text: str
    ref: str


def written(keys: Collection[WrittenKey]) -> dict[WrittenKey, WrittenLine]:
    """Of each of ``keys`` from whom something came; what was typed in is the arbiters' office's to
    tell (``ports.read_typed``)."""
    if not keys:
        return {}
    entries, turns = zip(*keys, strict=True)
    asked = {"turn__in": set(turns), "entry__in": set(entries)}
    found: dict[WrittenKey, WrittenSheet] = {}
    for slips in (LateBulletin.objects, Bulletin.objects):
        found |= {(one.entry_id, one.turn_id): one for one in slips.filter(**asked)}
    found |= ports.read_typed.ask(keys)
    return {
        key: WrittenLine(in_one_line(found[key].rows, found[key].struck), found[key].reference)
        for key in keys
        if key in found
    }
