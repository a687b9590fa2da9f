"""Joins the archives of an event: ``make event ARGS="--centres 300"``.

A few rooms play the same sealed games by the services, in a database of their own; every other
centre is a copy of one of them with other uids. Each archive comes as a file and is verified and
joined by the services, with a live count; then each kind of bad archive, by name; then 30,000
players, joined and ranked. The exit status is 1 if a good archive does not count, or a bad one is
not refused for what is wrong with it.
"""

import sys
import time
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from benchmarks.event.bad_archives import check_bad_archives
from benchmarks.event.host import HostedEvent, read_room, write_copy
from benchmarks.event.many_players import rank_many
from benchmarks.event.rooms import GAMES, PLAYERS, play_room
from benchmarks.measuring import measure_memory_mb
from benchmarks.people.servers import open_services
from benchmarks.report import print_goal
from engine.arguments import FrenchArgumentParser

if TYPE_CHECKING:
    from arbitrage.archive.core.reading import Archive


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.event", description=__doc__)
    parser.add_argument("--centres", type=int, default=300, help="archives")
    parser.add_argument("--rooms", type=int, default=2, help="salles vraiment jouées")
    parser.add_argument("--turns", type=int, default=0, help="coups par partie, 0 : tous")
    options = parser.parse_args(arguments)
    console = Console()
    with open_services():
        rooms = [play_room(number, options.turns) for number in range(options.rooms)]
        console.print(f"{len(rooms)} salles jouées, {GAMES} parties de {PLAYERS} joueurs.")
        hosted = HostedEvent(rooms[0], options.centres)
        archives = [read_room(room) for room in rooms]
        join_all(console, hosted, archives)
        is_joined = hosted.count_joined() == options.centres * PLAYERS
        are_named = check_bad_archives(console, hosted, archives[0])
        rank_many(console, hosted)
    print_goal(console, "toutes les archives comptent", is_reached=is_joined)
    print_goal(console, "chaque mauvaise archive est nommée", is_reached=are_named)
    return 0 if is_joined and are_named else 1


def join_all(console: Console, hosted: HostedEvent, archives: "list[Archive]") -> None:
    """Receive an archive from every centre, and show how many count so far."""
    columns = (TextColumn("archives jointes"), BarColumn(), MofNCompleteColumn())
    verified_s, computed_s, sizes = 0.0, 0.0, 0
    with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
        task = progress.add_task("", total=len(hosted.centres))
        for number, centre in enumerate(hosted.centres):
            content = write_copy(archives[number % len(archives)], centre.name)
            begin, computing = time.perf_counter(), time.process_time()
            hosted.receive(centre, content)
            verified_s += time.perf_counter() - begin
            computed_s += time.process_time() - computing
            sizes += len(content)
            progress.advance(task)
    begin = time.perf_counter()
    joined = hosted.count_joined()
    table = Table(title=f"{len(hosted.centres)} centres, {joined} joueurs", show_header=False)
    table.add_row("archives", f"{sizes / 1e6:.1f} Mo")
    table.add_row("vérifiées", f"{verified_s:.1f} s, {verified_s / len(hosted.centres):.2f} s une")
    table.add_row("calcul", f"{computed_s / len(hosted.centres):.2f} s une")
    table.add_row("jointes et classées", f"{time.perf_counter() - begin:.2f} s")
    table.add_row("mémoire", f"{measure_memory_mb():.0f} Mo")
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
