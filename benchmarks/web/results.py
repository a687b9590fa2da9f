"""What was measured, as it goes from one process to the other and into the tables."""

import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from benchmarks.web.phones import Refreshes
from benchmarks.web.visit import Visit


def median(found: Iterable[float]) -> float:
    return statistics.median(found)


def p95(found: Iterable[float]) -> float:
    """The value that nineteen of twenty do not exceed; of few, the greatest."""
    ordered = sorted(found)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]


class Reader(StrEnum):
    ANYBODY = "tous"
    TABLE = "table"
    STAFF = "équipe"


@dataclass
class Served:
    """Of one page: milliseconds of processor, and by the clock, with nothing kept; and kept.
    ``is_book``: a document of which there is no goal."""

    name: str
    reader: Reader
    is_book: bool = False
    size: int = 0
    cold: list[float] = field(default_factory=list)
    clock: list[float] = field(default_factory=list)
    kept: list[float] = field(default_factory=list)
    #: For whoever is signed in, where everybody may read it.
    signed_in: list[float] = field(default_factory=list)


@dataclass
class Made:
    """``seconds`` to make the festival; ``absent``: lines of the URL table that have no page."""

    seconds: float
    facts: str
    served: list[Served] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Page:
    """``ready``: what is seen once it can be read. At most so many requests in all, so many until
    it can be read, so many bytes, and seconds of a reload over slow 3G, where there is a goal."""

    name: str
    path: str
    ready: str = "main h1"
    requests: int | None = None
    waited: int | None = None
    bytes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Visited:
    page: Page
    first: Visit
    again: Visit
    slow: Visit
    slow_again: Visit


@dataclass
class Room:
    """Milliseconds: ``opened`` and ``revealed`` until the last tablet had it, ``acks`` each.
    ``missed``: tablets that did not hear of it, phones without an answer."""

    opened: list[float] = field(default_factory=list)
    revealed: list[float] = field(default_factory=list)
    acks: list[float] = field(default_factory=list)
    missed: int = 0
    refreshes: Refreshes = field(default_factory=Refreshes)
