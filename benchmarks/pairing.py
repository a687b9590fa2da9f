"""Measures the pairing of rounds, by the processor's time: ``make bench-pairing``.

A Swiss tournament of each style is played with random results, two players of a hundred absent in
each round. The exit status is 1 when a round of the greatest field misses its goal.
"""

import sys
import time
from random import Random

from rich.console import Console

from benchmarks.report import make_table, print_goal
from engine.arguments import FrenchArgumentParser
from tournament.classic.core.rounds.lines import (
    LineResult,
    MatchSide,
    RoundLine,
    build_absent_line,
    build_bye_line,
    build_played_line,
)
from tournament.classic.core.rounds.pairing import Pairing, pair_players
from tournament.classic.core.rounds.pairing_input import list_pairing_players
from tournament.classic.core.rounds.terms import PairingStyle, PointsTerms

#: Seconds for a round, so that a page waits for it.
GOAL_S = 1.0
SIZES = (50, 100, 200, 401)
POINTS = PointsTerms()


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.pairing", description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=SIZES, help="joueurs")
    parser.add_argument("--rounds", type=int, default=7, help="rondes")
    options = parser.parse_args(arguments)
    table = make_table(f"La ronde la plus lente de {options.rounds}", "joueurs", *PairingStyle)
    slowest = 0.0
    for players in options.players:
        times = [max(measure_rounds(players, options.rounds, style)) for style in PairingStyle]
        slowest = max(slowest, *times)
        table.add_row(str(players), *(f"{seconds * 1000:.0f} ms" for seconds in times))
    console = Console()
    console.print(table)
    goal = f"chaque ronde en moins de {GOAL_S:.0f} s"
    return print_goal(console, goal, is_reached=slowest < GOAL_S)


def measure_rounds(players: int, rounds: int, style: PairingStyle) -> list[float]:
    """Return the seconds that the pairing of each round took."""
    rng = Random(players)  # noqa: S311 -- the same measure each time
    times: list[float] = []
    lines_by_player: dict[int, list[RoundLine]] = {key: [] for key in range(players)}
    for number in range(1, rounds + 1):
        present = [key for key in lines_by_player if rng.random() > 0.02]
        ranked = sorted(present, key=lambda key: -sum(line.points for line in lines_by_player[key]))
        field = list_pairing_players(lines_by_player, ranked)
        start = time.process_time()
        pairing = pair_players(field, style, "banc")
        times.append(time.process_time() - start)
        play_round(pairing, lines_by_player, number, rng)
        for key in lines_by_player.keys() - present:
            lines_by_player[key].append(build_absent_line(POINTS, number))
    return times


def play_round(
    pairing: Pairing, lines_by_player: dict[int, list[RoundLine]], number: int, rng: Random
) -> None:
    won, lost = (MatchSide(400, 1), LineResult.WON), (MatchSide(350, 0), LineResult.LOST)
    for a, b in pairing.pairs:
        result_a, result_b = (won, lost) if rng.random() < 0.6 else (lost, won)
        for key, opponent, own, other in ((a, b, result_a, result_b), (b, a, result_b, result_a)):
            line = build_played_line(POINTS, number, opponent, own[1], own=own[0], other=other[0])
            lines_by_player[key].append(line)
    if pairing.bye is not None:
        lines_by_player[pairing.bye].append(build_bye_line(POINTS, number))


if __name__ == "__main__":
    sys.exit(main())
