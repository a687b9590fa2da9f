"""What ``make bench-web`` has measured, as it goes from one process to the other, its tables, and
its goals."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rich.console import Console
from rich.table import Table

from benchmarks.report import make_table, quantile

#: Milliseconds that the server may spend on a page, nineteen times of twenty.
SERVED_MS = 150.0


class Reader(StrEnum):
    ANYBODY = "tous"
    TABLE = "table"
    STAFF = "équipe"


@dataclass
class Served:
    """Of one page: milliseconds of processor, and by the clock, with nothing kept; and kept;
    ``signed_in``: for the staff, where everybody may read it. ``is_book``: a document that
    has no goal."""

    name: str
    reader: Reader
    is_book: bool = False
    size: int = 0
    cold: list[float] = field(default_factory=list)
    clock: list[float] = field(default_factory=list)
    kept: list[float] = field(default_factory=list)
    signed_in: list[float] = field(default_factory=list)


@dataclass
class Made:
    """``seconds`` to make the festival; ``absent``: lines of the URL table that have no page."""

    seconds: float
    facts: str
    served: list[Served] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)


def p95(found: Sequence[float]) -> float:
    return quantile(found, 0.95)


class WebReport:
    def __init__(self) -> None:
        self.tables: list[Table] = []
        #: What each first visit has asked for, by page: bytes, a mark, and the address.
        self.requests: dict[str, list[str]] = {}
        self._missed: list[str] = []

    @property
    def all_reached(self) -> bool:
        return not self._missed

    def festival(self, made: Made) -> None:
        title = f"Le festival : {made.facts}, en {made.seconds:.0f} s"
        numbers = (">à froid", ">p95", ">horloge", ">gardée", ">équipe", ">ko")
        table = make_web_table(title, "page", "pour", *numbers)
        for one in sorted(made.served, key=lambda one: -p95(one.cold)):
            whole = one.reader if one.reader is not Reader.ANYBODY else ""
            found = (statistics.median(one.cold), p95(one.cold), p95(one.clock), p95(one.kept))
            signed_in = f"{p95(one.signed_in):.0f}" if one.signed_in else ""
            size = f"{one.size / 1000:.0f}"
            table.add_row(one.name, whole, *(f"{ms:.0f}" for ms in found), signed_in, size)
            worst = max(p95(one.cold), p95(one.signed_in))
            if not one.is_book:
                self.need(worst <= SERVED_MS, f"{one.name} : {worst:.0f} ms")
        table.caption = (
            "Millisecondes : médiane, puis p95 du processeur, rien de gardé ; p95 à l’horloge ; "
            "p95 de la page gardée, ou inchangée ; p95 pour qui est connecté. PDF (dont le "
            "programme qui compose n’est pas compté) et livres entiers : sans but. "
            f"Sans page : {', '.join(sorted(set(made.absent)))}."
        )
        if made.served:
            self.tables.append(table)

    def need(self, reached: bool, otherwise: str) -> None:  # noqa: FBT001 - whether it is so
        if not reached:
            self._missed.append(otherwise)

    def print(self, console: Console, *, every_request: bool) -> None:
        for table in self.tables:
            console.print(table)
        for name, requests in self.requests.items() if every_request else ():
            console.print(name, style="bold")
            for line in requests:
                console.print(line, highlight=False)
        for missed in self._missed:
            console.print(f"[red]manqué[/] {missed}")
        console.print("Buts atteints." if self.all_reached else f"{len(self._missed)} manqués.")


def make_web_table(title: str, *columns: str) -> Table:
    return make_table(title, *columns, no_wrap=True, title_justify="left", caption_justify="left")
