"""Measures the standings of a full hall: ``make bench-standings ARGS="--players 6000 --turns 20"``.

A game under way with all its scores; then single scores are changed and published, and single
tablets come back, each as the services do it. Median of some rounds; first in a new process, which
has read nothing yet.
"""

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console

from benchmarks.people.servers import open_services
from benchmarks.report import Report
from engine.arguments import FrenchArgumentParser
from engine.board.formats import NORMAL
from engine.lexicon.lexicon import DEFAULT_LEXICON, load_lexicon
from engine.record.prepare import play_game
from engine.regulation.editions import CURRENT, EDITIONS

if TYPE_CHECKING:
    from tournament.models import Game

ROUNDS = 15
SEED = bytes(32)
CHANGE_MS, RETURN_MS, LOCK_MS = 20.0, 15.0, 5.0
#: Every entry on every turn, in one statement.
SCORES = """
INSERT INTO tournament_score
    (turn_id, entry_id, points, gross, sanction, average, warnings, word, ref, article)
SELECT turn.id, entry.id, value, value, 'none', FALSE, (value % 50 = 0)::int, 'MOT', 'H8', ''
FROM tournament_turn turn
CROSS JOIN tournament_entry entry
CROSS JOIN LATERAL (
    SELECT (hashtextextended(turn.id || '-' || entry.id, 0) & 63)::int AS value
) AS drawn
"""


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.standings", description=__doc__)
    parser.add_argument("--players", type=int, default=6000, help="tablettes")
    parser.add_argument("--turns", type=int, default=20, help="coups dévoilés")
    options = parser.parse_args(arguments)
    with open_services():
        return measure(options.players, options.turns)


def create_played_turns(game: "Game", count: int) -> None:
    """Create the first turns of a game played by the software, without bulletins."""
    from tournament.core.states import TurnState
    from tournament.models import Turn
    from tournament.queries import clock

    now = clock.now()
    played = play_game(
        fmt=NORMAL, seed=SEED, lexicon=load_lexicon(DEFAULT_LEXICON, None),
        edition=EDITIONS[CURRENT],
    ).turns[:count]  # fmt: skip
    Turn.objects.bulk_create(
        Turn(
            game=game, ordinal=number, number=number, state=TurnState.DONE, kept=turn.rack.kept,
            drawn=turn.rack.drawn, word=turn.move.word, ref=turn.move.ref, score=turn.move.score,
            corrected_at=now, closed_at=now,
        )
        for number, turn in enumerate(played, start=1)
    )  # fmt: skip


def measure(players: int, turns: int) -> int:
    from django.db import connection

    from benchmarks.people.room import add_game, make_room_rows
    from tournament.models import Turn
    from tournament.protocol import bus
    from tournament.protocol.parts import build_entry_snapshots
    from tournament.queries import clock
    from tournament.services.play.scoreboard import ScoreLine, post_scores, send_standings

    game = add_game(room := make_room_rows("salle", players))
    create_played_turns(game, turns)
    with connection.cursor() as cursor:
        cursor.execute(SCORES)
        cursor.execute("ANALYZE")
    sizes, locks = list[int](), list[float]()
    bus.publish = lambda envelope: sizes.append(len(bus.encode(envelope)))

    def change(number: int) -> None:
        entry = room.entries[number * 37 % players]
        line = ScoreLine(entry.pk, 10 + number, 10 + number, "none")
        moment = clock.now()
        post_scores(turn=turn, lines=[line], to_decide=0, corrected=False, now=moment)
        send_standings(game_id=game.pk, now=moment, wait=False)

    def come_back(number: int) -> None:
        build_entry_snapshots(room.tournament.pk, [room.entries[number * 41 % players].pk])

    turn = Turn.objects.order_by("-ordinal")[0]
    watch_lock(locks)
    columns = ("Mesure", ">Médiane", ">Première", ">But")
    report = Report(f"{players} tablettes, {turns} coups", *columns, marks=("atteint", "manqué"))
    for label, act, goal in (
        ("Un score changé et publié", change, CHANGE_MS),
        ("Une tablette revient seule", come_back, RETURN_MS),
    ):
        locks.clear()
        add_measurement(report, label, goal, measure_rounds(act), locks)
    report.add("… envoyé à chaque processus", f"{statistics.median(sizes) / 1024:.0f} Kio", "", "—")
    return report.print(Console())


def add_measurement(
    report: Report, label: str, goal: float, times: tuple[float, float], locks: Sequence[float]
) -> None:
    """Add two lines; ``times``: milliseconds of the first round and median of the others."""
    first, median = times
    report.add(
        label, f"{median:.1f} ms", f"{first:.1f} ms", f"≤ {goal:.0f} ms",
        is_reached=median <= goal,
    )  # fmt: skip
    lock = statistics.median(locks) if locks else 0.0
    report.add(
        "… ligne de la partie verrouillée", f"{lock:.1f} ms", "", f"≤ {LOCK_MS:.0f} ms",
        is_reached=lock <= LOCK_MS,
    )  # fmt: skip


def measure_rounds(act: Callable[[int], object]) -> tuple[float, float]:
    """Return milliseconds of the first round, and the median of the others."""
    times = []
    for number in range(ROUNDS + 1):
        start = time.perf_counter()
        act(number)
        times.append((time.perf_counter() - start) * 1000)
    return times[0], statistics.median(times[1:])


def watch_lock(locks: list[float]) -> None:
    """Add to ``locks`` the milliseconds from each first lock of a game to its commit."""
    from django.db import connection, transaction

    locked_at: list[float] = []

    def record() -> None:
        locks.append((time.perf_counter() - locked_at.pop()) * 1000)

    def observe(execute: Any, sql: str, *arguments: Any) -> Any:
        result = execute(sql, *arguments)
        if "FOR UPDATE" in sql and 'FROM "tournament_game"' in sql and not locked_at:
            locked_at.append(time.perf_counter())
            transaction.on_commit(record)
        return result

    connection.execute_wrappers.append(observe)


if __name__ == "__main__":
    sys.exit(main())
