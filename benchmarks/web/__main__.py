"""Measures the pages for all readers: ``make bench-web ARGS="--rounds 20"``.

On a festival of three tournaments, seven games and 500 players: the server's time for every page,
the bytes of first visits in a real browser, and 500 phones on one ranking during turns.
``pages``, ``visites`` or ``salle`` measure a part only. The exit status is 1 if a goal was missed.
"""

import multiprocessing
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import django
from rich.console import Console

from benchmarks.people.club import Club
from benchmarks.web.creation import make_and_measure
from benchmarks.web.report import WebReport
from config.embedded.services import Services
from engine.arguments import FrenchArgumentParser

PARTS = ("pages", "visites", "salle")


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.web", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="tout, sans autre choix")
    parser.add_argument("--list", action="store_true", help="chaque requête des premières visites")
    parser.add_argument("--people", type=int, default=500, help="joueurs du festival")
    parser.add_argument("--turns", type=int, default=99, help="coups par partie, au plus")
    parser.add_argument("--rounds", type=int, default=20, help="lectures de chaque page")
    options = parser.parse_args(arguments)
    parts = options.parts or PARTS
    console, report = Console(), WebReport()
    club = Club()
    try:
        make_festival_in_process(console, report, club, options, with_pages="pages" in parts)
        if "visites" in parts or "salle" in parts:
            measure_site(club, console, report, parts)
        report.print(console, every_request=options.list)
        return 0 if report.is_reached else 1
    finally:
        club.stop()


def make_festival_in_process(
    console: Console, report: WebReport, club: Club, options: Namespace, *, with_pages: bool
) -> None:
    """Create the festival in a process of its own, with other servers than the running club's."""
    console.print("[dim]… le festival se joue[/dim]")
    services = Services(club.folder / "services", durable=False)
    urls = services.start()
    try:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(1, mp_context=context) as pool:
            rounds = options.rounds if with_pages else 0
            future = pool.submit(make_and_measure, urls, options.people, options.turns, rounds)
            festival = future.result()
    finally:
        services.stop()
    report.add_festival(festival)


def measure_site(club: Club, console: Console, report: WebReport, parts: Sequence[str]) -> None:
    console.print("[dim]… un club démarre avec lui[/dim]")
    os.environ.update(club.build_environment(club.start()))
    django.setup()
    if "visites" in parts:
        from benchmarks.web.visits import measure_visits  # its imports need Django

        console.print("[dim]… premières visites[/dim]")
        measure_visits(club.url, report)
    if "salle" in parts:
        from benchmarks.web.crowd import measure_crowd

        console.print("[dim]… des coups, sans puis avec les téléphones[/dim]")
        measure_crowd(club.url, club.folder, report)


if __name__ == "__main__":
    sys.exit(main())
