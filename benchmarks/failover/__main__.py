"""A club whose PostgreSQL is lost, again and again: ``make failover ARGS="--minutes 3"``.

The people and promises of ``make chaos``, on a primary with a synchronous standby: in the middle
of a turn the primary is killed, or frozen and then cut off, and the standby promoted. Programs find
the new primary by an address with two hosts or, with ``--pgbouncer``, through PgBouncer, which is
killed as well. The exit status is 1 when a promise was broken.
"""

import os
import shutil
import sys
from argparse import Namespace
from random import Random

from rich.console import Console

from benchmarks.chaos.club import FOLDER
from benchmarks.failover.bouncer import Bouncer
from benchmarks.failover.club import OutsideClub
from benchmarks.failover.pair import Pair
from config.embedded.process import ServiceError
from engine.arguments import Parser


def _options(arguments: list[str] | None) -> Namespace:
    parser = Parser(prog="benchmarks.failover", description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0, help="durée des coups portés")
    parser.add_argument("--seed", type=int, default=None, help="hasard des tablettes")
    parser.add_argument("--tables", type=int, default=100, help="tablettes")
    parser.add_argument("--time", type=int, default=20, help="secondes par coup (5 au moins)")
    parser.add_argument("--pgbouncer", action="store_true", help="tout passe par PgBouncer")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    options = _options(arguments)
    seed = options.seed if options.seed is not None else Random().randrange(10_000)  # noqa: S311 - no secret
    console = Console()
    folder = FOLDER / f"failover-{os.getpid()}"
    try:
        bouncer = Bouncer(folder / "pgbouncer") if options.pgbouncer else None
    except ServiceError as error:
        console.print(str(error))
        return 1
    pair = Pair(folder)
    given = {"DATABASE_URL": pair.url}
    if bouncer is not None:
        given = {"DATABASE_URL": bouncer.url, "DB_TRANSACTION_POOLING": "1"}
    club = OutsideClub(given)
    try:
        console.print(f"[dim]… deux PostgreSQL et un club démarrent (graine {seed})[/dim]")
        pair.start()
        if bouncer is not None:
            bouncer.start(pair.primary)
            console.print(f"[dim]… {bouncer.says()}[/dim]")
        os.environ.update(club.environment(club.start()))
        import django

        django.setup()
        from benchmarks.failover.programme import FailoverProgramme  # its imports need Django

        programme = FailoverProgramme(console, club, seed, pair=pair, bouncer=bouncer)
        return programme.run(minutes=options.minutes, tables=options.tables, time_s=options.time)
    finally:
        club.stop()
        if bouncer is not None:
            bouncer.delete()
        pair.delete()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
