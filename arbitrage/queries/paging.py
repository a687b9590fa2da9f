"""The bulletins on one page of the arbiter's list, and their order.

Pure functions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from arbitrage.queries.lines import ListLine, group_by_answer
from tournament.core.people.names import fold_name, split_query

#: Bulletins on a page: a browser draws and refreshes them at once, however big the room.
PAGE_SIZE = 50
#: Longer than any name; longer than any page number.
MAX_SEARCH, MAX_DIGITS = 100, 9

#: Orders of the list by their name in the address; reversed with a minus before it.
ORDERS: dict[str, Callable[[ListLine], Any]] = {
    "": lambda line: (not line.is_open, *_rank(line)),
    "table": lambda line: line.table,
    "name": lambda line: (fold_name(line.name), line.table),
    "count": lambda line: (line.count, -line.table),
    "points": lambda line: (line.points, line.table),
}
#: Filters by their name in the address; faults are those of bulletins written in time.
FILTERS: dict[str, Callable[[ListLine], bool]] = {
    "open": lambda line: line.is_open,
    "faults": lambda line: line.is_sanctioned and not line.is_missing and not line.is_late,
    "missing": lambda line: line.is_missing,
    "late": lambda line: line.is_late,
    "zero": lambda line: line.points == 0,
    "": lambda _line: True,
}
#: Groupings of the list by their name in the address.
GROUPINGS: dict[str, Callable[[Sequence[ListLine]], list[ListLine]]] = {
    "": list,
    "answer": group_by_answer,
}


@dataclass(frozen=True, slots=True)
class ListOptions:
    """The search, order and page of the list.

    ``shown_entries`` are on the screen already, ``focused_entry`` is in focus. ``last_waiting`` is
    the rank of the last line on the screen that waited (see ``ListPage``).
    """

    sort: str = ""
    search: str = ""
    page: int = 1
    shown_entries: tuple[int, ...] = ()
    last_waiting: tuple[int, int] | None = None
    filter_name: str = ""
    grouping: str = ""
    focused_entry: int | None = None

    @classmethod
    def from_address(cls, address: Mapping[str, str]) -> Self:
        """Read the parameters of an address; invalid values are ignored.

        They are ``sort``, ``q``, ``only``, ``by``, ``page``, ``rows`` (with dots between), ``at``
        and ``past``.
        """
        sort = address.get("sort", "")
        return cls(
            sort=sort if sort.removeprefix("-") in ORDERS else "",
            search=address.get("q", "").strip()[:MAX_SEARCH],
            page=max(1, _parse_number(address.get("page", "")) or 1),
            shown_entries=_parse_numbers(address.get("rows", ""))[:PAGE_SIZE],
            last_waiting=_to_pair(_parse_numbers(address.get("past", ""))),
            filter_name=_keep_if_known(address.get("only", ""), FILTERS),
            grouping=_keep_if_known(address.get("by", ""), GROUPINGS),
            focused_entry=_parse_number(address.get("at", "")),
        )


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of ``pages``; the list has ``total`` lines.

    ``last_waiting`` is the rank of the last line that waited when the page was built: decided lines
    move down, and the next page starts after it.
    """

    lines: list[ListLine]
    number: int
    pages: int
    total: int
    last_waiting: tuple[int, int] | None = None

    @property
    def previous_number(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def next_number(self) -> int | None:
        return self.number + 1 if self.number < self.pages else None

    @property
    def past_parameter(self) -> str | None:
        """The value of ``last_waiting`` in an address."""
        if self.last_waiting is None:
            return None
        count, table = self.last_waiting
        return f"{-count}.{table}"


def filter_and_sort(lines: Sequence[ListLine], options: ListOptions) -> list[ListLine]:
    """Return the lines that match the filter and the search, in order.

    The search is a number of a table or a part of a name.
    """
    matches = GROUPINGS[options.grouping](list(filter(FILTERS[options.filter_name], lines)))
    if (table := _parse_number(options.search)) is not None:
        matches = [line for line in matches if table in line.tables]
    elif words := " ".join(split_query(options.search)):
        matches = [line for line in matches if words in fold_name(line.name)]
    key = ORDERS[options.sort.removeprefix("-")]
    return sorted(matches, key=key, reverse=options.sort.startswith("-"))


def build_page(lines: Sequence[ListLine], options: ListOptions) -> ListPage:
    """Return the requested page; rows on the screen stay in place after a decision."""
    matches = filter_and_sort(lines, options)
    pages = max(1, -(-len(matches) // PAGE_SIZE))
    number, last_waiting = min(options.page, pages), options.last_waiting
    page_lines = _list_shown(lines, options)
    if not page_lines:
        number = _find_next_page(matches, options) or number
        page_lines = matches[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
        last_waiting = max(
            (_rank(line) for line in page_lines if line.is_open and not options.sort), default=None
        )
    elif pages == 1:
        entries_shown = {entry for line in page_lines for entry in line.entries}
        page_lines += [line for line in matches if entries_shown.isdisjoint(line.entries)]
    return ListPage(page_lines, number, pages, len(matches), last_waiting)


def _list_shown(lines: Sequence[ListLine], options: ListOptions) -> list[ListLine]:
    """Return the lines on the screen, each with the entry that it was shown with."""
    if not options.shown_entries:
        return []
    all_lines = GROUPINGS[options.grouping](lines)
    by_entry = {entry: line for line in all_lines for entry in line.entries}
    shown: dict[int, ListLine] = {}
    for entry in options.shown_entries:
        if line := by_entry.get(entry):
            shown.setdefault(line.entry, replace(line, entry=entry))
    return list(shown.values())


def _find_next_page(matches: Sequence[ListLine], options: ListOptions) -> int | None:
    """Return the page of the first line to decide after those on the screen; None without any."""
    if options.last_waiting is None or options.sort:
        return None
    indexes = (
        index
        for index, line in enumerate(matches)
        if line.is_open and _rank(line) > options.last_waiting
    )
    return next((index // PAGE_SIZE + 1 for index in indexes), None)


def _rank(line: ListLine) -> tuple[int, int]:
    """Return the sort key of a line that waits: answers of many tables first."""
    return -line.count, line.table


def _parse_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS else None


def _parse_numbers(text: str) -> tuple[int, ...]:
    numbers = map(_parse_number, text.split(".")[:PAGE_SIZE])
    return tuple(number for number in numbers if number is not None)


def _to_pair(numbers: tuple[int, ...]) -> tuple[int, int] | None:
    return (-numbers[0], numbers[1]) if len(numbers) == 2 else None


def _keep_if_known(name: str, table: Mapping[str, object]) -> str:
    return name if name in table else ""
