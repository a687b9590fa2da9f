"""Measures the standings of a full hall: ``make bench-standings ARGS="--players 6000 --turns 20"``.

A game under way with all its scores; then single scores are changed and published, and single
tablets come back, each as the services do it. Processor of this process and of its session of the
database, on average; the first round is that of a new process, which has read nothing yet.
"""

import gc
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import psutil
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

ROUNDS = 40
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
    from tournament.models import Game, Turn
    from tournament.protocol import bus, encode
    from tournament.protocol.parts import build_entry_snapshots
    from tournament.queries import clock
    from tournament.services.play import scoreboard

    game = add_game(room := make_room_rows("salle", players))
    create_played_turns(game, turns)
    with connection.cursor() as cursor:
        cursor.execute(SCORES)
        cursor.execute("ANALYZE")
    sizes = list[int]()
    bus.publish = lambda envelope: sizes.append(len(bus.encode(envelope)))

    def change(number: int, moment: datetime) -> None:
        entry = room.entries[number * 37 % players]
        line = scoreboard.ScoreLine(entry.pk, 10 + number, 10 + number, "none")
        scoreboard.post_scores(turn=turn, lines=[line], to_decide=0, corrected=False, now=moment)

    def publish_at_once(number: int) -> None:
        change(number, clock.now() + 2 * number * scoreboard.SENDING_INTERVAL)

    def publish_later(number: int) -> None:
        Game.objects.update(standings_sent_at=(moment := clock.now()))
        change(number, moment)
        scoreboard.send_standings(game_id=game.pk, now=moment, wait=False)

    def come_back(number: int) -> None:
        entry = room.entries[number * 41 % players]
        encode(build_entry_snapshots(room.tournament.pk, [entry.pk])[entry.pk])

    turn = Turn.objects.order_by("-ordinal")[0]
    costs = measure_acts(publish_at_once, publish_later, come_back)
    return print_report(f"{players} tablettes, {turns} coups", costs, sizes)


def measure_acts(*acts: Callable[[int], object]) -> "list[Costs]":
    meter = Meter()
    gc.freeze()  # as all programs do once they are loaded
    return [meter.measure(act) for act in acts]


def print_report(title: str, costs: "Sequence[Costs]", sizes: Sequence[int]) -> int:
    columns = ("Mesure", ">Processeur", ">Durée", ">Première", ">But")
    report = Report(title, *columns, marks=("atteint", "manqué"))
    labels = (
        ("Un score changé et publié", CHANGE_MS),
        ("Un score changé, publié ensuite", CHANGE_MS),
        ("Une tablette revient seule", RETURN_MS),
    )
    for (label, goal), act_costs in zip(labels, costs, strict=True):
        add_measurement(report, label, goal, act_costs)
    sent = f"{statistics.median(sizes) / 1024:.0f} Kio"
    report.add("… envoyé à chaque processus", sent, "", "", "—")
    return report.print(Console())


@dataclass(frozen=True)
class Costs:
    """Milliseconds: mean of processor, median of duration, duration of the first round, median of
    the longest lock of a game."""

    processor: float
    duration: float
    first: float
    lock: float


def add_measurement(report: Report, label: str, goal: float, costs: Costs) -> None:
    report.add(
        label, f"{costs.processor:.1f} ms", f"{costs.duration:.1f} ms", f"{costs.first:.1f} ms",
        f"≤ {goal:.0f} ms", is_reached=costs.processor <= goal,
    )  # fmt: skip
    report.add(
        "… ligne de la partie verrouillée", "", f"{costs.lock:.1f} ms", "", f"≤ {LOCK_MS:.0f} ms",
        is_reached=costs.lock <= LOCK_MS,
    )  # fmt: skip


class Meter:
    """Measures what this process does."""

    def __init__(self) -> None:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (pid,) = cursor.fetchone()
        self._session = psutil.Process(pid)
        #: Milliseconds from the first lock of a game in each transaction to its commit.
        self._locks: list[float] = []
        self._locked_at: list[float] = []
        connection.execute_wrappers.append(self._observe)

    def measure(self, act: Callable[[int], object]) -> Costs:
        """Measure the rounds of ``act``, after one that fills what the process keeps."""
        (first, _), start = self._time(act, 0), self._read_processor()
        rounds = [self._time(act, number) for number in range(1, ROUNDS + 1)]
        processor = (self._read_processor() - start) / ROUNDS
        durations, locks = zip(*rounds, strict=True)
        return Costs(processor, statistics.median(durations), first, statistics.median(locks))

    def _time(self, act: Callable[[int], object], number: int) -> tuple[float, float]:
        """Return the duration and the longest lock."""
        self._locks.clear()
        start = time.perf_counter()
        act(number)
        return (time.perf_counter() - start) * 1000, max(self._locks, default=0.0)

    def _read_processor(self) -> float:
        session = self._session.cpu_times()
        return (time.process_time() + float(session.user + session.system)) * 1000

    def _observe(self, execute: Any, sql: str, *arguments: Any) -> Any:
        from django.db import transaction

        result = execute(sql, *arguments)
        if "FOR UPDATE" in sql and 'FROM "tournament_game"' in sql and not self._locked_at:
            self._locked_at.append(time.perf_counter())
            transaction.on_commit(self._record_lock)
        return result

    def _record_lock(self) -> None:
        self._locks.append((time.perf_counter() - self._locked_at.pop()) * 1000)


if __name__ == "__main__":
    sys.exit(main())
