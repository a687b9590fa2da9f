"""A club that loses its PostgreSQL repeatedly: ``make failover ARGS="--minutes 3"``.

The people and promises of ``make chaos``, on a primary with a synchronous standby: during a turn
the primary is killed, or frozen and then killed, and the standby promoted. Programs find the new
primary by an address with two hosts or, with ``--pgbouncer``, through PgBouncer, which is killed as
well. The exit status is 1 when a promise was broken.
"""

import os
import shutil
import sys
from argparse import Namespace
from random import Random

from rich.console import Console

from benchmarks.failover.bouncer import Bouncer
from benchmarks.failover.injector import FailoverInjector
from benchmarks.failover.pair import Pair
from benchmarks.people.club import FOLDER, Club
from config.embedded.process import ServiceError
from engine.arguments import FrenchArgumentParser


def main(arguments: list[str] | None = None) -> int:
    options = _parse_arguments(arguments)
    console = Console()
    folder = FOLDER / f"failover-{os.getpid()}"
    try:
        bouncer = Bouncer(folder / "pgbouncer") if options.pgbouncer else None
    except ServiceError as error:
        console.print(str(error))
        return 1
    pair = Pair(folder)
    try:
        return _run(console, pair, bouncer, options)
    finally:
        if bouncer is not None:
            bouncer.delete()
        pair.delete()
        shutil.rmtree(folder, ignore_errors=True)


def _parse_arguments(arguments: list[str] | None) -> Namespace:
    parser = FrenchArgumentParser(prog="benchmarks.failover", description=__doc__)
    seed = Random().randrange(10_000)  # noqa: S311 - no secret
    parser.add_argument("--minutes", type=float, default=3.0, help="durée des coups portés")
    parser.add_argument("--seed", type=int, default=seed, help="hasard des tablettes")
    parser.add_argument("--tables", type=int, default=100, help="tablettes")
    parser.add_argument("--time", type=int, default=20, help="secondes par coup (5 au moins)")
    parser.add_argument("--pgbouncer", action="store_true", help="tout passe par PgBouncer")
    return parser.parse_args(arguments)


def _run(console: Console, pair: Pair, bouncer: Bouncer | None, options: Namespace) -> int:
    """Start the pair and a club on it, play, inject the faults; return the exit status."""
    if bouncer is None:
        club = Club({"DATABASE_URL": pair.url})
    else:
        club = Club({"DATABASE_URL": bouncer.url, "DB_TRANSACTION_POOLING": "1"})
    sentence = f"… deux PostgreSQL et un club démarrent (graine {options.seed})"
    console.print(f"[dim]{sentence}[/dim]")
    pair.start()
    if bouncer is not None:
        bouncer.start(pair.primary)
        console.print(f"[dim]… {bouncer.read_version()}[/dim]")
    with club.open():
        from benchmarks.chaos.run import ChaosRun  # its imports need Django

        benchmark = ChaosRun(
            console, club, options.seed,
            lambda rng, _players: FailoverInjector(club, rng, pair, bouncer),
        )  # fmt: skip
        return benchmark.run(minutes=options.minutes, tables=options.tables, time_s=options.time)


if __name__ == "__main__":
    sys.exit(main())
