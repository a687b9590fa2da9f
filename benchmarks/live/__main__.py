"""Measures of the live hall and of yardsticks, in one run: ``make bench-live``.

Arguments choose parts of it (``PARTS``). Everything runs on this machine only and is stopped and
deleted afterwards.
"""

import argparse
import sys

from rich.console import Console

from benchmarks.people.connections import raise_file_limit
from benchmarks.people.servers import open_services

PARTS = ("diffusion", "rafale", "memoire", "fermeture", "perte")


def main() -> int:
    parser = argparse.ArgumentParser(description="Mesure la salle en direct.")
    parser.add_argument("parts", nargs="*", choices=PARTS, help="parties à mesurer")
    parts = parser.parse_args().parts or PARTS
    limit = raise_file_limit()
    with open_services() as urls:
        from benchmarks.live.run import LiveRun  # its imports need Django

        return LiveRun(Console(), urls, limit).run(parts)


if __name__ == "__main__":
    sys.exit(main())
