"""The table: what was measured, beside what, and the goal (docs/live.md)."""

import os
import platform
import statistics
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from benchmarks.live.capacity import Capacity
from benchmarks.live.closing import Closing
from benchmarks.live.fanout import FanOut
from benchmarks.live.ingest import ANSWER_P99_MS, Burst, FullRoom

#: Fan-out rate over that of the bare server, and over the textbook's, at the largest size.
BARE_RATIO, TEXTBOOK_RATIO, TEXTBOOK_AT = 0.9, 10.0, 5000
BURST_RATIO = 0.8
TAIL_RATIO = 3.0
CLOSE_MS, CLOSE_AFTER_KILL_MS = 20.0, 300.0
KIB_PER_SOCKET = 32.0
RECONNECTS = 1500.0


@dataclass(frozen=True)
class Line:
    """``reached`` is None where there is a measurement but no goal."""

    what: str
    found: str
    beside: str
    goal: str
    reached: bool | None


class Report:
    """Collects measurements and prints them as one table."""

    def __init__(self) -> None:
        self._lines: list[Line] = []

    @property
    def all_reached(self) -> bool:
        return all(line.reached is not False for line in self._lines)

    def fan_out(self, found: FanOut) -> None:
        what = f"Diffusion jusqu'au dernier de {found.sockets}"
        ours = f"{found.ours_s * 1000:.1f} ms"
        to_bare = found.bare_s / found.ours_s
        to_textbook = found.textbook_s / found.ours_s
        self._add(
            what,
            ours,
            f"serveur nu {found.bare_s * 1000:.1f} ms : {to_bare:.2f}",
            f"≥ {BARE_RATIO}",
            to_bare >= BARE_RATIO,
        )
        counts = found.sockets >= TEXTBOOK_AT
        self._add(
            what,
            ours,
            f"Channels du manuel {found.textbook_s * 1000:.0f} ms : × {to_textbook:.1f}",
            f"≥ × {TEXTBOOK_RATIO:.0f}" if counts else "—",
            to_textbook >= TEXTBOOK_RATIO if counts else None,
        )

    def burst(self, found: Burst) -> None:
        ratio = found.ours / found.one_by_one
        self._add(
            f"Rafale de {found.size} bulletins accusés",
            f"{found.ours:,.0f} /s",
            f"une ligne par commit {found.one_by_one:,.0f} /s : {ratio:.2f}",
            f"≥ {BURST_RATIO}",
            ratio >= BURST_RATIO,
        )

    def full_room(self, found: FullRoom) -> None:
        what = (
            f"Accusé de {found.bulletins} bulletins en 3 s, {found.spectators} spectateurs servis"
        )
        p50, p99, longest = (
            statistics.median(getattr(ours, name) for ours, _ in found.rounds)
            for name in ("p50", "p99", "longest")
        )
        self._add(
            what,
            f"p99 {p99:.1f} ms",
            f"p50 {p50:.1f} ms, max {longest:.1f} ms (médianes de {len(found.rounds)} fois)",
            f"p99 ≤ {ANSWER_P99_MS:.0f} ms",
            p99 <= ANSWER_P99_MS,
        )
        ratios = [ours.p99 / bare.p99 for ours, bare in found.rounds]
        held, rounds = sum(ratio <= TAIL_RATIO for ratio in ratios), len(ratios)
        bare = statistics.median(bare.p99 for _, bare in found.rounds)
        self._add(
            "… p99, à côté du serveur nu qui ne garde rien",
            f"× {statistics.median(ratios):.1f}",
            f"serveur nu {bare:.1f} ms ; au pire × {max(ratios):.1f} ; tenu {held} fois",
            f"≤ × {TAIL_RATIO:.0f}, {rounds} fois",
            held == rounds,
        )

    def capacity(self, spectators: Capacity, players: Capacity) -> None:
        for name, found in {"spectateurs": spectators, "joueurs": players}.items():
            self._add(
                f"Mémoire par connexion, {found.sockets} {name}",
                f"{found.kib_per_socket:.1f} Kio",
                "",
                f"≤ {KIB_PER_SOCKET:.0f} Kio",
                found.kib_per_socket <= KIB_PER_SOCKET,
            )
        for name, found, goal in (
            ("spectateurs", spectators, RECONNECTS),
            ("joueurs", players, None),  # each has a snapshot of his own
        ):
            self._add(
                f"Retour de {found.sockets} {name}, instantané compris",
                f"{found.reconnects:,.0f} /s",
                "",
                "—" if goal is None else f"≥ {goal:,.0f} /s",
                None if goal is None else found.reconnects >= goal,
            )

    def closing(self, found: Closing) -> None:
        for name, turns, goal in (
            ("Retard de la fermeture, trois processus", found.quiet, CLOSE_MS),
            ("… le premier d'entre eux tué avant", found.killed, CLOSE_AFTER_KILL_MS),
        ):
            closed = [late.closed_ms for late in turns]
            heard = [late.heard_ms for late in turns]
            self._add(
                name,
                f"max {max(closed):.1f} ms",
                f"nouvelle reçue : médiane {statistics.median(heard):.0f}, max {max(heard):.0f} ms",
                f"≤ {goal:.0f} ms",
                max(closed) <= goal,
            )
        times = ", ".join(map(str, sorted(found.times_closed)))
        self._add("Fermetures par coup", times, "", "1", found.times_closed == {1})

    def loss(self, acknowledged: int, lost: int) -> None:
        self._add(
            "Bulletins accusés puis perdus, serveur tué",
            str(lost),
            f"{acknowledged:,} accusés",
            "0",
            lost == 0 and acknowledged > 0,
        )

    def print(self, console: Console) -> None:
        table = Table(title="La salle en direct", title_justify="left")
        for title, justify in (
            ("Mesure", "left"),
            ("Duplicata", "right"),
            ("À côté", "left"),
            ("But", "right"),
            ("", "left"),
        ):
            table.add_column(title, justify="right" if justify == "right" else "left")
        for line in self._lines:
            mark = {True: "[green]atteint[/]", False: "[red]manqué[/]", None: ""}[line.reached]
            table.add_row(line.what, line.found, line.beside, line.goal, mark)
        console.print(table)
        console.print(
            f"[dim]{os.cpu_count()} cœurs, client de charge compris ; "
            f"Python {platform.python_version()}, {platform.system()} {platform.machine()}. "
            "Les valeurs absolues dépendent de la machine ; les rapports comptent.[/dim]"
        )

    def _add(self, what: str, found: str, beside: str, goal: str, reached: bool | None) -> None:  # noqa: FBT001 - a column
        self._lines.append(Line(what, found, beside, goal, reached))
