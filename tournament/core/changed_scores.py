"""Changes of scores that wait to be published, and whom they concern.

A table receives its own scores, and its rank whenever another total passed its own since the last
publication, even if the order is the same again: a device that reconnected in between received
the other rank.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

#: Number of entries that are named; after more changes everybody is told.
MAX_NAMED_ENTRIES = 50

#: For each turn the entries that changed, with the points that they had on it since the last
#: publication; None: perhaps all entries. As JSON: the keys are texts.
type ChangedScores = dict[str, dict[str, list[int]] | None]


class RankedRow(Protocol):
    @property
    def entry_id(self) -> int: ...
    @property
    def total(self) -> int: ...


def add_change(
    changes: ChangedScores,
    turn: int,
    old_points: Mapping[int, int | None] | None,
    *,
    is_first_change: bool,
) -> ChangedScores:
    """Return ``changes`` with another one on ``turn``.

    ``old_points``: by entry, before the change; None for points that stay; None instead of a map:
    perhaps all entries. ``is_first_change``: the turn has no unpublished change yet.
    Only then may entries be named where none are stored.
    """
    points_by_entry = changes.get(str(turn), {} if is_first_change else None)
    if points_by_entry is None or old_points is None:
        return changes | {str(turn): None}
    merged = {entry: list(points) for entry, points in points_by_entry.items()}
    for entry, points in old_points.items():
        before = merged.setdefault(str(entry), [])
        if points is not None and points not in before:
            before.append(points)
    return changes | {str(turn): merged if len(merged) <= MAX_NAMED_ENTRIES else None}


def find_changed_entries(changes: ChangedScores, turns: Collection[int]) -> set[int] | None:
    """Return the entries that changed on ``turns``; None: perhaps all."""
    entries: set[int] = set()
    for turn in turns:
        points_by_entry = changes.get(str(turn))
        if points_by_entry is None:
            return None
        entries.update(map(int, points_by_entry))
    return entries


def find_overtaken_entries(
    rows: Sequence[RankedRow],
    changes: ChangedScores,
    points: Mapping[int, Mapping[int, int]],
    totals: Mapping[int, int],
) -> set[int]:
    """Return the entries of ``rows`` whose total another one reached or passed.

    ``rows``: best first. ``points``: the current ones by entry and turn, of the turns that count;
    ``totals``: of those of these entries that are ranked.
    """
    entries = set[int]()
    for low, high in _merge_spans(_list_spans(changes, points, totals)):
        start = bisect_left(rows, -high, key=lambda row: -row.total)
        end = bisect_right(rows, -low, key=lambda row: -row.total)
        entries.update(row.entry_id for row in rows[start:end])
    return entries


def _list_spans(
    changes: ChangedScores, points: Mapping[int, Mapping[int, int]], totals: Mapping[int, int]
) -> Iterable[tuple[int, int]]:
    """Yield the lowest and the highest total that each changed entry had."""
    for entry, by_turn in points.items():
        if entry not in totals:
            continue
        low = high = totals[entry]
        for turn, present in by_turn.items():
            before = [*((changes.get(str(turn)) or {}).get(str(entry)) or ()), present]
            low += min(before) - present
            high += max(before) - present
        if low < high:
            yield low, high


def _merge_spans(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged = list[tuple[int, int]]()
    for low, high in sorted(spans):
        if merged and low <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(high, merged[-1][1])
        else:
            merged.append((low, high))
    return merged
