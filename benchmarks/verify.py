"""Measures the verification of an archive: ``make bench-verify ARGS="--entries 300 --turns 20"``.

A game is played on tablets, by the services, in a database of its own; the command verifies its
archive in a separate process. The exit status is 1 if that takes a minute or finds a difference.
"""

import sys
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from benchmarks.measuring import run_program
from benchmarks.people.servers import open_services
from benchmarks.report import print_goal
from engine.arguments import FrenchArgumentParser

if TYPE_CHECKING:
    from benchmarks.people.judge import Desk
    from tournament.models import Entry, Turn

#: Seconds, by the clock.
GOAL_S = 60.0
#: One entry in so many hands nothing in.
ABSENT_RATIO = 50


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.verify", description=__doc__)
    parser.add_argument("--entries", type=int, default=300, help="participations")
    parser.add_argument("--turns", type=int, default=20, help="coups")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "salle.duplicata.zip"
        with open_services():
            turns, content = play_and_archive(entries=options.entries, turns=options.turns)
        file.write_bytes(content)
        return measure_verification(file, f"{options.entries} participations, {turns} coups")


def measure_verification(file: Path, size: str) -> int:
    measurement = run_program([sys.executable, "-m", "arbitrage.verify", str(file)])
    lines = measurement.output.decode().splitlines()
    table = Table(title=f"Une archive vérifiée, {size}", show_header=False)
    table.add_row("archive", f"{file.stat().st_size / 1e6:.1f} Mo")
    table.add_row("horloge", f"{measurement.clock_s:.1f} s")
    table.add_row("calcul", f"{measurement.processor_s:.1f} s")
    table.add_row("mémoire", f"{measurement.memory_mb:.0f} Mo")
    table.add_row("conclusion", lines[-1] if lines else "")
    console = Console()
    console.print(table)
    is_reached = measurement.clock_s < GOAL_S and measurement.status == 0
    return print_goal(console, f"moins de {GOAL_S:.0f} s", is_reached=is_reached)


def play_and_archive(*, entries: int, turns: int) -> tuple[int, bytes]:
    """Play; return the number of turns played and the archive of the tournament."""
    from arbitrage.archive.queries.archive import build_archive
    from benchmarks.people.judge import Desk
    from benchmarks.people.room import make_room
    from tournament.core.states import Role
    from tournament.queries import clock

    room = make_room("Salle", "juge", entries, Role.JUDGE)
    desk = Desk(room.create_game(), room.user)
    desk.start()
    count = 0
    while count < turns:
        turn = desk.draw(open_bulletins_stay=True)
        if turn is None:
            break
        count += play_turn(desk, turn, room.entries)
    else:
        desk.game.refresh_from_db()
        desk.finish(reason="interrupted", article="3.7", open_bulletins_stay=True)
    return count, build_archive(room.tournament, now=clock.now())


def play_turn(desk: "Desk", turn: "Turn", entries: "list[Entry]") -> bool:
    """Play a turn; return False if it has no solution and is cancelled."""
    from arbitrage.services.correction import correct_turn
    from tournament.models import Turn
    from tournament.queries import clock
    from tournament.services.play.closing import close_turn

    if not desk.solve(turn):
        return False
    desk.announce(turn)
    desk.open(turn)
    hand_in_all(turn, entries)
    end = clock.now() + timedelta(hours=1)
    close_turn(turn_id=turn.pk, now=end)
    correct_turn(turn_id=turn.pk, now=end)
    desk.reveal(Turn.objects.select_related("game__tournament").get(pk=turn.pk), now=end)
    return True


def hand_in_all(turn: "Turn", entries: "list[Entry]") -> None:
    from arbitrage.queries.position import load_judged_position
    from benchmarks.people.answers import SolvedTurn, make_answers
    from benchmarks.people.room import hand_in
    from tournament.queries.results.tops import list_moves

    solved_turn = SolvedTurn(load_judged_position(turn), tuple(list_moves(turn.solutions)))
    bulletins = make_answers(solved_turn, len(entries), seed=turn.ordinal)
    pairs = enumerate(zip(entries, bulletins, strict=True), start=1 + turn.ordinal)
    hand_in(turn, [pair for number, pair in pairs if number % ABSENT_RATIO])


if __name__ == "__main__":
    sys.exit(main())
