"""Measures the correction of whole turns, in bulletins per second: ``make bench-correction``.

Times are processor times of one process: other programs on the machine affect them little. The
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
from benchmarks.engine.measures import add_jokers, play_game
from benchmarks.people.answers import SolvedTurn, make_answers
from benchmarks.report import make_table, print_goal
from engine.lexicon.lexicon import DEFAULT_LEXICON, load_lexicon
from engine.regulation.edition import Edition
from engine.regulation.editions import EDITIONS
from engine.search.moves import solve

PLAYERS = 6000
#: Maximum seconds of a worker's processor for such a turn.
GOAL_S = 2.0
#: The turns measured: the first, and two of the middle game, the second with a joker.
MEASURED_TURNS = (1, 8, 9)


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
                one_by_one_s = measure_one_by_one(turn, bulletins, edition)
                progress.advance(task)
                shared_s, distinct_count = measure_shared(turn, bulletins, edition)
                progress.advance(task)
                slowest = max(slowest, shared_s)
                speeds: tuple[str, ...] = (f"{one_by_one_s:.2f} s", f"{players / one_by_one_s:.0f}")
                speeds += (f"{shared_s:.2f} s", f"{players / shared_s:.0f}")
                table.add_row(name, edition.key, str(distinct_count), *speeds)
    console.print(table)
    goal = f"moins de {GOAL_S:.1f} s par coup, bulletins égaux partagés"
    print_goal(console, goal, is_reached=slowest < GOAL_S)
    return 0


def solve_turns(seed: int = 2023) -> Iterator[tuple[str, SolvedTurn]]:
    """Yield the measured turns of a game that the engine plays with itself."""
    lexicon = load_lexicon(DEFAULT_LEXICON, None)
    game = islice(play_game(seed, lexicon, jokers=False), max(MEASURED_TURNS))
    for number, drawn_position in enumerate(game, start=1):
        if number in MEASURED_TURNS:
            is_last = number == max(MEASURED_TURNS)
            rack = add_jokers(drawn_position, 1).rack if is_last else drawn_position.rack
            position = JudgedPosition(drawn_position.board, rack, number, lexicon)
            moves = tuple(solve(drawn_position.board, rack, lexicon))
            yield f"coup {number}{', joker' if is_last else ''}", SolvedTurn(position, moves)


def copy_without_cache(turn: SolvedTurn) -> JudgedPosition:
    """Return the position without cached results."""
    position = turn.position
    return JudgedPosition(
        position.board, position.rack, position.turn, position.words, position.fmt
    )


def measure_one_by_one(turn: SolvedTurn, bulletins: list[Bulletin], edition: Edition) -> float:
    """Return the seconds to judge every bulletin on one position, as a worker does."""
    position = copy_without_cache(turn)
    start = process_time()
    for bulletin in bulletins:
        correct(position, bulletin, edition)
    return process_time() - start


def measure_shared(
    turn: SolvedTurn, bulletins: list[Bulletin], edition: Edition
) -> tuple[float, int]:
    """Judge equal bulletins once, as ``arbitrage.services.correction``; return seconds, number."""
    position = copy_without_cache(turn)
    start = process_time()
    verdicts: dict[object, Verdict] = {}
    for bulletin in bulletins:
        key = bulletin.to_key()
        if key not in verdicts:
            verdicts[key] = correct(position, bulletin, edition)
    return process_time() - start, len(verdicts)


if __name__ == "__main__":
    sys.exit(main())
