"""Which bulletins of a turn one page of the arbiter's list shows, and in which order. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from arbitrage.queries.lines import ListLine, by_answer
from tournament.core.people.names import fold_name

#: Bulletins on a page: what a browser draws and fetches again at once, however big the room.
PAGE = 50
#: Longer than any name; and longer than any page number.
MAX_SEARCH, MAX_DIGITS = 100, 9

#: Orders of the list by their name in the address; with a minus before it the other way round.
ORDERS: dict[str, Callable[[ListLine], Any]] = {
    "": lambda line: (not line.open, *_rank(line)),
    "table": lambda line: line.table,
    "name": lambda line: (fold_name(line.name), line.table),
    "count": lambda line: (line.count, -line.table),
    "points": lambda line: (line.points, line.table),
}
#: Which bulletins are listed, by the name in the address: faults are of what is written in time.
FILTERS: dict[str, Callable[[ListLine], bool]] = {
    "open": lambda line: line.open,
    "faults": lambda line: line.sanctioned and not line.missing and not line.late,
    "missing": lambda line: line.missing,
    "late": lambda line: line.late,
    "zero": lambda line: line.points == 0,
    "": lambda _line: True,
}
#: What a line of the list stands for, by the name in the address.
VIEWS: dict[str, Callable[[Sequence[ListLine]], list[ListLine]]] = {"": list, "answer": by_answer}


@dataclass(frozen=True, slots=True)
class Look:
    """How an arbiter looks at the list; ``shown`` are the entries before him already, ``at`` the
    one in focus.

    ``past`` is the last line he was shown while it waited (see ``ListPage.last``).
    """

    sort: str = ""
    search: str = ""
    page: int = 1
    shown: tuple[int, ...] = ()
    past: tuple[int, int] | None = None
    only: str = ""
    by: str = ""
    at: int | None = None

    @classmethod
    def of(cls, address: Mapping[str, str]) -> Self:
        """What the parameters ``sort``, ``q``, ``only``, ``by``, ``page``, ``rows`` (with dots
        between), ``at`` and ``past`` ask for; what makes no sense is left out."""
        sort = address.get("sort", "")
        return cls(
            sort=sort if sort.removeprefix("-") in ORDERS else "",
            search=address.get("q", "").strip()[:MAX_SEARCH],
            page=max(1, _number(address.get("page", "")) or 1),
            shown=_numbers(address.get("rows", ""))[:PAGE],
            past=_pair(_numbers(address.get("past", ""))),
            only=_known(address.get("only", ""), FILTERS),
            by=_known(address.get("by", ""), VIEWS),
            at=_number(address.get("at", "")),
        )


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of ``pages``; ``total`` lines are in the list.

    ``last`` is the last line that waited when the page was cut, in the order that decisions
    change: what was decided sinks, and the next page goes on from there.
    """

    lines: list[ListLine]
    number: int
    pages: int
    total: int
    last: tuple[int, int] | None = None

    @property
    def before(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        return self.number + 1 if self.number < self.pages else None

    @property
    def past(self) -> str | None:
        """``last`` as an address says it."""
        return f"{-self.last[0]}.{self.last[1]}" if self.last else None


def ordered(lines: Sequence[ListLine], look: Look) -> list[ListLine]:
    """What answers the filter and the search, for a table with that number or such a name."""
    found = VIEWS[look.by](list(filter(FILTERS[look.only], lines)))
    if (table := _number(look.search)) is not None:
        found = [line for line in found if table in line.tables]
    elif words := fold_name(look.search):
        found = [line for line in found if words in fold_name(line.name)]
    key = ORDERS[look.sort.removeprefix("-")]
    return sorted(found, key=key, reverse=look.sort.startswith("-"))


def page_of(lines: Sequence[ListLine], look: Look) -> ListPage:
    """The page asked for; the rows that somebody works on stay where they are, whatever was
    decided about them."""
    found = ordered(lines, look)
    pages = max(1, -(-len(found) // PAGE))
    number, last = min(look.page, pages), look.past
    cut = _shown(lines, look)
    if not cut:
        number = _going_on(found, look) or number
        cut = found[(number - 1) * PAGE : number * PAGE]
        last = max((_rank(line) for line in cut if line.open and not look.sort), default=None)
    elif pages == 1:
        held = {entry for line in cut for entry in line.entries}
        cut += [line for line in found if held.isdisjoint(line.entries)]
    return ListPage(cut, number, pages, len(found), last)


def _shown(lines: Sequence[ListLine], look: Look) -> list[ListLine]:
    """The lines before him, each still named by the entry that it was shown with."""
    if not look.shown:
        return []
    everything = VIEWS[look.by](lines)
    by_entry = {entry: line for line in everything for entry in line.entries}
    kept: dict[int, ListLine] = {}
    for entry in look.shown:
        if line := by_entry.get(entry):
            kept.setdefault(line.entry, replace(line, entry=entry))
    return list(kept.values())


def _going_on(found: Sequence[ListLine], look: Look) -> int | None:
    """The page of the first line to decide beyond those he was shown; None without any."""
    if look.past is None or look.sort:
        return None
    beyond = (at for at, line in enumerate(found) if line.open and _rank(line) > look.past)
    return next((at // PAGE + 1 for at in beyond), None)


def _rank(line: ListLine) -> tuple[int, int]:
    """Its place among those that wait: the answers of many tables first."""
    return -line.count, line.table


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS else None


def _numbers(text: str) -> tuple[int, ...]:
    numbers = map(_number, text.split(".")[:PAGE])
    return tuple(number for number in numbers if number is not None)


def _pair(numbers: tuple[int, ...]) -> tuple[int, int] | None:
    return (-numbers[0], numbers[1]) if len(numbers) == 2 else None


def _known(name: str, table: Mapping[str, object]) -> str:
    return name if name in table else ""
