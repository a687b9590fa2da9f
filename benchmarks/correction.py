"""Corrects whole turns and shows bulletins per second: ``make bench-correction``.

Times are those of one process' processor, so that neighbours on the machine count little. The
only argument is the number of bulletins of a turn, 6,000 by default.
"""

import sys
from collections.abc import Iterator
from itertools import islice
from time import process_time

from rich.console import Console
from rich.progress import Progress

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.correct import correct
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.verdict import Verdict
from benchmarks.engine.measures import play, with_jokers
from benchmarks.people.answers import SolvedTurn, make_answers
from benchmarks.report import make_table
from engine.lexicon.lexicon import DEFAULT_LEXICON, load_lexicon
from engine.regulation.edition import Edition
from engine.regulation.editions import EDITIONS
from engine.search.moves import solve

PLAYERS = 6000
#: Maximum seconds of a worker's processor for such a turn.
GOAL = 2.0
#: The turns measured: the first, and two of the middle game, the second with a joker.
MEASURED = (1, 8, 9)


def main() -> int:
    players = int(sys.argv[1]) if len(sys.argv) > 1 else PLAYERS
    console = Console()
    table = make_table(
        f"Correction d’un coup de {players} bulletins",
        *("coup", "édition", ">distincts", ">un par un", ">par s", ">partagés", ">par s"),
        no_wrap=True,
    )
    slowest = 0.0
    with Progress(console=console, transient=True) as progress:
        turns = dict(solve_turns())
        task = progress.add_task("Corrections", total=len(turns) * len(EDITIONS) * 2)
        for name, turn in turns.items():
            bulletins = make_answers(turn, players)
            for edition in EDITIONS.values():
                alone = measure_one_by_one(turn, bulletins, edition)
                progress.advance(task)
                shared, distinct = measure_shared(turn, bulletins, edition)
                progress.advance(task)
                slowest = max(slowest, shared)
                speeds: tuple[str, ...] = (f"{alone:.2f} s", f"{players / alone:.0f}")
                speeds += (f"{shared:.2f} s", f"{players / shared:.0f}")
                table.add_row(name, edition.key, str(distinct), *speeds)
    console.print(table)
    reached = "atteint" if slowest < GOAL else "manqué"
    console.print(f"But : moins de {GOAL:.1f} s par coup, bulletins égaux partagés : {reached}.")
    return 0


def solve_turns(seed: int = 2023) -> Iterator[tuple[str, SolvedTurn]]:
    """Yield the measured turns of a game that the engine plays with itself."""
    lexicon = load_lexicon(DEFAULT_LEXICON, None)
    game = islice(play(seed, lexicon, jokers=False), max(MEASURED))
    for number, played in enumerate(game, start=1):
        if number in MEASURED:
            last = number == max(MEASURED)
            rack = with_jokers(played, 1).rack if last else played.rack
            position = JudgedPosition(played.board, rack, number, lexicon)
            moves = tuple(solve(played.board, rack, lexicon))
            yield f"coup {number}{', joker' if last else ''}", SolvedTurn(position, moves)


def renew(turn: SolvedTurn) -> JudgedPosition:
    """Return the position without cached results."""
    old = turn.position
    return JudgedPosition(old.board, old.rack, old.turn, old.words, old.fmt)


def measure_one_by_one(turn: SolvedTurn, bulletins: list[Bulletin], edition: Edition) -> float:
    """Return the seconds to judge every bulletin on one position, as a worker does."""
    position = renew(turn)
    begun = process_time()
    for bulletin in bulletins:
        correct(position, bulletin, edition)
    return process_time() - begun


def measure_shared(
    turn: SolvedTurn, bulletins: list[Bulletin], edition: Edition
) -> tuple[float, int]:
    """Judge equal bulletins once, as ``arbitrage.services.correction``; return seconds, number."""
    position = renew(turn)
    begun = process_time()
    verdicts: dict[object, Verdict] = {}
    for bulletin in bulletins:
        key = bulletin.key()
        if key not in verdicts:
            verdicts[key] = correct(position, bulletin, edition)
    return process_time() - begun, len(verdicts)


if __name__ == "__main__":
    sys.exit(main())
