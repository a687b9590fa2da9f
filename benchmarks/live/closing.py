"""The delay of a turn's close with three processes, and when the closing one is killed."""

import contextlib
import time
from collections import Counter, defaultdict
from datetime import timedelta
from typing import NamedTuple

from benchmarks.live.measures import LISTEN_S, listen
from benchmarks.people.connections import start_job
from benchmarks.people.judge import Desk
from benchmarks.people.room import add_game, add_turn, make_room_rows
from benchmarks.people.servers import RUN_FOLDER, Server, run_servers, start_web
from benchmarks.people.waiting import wait_until
from tournament.core.events import EventKind
from tournament.core.states import TurnState
from tournament.models import Game, Journal, Turn
from tournament.queries import clock

PROCESSES = 3
NORMAL_TURNS = 10
KILLS = 2
TURN_S = 2
PAUSE_S = 0.2
#: The process that closed last is killed this long before the next turn ends.
KILL_BEFORE_END = timedelta(milliseconds=150)
LOG_TIMEOUT_S = 2.0


class CloseDelay(NamedTuple):
    """Milliseconds after a turn's deadline: of the close, and of its message on a socket."""

    closed_ms: float
    received_ms: float


type ClosingResult = tuple[list[CloseDelay], list[CloseDelay], set[int]]
"""Delays of ordinary turns, and of turns with a process killed; numbers of closes of a turn, by
the journal and by the messages of a socket."""


def measure_closing() -> ClosingResult:
    rooms = [make_room_rows(f"close-{index}", 1) for index in range(NORMAL_TURNS + KILLS)]
    turns = [add_turn(add_game(room), 1, TurnState.ANNOUNCED) for room in rooms]
    games = [turn.game_id for turn in turns]
    Game.objects.filter(pk__in=games).update(time_s=TURN_S, warn_s=1)
    servers = [start_web() for _ in range(PROCESSES)]
    ready_file, stop_file = RUN_FOLDER / "listening", RUN_FOLDER / "stop"
    paths = [path for room in rooms for path in room.list_public_paths(1)]
    with run_servers(*servers):
        listener = start_job(
            listen, [server.port for server in servers], paths, ready_file, stop_file
        )
        wait_until(ready_file.exists, "les sockets")
        for turn in turns[:NORMAL_TURNS]:
            _open_turn(turn)
            time.sleep(PAUSE_S)
        _wait_for_close(*turns[:NORMAL_TURNS])
        closed_turn = turns[NORMAL_TURNS - 1]
        for turn in turns[NORMAL_TURNS:]:
            _kill_before_end(_find_closer(servers, closed_turn), turn)
            closed_turn = turn
        stop_file.touch()
        messages = listener.result(LISTEN_S)
    return _build_delays(turns, messages)


def _open_turn(turn: Turn) -> None:
    turn.refresh_from_db()
    Desk(turn.game).open(turn)


def _wait_for_close(*turns: Turn) -> None:
    open_turns = Turn.objects.filter(pk__in=[turn.pk for turn in turns], state=TurnState.OPEN)
    wait_until(lambda: not open_turns.all().exists(), "la fin des coups", pause_s=0.01)


def _kill_before_end(server: Server, turn: Turn) -> None:
    _open_turn(turn)
    assert turn.collects_at
    time.sleep((turn.collects_at - KILL_BEFORE_END - clock.now()).total_seconds())
    server.kill()
    _wait_for_close(turn)


def _find_closer(servers: list[Server], turn: Turn) -> Server:
    """Return the process that closed ``turn``, by its log; a running one if none did."""

    def find_in_logs() -> Server | None:
        return next((server for server in servers if _has_closed(server, turn)), None)

    with contextlib.suppress(TimeoutError):
        wait_until(find_in_logs, "une fermeture au journal", timeout_s=LOG_TIMEOUT_S)
    running = [server for server in servers if server.is_running]
    return next((server for server in running if _has_closed(server, turn)), running[0])


def _has_closed(server: Server, turn: Turn) -> bool:
    lines = server.log.read_text().splitlines()
    return any("live.closed" in line and line.endswith(f"turn={turn.pk}") for line in lines)


def _build_delays(turns: list[Turn], messages: list[tuple[int, float, int]]) -> ClosingResult:
    first_received: dict[int, float] = defaultdict(lambda: float("inf"))
    for _, moment, game in messages:
        first_received[game] = min(first_received[game], moment)
    delays = []
    for turn in turns:
        turn.refresh_from_db()
        assert turn.closed_at
        assert turn.collects_at
        closed_ms = (turn.closed_at - turn.collects_at).total_seconds() * 1000
        received_ms = (first_received[turn.game_id] - turn.collects_at.timestamp()) * 1000
        delays.append(CloseDelay(closed_ms, received_ms))
    rows = Journal.objects.filter(turn__in=turns, kind=EventKind.TURN_CLOSED)
    journal_counts = Counter(rows.values_list("turn_id", flat=True))
    counts = Counter((number, game) for number, _, game in messages)
    close_counts = {journal_counts[turn.pk] for turn in turns} | set(counts.values())
    return delays[:NORMAL_TURNS], delays[NORMAL_TURNS:], close_counts
