"""The tables of ``make bench-web`` and its goals."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from benchmarks.live.ingest import ANSWER_P99_MS
from benchmarks.web.phones import PHONES
from benchmarks.web.results import Made, Reader, Room, Served, Visited, median, p95
from benchmarks.web.visit import SLOW_3G

#: Milliseconds that the server may spend on a page, nineteen times of twenty.
SERVED_MS = 150.0
#: Seconds to make the festival.
MAKING_S = 60.0


class Report:
    def __init__(self) -> None:
        self._tables: list[Table] = []
        self._missed: list[str] = []
        self._visits: list[Visited] = []

    @property
    def all_reached(self) -> bool:
        return not self._missed

    def festival(self, made: Made) -> None:
        table = _table(f"Le festival : {made.facts}, en {made.seconds:.0f} s", ("page", "pour"))
        for name in ("à froid", "p95", "horloge", "gardée", "équipe", "ko"):
            table.add_column(name, justify="right")
        for one in sorted(made.served, key=lambda one: -p95(one.cold)):
            table.add_row(*_line(one))
            worst = max(p95(one.cold), p95(one.signed_in) if one.signed_in else 0)
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
        table = _table(f"Premières visites ; 3G lente : {bits // 1000} kbit/s, {latency} ms", ("",))
        for name in ("requêtes", "avant de lire", "octets", "lisible", "en 3G", "rechargée", "3G"):
            table.add_column(name, justify="right")
        for one in found:
            first, again = one.first, one.again
            seconds = [one.first, one.slow, one.again, one.slow_again]
            quick, slow, reload, slow_reload = (f"{visit.seconds:.2f} s" for visit in seconds)
            counts = f"{first.count}", f"{first.waited}", f"{first.bytes:,}"
            back = f"{again.count} : {again.bytes:,}"
            table.add_row(one.page.name, *counts, quick, slow, f"{back}, {reload}", slow_reload)
            self._goals(one)
        self._tables.append(table)

    def _goals(self, one: Visited) -> None:
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
        table = _table(f"{PHONES} téléphones sur un classement, pendant un coup", ("",))
        for name in ("sans", "avec", "rapport"):
            table.add_column(name, justify="right")
        for what, before, after in (
            ("coup ouvert, dernière tablette", max(alone.opened), max(watched.opened)),
            ("top dévoilé, dernière tablette", max(alone.revealed), max(watched.revealed)),
            ("accusé d’un bulletin, p50", _cut(alone.acks, 50), _cut(watched.acks, 50)),
            ("accusé d’un bulletin, p99", _cut(alone.acks, 99), _cut(watched.acks, 99)),
        ):
            table.add_row(what, f"{before:.0f} ms", f"{after:.0f} ms", f"× {after / before:.1f}")
        asked = watched.refreshes
        table.add_row("page redemandée, médiane", "", f"{median(asked.took):.0f} ms", "")
        table.add_row("page redemandée, p95", "", f"{p95(asked.took):.0f} ms", "")
        table.add_row("demandes, dont nouvelles", "", f"{len(asked.took)}, {asked.fresh}", "")
        table.add_row("octets d’une demande", "", f"{asked.bytes // max(1, len(asked.took))}", "")
        table.add_row("sans réponse", str(alone.missed), str(watched.missed), "")
        self._tables.append(table)
        worst = _cut(watched.acks, 99)
        self._need(p95(asked.took) <= SERVED_MS, f"page redemandée : {p95(asked.took):.0f} ms")
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


def _table(title: str, columns: Sequence[str]) -> Table:
    table = Table(title=title, title_justify="left", caption_justify="left")
    for name in columns:
        table.add_column(name, no_wrap=True)
    return table


def _line(one: Served) -> list[str]:
    whole = one.reader if one.reader is not Reader.ANYBODY else ""
    found = (median(one.cold), p95(one.cold), p95(one.clock), p95(one.kept))
    signed_in = f"{p95(one.signed_in):.0f}" if one.signed_in else ""
    return [one.name, whole, *(f"{ms:.0f}" for ms in found), signed_in, f"{one.size / 1000:.0f}"]


def _cut(found: Sequence[float], percent: int) -> float:
    ordered = sorted(found)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]
