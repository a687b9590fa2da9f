"""Which bulletins of a turn one page of the arbiter's list shows, and in which order. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from engine.lexicon.word_list import fold

#: Bulletins on a page: what a browser draws and fetches again at once, however big the room.
PAGE = 50
#: Longer than any name; and longer than any page number.
MAX_SEARCH, MAX_DIGITS = 100, 9
#: How apostrophes and hyphens of every kind are looked for.
_MARKS = str.maketrans(dict.fromkeys("’‘ʼ´`", "'") | dict.fromkeys("-‐‑‒–—", " "))


@dataclass(frozen=True, slots=True)
class ListLine:
    """What a bulletin of the list is found and ordered by."""

    entry: int
    table: int
    name: str
    points: int
    #: Somebody still has to decide.
    open: bool
    #: "nothing" or "late" where that is why the software gave a zero, which nobody has confirmed.
    unconfirmed: str = ""


#: Orders of the list by their name in the address; with a minus before it the other way round.
ORDERS: dict[str, Callable[[ListLine], Any]] = {
    "": lambda line: (not line.open, line.table),
    "table": lambda line: line.table,
    "name": lambda line: (folded(line.name), line.table),
    "points": lambda line: (line.points, line.table),
}


@dataclass(frozen=True, slots=True)
class Look:
    """How an arbiter looks at the list; ``shown`` are the entries before him already.

    ``past`` is the last table he was shown while it waited (see ``ListPage.last``).
    """

    sort: str = ""
    search: str = ""
    page: int = 1
    shown: tuple[int, ...] = ()
    past: int | None = None

    @classmethod
    def of(cls, address: Mapping[str, str]) -> Self:
        """What the parameters ``sort``, ``q``, ``page``, ``rows`` (with dots between) and
        ``past`` ask for; what makes no sense is left out."""
        sort = address.get("sort", "")
        numbers = [_number(text) for text in address.get("rows", "").split(".")[:PAGE]]
        return cls(
            sort=sort if sort.removeprefix("-") in ORDERS else "",
            search=address.get("q", "").strip()[:MAX_SEARCH],
            page=max(1, _number(address.get("page", "")) or 1),
            shown=tuple(number for number in numbers if number is not None),
            past=_number(address.get("past", "")),
        )


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of ``pages``; ``total`` bulletins are in the list.

    ``last`` is the last table that waited when the page was cut, in the order that decisions
    change: what was decided sinks, and the next page goes on from there.
    """

    lines: list[ListLine]
    number: int
    pages: int
    total: int
    last: int | None = None

    @property
    def before(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        return self.number + 1 if self.number < self.pages else None


def ordered(lines: Sequence[ListLine], look: Look) -> list[ListLine]:
    """The lines that answer the search: of the table with that number, or of such a name."""
    found = lines
    if (table := _number(look.search)) is not None:
        found = [line for line in lines if line.table == table]
    elif words := folded(look.search):
        found = [line for line in lines if words in folded(line.name)]
    key = ORDERS[look.sort.removeprefix("-")]
    return sorted(found, key=key, reverse=look.sort.startswith("-"))


def page_of(lines: Sequence[ListLine], look: Look) -> ListPage:
    """The page asked for; the rows that somebody works on stay where they are, decided or not."""
    found = ordered(lines, look)
    pages = max(1, -(-len(found) // PAGE))
    number, last = min(look.page, pages), look.past
    by_entry = {line.entry: line for line in found}
    cut = [by_entry[entry] for entry in dict.fromkeys(look.shown) if entry in by_entry]
    if not cut:
        number = _going_on(found, look) or number
        cut = found[(number - 1) * PAGE : number * PAGE]
        last = max((line.table for line in cut if line.open and not look.sort), default=None)
    elif pages == 1:
        held = {line.entry for line in cut}
        cut += [line for line in found if line.entry not in held]
    return ListPage(cut, number, pages, len(found), last)


def _going_on(found: Sequence[ListLine], look: Look) -> int | None:
    """The page of the first bulletin to decide beyond those he was shown; None without any."""
    if look.past is None or look.sort:
        return None
    beyond = (at for at, line in enumerate(found) if line.open and line.table > look.past)
    return next((at // PAGE + 1 for at in beyond), None)


def folded(text: str) -> str:
    """``text`` as names are looked for and ordered: without case, accents and ligatures, with one
    kind of apostrophe, and single blanks for what else parts words."""
    return " ".join(fold(text).casefold().translate(_MARKS).split())


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS else None
