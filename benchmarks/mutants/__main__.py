"""Mutants of the product that the tests must catch: ``make mutants SEED=7 COUNT=300``.

Changes of one place each, drawn by the seed, as many from every area; each is put into the running
product of a forked process, and the tests that run its lines are run until one fails. The result is
written to .local/mutants-SEED.jsonl, from which a run that was stopped goes on; ``AGAINST=file``
compares it with that of another run, and the exit status is 1 when a mutant was caught then and not
now. Linux only.
"""

import json
import os
import signal
import sys
from pathlib import Path

from rich.console import Console

from benchmarks.mutants import report
from benchmarks.mutants.areas import ROOT
from benchmarks.mutants.draw import orders
from benchmarks.mutants.programme import Known, Programme
from benchmarks.mutants.state import name_whole
from engine.arguments import Parser


def main(arguments: list[str] | None = None) -> int:
    parser = Parser(prog="benchmarks.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=7, help="hasard du tirage")
    parser.add_argument("--count", type=int, default=300, help="mutants en tout")
    parser.add_argument("--minutes", type=float, default=60, help="au plus, couverture à part")
    parser.add_argument("--budget", type=float, default=20, help="secondes de tests par mutant")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processus")
    parser.add_argument("--against", type=Path, help="résultat d'une autre fois")
    options = parser.parse_args(arguments)
    console = Console()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the servers are stopped
    drawn = orders(options.seed)
    kept = ROOT / ".local" / f"mutants-{options.seed}.jsonl"
    kept.parent.mkdir(exist_ok=True)
    known = Known(kept, name_whole())
    programme = Programme(
        options.jobs, options.budget, lambda line: console.print(line, highlight=False)
    )
    try:
        programme.prepare()
        rows = programme.judge(drawn, options.count, options.minutes, known)
    finally:
        programme.stop()
    report.show(console, rows)
    left_out = sorted(programme.coverage.failed | programme.unsound)
    console.print(f"fail without a mutant, left out: {' '.join(left_out) or 'none'}")
    console.print(str(kept))
    if options.against:
        before = [json.loads(line) for line in options.against.read_text().splitlines()]
        return 0 if report.compare(console, before, rows) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
