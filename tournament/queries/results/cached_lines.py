"""The scoreboard of games as this process read it last: after a change only what changed is read.

Rows of the scoreboard are written in one transaction with a row of the journal, which names the
entries of a small change (``Journal.changed_entries``). What is cached was true at one row of the
journal, known by its digest: rows of another history (a restored archive) do not match it.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Q

from tournament.core import solo
from tournament.core.events import EventKind
from tournament.core.states import PLACED_TURN_STATES
from tournament.models import Journal, Score, Turn

#: Number of games cached, the last ones used.
MAX_CACHED_GAMES = 32


class TurnLine(NamedTuple):
    """The score of one entry on one turn."""

    entry_id: int
    points: int
    gross: int
    warnings: int
    average: bool


class LineSum(NamedTuple):
    """Sums of one entry over the turns whose word is on the grid."""

    points: int = 0
    warnings: int = 0
    solos: int = 0


NO_LINES = LineSum()


@dataclass(frozen=True, slots=True)
class CachedLines:
    """The lines of the turns whose word is on the grid, by turn and entry, and the sums of the
    entries that have some; never changed, but replaced."""

    seq: int
    chain: str
    turns: Mapping[int, Mapping[int, TurnLine]]
    sums: Mapping[int, LineSum]


class _NewRow(NamedTuple):
    """A row of the journal; ``EventKind.TURN_CORRECTED``: lines of its turn changed."""

    seq: int
    chain: str
    kind: str
    turn_id: int | None
    changed_entries: list[int] | None


_NOTHING = CachedLines(0, "", {}, {})


def load_lines(game_id: int) -> CachedLines:
    """Return the lines of a game as they are now."""
    previous = _cache.get(game_id)
    # The journal first: what changes after it is read again next time, harmlessly.
    rows = _read_journal(game_id, previous)
    if previous.seq and (
        not rows or (rows[0].seq, rows[0].chain) != (previous.seq, previous.chain)
    ):
        previous, rows = _NOTHING, _read_journal(game_id, _NOTHING)
    turns = Turn.objects.filter(game=game_id, state__in=list(PLACED_TURN_STATES)).order_by()
    placed = set(turns.values_list("pk", flat=True))
    fresh = [row for row in rows if row.seq > previous.seq]
    if previous.seq and not fresh and placed == previous.turns.keys():
        return previous
    updated = _update(previous, placed, fresh)
    if updated.seq:
        _store_on_commit(game_id, updated)
    return updated


def _read_journal(game_id: int, previous: CachedLines) -> list[_NewRow]:
    """Return the row at which the lines were cached, and those since; without any, the last."""
    rows = Journal.objects.filter(game=game_id).order_by("seq").values_list(*_NewRow._fields)
    if previous.seq:
        return [_NewRow(*row) for row in rows.filter(seq__gte=previous.seq)]
    return [_NewRow(*row) for row in rows.order_by("-seq")[:1]]


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
    turns = {turn: lines for turn, lines in previous.turns.items() if turn in placed}
    turns |= {turn: {} for turn in unread_turns}
    for turn, entries in changed_entries_by_turn.items():
        turns[turn] = {pk: line for pk, line in turns[turn].items() if pk not in entries}
    for turn, lines in _read_lines(unread_turns, changed_entries_by_turn).items():
        turns[turn] = {**turns[turn], **lines}
    changed = {
        turn
        for turn in previous.turns.keys() | turns
        if turns.get(turn) is not previous.turns.get(turn)
    }
    last = new_rows[-1] if new_rows else None
    return CachedLines(
        last.seq if last else previous.seq,
        last.chain if last else previous.chain,
        turns,
        _add_up(previous, turns, changed),
    )


def _read_lines(
    whole: Iterable[int], single: Mapping[int, set[int]]
) -> dict[int, dict[int, TurnLine]]:
    condition = Q(turn__in=list(whole))
    for turn, entries in single.items():
        condition |= Q(turn=turn, entry__in=entries)
    rows: dict[int, dict[int, TurnLine]] = {}
    lines = Score.objects.filter(condition).order_by()
    for turn, *columns in lines.values_list("turn_id", *TurnLine._fields):
        line = TurnLine(*columns)
        rows.setdefault(turn, {})[line.entry_id] = line
    return rows


def _add_up(
    previous: CachedLines, turns: Mapping[int, Mapping[int, TurnLine]], changed: Iterable[int]
) -> dict[int, LineSum]:
    """Return the sums of ``previous`` with the lines of the turns in ``changed`` replaced.

    A sum that did not change stays the same object.
    """
    differences: dict[int, list[int]] = {}
    for turn in changed:
        before, after = previous.turns.get(turn, {}), turns.get(turn, {})
        for entry in before.keys() | after.keys():
            old, new = before.get(entry), after.get(entry)
            if old is new:
                continue
            difference = differences.setdefault(entry, [0, 0, 0])
            for line, sign in ((old, -1), (new, 1)):
                if line is not None:
                    difference[0] += sign * line.points
                    difference[1] += sign * line.warnings
        for winner, sign in ((_find_solo(before), -1), (_find_solo(after), 1)):
            if winner is not None:
                differences.setdefault(winner, [0, 0, 0])[2] += sign
    sums = dict(previous.sums)
    for entry, difference in differences.items():
        if any(difference):
            old_sum = sums.get(entry, NO_LINES)
            sums[entry] = LineSum(*map(sum, zip(old_sum, difference, strict=True)))
    return sums


def _find_solo(lines: Mapping[int, TurnLine]) -> int | None:
    return solo.find_solo(lines.values())


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
