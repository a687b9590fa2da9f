"""Corrects whole turns and shows bulletins per second: ``make bench-correction``.

Times are those of one process' processor, so that neighbours on the machine count little. The
only argument is the number of bulletins of a turn, 6,000 by default.
"""

import sys
from time import process_time

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.correct import correct
from arbitrage.core.verdict import Verdict
from engine.regulation.edition import Edition
from engine.regulation.editions import EDITIONS

from .answers import answers
from .turns import Turn, play

PLAYERS = 6000
#: Seconds of one worker's time for such a turn.
GOAL = 2.0


def main() -> int:
    players = int(sys.argv[1]) if len(sys.argv) > 1 else PLAYERS
    console = Console()
    table = Table(title=f"Correction d’un coup de {players} bulletins")
    for name in ("coup", "édition"):
        table.add_column(name, no_wrap=True)
    for name in ("distincts", "un par un", "par s", "partagés", "par s"):
        table.add_column(name, justify="right", no_wrap=True)
    slowest = 0.0
    with Progress(console=console, transient=True) as progress:
        turns = play()
        task = progress.add_task("Corrections", total=len(turns) * len(EDITIONS) * 2)
        for turn in turns:
            bulletins = answers(turn, players)
            for edition in EDITIONS.values():
                alone = _seconds_one_by_one(turn, bulletins, edition)
                progress.advance(task)
                shared, distinct = _seconds_shared(turn, bulletins, edition)
                progress.advance(task)
                slowest = max(slowest, shared)
                table.add_row(*_row(turn, edition, players, alone, shared, distinct))
    console.print(table)
    reached = "atteint" if slowest < GOAL else "manqué"
    console.print(f"But : moins de {GOAL:.1f} s par coup, bulletins égaux partagés : {reached}.")
    return 0


def _row(
    turn: Turn, edition: Edition, players: int, alone: float, shared: float, distinct: int
) -> tuple[str, ...]:
    return (
        turn.name,
        edition.key,
        str(distinct),
        f"{alone:.2f} s",
        f"{players / alone:.0f}",
        f"{shared:.2f} s",
        f"{players / shared:.0f}",
    )


def _seconds_one_by_one(turn: Turn, bulletins: list[Bulletin], edition: Edition) -> float:
    """Every bulletin is judged, on one position as a worker keeps it for the turn."""
    position = turn.fresh()
    begun = process_time()
    for bulletin in bulletins:
        correct(position, bulletin, edition)
    return process_time() - begun


def _seconds_shared(turn: Turn, bulletins: list[Bulletin], edition: Edition) -> tuple[float, int]:
    """Equal bulletins are judged once, as ``arbitrage.services.correction`` does."""
    position = turn.fresh()
    begun = process_time()
    verdicts: dict[object, Verdict] = {}
    for bulletin in bulletins:
        key = bulletin.key()
        if key not in verdicts:
            verdicts[key] = correct(position, bulletin, edition)
    return process_time() - begun, len(verdicts)


if __name__ == "__main__":
    sys.exit(main())
