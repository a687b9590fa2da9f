"""A club under faults: ``make chaos MINUTES=60 ARGS="--seed 7"``.

Real processes of ``make club`` with a hundred tablets, a judge, two arbiters, a typist and an
organiser; faults are injected into its processes, network, messages, clocks and disk, drawn from
the seed. Prints the results; the exit status is 1 if a promise was broken.
"""

import sys
from pathlib import Path
from random import Random

from rich.console import Console

from benchmarks.chaos.club import FaultyClub
from benchmarks.chaos.faults import ClubInPlay
from benchmarks.chaos.injector import FaultInjector
from benchmarks.chaos.kinds import KINDS
from engine.arguments import FrenchArgumentParser


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.chaos", description=__doc__)
    seed = Random().randrange(10_000)  # noqa: S311 - no secret
    parser.add_argument("--minutes", type=float, default=5.0, help="durée des coups portés")
    parser.add_argument("--seed", type=int, default=seed, help="hasard des coups portés")
    parser.add_argument("--tables", type=int, default=100, help="tablettes")
    parser.add_argument("--paper", type=int, default=10, help="tables en papier")
    parser.add_argument("--time", type=int, default=5, help="secondes par coup (5 au moins)")
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--step", type=float, default=0.3, help="secondes entre deux gestes")
    parser.add_argument("--like", type=Path, help="club arrêté dont celui-ci reprend la base vide")
    options = parser.parse_args(arguments)
    console = Console()
    console.print(f"[dim]… un club démarre (graine {options.seed})[/dim]")
    club = FaultyClub()
    with club.open(options.like):
        from benchmarks.chaos.run import ChaosRun  # its imports need Django

        benchmark = ChaosRun(
            console, club, options.seed,
            lambda rng, players: FaultInjector(ClubInPlay(club, players), rng, options.kinds),
            options.step, options.paper,
        )  # fmt: skip
        return benchmark.run(minutes=options.minutes, tables=options.tables, time_s=options.time)


if __name__ == "__main__":
    sys.exit(main())
