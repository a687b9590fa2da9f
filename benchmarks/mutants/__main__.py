"""Mutants of the product that the tests must catch: ``make mutants SEED=7 COUNT=300``.

Changes of one place each, drawn by the seed, as many from every area; each is put into the running
product of a forked process, and the tests that run its lines are run until one fails. The result is
written to .local/mutants-SEED.jsonl, from which a stopped run continues; ``AGAINST=file``
compares it with that of another run, and the exit status is 1 if a mutant was caught then and not
now. Linux only. Known tools start a session of 30 s for each mutant.
"""

import json
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from benchmarks.mutants.areas import ROOT, hash_whole
from benchmarks.mutants.run import MutantsRun, StoredVerdicts
from benchmarks.mutants.sites import draw_mutants
from engine.arguments import FrenchArgumentParser

CAUGHT = {"caught", "timeout", "died"}
type Row = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=7, help="hasard du tirage")
    parser.add_argument("--count", type=int, default=300, help="mutants en tout")
    parser.add_argument("--minutes", type=float, default=60, help="au plus, couverture à part")
    parser.add_argument("--against", type=Path, help="résultat d'une autre fois")
    options = parser.parse_args(arguments)
    console = Console()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the servers are stopped
    mutants_by_area = draw_mutants(options.seed)
    results_file = ROOT / ".local" / f"mutants-{options.seed}.jsonl"
    results_file.parent.mkdir(exist_ok=True)
    stored_verdicts = StoredVerdicts(results_file, hash_whole())
    benchmark = MutantsRun(lambda line: console.print(line, highlight=False))
    try:
        benchmark.prepare()
        rows = benchmark.judge(mutants_by_area, options.count, options.minutes, stored_verdicts)
    finally:
        benchmark.stop()
    print_results(console, rows)
    failing = sorted(benchmark.coverage.failed | benchmark.failing_unmutated)
    console.print(f"fail without a mutant, left out: {' '.join(failing) or 'none'}")
    console.print(str(results_file))
    if options.against:
        before = [json.loads(line) for line in options.against.read_text().splitlines()]
        return 0 if compare_runs(console, before, rows) else 1
    return 0


def print_results(console: Console, rows: list[Row]) -> None:
    """Print the table, then every mutant that no test caught."""
    table = Table("area", "drawn", "caught", "of these by time", "survived", "not covered")
    for area in [*sorted({row["area"] for row in rows}), ""]:
        area_rows = [row for row in rows if area in {row["area"], ""}]
        verdicts = Counter(row["verdict"] for row in area_rows)
        caught = sum(verdicts[verdict] for verdict in CAUGHT)
        by_time = verdicts["timeout"] + verdicts["died"]
        numbers = (len(area_rows), caught, by_time, verdicts["survived"], verdicts["not covered"])
        table.add_row(area or "all", *map(str, numbers))
    console.print(table)
    for row in sorted(rows, key=lambda row: (row["area"], row["path"], row["line"])):
        if row["verdict"] not in CAUGHT:
            print_mutant(console, row)


def print_mutant(console: Console, row: Row) -> None:
    """Print a mutant in two lines."""
    not_run_text = (
        f", {row['tests_not_run']} covering tests not run" if row["tests_not_run"] else ""
    )
    text = (
        f"{row['path']}:{row['line']} {row['function']} [{row['operator']}]"
        f" {row['verdict']}{not_run_text}\n    {row['before']}  →  {row['after']}"
    )
    console.print(escape(text), soft_wrap=True, highlight=False)


def compare_runs(console: Console, before: list[Row], after: list[Row]) -> bool:
    """Print what one run caught and the other did not; return False if something was lost."""
    old, new = ({row["key"]: row["verdict"] in CAUGHT for row in rows} for rows in (before, after))
    rows = {row["key"]: row for row in after}
    common_keys = sorted(old.keys() & new.keys())
    console.print(f"{len(common_keys)} mutants in both runs, {len(old)} before, {len(new)} after")
    no_longer_caught = [key for key in common_keys if old[key] > new[key]]
    newly_caught = [key for key in common_keys if old[key] < new[key]]
    for title, keys in (
        ("caught before, not after", no_longer_caught),
        ("caught after, not before", newly_caught),
    ):
        console.print(f"{title}: {len(keys)}")
        for key in keys:
            print_mutant(console, rows[key])
    return not no_longer_caught


if __name__ == "__main__":
    sys.exit(main())
