"""Measures the verification of a hall: ``make bench-verify ARGS="--entries 300 --turns 20"``.

A game is played by the services of the room in a database of its own, its archive verified by the
command, as a program of its own. The exit status is 1 when that takes a minute or does not agree.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.live import stage
from engine.arguments import Parser

#: Seconds, by the clock.
GOAL = 60.0


def main(arguments: list[str] | None = None) -> int:
    parser = Parser(prog="benchmarks.verify", description=__doc__)
    parser.add_argument("--entries", type=int, default=300, help="participations")
    parser.add_argument("--turns", type=int, default=20, help="coups")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "salle.duplicata.zip"
        with stage.services() as urls:
            stage.prepare(urls)
            from benchmarks.verify.hall import played  # its imports need Django

            turns, content = played(entries=options.entries, turns=options.turns)
        file.write_bytes(content)
        return _measure(file, f"{options.entries} participations, {turns} coups")


def _measure(file: Path, what: str) -> int:
    before = time.perf_counter()
    command = [sys.executable, "-m", "arbitrage.verify", str(file)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    said = program.stdout.read().splitlines()
    _pid, status, used = os.wait4(program.pid, 0)
    taken = time.perf_counter() - before
    program.returncode = os.waitstatus_to_exitcode(status)
    table = Table(title=f"Une archive vérifiée, {what}", show_header=False)
    for name, value in [
        ("archive", f"{file.stat().st_size / 1e6:.1f} Mo"),
        ("horloge", f"{taken:.1f} s"),
        ("calcul", f"{used.ru_utime + used.ru_stime:.1f} s"),
        ("mémoire", f"{used.ru_maxrss / 1024:.0f} Mo"),
        ("conclusion", said[-1] if said else ""),
    ]:
        table.add_row(name, value)
    console = Console()
    console.print(table)
    reached = taken < GOAL and program.returncode == 0
    console.print(f"But : moins de {GOAL:.0f} s : {'atteint' if reached else 'manqué'}.")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
