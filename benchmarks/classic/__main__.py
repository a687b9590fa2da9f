"""Random matches, every event checked: ``make bench-classic ARGS="--matches 10000 --seed 1"``.

Letters, totals, clocks, endings and what a viewer sees. The exit status is 1 if an invariant does
not hold; the message has the number of the match.
"""

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.classic.match import Counts, InvariantError, play_match
from engine.arguments import FrenchArgumentParser

MATCHES_PER_BLOCK = 100


def play_block(first: int, count: int) -> Counts:
    counts = Counts()
    for number in range(first, first + count):
        counts.add(play_match(number))
    return counts


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.classic", description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000, help="parties")
    parser.add_argument("--seed", type=int, default=1, help="numéro de la première")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1, help="processus")
    options = parser.parse_args(arguments)
    console, counts, start = Console(), Counts(), time.monotonic()
    first_numbers = range(options.seed, options.seed + options.matches, MATCHES_PER_BLOCK)
    sizes = [
        min(MATCHES_PER_BLOCK, options.seed + options.matches - first) for first in first_numbers
    ]
    try:
        with ProcessPoolExecutor(options.jobs) as pool:
            blocks = pool.map(play_block, first_numbers, sizes)
            for block in track(blocks, "centaines", len(sizes), console=console, transient=True):
                counts.add(block)
    except InvariantError as error:
        console.print(f"[red]{error}")
        return 1
    console.print(build_table(counts))
    events, refusals = counts.accepted.total(), counts.refused.total()
    elapsed_s = time.monotonic() - start
    console.print(
        f"{options.matches} parties, {events} événements, {refusals} refus, {elapsed_s:.0f} s : "
        "tous les invariants tiennent."
    )
    return 0


def build_table(counts: Counts) -> Table:
    columns = {
        "acceptés": counts.accepted, "refusés": counts.refused, "finies par": counts.end_reasons,
        "gagnées par": counts.winners,
    }  # fmt: skip
    result = Table("", "", "nombre")
    for title, counter in columns.items():
        for rank, (name, number) in enumerate(counter.most_common()):
            result.add_row("" if rank else title, name, str(number))
        result.add_section()
    return result


if __name__ == "__main__":
    sys.exit(main())
