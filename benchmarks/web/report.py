"""The results of ``make bench-web``, passed between its processes, with their tables and goals."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rich.console import Console
from rich.table import Table

from benchmarks.report import compute_quantile, make_table

#: Goal of the server's time for a page, p95, in milliseconds.
SERVED_MS = 150.0


class Reader(StrEnum):
    ANYBODY = "tous"
    TABLE = "table"
    STAFF = "équipe"


@dataclass
class PageTimes:
    """One page: milliseconds of processor and wall time without caches, and cached.

    ``signed_in_ms``: for the staff, if everybody may read it. ``has_no_goal``: a document.
    """

    name: str
    reader: Reader
    has_no_goal: bool = False
    size: int = 0
    uncached_ms: list[float] = field(default_factory=list)
    wall_times_ms: list[float] = field(default_factory=list)
    cached_ms: list[float] = field(default_factory=list)
    signed_in_ms: list[float] = field(default_factory=list)


@dataclass
class FestivalReport:
    """``seconds``: to create the festival; ``names_without_page``: of the URL table."""

    seconds: float
    counts_text: str
    pages: list[PageTimes] = field(default_factory=list)
    names_without_page: list[str] = field(default_factory=list)


def compute_p95(values: Sequence[float]) -> float:
    return compute_quantile(values, 0.95)


class WebReport:
    def __init__(self) -> None:
        self.tables: list[Table] = []
        #: Requests of each first visit, by page: bytes, a mark, address.
        self.requests: dict[str, list[str]] = {}
        self._problems: list[str] = []

    @property
    def is_reached(self) -> bool:
        return not self._problems

    def add_festival(self, report: FestivalReport) -> None:
        title = f"Le festival : {report.counts_text}, en {report.seconds:.0f} s"
        numbers = (">à froid", ">p95", ">horloge", ">gardée", ">équipe", ">ko")
        table = make_web_table(title, "page", "pour", *numbers)
        for page in sorted(report.pages, key=lambda times: -compute_p95(times.uncached_ms)):
            reader = page.reader if page.reader is not Reader.ANYBODY else ""
            times = (
                statistics.median(page.uncached_ms),
                compute_p95(page.uncached_ms),
                compute_p95(page.wall_times_ms),
                compute_p95(page.cached_ms),
            )
            signed_in_ms = f"{compute_p95(page.signed_in_ms):.0f}" if page.signed_in_ms else ""
            size = f"{page.size / 1000:.0f}"
            table.add_row(page.name, reader, *(f"{ms:.0f}" for ms in times), signed_in_ms, size)
            worst = max(compute_p95(page.uncached_ms), compute_p95(page.signed_in_ms))
            if not page.has_no_goal:
                self.require(worst <= SERVED_MS, f"{page.name} : {worst:.0f} ms")
        table.caption = (
            "Millisecondes : médiane, puis p95 du processeur, rien de gardé ; p95 à l’horloge ; "
            "p95 de la page gardée, ou inchangée ; p95 pour qui est connecté. PDF (dont le "
            "programme qui compose n’est pas compté) et livres entiers : sans but. "
            f"Sans page : {', '.join(sorted(set(report.names_without_page)))}."
        )
        if report.pages:
            self.tables.append(table)

    def require(self, reached: bool, problem: str) -> None:  # noqa: FBT001 - the result
        if not reached:
            self._problems.append(problem)

    def print(self, console: Console, *, every_request: bool) -> None:
        for table in self.tables:
            console.print(table)
        for name, requests in self.requests.items() if every_request else ():
            console.print(name, style="bold")
            for line in requests:
                console.print(line, highlight=False)
        for problem in self._problems:
            console.print(f"[red]manqué[/] {problem}")
        console.print("Buts atteints." if self.is_reached else f"{len(self._problems)} manqués.")


def make_web_table(title: str, *columns: str) -> Table:
    return make_table(title, *columns, no_wrap=True, title_justify="left", caption_justify="left")
