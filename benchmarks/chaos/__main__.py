"""A club on its worst day: ``make chaos MINUTES=60 ARGS="--seed 7"``.

Real processes of ``make club`` with a hundred tablets, a judge, two arbiters, a typist and an
organiser; meanwhile its processes, its network, its messages, clocks and disk are struck, drawn
from the seed. Prints what came of it; the exit status is 1 when a promise was broken.
"""

import os
import sys
from pathlib import Path
from random import Random

from rich.console import Console

from benchmarks.chaos.blows.kinds import KINDS
from benchmarks.chaos.club import copy_club
from benchmarks.chaos.struck import StruckClub
from engine.arguments import Parser


def main(arguments: list[str] | None = None) -> int:
    parser = Parser(prog="benchmarks.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="durée des coups portés")
    parser.add_argument("--seed", type=int, default=None, help="hasard des coups portés")
    parser.add_argument("--tables", type=int, default=100, help="tablettes")
    parser.add_argument("--time", type=int, default=5, help="secondes par coup (5 au moins)")
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--step", type=float, default=0.3, help="secondes entre deux gestes")
    parser.add_argument("--like", type=Path, help="club arrêté dont celui-ci reprend la base vide")
    options = parser.parse_args(arguments)
    seed = options.seed if options.seed is not None else Random().randrange(10_000)  # noqa: S311 - no secret
    console = Console()
    console.print(f"[dim]… un club démarre (graine {seed})[/dim]")
    club = StruckClub()
    try:
        if options.like is not None:
            copy_club(options.like, club.folder)
        os.environ.update(club.environment(club.start()))
        import django

        django.setup()
        from benchmarks.chaos.worst_day import WorstDay  # its imports need Django

        programme = WorstDay(console, club, seed, step_s=options.step, kinds=options.kinds)
        return programme.run(minutes=options.minutes, tables=options.tables, time_s=options.time)
    finally:
        club.stop()


if __name__ == "__main__":
    sys.exit(main())
