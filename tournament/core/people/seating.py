"""Plans of seating: who sits at which table, and who is kept apart from whom. Pure.

The same entries, choices and seed make the same plan on every machine: chance is SHA-256 of the
seed and an entry, and nothing else.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from heapq import heapify, heappop, heappush
from itertools import count, groupby, pairwise

from tournament.core.people.names import folded

#: Exchanges that are tried, at most, to part neighbours: a second or so, for six thousand.
TRIES = 100_000


class SeatingKind(StrEnum):
    """How a seating came about."""

    HAND = "hand"
    REGISTERED = "registered"
    NAME = "name"
    RANKING = "ranking"
    RANDOM = "random"
    SERIES = "series"
    #: The seating before is back.
    UNDO = "undo"


class Apart(StrEnum):
    """What two who sit at neighbouring tables must not share."""

    CLUB = "club"
    FAMILY = "family"


@dataclass(frozen=True, slots=True)
class Sitter:
    """An entry that is to be seated. ``block`` orders the series; ``rank`` is that so far, None
    without any."""

    key: int
    table: int
    name: str
    clubs: frozenset[str] = frozenset()
    families: frozenset[str] = frozenset()
    block: tuple[int, str] = (0, "")
    rank: int | None = None

    def marks(self, apart: frozenset[Apart]) -> frozenset[tuple[Apart, str]]:
        """What nobody beside it may have as well."""
        held = {Apart.CLUB: self.clubs, Apart.FAMILY: self.families}
        return frozenset((kind, folded(text)) for kind in apart for text in held[kind] if text)


@dataclass(frozen=True, slots=True)
class SeatingWish:
    """A plan that is asked for: tables from number ``first`` on, every ``step`` of them, without
    those that are ``out`` of use."""

    kind: SeatingKind
    seed: str = ""
    apart: frozenset[Apart] = frozenset()
    first: int = 1
    step: int = 1
    out: frozenset[int] = frozenset()

    def numbers(self) -> Iterator[int]:
        """The tables, one after the other."""
        return (number for number in count(self.first, self.step) if number not in self.out)


@dataclass(frozen=True, slots=True)
class Plan:
    """``seats``: the number of its table by entry. ``together``: who sit side by side though they
    should be apart."""

    seats: Mapping[int, int]
    together: Sequence[tuple[int, int]]


def chance(seed: str, key: int) -> bytes:
    """What orders entries at random: SHA-256 of the seed and the entry's own number."""
    return sha256(f"{seed}:{key}".encode()).digest()


#: What each order is sorted by; at random within a series.
_ORDERS: Mapping[SeatingKind, Callable[[Sitter, str], tuple[object, ...]]] = {
    SeatingKind.REGISTERED: lambda one, _: (one.key,),
    SeatingKind.NAME: lambda one, _: (folded(one.name), one.key),
    SeatingKind.RANKING: lambda one, _: (one.rank is None, one.rank, one.key),
    SeatingKind.RANDOM: lambda one, seed: (chance(seed, one.key),),
    SeatingKind.SERIES: lambda one, seed: (one.block, chance(seed, one.key)),
}
#: Orders in which a seat says nothing of who sits there, so that he may sit at another.
SEEDED = (SeatingKind.RANDOM, SeatingKind.SERIES)


def plan(sitters: Sequence[Sitter], wish: SeatingWish) -> Plan:
    """Seat all of them as ``wish`` says; who are to be apart are parted where order is chance."""
    row = sorted(sitters, key=lambda one: _ORDERS[wish.kind](one, wish.seed))
    if wish.apart and wish.kind in SEEDED:
        row = _parted(row, wish)
    together = [
        (one.key, other.key) for one, other in pairwise(row) if _share(one, other, wish.apart)
    ]
    return Plan(
        {one.key: number for one, number in zip(row, wish.numbers(), strict=False)}, together
    )


def _share(one: Sitter, other: Sitter, apart: frozenset[Apart]) -> bool:
    return bool(apart) and not one.marks(apart).isdisjoint(other.marks(apart))


def _parted(row: list[Sitter], wish: SeatingWish) -> list[Sitter]:
    """``row`` with as few neighbours together as are found, everybody within his series.

    What chance gave is repaired where it can be; else the largest clubs are dealt out first.
    """
    blocks = [list(block) for _, block in groupby(row, key=lambda one: _block(one, wish.kind))]
    drawn = _Row(blocks, wish.apart)
    drawn.repair()
    if not drawn.cost:
        return drawn.row
    dealt = _Row([_dealt(block, wish.apart) for block in blocks], wish.apart)
    dealt.repair()
    return min(drawn, dealt, key=lambda one: one.cost).row


def _block(one: Sitter, kind: SeatingKind) -> tuple[int, str]:
    return one.block if kind is SeatingKind.SERIES else (0, "")


def _dealt(block: list[Sitter], apart: frozenset[Apart]) -> list[Sitter]:
    """One after the other of whoever are the most still to be seated, but never two of the same
    running, as long as there are others."""
    marks = {one.key: one.marks(apart) for one in block}
    size = Counter(mark for held in marks.values() for mark in held)
    heaps: dict[object, deque[Sitter]] = {}
    for one in block:
        main = max(marks[one.key], key=lambda mark: (size[mark], mark), default=one.key)
        heaps.setdefault(main, deque()).append(one)
    # The place in the row drawn decides between equals.
    place = {one.key: at for at, one in enumerate(block)}
    heap = [(-len(held), place[held[0].key], held) for held in heaps.values()]
    heapify(heap)
    row: list[Sitter] = []
    while heap:
        passed = []
        taken = heappop(heap)
        while row and heap and not marks[taken[2][0].key].isdisjoint(marks[row[-1].key]):
            passed.append(taken)
            taken = heappop(heap)
        held = taken[2]
        if passed and not marks[held[0].key].isdisjoint(marks[row[-1].key]):
            passed.append(taken)  # nobody fits: the largest goes on
            held = passed.pop(0)[2]
        row.append(held.popleft())
        for entry in [*passed, (-len(held), place[row[-1].key], held)]:
            if entry[2]:
                heappush(heap, entry)
    return row


class _Row:
    """Everybody in a row, of whom two of one block may exchange their places."""

    def __init__(self, blocks: list[list[Sitter]], apart: frozenset[Apart]) -> None:
        self.row = [one for block in blocks for one in block]
        self._marks = {one.key: one.marks(apart) for one in self.row}
        self._span = [
            (start, start + len(block))
            for start, block in zip(_starts(blocks), blocks, strict=True)
            for _ in block
        ]
        self._tries = TRIES

    @property
    def cost(self) -> int:
        return sum(self._bad(at) for at in range(1, len(self.row)))

    def repair(self) -> None:
        """Exchange places as long as that parts somebody, and there are tries left."""
        better = True
        while better and self._tries > 0:
            better = False
            for at in range(1, len(self.row)):
                if self._bad(at):
                    better |= self._move(at) or self._move(at - 1)

    def _bad(self, at: int) -> bool:
        """Whether who sits at ``at`` should not sit beside the one before him."""
        if not 0 < at < len(self.row):
            return False
        row, marks = self.row, self._marks
        return not marks[row[at - 1].key].isdisjoint(marks[row[at].key])

    def _move(self, at: int) -> bool:
        first, end = self._span[at]
        size = end - first
        for offset in range(1, size):
            if self._tries <= 0:
                return False
            self._tries -= 1
            other = first + (at - first + offset) % size
            touched = {at, at + 1, other, other + 1}
            before = sum(map(self._bad, touched))
            self._exchange(at, other)
            if sum(map(self._bad, touched)) < before:
                return True
            self._exchange(at, other)
        return False

    def _exchange(self, at: int, other: int) -> None:
        self.row[at], self.row[other] = self.row[other], self.row[at]


def _starts(blocks: list[list[Sitter]]) -> list[int]:
    starts = [0]
    for block in blocks[:-1]:
        starts.append(starts[-1] + len(block))
    return starts[: len(blocks)]


def even_shares[T](tables: Sequence[int], people: Sequence[T]) -> dict[int, T]:
    """Whose each table is when all have as many, each a run of neighbours."""
    return {table: people[at * len(people) // len(tables)] for at, table in enumerate(tables)}
