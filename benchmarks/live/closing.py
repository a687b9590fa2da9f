"""How late a turn closes with three processes, and when the one that closes is killed."""

import contextlib
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import timedelta

from benchmarks.live.listener import LISTEN_S, ListenPlan
from benchmarks.live.rows import Hall, add_turn, build_hall
from benchmarks.live.stage import RUN, Server, ours, running
from tournament.core.events import EventKind
from tournament.core.states import TurnState
from tournament.models import Game, Journal, Turn
from tournament.queries import clock
from tournament.services.play.turns import open_turn

PROCESSES = 3
QUIET_TURNS = 10
KILLS = 2
TURN_S = 2
BETWEEN_S = 0.2
#: The process that closed last is killed this long before the next bell.
BEFORE_BELL = timedelta(milliseconds=150)
CLOSE_TIMEOUT_S = 20.0
LOG_TIMEOUT_S = 2.0


@dataclass(frozen=True)
class Late:
    """Of one turn, in milliseconds after its deadline: the close, the news of it on a socket."""

    closed_ms: float
    heard_ms: float


@dataclass(frozen=True)
class Closing:
    quiet: list[Late]
    killed: list[Late]
    #: How often each turn was closed, by the journal and by the news on any one socket.
    times_closed: set[int]


def measure(run: Callable[[ListenPlan], Future[list[tuple[int, float, int]]]]) -> Closing:
    """``run`` starts the listener in the load client's process."""
    halls = [build_hall(f"close-{index}", 1) for index in range(QUIET_TURNS + KILLS)]
    turns = [add_turn(hall.game, 1, TurnState.ANNOUNCED) for hall in halls]
    Game.objects.filter(pk__in=[hall.game.pk for hall in halls]).update(time_s=TURN_S, warn_s=1)
    servers = [ours() for _ in range(PROCESSES)]
    ready, stop = RUN / "listening", RUN / "heard-enough"
    with running(*servers):
        heard = run(ListenPlan([s.port for s in servers], _paths(halls), ready, stop))
        _wait_for(ready.exists)
        for turn in turns[:QUIET_TURNS]:
            _open(turn)
            time.sleep(BETWEEN_S)
        _wait_for(lambda: _all_closed(turns[:QUIET_TURNS]))
        last = turns[QUIET_TURNS - 1]
        for turn in turns[QUIET_TURNS:]:
            _kill_before_bell(_winner(servers, last), turn)
            last = turn
        stop.touch()
        news = heard.result(LISTEN_S)
    return _judge(turns, news)


def _kill_before_bell(victim: Server, turn: Turn) -> None:
    _open(turn)
    assert turn.collects_at
    time.sleep((turn.collects_at - BEFORE_BELL - clock.now()).total_seconds())
    victim.kill()
    _wait_for(lambda: _all_closed([turn]))


def _open(turn: Turn) -> None:
    turn.refresh_from_db()
    open_turn(turn=turn, by=None, now=clock.now())
    turn.refresh_from_db()


def _winner(servers: list[Server], turn: Turn) -> Server:
    """The process that closed ``turn``, by its own log; one that lives, if it was a sweep."""
    with contextlib.suppress(TimeoutError):
        _wait_for(lambda: any(_closed_by(server, turn) for server in servers), LOG_TIMEOUT_S)
    alive = [server for server in servers if server.runs]
    return next((server for server in alive if _closed_by(server, turn)), alive[0])


def _closed_by(server: Server, turn: Turn) -> bool:
    lines = server.log.read_text().splitlines()
    return any("live.closed" in line and line.endswith(f"turn={turn.pk}") for line in lines)


def _judge(turns: list[Turn], news: list[tuple[int, float, int]]) -> Closing:
    first: dict[int, float] = defaultdict(lambda: float("inf"))
    for _, moment, game in news:
        first[game] = min(first[game], moment)
    late = []
    for turn in turns:
        turn.refresh_from_db()
        assert turn.closed_at
        assert turn.collects_at
        closed = (turn.closed_at - turn.collects_at).total_seconds() * 1000
        heard = (first[turn.game_id] - turn.collects_at.timestamp()) * 1000
        late.append(Late(closed, heard))
    rows = Journal.objects.filter(turn__in=turns, kind=EventKind.CLOSED)
    journal = Counter(rows.values_list("turn_id", flat=True))
    each = Counter((number, game) for number, _, game in news)
    times = {journal[turn.pk] for turn in turns} | set(each.values())
    return Closing(late[:QUIET_TURNS], late[QUIET_TURNS:], times)


def _all_closed(turns: list[Turn]) -> bool:
    return not Turn.objects.filter(pk__in=[t.pk for t in turns], state=TurnState.OPEN).exists()


def _paths(halls: list[Hall]) -> list[str]:
    return [path for hall in halls for path in hall.public_paths(1)]


def _wait_for(fact: Callable[[], bool], timeout_s: float = CLOSE_TIMEOUT_S) -> None:
    deadline = time.monotonic() + timeout_s
    while not fact():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.01)
