"""The ranking of games under way as this process built it last: rows that did not change stay.

It is valid for the sums (``cached_lines``) and the entries from which it was built, and for nothing
else: what was read in a transaction that failed is never found again.
"""

from bisect import bisect_left, bisect_right, insort
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from django.db import connection
from msgspec import Struct

from tournament.core.ranking.ranks import compute_ranks
from tournament.queries.results.cached_lines import MAX_CACHED_GAMES, NO_LINES, CachedLines, LineSum

#: After more changed sums than these, all entries are sorted again.
MAX_MOVED_ENTRIES = 50

#: Table number and name of each entry, smallest number first.
type Entries = Mapping[int, tuple[int, str]]
#: Equal while the ranked entries, their names and their seats are the same.
type Fingerprint = tuple[object, ...]


class StandingRow(Struct, frozen=True, gc=False):
    """One line of a ranking, ready for display."""

    rank: int
    entry_id: int
    table: int
    name: str
    total: int
    points: int
    solos: int
    bonus: int
    warnings: int
    deduction: int
    #: Number of the turn of a *mort subite* that eliminated it.
    elimination_turn: int | None = None


@dataclass(frozen=True, slots=True)
class CachedRanking:
    """``fingerprint``: of the entries; ``places``: their order, which is also that of equal totals;
    ``sums``: as ``CachedLines``."""

    fingerprint: Fingerprint
    entries: Entries
    places: Mapping[int, int]
    sums: Mapping[int, LineSum]
    rows: Sequence[StandingRow]
    by_entry: Mapping[int, StandingRow]


#: The withdrawn entries of a tournament; a digest of all names, of their tables, whose numbers
#: never change, and of their seats in a game.
_ENTRIES_QUERY = """
SELECT array_agg(id) FILTER (WHERE withdrawn), count(*),
    bit_xor(hashtextextended(name, hashint8extended(table_id, id))),
    (SELECT bit_xor(hashint8extended(table_id, entry_id)) FROM tournament_seat WHERE game_id = %s)
FROM tournament_entry WHERE tournament_id = %s
"""


def read_entries_version(tournament_id: int, game_id: int) -> tuple[list[int], Fingerprint]:
    """Return the withdrawn entries of a tournament, and a digest of names, tables and seats."""
    with connection.cursor() as cursor:
        cursor.execute(_ENTRIES_QUERY, [game_id, tournament_id])
        withdrawn, *digests = cursor.fetchone()
    return withdrawn or [], tuple(digests)


def rank_entries(
    game_id: int,
    fingerprint: Fingerprint,
    load_entries: Callable[[], Entries],
    lines: CachedLines,
) -> CachedRanking:
    """Return the ranking of a game under way, in which points alone count."""
    previous = _cache.get(game_id)
    if previous is None or previous.fingerprint != fingerprint:
        ranking = _rank(fingerprint, load_entries(), lines.sums)
    elif previous.sums is lines.sums:
        return previous
    elif previous.sums is lines.old_sums and len(lines.changed_sums) <= MAX_MOVED_ENTRIES:
        ranking = _move_entries(previous, lines)
    else:
        ranking = _rank(fingerprint, previous.entries, lines.sums)
    _cache.store(game_id, ranking)
    return ranking


def _rank(fingerprint: Fingerprint, entries: Entries, sums: Mapping[int, LineSum]) -> CachedRanking:
    """Rank by points, equal ones in the order of ``entries``."""
    own_sums = [(entry, sums.get(entry, NO_LINES)) for entry in entries]
    own_sums.sort(key=lambda own: own[1].points, reverse=True)  # stable
    ranks = compute_ranks([own_sum.points for _, own_sum in own_sums])
    rows = [
        _build_row(entry, entries[entry], rank, own_sum)
        for (entry, own_sum), rank in zip(own_sums, ranks, strict=True)
    ]
    places = {entry: place for place, entry in enumerate(entries)}
    by_entry = {row.entry_id: row for row in rows}
    return CachedRanking(fingerprint, entries, places, sums, rows, by_entry)


def _move_entries(previous: CachedRanking, lines: CachedLines) -> CachedRanking:
    """Return ``previous`` with the sums of ``lines``; rows that stay the same are kept."""
    entries, places, sums = previous.entries, previous.places, lines.sums
    rows, by_entry = list(previous.rows), dict(previous.by_entry)

    def sort_key(row: StandingRow) -> tuple[int, int]:
        return -row.points, places[row.entry_id]

    moved = [entry for entry in lines.changed_sums if entry in entries]
    for entry in moved:
        del rows[bisect_left(rows, sort_key(by_entry[entry]), key=sort_key)]
    for entry in moved:
        by_entry[entry] = _build_row(entry, entries[entry], 0, sums[entry])
        insort(rows, by_entry[entry], key=sort_key)
    crossed = [ranks[entry].points for entry in moved for ranks in (previous.by_entry, by_entry)]
    start = bisect_left(rows, -max(crossed, default=0), key=lambda row: -row.points)
    end = bisect_right(rows, -min(crossed, default=0), key=lambda row: -row.points)
    rank, points = 0, None
    for index in range(start, end):
        row = rows[index]
        if row.points != points:
            rank, points = index + 1, row.points
        if row.rank != rank:
            own_sum, entry = sums.get(row.entry_id, NO_LINES), row.entry_id
            rows[index] = by_entry[entry] = _build_row(entry, entries[entry], rank, own_sum)
    return CachedRanking(previous.fingerprint, entries, places, sums, rows, by_entry)


def _build_row(entry: int, seat: tuple[int, str], rank: int, own_sum: LineSum) -> StandingRow:
    return StandingRow(
        rank=rank,
        entry_id=entry,
        table=seat[0],
        name=seat[1],
        total=own_sum.points,
        points=own_sum.points,
        solos=own_sum.solos,
        bonus=0,
        warnings=own_sum.warnings,
        deduction=0,
    )


class _Cache:
    """The rankings of the games used last."""

    def __init__(self) -> None:
        self._games: OrderedDict[int, CachedRanking] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: int) -> CachedRanking | None:
        with self._lock:
            if game_id in self._games:
                self._games.move_to_end(game_id)
            return self._games.get(game_id)

    def store(self, game_id: int, ranking: CachedRanking) -> None:
        with self._lock:
            self._games[game_id] = ranking
            self._games.move_to_end(game_id)
            while len(self._games) > MAX_CACHED_GAMES:
                self._games.popitem(last=False)


_cache = _Cache()
