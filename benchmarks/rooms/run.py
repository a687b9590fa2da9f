"""The run: rooms with a game in progress, a draw in all, a bell in all, and what the workers did.

Import it only once Django is set up.
"""

import hashlib
import re
import time
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

import redis
from django.conf import settings
from django.db.models import Q, QuerySet
from rich.console import Console

from arbitrage.queries.position import load_judged_position
from benchmarks.people.answers import SolvedTurn, make_answers
from benchmarks.people.connections import run_job
from benchmarks.people.judge import Desk
from benchmarks.people.room import Room, add_game, hand_in, make_room_rows
from benchmarks.people.servers import Meter, Worker, find_server_pids, run_servers, start_web
from benchmarks.people.waiting import wait_until
from benchmarks.report import Report
from benchmarks.rooms.idle import measure_idle
from config.celery import TURN_QUEUE
from engine.board.formats import NORMAL
from engine.lexicon.lexicon import DEFAULT_LEXICON, load_lexicon
from engine.record.prepare import PreparedGame, play_game
from engine.regulation.editions import CURRENT, EDITIONS
from tournament.core.states import TurnState
from tournament.models import Game, Turn, TurnWork, WorkKind
from tournament.queries import clock
from tournament.queries.results.tops import list_moves
from tournament.services.play.closing import CHECK_AFTER

SEED = hashlib.sha256(b"bench-rooms").digest()
#: Time until the bell, in which every process sets its timers.
BEFORE_BELL = timedelta(seconds=8)
#: The time in which lost work is noticed, and every turn is looked at a second time.
SETTLE_S = 2.5 * CHECK_AFTER.total_seconds()
MAX_DELAY_FACTOR = 1.2
IDLE_SHARE = 0.02
TIMEOUT_S = 1800.0
_RECEIVED = re.compile(r"received", re.IGNORECASE)
_DONE = re.compile(r"succeeded in ([\d.e-]+)s")


@dataclass(frozen=True)
class WorkerLog:
    """The output of the workers so far: tasks received, and seconds of all tasks done."""

    received: int
    seconds: float


class RoomsRun:
    """One run; ``options``: of the command line."""

    def __init__(self, console: Console, options: Namespace) -> None:
        self.console, self.options = console, options
        self._redis = redis.Redis.from_url(settings.REDIS_URL)
        self.report = Report(
            f"{options.rooms} salles de {options.players}, {options.workers} ouvriers",
            *("Mesure", ">Valeur", "À côté", ">But"),
            marks=("atteint", "manqué"),
        )

    def run(self) -> int:
        self.console.print("[dim]… les salles s'installent[/dim]")
        prepared = play_game(
            fmt=NORMAL, seed=SEED, lexicon=load_lexicon(DEFAULT_LEXICON, None),
            edition=EDITIONS[CURRENT],
        )  # fmt: skip
        self.rooms = [
            make_room_rows(f"salle-{number}", self.options.players)
            for number in range(self.options.rooms)
        ]
        games = [self._start_game(room, prepared) for room in self.rooms]
        if "queue" in self.options.parts:
            self._measure_queue(games)
        if "idle" in self.options.parts:
            self._measure_idle()
        return self.report.print(self.console)

    def _measure_queue(self, games: Sequence[Game]) -> None:
        self.workers = [
            Worker(f"worker-{number}", "config.work", TURN_QUEUE)
            for number in range(self.options.workers)
        ]
        web = start_web()
        workers = {"ouvriers": [worker.pid for worker in self.workers]}
        self.meter = Meter({"web": [web.pid], **workers, **find_server_pids()})
        with run_servers(web, *self.workers):
            turns = self._measure_solving(games)
            self._measure_correction(turns)

    def _measure_idle(self) -> None:
        """Measure a process whose rooms are watched by one screen each."""
        web = start_web()
        paths = [path for room in self.rooms for path in room.list_public_paths(1)]
        with run_servers(web):
            share = run_job(measure_idle, web.port, web.pid, paths)
        self.report.add(
            f"{len(paths)} salles regardées, au repos", f"{share:.1%}", "d'un cœur",
            f"≤ {IDLE_SHARE:.0%}", is_reached=share <= IDLE_SHARE,
        )  # fmt: skip

    def _start_game(self, room: Room, prepared: PreparedGame) -> Game:
        """Return a game of which some turns are played."""
        game, now = add_game(room), clock.now()
        Game.objects.filter(pk=game.pk).update(seed=SEED.hex())
        Turn.objects.bulk_create(
            Turn(
                game=game, ordinal=number, number=number, state=TurnState.DONE,
                kept=turn.rack.kept, drawn=turn.rack.drawn, word=turn.move.word,
                ref=turn.move.ref, score=turn.move.score, corrected_at=now,
                solved_at=now, closed_at=now,
                rescued_at=now,
            )
            for number, turn in enumerate(prepared.turns[: self.options.turns], start=1)
        )  # fmt: skip
        return Game.objects.get(pk=game.pk)

    def _measure_solving(self, games: Sequence[Game]) -> list[Turn]:
        """Draw in every room; return the turns, solved."""
        before = self._read_logs()
        start = time.monotonic()
        turns = [turn for game in games if (turn := Desk(game).draw()) is not None]
        drawing_s = time.monotonic() - start
        unsolved = Turn.objects.filter(pk__in=[turn.pk for turn in turns], solved_at=None)
        self._wait_for_none(unsolved, "résolus")
        solved_s = time.monotonic() - start
        work_s = self._read_logs().seconds - before.seconds
        self.report.add(
            "Dernière solution, du premier tirage", f"{solved_s:.1f} s",
            f"tirer : {drawing_s:.1f} s ; calcul : {work_s:.1f} s de tâches", "—",
        )  # fmt: skip
        return turns

    def _measure_correction(self, turns: Sequence[Turn]) -> None:
        """Ring in all rooms at once."""
        self._hand_in(turns)
        rows = Turn.objects.filter(pk__in=[turn.pk for turn in turns])
        before = self._read_logs()
        self.meter.start()
        bell = clock.now() + BEFORE_BELL
        rows.update(state=TurnState.OPEN, opened_at=clock.now(), closes_at=bell, collects_at=bell)
        time.sleep(BEFORE_BELL.total_seconds())
        self._wait_for_none(rows.filter(Q(corrected_at=None)), "corrigés")
        remaining = self._count_waiting()
        work = self._read_logs()
        work_s = work.seconds - before.seconds
        last_s = max(
            (corrected_at - bell).total_seconds()
            for corrected_at in rows.values_list("corrected_at", flat=True)
            if corrected_at
        )
        self._report_correction(last_s, work_s, self._count_threads())
        self._report_processor()
        time.sleep(SETTLE_S)
        received = self._read_logs().received - before.received
        self._report_queue(received, remaining)

    def _report_correction(self, last_s: float, work_s: float, threads: int) -> None:
        goal_s = work_s / threads * MAX_DELAY_FACTOR
        self.report.add(
            "Dernière correction, de la cloche", f"{last_s:.1f} s",
            f"{work_s:.1f} s de tâches ÷ {threads} fils : {work_s / threads:.1f} s",
            f"≤ × {MAX_DELAY_FACTOR} : {goal_s:.1f} s", is_reached=last_s <= goal_s,
        )  # fmt: skip

    def _report_processor(self) -> None:
        """Report the processor time of everything from the hand-in to the last correction."""
        seconds = self.meter.measure_seconds()
        parts = " ; ".join(f"{name} {value:.1f}" for name, value in seconds.items())
        self.report.add("Processeur, en tout", f"{sum(seconds.values()):.1f} s", parts, "—")

    def _report_queue(self, received: int, remaining: int) -> None:
        """Report the queue; every turn is solved, corrected, and looked at a second time."""
        rooms = len(self.rooms)
        repeated = _count_rows() - 3 * rooms
        self.report.add(
            "Tâches mises deux fois en file", str(max(0, repeated)),
            f"{received} messages pour {2 * rooms} tâches", "0", is_reached=repeated <= 0,
        )  # fmt: skip
        self.report.add(
            "Tâches en file, dernier coup corrigé", str(remaining),
            "secondes lectures, après tout travail neuf", "—",
        )  # fmt: skip
        remaining_later = self._count_waiting()
        self.report.add(
            f"Tâches en file, {SETTLE_S:.0f} s après",
            str(remaining_later),
            "",
            "0",
            is_reached=remaining_later == 0,
        )

    def _hand_in(self, turns: Sequence[Turn]) -> None:
        """Store the bulletins of all rooms, each with its own mistakes."""
        first = Turn.objects.select_related("game__tournament", "solutions").get(pk=turns[0].pk)
        solved = SolvedTurn(load_judged_position(first), tuple(list_moves(first.solutions)))
        for number, (room, turn) in enumerate(zip(self.rooms, turns, strict=True)):
            answers = make_answers(solved, len(room.entries), seed=number)
            hand_in(turn, zip(room.entries, answers, strict=True))

    def _count_threads(self) -> int:
        return 2 * len(self.workers)

    def _wait_for_none(self, rows: "QuerySet[Turn]", label: str) -> None:
        def is_done() -> bool:
            return not rows.exists()

        wait_until(is_done, f"coups {label}", timeout_s=TIMEOUT_S, pause_s=0.2)

    def _count_waiting(self) -> int:
        return int(self._redis.llen(f"{settings.BUS_PREFIX}:{TURN_QUEUE}"))

    def _read_logs(self) -> WorkerLog:
        text = "".join(worker.log.read_text(errors="replace") for worker in self.workers)
        return WorkerLog(len(_RECEIVED.findall(text)), sum(map(float, _DONE.findall(text))))


def _count_rows() -> int:
    """Return the number of rows that were ever queued."""
    return TurnWork.objects.create(turn_id=Turn.objects.latest("pk").pk, kind=WorkKind.SOLVE).pk - 1
