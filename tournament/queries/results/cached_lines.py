"""The scoreboard of games as this process read it last: after a change only what changed is read.

Rows of the scoreboard are written in one transaction with a row of the journal, which names the
entries of a small change (``Journal.changed_entries``). What is cached was true at one row of the
journal, known by its digest: rows of another history (a restored archive) do not match it.
"""

from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import NamedTuple

from django.contrib.postgres.expressions import ArraySubquery
from django.db import connection, transaction
from django.db.models import Q
from msgspec import Struct

from tournament.core import solo
from tournament.core.events import EventKind
from tournament.core.states import PLACED_TURN_STATES
from tournament.models import Journal, Score, Turn

#: Number of games cached, the last ones used.
MAX_CACHED_GAMES = 32


class TurnLine(Struct, frozen=True, gc=False):
    """The score of one entry on one turn; as hundreds of thousands are cached, the garbage
    collector does not visit them."""

    entry_id: int
    points: int
    gross: int
    warnings: int
    average: bool


class LineSum(Struct, frozen=True, gc=False):
    """Sums of one entry over the turns whose word is on the grid."""

    points: int = 0
    warnings: int = 0
    solos: int = 0


NO_LINES = LineSum()


@dataclass(frozen=True, slots=True)
class TurnLines:
    """The lines of a turn by entry; ``gross_counts``: the number of lines with each score before
    penalties, averages left out."""

    by_entry: Mapping[int, TurnLine]
    gross_counts: Mapping[int, int]
    solo: int | None

    def replace(self, entries: Collection[int], lines: Mapping[int, TurnLine]) -> "TurnLines":
        """Return the lines with those of ``entries`` replaced by ``lines``."""
        by_entry, counts = dict(self.by_entry), Counter(self.gross_counts)
        removed = [by_entry.pop(entry) for entry in entries if entry in by_entry]
        counts.subtract(line.gross for line in removed if not line.average)
        counts.update(line.gross for line in lines.values() if not line.average)
        by_entry.update(lines)
        best_score = max(+counts, default=0)
        is_shared = counts[best_score] != 1
        best_lines = (line for line in by_entry.values() if line.gross >= best_score)
        return TurnLines(by_entry, +counts, None if is_shared else solo.find_solo(best_lines))


_NO_TURN_LINES = TurnLines({}, {}, None)


@dataclass(frozen=True, slots=True)
class CachedLines:
    """The lines of the turns whose word is on the grid, and the sums of the entries that have some;
    never changed, but replaced: ``changed_sums`` are the entries of which ``sums`` are not
    ``old_sums``."""

    seq: int
    chain: str
    turns: Mapping[int, TurnLines]
    sums: Mapping[int, LineSum]
    old_sums: Mapping[int, LineSum]
    changed_sums: Collection[int]


class ChangedLines(NamedTuple):
    """Lines of a turn that changed; ``entries``: whose they are; None: perhaps of all."""

    turn_id: int
    entries: Collection[int] | None


class _NewRow(NamedTuple):
    """A row of the journal; ``EventKind.TURN_CORRECTED``: lines of its turn changed."""

    seq: int
    chain: str
    kind: str
    turn_id: int | None
    changed_entries: Collection[int] | None


_NOTHING = CachedLines(0, "", {}, {}, {}, ())


def load_lines(game_id: int, changed_lines: ChangedLines | None = None) -> CachedLines:
    """Return the lines of a game as they are now.

    ``changed_lines``: written in this transaction, not in the journal yet. Their row of the journal
    will have them read again, harmlessly.
    """
    previous = _cache.get(game_id)
    # The journal first: what changes after it is read again next time, harmlessly.
    rows, placed = _read_journal(game_id, previous)
    if previous.seq and (
        not rows or (rows[0].seq, rows[0].chain) != (previous.seq, previous.chain)
    ):
        previous, (rows, placed) = _NOTHING, _read_journal(game_id, _NOTHING)
    fresh = [row for row in rows if row.seq > previous.seq]
    if changed_lines is not None:
        last = rows[-1] if rows else previous
        fresh.append(_NewRow(last.seq, last.chain, EventKind.TURN_CORRECTED, *changed_lines))
    if previous.seq and not fresh and placed == previous.turns.keys():
        return previous
    updated = _update(previous, placed, fresh)
    if updated.seq:
        _store_on_commit(game_id, updated)
    return updated


def _read_journal(game_id: int, previous: CachedLines) -> tuple[list[_NewRow], set[int]]:
    """Return the row at which the lines were cached, and those since; without any, the last; and,
    of the same moment, the turns whose word is on the grid."""
    turns = Turn.objects.filter(game=game_id, state__in=list(PLACED_TURN_STATES)).order_by()
    keys = turns.values_list("pk", flat=True)
    rows = Journal.objects.filter(game=game_id).order_by("seq")
    rows = rows.filter(seq__gte=previous.seq) if previous.seq else rows.order_by("-seq")[:1]
    lines = list(rows.values_list(ArraySubquery(keys), *_NewRow._fields))
    placed = lines[0][0] if lines else keys
    return [_NewRow(*line[1:]) for line in lines], set(placed)


def _update(previous: CachedLines, placed: set[int], new_rows: Sequence[_NewRow]) -> CachedLines:
    """Read the lines of the turns in ``placed`` that ``new_rows`` may have changed."""
    correcting_rows = [
        row for row in new_rows if row.kind == EventKind.TURN_CORRECTED and row.turn_id in placed
    ]
    unread_turns = placed - previous.turns.keys()
    unread_turns |= {
        row.turn_id for row in correcting_rows if row.turn_id and row.changed_entries is None
    }
    changed_entries_by_turn: dict[int, set[int]] = {}
    for row in correcting_rows:
        if row.turn_id and row.turn_id not in unread_turns:
            changed_entries_by_turn.setdefault(row.turn_id, set()).update(row.changed_entries or ())
    lines = _read_lines(unread_turns, changed_entries_by_turn)
    turns = {turn: old for turn, old in previous.turns.items() if turn in placed}
    for turn in unread_turns:
        turns[turn] = _NO_TURN_LINES.replace((), lines.get(turn, {}))
    for turn, entries in changed_entries_by_turn.items():
        turns[turn] = turns[turn].replace(entries, lines.get(turn, {}))
    changes: dict[int, Collection[int]] = {
        turn: changed_entries_by_turn.get(turn) or _list_entries(previous, turns, turn)
        for turn in previous.turns.keys() | turns
        if turns.get(turn) is not previous.turns.get(turn)
    }
    last = new_rows[-1] if new_rows else previous
    lines_at_last = replace(previous, seq=last.seq, chain=last.chain, turns=turns)
    if not (sums := _add_up(previous, turns, changes)):
        return lines_at_last
    return replace(
        lines_at_last,
        sums={**previous.sums, **sums},
        old_sums=previous.sums,
        changed_sums=sums.keys(),
    )


def _list_entries(
    previous: CachedLines, turns: Mapping[int, TurnLines], turn: int
) -> Collection[int]:
    """Return the entries with a line on ``turn``, before or after a change."""
    lines = (read.get(turn, _NO_TURN_LINES).by_entry for read in (previous.turns, turns))
    return set().union(*lines)


def _read_lines(
    whole: Iterable[int], single: Mapping[int, set[int]]
) -> dict[int, dict[int, TurnLine]]:
    condition = Q(turn__in=list(whole))
    for turn, entries in single.items():
        condition |= Q(turn=turn, entry__in=entries)
    rows: dict[int, dict[int, TurnLine]] = {}
    lines = Score.objects.filter(condition).order_by()
    for turn, *columns in lines.values_list("turn_id", *TurnLine.__struct_fields__):
        line = TurnLine(*columns)
        rows.setdefault(turn, {})[line.entry_id] = line
    return rows


def _add_up(
    previous: CachedLines,
    turns: Mapping[int, TurnLines],
    changes: Mapping[int, Collection[int]],
) -> dict[int, LineSum]:
    """Return the sums that differ from ``previous`` by the lines of ``changes``, entries by
    turn."""
    differences: dict[int, list[int]] = {}
    for turn, entries in changes.items():
        before = previous.turns.get(turn, _NO_TURN_LINES)
        after = turns.get(turn, _NO_TURN_LINES)
        for entry in entries:
            difference = differences.setdefault(entry, [0, 0, 0])
            for line, sign in ((before.by_entry.get(entry), -1), (after.by_entry.get(entry), 1)):
                if line is not None:
                    difference[0] += sign * line.points
                    difference[1] += sign * line.warnings
        for winner, sign in ((before.solo, -1), (after.solo, 1)):
            if winner is not None:
                differences.setdefault(winner, [0, 0, 0])[2] += sign
    return {
        entry: _add(previous.sums.get(entry, NO_LINES), *difference)
        for entry, difference in differences.items()
        if any(difference)
    }


def _add(old: LineSum, points: int, warnings: int, solos: int) -> LineSum:
    return LineSum(old.points + points, old.warnings + warnings, old.solos + solos)


def _store_on_commit(game_id: int, lines: CachedLines) -> None:
    """Store the lines once they are committed."""
    if connection.in_atomic_block:
        transaction.on_commit(lambda: _cache.store(game_id, lines))
    else:
        _cache.store(game_id, lines)


class _Cache:
    """The lines of the games used last."""

    def __init__(self) -> None:
        self._games: OrderedDict[int, CachedLines] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: int) -> CachedLines:
        with self._lock:
            if game_id in self._games:
                self._games.move_to_end(game_id)
            return self._games.get(game_id, _NOTHING)

    def store(self, game_id: int, lines: CachedLines) -> None:
        with self._lock:
            self._games[game_id] = lines
            self._games.move_to_end(game_id)
            while len(self._games) > MAX_CACHED_GAMES:
                self._games.popitem(last=False)


_cache = _Cache()
