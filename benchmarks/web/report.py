"""What ``make bench-web`` has measured, as it goes from one process to the other, its tables, and
its goals."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rich.console import Console
from rich.table import Table

from benchmarks.people.connections import ANSWER_P99_MS
from benchmarks.people.public import Refreshes
from benchmarks.report import make_table, quantile

#: Milliseconds that the server may spend on a page, nineteen times of twenty.
SERVED_MS = 150.0
#: Bits a second and milliseconds that an answer takes to begin, as a phone has them at the edge of
#: the network. Browsers' tools call it slow 3G.
SLOW_3G = (400_000, 400)
PHONES = 500


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


@dataclass
class Visit:
    """What came over the network: bytes by address, in the order of asking, and seconds.
    ``silent`` are addresses that nobody waits for who reads the page."""

    requests: list[tuple[str, int]] = field(default_factory=list)
    sockets: list[str] = field(default_factory=list)
    socket_bytes: int = 0
    silent: frozenset[str] = frozenset()
    seconds: float = 0.0

    @property
    def count(self) -> int:
        return len(self.requests) + len(self.sockets)

    @property
    def waited(self) -> int:
        """Requests until the page can be read."""
        return sum(address not in self.silent for address, _ in self.requests)

    @property
    def bytes(self) -> int:
        return sum(size for _, size in self.requests) + self.socket_bytes


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


def p95(found: Sequence[float]) -> float:
    return quantile(found, 0.95)


class WebReport:
    def __init__(self) -> None:
        self._tables: list[Table] = []
        self._missed: list[str] = []
        self._visits: list[Visited] = []

    @property
    def all_reached(self) -> bool:
        return not self._missed

    def festival(self, made: Made) -> None:
        title = f"Le festival : {made.facts}, en {made.seconds:.0f} s"
        numbers = (">à froid", ">p95", ">horloge", ">gardée", ">équipe", ">ko")
        table = _table(title, "page", "pour", *numbers)
        for one in sorted(made.served, key=lambda one: -p95(one.cold)):
            whole = one.reader if one.reader is not Reader.ANYBODY else ""
            found = (statistics.median(one.cold), p95(one.cold), p95(one.clock), p95(one.kept))
            signed_in = f"{p95(one.signed_in):.0f}" if one.signed_in else ""
            size = f"{one.size / 1000:.0f}"
            table.add_row(one.name, whole, *(f"{ms:.0f}" for ms in found), signed_in, size)
            worst = max(p95(one.cold), p95(one.signed_in))
            if not one.is_book:
                self._need(worst <= SERVED_MS, f"{one.name} : {worst:.0f} ms")
        table.caption = (
            "Millisecondes : médiane, puis p95 du processeur, rien de gardé ; p95 à l’horloge ; "
            "p95 de la page gardée, ou inchangée ; p95 pour qui est connecté. PDF (dont le "
            "programme qui compose n’est pas compté) et livres entiers : sans but. "
            f"Sans page : {', '.join(sorted(set(made.absent)))}."
        )
        if made.served:
            self._tables.append(table)

    def visits(self, found: Sequence[Visited]) -> None:
        self._visits = list(found)
        bits, latency = SLOW_3G
        title = f"Premières visites ; 3G lente : {bits // 1000} kbit/s, {latency} ms"
        numbers = (">requêtes", ">avant de lire", ">octets", ">lisible", ">en 3G", ">rechargée")
        table = _table(title, "", *numbers, ">3G")
        for one in found:
            first, again = one.first, one.again
            seconds = [one.first, one.slow, one.again, one.slow_again]
            quick, slow, reload, slow_reload = (f"{visit.seconds:.2f} s" for visit in seconds)
            counts = f"{first.count}", f"{first.waited}", f"{first.bytes:,}"
            back = f"{again.count} : {again.bytes:,}"
            table.add_row(one.page.name, *counts, quick, slow, f"{back}, {reload}", slow_reload)
            self._check_goals(one)
        self._tables.append(table)

    def _check_goals(self, one: Visited) -> None:
        page, first = one.page, one.first
        for what, found, most in (
            ("requêtes", first.count, page.requests),
            ("requêtes avant de lire", first.waited, page.waited),
            ("octets", first.bytes, page.bytes),
            ("s rechargée en 3G", one.slow_again.seconds, page.seconds),
        ):
            if most is not None:
                self._need(found <= most, f"{page.name} : {found:g} {what}, au lieu de {most:g}")

    def crowd(self, rooms: tuple[Room, Room]) -> None:
        alone, watched = rooms
        title = f"{PHONES} téléphones sur un classement, pendant un coup"
        table = _table(title, "", ">sans", ">avec", ">rapport")
        for what, before, after in (
            ("coup ouvert, dernière tablette", max(alone.opened), max(watched.opened)),
            ("top dévoilé, dernière tablette", max(alone.revealed), max(watched.revealed)),
            ("accusé d’un bulletin, p50", quantile(alone.acks, 0.5), quantile(watched.acks, 0.5)),
            ("accusé d’un bulletin, p99", quantile(alone.acks, 0.99), quantile(watched.acks, 0.99)),
        ):
            table.add_row(what, f"{before:.0f} ms", f"{after:.0f} ms", f"× {after / before:.1f}")
        asked = watched.refreshes
        worst, again = quantile(watched.acks, 0.99), p95(asked.took)
        for what, found in (
            ("page redemandée, médiane", f"{statistics.median(asked.took):.0f} ms"),
            ("page redemandée, p95", f"{again:.0f} ms"),
            ("demandes, dont nouvelles", f"{len(asked.took)}, {asked.fresh}"),
            ("octets d’une demande", f"{asked.bytes // max(1, len(asked.took))}"),
        ):
            table.add_row(what, "", found, "")
        table.add_row("sans réponse", str(alone.missed), str(watched.missed), "")
        self._tables.append(table)
        self._need(again <= SERVED_MS, f"page redemandée : {again:.0f} ms")
        self._need(worst <= ANSWER_P99_MS, f"accusé avec les téléphones : p99 {worst:.0f} ms")
        self._need(not watched.missed, f"{watched.missed} sans réponse")

    def _need(self, reached: bool, otherwise: str) -> None:  # noqa: FBT001 - whether it is so
        if not reached:
            self._missed.append(otherwise)

    def print(self, console: Console, *, every_request: bool) -> None:
        for table in self._tables:
            console.print(table)
        for one in self._visits if every_request else ():
            console.print(one.page.name, style="bold")
            for address, size in one.first.requests:
                mark = "·" if address in one.first.silent else " "
                console.print(f"{size:>8} {mark} {address}", highlight=False)
        for missed in self._missed:
            console.print(f"[red]manqué[/] {missed}")
        console.print("Buts atteints." if self.all_reached else f"{len(self._missed)} manqués.")


def _table(title: str, *columns: str) -> Table:
    return make_table(title, *columns, no_wrap=True, title_justify="left", caption_justify="left")
