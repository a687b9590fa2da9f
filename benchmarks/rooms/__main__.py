"""Many rooms of one event that draw, then ring, together: ``make bench-rooms ARGS="--rooms 50"``.

Real servers, workers, a database and a bus of its own; the bulletins are rows. All rooms play the
same game, as the rooms of a festival do. The exit status is 1 when the last correction misses its
goal, work is done twice, or a task remains.
"""

import sys

from rich.console import Console

from benchmarks.people.servers import open_services
from engine.arguments import FrenchArgumentParser

PARTS = ("queue", "idle")


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.rooms", description=__doc__)
    parser.add_argument("--rooms", type=int, default=500, help="salles")
    parser.add_argument("--players", type=int, default=60, help="tablettes de chaque salle")
    parser.add_argument("--workers", type=int, default=2, help="ouvriers de la file turn")
    parser.add_argument("--turns", type=int, default=6, help="coups déjà joués")
    parser.add_argument(
        "--parts", nargs="+", choices=PARTS, default=PARTS, help="mesures : la file, le repos"
    )
    options = parser.parse_args(arguments)
    with open_services():
        from benchmarks.rooms.run import RoomsRun  # its imports need Django

        return RoomsRun(Console(), options).run()


if __name__ == "__main__":
    sys.exit(main())
