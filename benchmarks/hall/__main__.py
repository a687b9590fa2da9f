"""A hall of 300, half on paper: ``make hall ARGS="--seed 7 --entries 300 --turns 20"``.

Real processes of ``make club``; a judge, six arbiters and the tablets play a script drawn from the
seed, over HTTP and sockets. The final ranking is compared with the
result of an independent short program; the exit status is 1 when they differ.
"""

import sys
from random import Random

from rich.console import Console

from benchmarks.hall.writer import write_script
from benchmarks.people.club import Club
from engine.arguments import FrenchArgumentParser

#: Enough tables for every event of the script; turns that the letters allow.
MIN_TABLES, TURNS = 24, range(4, 23)


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.hall", description=__doc__)
    seed = Random().randrange(10_000)  # noqa: S311 - no secret
    parser.add_argument("--seed", type=int, default=seed, help="hasard de la partie et des gens")
    parser.add_argument("--entries", type=int, default=300, help=f"tables ({MIN_TABLES} au moins)")
    parser.add_argument("--turns", type=int, default=20, help="coups joués (de 4 à 22)")
    options = parser.parse_args(arguments)
    if options.entries < MIN_TABLES or options.turns not in TURNS:
        parser.error(f"au moins {MIN_TABLES} tables, de {TURNS[0]} à {TURNS[-1]} coups")
    console = Console()
    script = write_script(seed=options.seed, tables=options.entries, turns=options.turns)
    console.print(f"[dim]… un club démarre (graine {options.seed})[/dim]")
    club = Club()
    with club.open():
        from benchmarks.hall.run import HallRun  # its imports need Django

        return HallRun(console, club.url, script).run()


if __name__ == "__main__":
    sys.exit(main())
