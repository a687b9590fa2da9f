"""What entries wrote, as it came: typed in from paper, else in time, else late."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from tournament.core.handin import in_one_line
from tournament.models import Bulletin, LateBulletin

#: Entry and turn.
type WrittenKey = tuple[int, int]


class WrittenSheet(Protocol):
    """What a bulletin of any kind has."""

    rows: Sequence[str]
    struck: Sequence[str]
    reference: str


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """``text``: the letters in one line, without those struck out."""

    text: str
    ref: str


class _Typed(Protocol):
    def __call__(self, keys: Collection[WrittenKey], /) -> Mapping[WrittenKey, WrittenSheet]: ...


def written(keys: Collection[WrittenKey]) -> dict[WrittenKey, WrittenLine]:
    """Of each of ``keys`` from whom something came; what was typed in is the arbiters' office's to
    tell (``settings.DUPLICATA_TYPED``)."""
    if not keys:
        return {}
    typed: _Typed = import_string(settings.DUPLICATA_TYPED)
    entries, turns = zip(*keys, strict=True)
    asked = {"turn__in": set(turns), "entry__in": set(entries)}
    found: dict[WrittenKey, WrittenSheet] = {}
    for slips in (LateBulletin.objects, Bulletin.objects):
        found |= {(one.entry_id, one.turn_id): one for one in slips.filter(**asked)}
    found |= typed(keys)
    return {
        key: WrittenLine(in_one_line(found[key].rows, found[key].struck), found[key].reference)
        for key in keys
        if key in found
    }
