"""A whole game of a full room: ``make bench-hall ARGS="--players 6000 --turns 22"``.

Real servers, a worker, a database and a bus of its own; every tablet and every spectator is a
socket of one load client, which runs on the same cores. With several numbers of ``--processes``
the game is played once with each, in one column each. The exit status is 1 when a bulletin was
lost, or stored as late although it was sent in time.
"""

import sys

from rich.console import Console

from benchmarks.people.connections import raise_file_limit
from benchmarks.people.servers import open_services
from engine.arguments import FrenchArgumentParser

#: Files that the load client needs besides its sockets.
SPARE_FILES = 200


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.full", description=__doc__)
    parser.add_argument("--players", type=int, default=6000, help="tablettes")
    parser.add_argument(
        "--others",
        type=int,
        default=0,
        help="tables servies ailleurs, muettes",
    )
    parser.add_argument("--spectators", type=int, default=2000, help="écrans du public")
    parser.add_argument("--turns", type=int, default=22, help="coups au plus")
    parser.add_argument("--time", type=int, default=30, help="secondes par coup")
    parser.add_argument(
        "--processes", type=int, nargs="+", default=[1], help="processus du direct, un par partie"
    )
    options = parser.parse_args(arguments)
    if raise_file_limit() < options.players + options.spectators + SPARE_FILES:
        parser.error("trop peu de fichiers ouverts sont permis (ulimit -n) pour tant d’écrans")
    with open_services():
        from benchmarks.full.run import FullHallRun  # its imports need Django

        return FullHallRun(Console(), options).run()


if __name__ == "__main__":
    sys.exit(main())
