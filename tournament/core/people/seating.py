"""Seating plans: which entry sits at which table, and which entries are separated. Pure.

The same entries, choices and seed make the same plan on every machine: the only source of chance
is SHA-256 of the seed and an entry.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from heapq import heapify, heappop, heappush
from itertools import chain, count, groupby, islice, pairwise

from tournament.core.people.names import fold_name

#: Maximum number of exchanges tried to separate neighbours: about a second for 6,000 entries.
MAX_EXCHANGES = 100_000


class SeatingKind(StrEnum):
    """Origin of a seating."""

    HAND = "hand"
    REGISTERED = "registered"
    NAME = "name"
    RANKING = "ranking"
    RANDOM = "random"
    SERIES = "series"
    #: The previous seating was restored.
    UNDO = "undo"


class SeparationRule(StrEnum):
    """Data that entries at neighbouring tables must not share."""

    CLUB = "club"
    FAMILY = "family"


@dataclass(frozen=True, slots=True)
class SeatingEntry:
    """An entry to be seated. ``block`` orders the series; ``rank`` is the rank so far, None if
    there is none."""

    key: int
    table: int
    name: str
    clubs: frozenset[str] = frozenset()
    families: frozenset[str] = frozenset()
    block: tuple[int, str] = (0, "")
    rank: int | None = None

    def list_marks(self, rules: frozenset[SeparationRule]) -> frozenset[tuple[SeparationRule, str]]:
        """Return the clubs and families that no neighbour may share."""
        values = {SeparationRule.CLUB: self.clubs, SeparationRule.FAMILY: self.families}
        return frozenset((kind, fold_name(text)) for kind in rules for text in values[kind] if text)


@dataclass(frozen=True, slots=True)
class SeatingRequest:
    """A requested plan: tables from number ``first_number`` on, in steps of ``step``, without the
    numbers in ``excluded_numbers``. With ``centre_numbers``, the tables of a centre: these only,
    then new ones above ``last_number``."""

    kind: SeatingKind
    seed: str = ""
    rules: frozenset[SeparationRule] = frozenset()
    first_number: int = 1
    step: int = 1
    excluded_numbers: frozenset[int] = frozenset()
    centre_numbers: Sequence[int] = ()
    last_number: int = 0

    def generate_numbers(self) -> Iterator[int]:
        """Yield the tables, one after the other."""
        own = [number for number in self.centre_numbers if number >= self.first_number]
        start = self.last_number + 1 if self.centre_numbers else self.first_number
        numbers = islice(chain(own, count(start)), 0, None, self.step)
        return (number for number in numbers if number not in self.excluded_numbers)


@dataclass(frozen=True, slots=True)
class SeatingPlan:
    """A plan. ``seats``: the number of the table by entry. ``conflicts``: keys of neighbours who
    should have been separated."""

    seats: Mapping[int, int]
    conflicts: Sequence[tuple[int, int]]


def compute_random_key(seed: str, key: int) -> bytes:
    """Return a key that orders entries at random: SHA-256 of the seed and the entry's number."""
    return sha256(f"{seed}:{key}".encode()).digest()


#: Sort key of each order; at random within a series.
_ORDERS: Mapping[SeatingKind, Callable[[SeatingEntry, str], tuple[object, ...]]] = {
    SeatingKind.REGISTERED: lambda entry, _: (entry.key,),
    SeatingKind.NAME: lambda entry, _: (fold_name(entry.name), entry.key),
    SeatingKind.RANKING: lambda entry, _: (entry.rank is None, entry.rank, entry.key),
    SeatingKind.RANDOM: lambda entry, seed: (compute_random_key(seed, entry.key),),
    SeatingKind.SERIES: lambda entry, seed: (entry.block, compute_random_key(seed, entry.key)),
}
#: Orders in which the table of an entry has no meaning, so that entries may be exchanged.
RANDOM_KINDS = (SeatingKind.RANDOM, SeatingKind.SERIES)


def make_seating_plan(entries: Sequence[SeatingEntry], request: SeatingRequest) -> SeatingPlan:
    """Seat all entries as requested; in a random order, separate those that must be apart."""
    row = sorted(entries, key=lambda entry: _ORDERS[request.kind](entry, request.seed))
    if request.rules and request.kind in RANDOM_KINDS:
        row = _separate(row, request)
    conflicts = [
        (entry.key, other.key)
        for entry, other in pairwise(row)
        if _has_shared_mark(entry, other, request.rules)
    ]
    return SeatingPlan(
        {entry.key: number for entry, number in zip(row, request.generate_numbers(), strict=False)},
        conflicts,
    )


def _has_shared_mark(
    entry: SeatingEntry, other: SeatingEntry, rules: frozenset[SeparationRule]
) -> bool:
    return bool(rules) and not entry.list_marks(rules).isdisjoint(other.list_marks(rules))


def _separate(row: list[SeatingEntry], request: SeatingRequest) -> list[SeatingEntry]:
    """Return ``row`` with as few conflicting neighbours as possible, every entry within its series.

    The random order is repaired where possible; otherwise the largest clubs are spread out first.
    """
    blocks = [
        list(block) for _, block in groupby(row, key=lambda entry: _get_block(entry, request.kind))
    ]
    random_row = _SeatingRow(blocks, request.rules)
    random_row.repair()
    if not random_row.cost:
        return random_row.row
    spread_row = _SeatingRow(
        [_spread_marks(block, request.rules) for block in blocks], request.rules
    )
    spread_row.repair()
    return min(random_row, spread_row, key=lambda seating_row: seating_row.cost).row


def _get_block(entry: SeatingEntry, kind: SeatingKind) -> tuple[int, str]:
    return entry.block if kind is SeatingKind.SERIES else (0, "")


def _spread_marks(
    block: list[SeatingEntry], rules: frozenset[SeparationRule]
) -> list[SeatingEntry]:
    """Return the entries of ``block`` ordered so that equal marks are apart: the next entry comes
    from the largest remaining group that is not the group of the previous entry."""
    marks = {entry.key: entry.list_marks(rules) for entry in block}
    size = Counter(mark for queue in marks.values() for mark in queue)
    queues: dict[object, deque[SeatingEntry]] = {}
    for entry in block:
        main = max(marks[entry.key], key=lambda mark: (size[mark], mark), default=entry.key)
        queues.setdefault(main, deque()).append(entry)
    # Equal groups are taken in the order of the random row.
    place = {entry.key: index for index, entry in enumerate(block)}
    heap = [(-len(queue), place[queue[0].key], queue) for queue in queues.values()]
    heapify(heap)
    row: list[SeatingEntry] = []
    while heap:
        skipped = []
        largest = heappop(heap)
        while row and heap and not marks[largest[2][0].key].isdisjoint(marks[row[-1].key]):
            skipped.append(largest)
            largest = heappop(heap)
        queue = largest[2]
        if skipped and not marks[queue[0].key].isdisjoint(marks[row[-1].key]):
            skipped.append(largest)  # no group fits: take the largest all the same
            queue = skipped.pop(0)[2]
        row.append(queue.popleft())
        for item in [*skipped, (-len(queue), place[row[-1].key], queue)]:
            if item[2]:
                heappush(heap, item)
    return row


class _SeatingRow:
    """Entries in a row, of which two of one block may exchange places."""

    def __init__(self, blocks: list[list[SeatingEntry]], rules: frozenset[SeparationRule]) -> None:
        self.row = [entry for block in blocks for entry in block]
        self._marks = {entry.key: entry.list_marks(rules) for entry in self.row}
        self._block_ranges = [
            (start, start + len(block))
            for start, block in zip(_list_starts(blocks), blocks, strict=True)
            for _ in block
        ]
        self._remaining_exchanges = MAX_EXCHANGES

    @property
    def cost(self) -> int:
        return sum(self._has_conflict(index) for index in range(1, len(self.row)))

    def repair(self) -> None:
        """Exchange places while that separates neighbours and tries are left."""
        is_improving = True
        while is_improving and self._remaining_exchanges > 0:
            is_improving = False
            for index in range(1, len(self.row)):
                if self._has_conflict(index):
                    is_improving |= self._try_exchanges(index) or self._try_exchanges(index - 1)

    def _has_conflict(self, index: int) -> bool:
        """Return True if the entry at ``index`` conflicts with the one before it."""
        if not 0 < index < len(self.row):
            return False
        row, marks = self.row, self._marks
        return not marks[row[index - 1].key].isdisjoint(marks[row[index].key])

    def _try_exchanges(self, index: int) -> bool:
        first, end = self._block_ranges[index]
        size = end - first
        for offset in range(1, size):
            if self._remaining_exchanges <= 0:
                return False
            self._remaining_exchanges -= 1
            other = first + (index - first + offset) % size
            affected = {index, index + 1, other, other + 1}
            before = sum(map(self._has_conflict, affected))
            self._exchange(index, other)
            if sum(map(self._has_conflict, affected)) < before:
                return True
            self._exchange(index, other)
        return False

    def _exchange(self, index: int, other: int) -> None:
        self.row[index], self.row[other] = self.row[other], self.row[index]


def _list_starts(blocks: list[list[SeatingEntry]]) -> list[int]:
    starts = [0]
    for block in blocks[:-1]:
        starts.append(starts[-1] + len(block))
    return starts[: len(blocks)]


def share_evenly[T](
    tables: Sequence[int], people: Sequence[T], current: Mapping[int, T] | None = None
) -> dict[int, T]:
    """Share the tables among ``people`` equally. As few as possible change from ``current``, the
    people by table; the others are given in runs of neighbouring tables."""
    current = current or {}
    tables_by_person = {
        person: [table for table in tables if current.get(table) == person] for person in people
    }
    size, remainder = divmod(len(tables), len(people))
    # The people with most tables now get the larger shares, so that fewer tables change.
    extra_people = sorted(people, key=lambda person: len(tables_by_person[person]), reverse=True)[
        :remainder
    ]
    quotas = {person: size + (person in extra_people) for person in people}
    shares = {
        table: person for person in people for table in tables_by_person[person][: quotas[person]]
    }
    free = iter([table for table in tables if table not in shares])
    for person in people:
        missing = max(0, quotas[person] - len(tables_by_person[person]))
        shares |= dict.fromkeys(islice(free, missing), person)
    return shares
