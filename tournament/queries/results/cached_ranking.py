"""The ranking of games under way as this process built it last: rows that did not change stay.

It is valid for the sums (``cached_lines``) and the entries from which it was built, and for nothing
else: what was read in a transaction that failed is never found again.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from django.db.models import BigIntegerField, CharField, Count, Func, QuerySet, Value
from django.db.models.aggregates import BitXor
from django.db.models.functions import Cast, Concat

from tournament.models import Entry
from tournament.queries.results.cached_lines import MAX_CACHED_GAMES, NO_LINES, LineSum

#: Table number and name of each entry, smallest number first.
type Entries = Mapping[int, tuple[int, str]]


@dataclass(frozen=True, slots=True)
class StandingRow:
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
    """``fingerprint``: of the entries; ``sums``: as ``CachedLines``."""

    fingerprint: tuple[int, int | None]
    entries: Entries
    sums: Mapping[int, LineSum]
    rows: Sequence[StandingRow]
    by_entry: Mapping[int, StandingRow]


def compute_fingerprint(rows: QuerySet[Entry]) -> tuple[int, int | None]:
    """Return the number and a digest of ``rows`` with ``seat_number``, computed by the database."""
    text = Concat(
        Cast("pk", CharField()), Value(" "), Cast("seat_number", CharField()), Value(" "), "name"
    )
    digest = Func(text, Value(0), function="hashtextextended", output_field=BigIntegerField())
    values = rows.aggregate(count=Count("pk"), digest=BitXor(digest))
    return values["count"], values["digest"]


def rank_entries(
    game_id: int,
    fingerprint: tuple[int, int | None],
    load_entries: Callable[[], Entries],
    sums: Mapping[int, LineSum],
) -> CachedRanking:
    """Return the ranking of a game under way, in which points alone count."""
    previous = _cache.get(game_id)
    if previous is None or previous.fingerprint != fingerprint:
        ranking = _rank(fingerprint, load_entries(), sums, {})
    elif previous.sums is sums:
        return previous
    else:
        ranking = _rank(fingerprint, previous.entries, sums, previous.by_entry)
    _cache.store(game_id, ranking)
    return ranking


def _rank(
    fingerprint: tuple[int, int | None],
    entries: Entries,
    sums: Mapping[int, LineSum],
    old_rows: Mapping[int, StandingRow],
) -> CachedRanking:
    """Rank by points, equal ones in the order of ``entries``; keep ``old_rows`` that are right."""
    own_sums = [(entry, sums.get(entry, NO_LINES)) for entry in entries]
    own_sums.sort(key=lambda own: own[1].points, reverse=True)  # stable
    rows = list[StandingRow]()
    rank, points = 0, None
    for place, (entry, own_sum) in enumerate(own_sums, start=1):
        if own_sum.points != points:
            rank, points = place, own_sum.points
        row = old_rows.get(entry)
        if row is None or row.rank != rank or (row.points, row.warnings, row.solos) != own_sum:
            row = _build_row(entry, entries[entry], rank, own_sum)
        rows.append(row)
    return CachedRanking(fingerprint, entries, sums, rows, {row.entry_id: row for row in rows})


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
