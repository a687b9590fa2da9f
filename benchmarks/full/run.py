"""The desk of a full hall: it draws, opens, reveals, and collects the crowd's messages.

Import it only once Django is set up.
"""

import multiprocessing
import time
from argparse import Namespace
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from rich.console import Console

from arbitrage.core.sheets.position import JudgedPosition
from benchmarks.full import crowd, report
from benchmarks.full.crowd import LEAVE, REVEAL, CrowdPlan, TurnMessages, TurnOrder
from benchmarks.full.report import PlayedGame, PlayedTurn
from benchmarks.people.answers import SolvedTurn, make_answers
from benchmarks.people.judge import Desk
from benchmarks.people.room import Room, make_room_rows, make_save
from benchmarks.people.servers import Meter, Worker, find_server_pids, run_servers, start_web
from benchmarks.people.waiting import wait_until
from engine.search.moves import solve
from tournament.core.states import TurnState
from tournament.models import Bulletin, Turn
from tournament.protocol import encode
from tournament.queries.lexica import load_tournament_lexicon
from tournament.queries.position import get_game_format, load_position
from tournament.services.play.games import prepare_game, start_game

#: Saves of a tablet, in so many seconds of writing.
SAVES_PER_TABLET, SAVES_DURATION_S = 8, 180
#: Share of the players who save in the last second.
LAST_SECOND_SHARE = 0.5
TIMEOUT_S = 120.0
SEED = 6000


class FullHallRun:
    """Plays a game for each number of processes; ``options``: of the command line."""

    def __init__(self, console: Console, options: Namespace) -> None:
        self.console, self.options = console, options
        self._numbers = count(1)

    def run(self) -> int:
        games = [self._play(number) for number in self.options.processes]
        report.print_report(self.console, games)
        return 0 if all(game.is_successful for game in games) else 1

    def _play(self, processes: int) -> PlayedGame:
        room = make_room_rows(
            f"salle-{next(self._numbers)}", self.options.players + self.options.others
        )
        time_s: int = self.options.time
        game = room.create_game(time_s=time_s, warn_s=time_s // 3)
        prepare_game(game=game, **room.get_author_and_time())
        web = [start_web() for _ in range(processes)]
        worker = Worker("worker", "config.work", "turn", "office")
        with run_servers(*web, worker):
            orders, crowd_end = multiprocessing.Pipe()
            spectators = room.list_public_paths(self.options.spectators)
            ports = [server.port for server in web]
            players = room.list_player_paths()[: self.options.players]
            plan = CrowdPlan(ports, players, spectators, SEED, crowd_end)
            client = multiprocessing.get_context("spawn").Process(target=crowd.run, args=(plan,))
            client.start()
            try:
                web_pids = {f"direct {n}": [server.pid] for n, server in enumerate(web, start=1)}
                other_pids = {"calcul": [worker.pid], **find_server_pids()}
                other_pids["salle simulée"] = [client.pid or 0]
                run = GameRun(self, room, Desk(game), orders, client, Meter(web_pids | other_pids))
                return run.play(processes)
            finally:
                client.terminate()
                client.join()


class GameRun:
    """One game with the crowd connected."""

    def __init__(
        self, benchmark: FullHallRun, room: Room, desk: Desk,
        orders: Connection, client: BaseProcess, meter: Meter,
    ) -> None:  # fmt: skip
        self.console, self.options = benchmark.console, benchmark.options
        self.room, self.desk, self.orders = room, desk, orders
        self.players = room.entries[: self.options.players]
        self.client, self.meter = client, meter

    def play(self, processes: int) -> PlayedGame:
        self._print(f"{processes} processus : la salle s’installe")
        start = time.monotonic()
        start_game(game=self.desk.game, **self.desk.get_author_and_time())
        self._receive_from_crowd()
        played_game = PlayedGame(processes, len(self.players), self.options.spectators)
        played_game.connected_s = time.monotonic() - start
        self.lexicon = load_tournament_lexicon(self.room.tournament)
        while len(played_game.turns) < self.options.turns:
            turn = self.desk.draw(open_bulletins_stay=True)
            if turn is None:
                break
            played_game.turns.append(self._play_turn(turn))
        else:
            self.desk.finish(reason="judge_decision", open_bulletins_stay=True)
        played_game.memory = self.meter.measure_memory()
        self.orders.send(LEAVE)
        return played_game

    def _play_turn(self, turn: Turn) -> PlayedTurn:
        self.meter.start()
        self.desk.announce(turn)
        bulletins = self._make_bulletins(turn)
        self.desk.open(turn)
        assert turn.opened_at
        assert turn.closes_at
        player_count = len(self.players)
        self.orders.send(TurnOrder(
            turn.opened_at.timestamp(), turn.closes_at.timestamp(),
            saves=player_count * SAVES_PER_TABLET * self.options.time // SAVES_DURATION_S,
            last_second=int(player_count * LAST_SECOND_SHARE), bulletins=bulletins,
        ))  # fmt: skip
        self._receive_from_crowd()
        turn_row = Turn.objects.filter(pk=turn.pk)
        closed_turn = turn_row.filter(state=TurnState.CLOSED)
        wait_until(closed_turn.exists, "la fin du coup", timeout_s=TIMEOUT_S)
        # all bulletins stored, also those received after the close
        corrected_turn = turn_row.filter(stragglers=None, corrected_at__isnull=False)
        wait_until(corrected_turn.exists, "la correction", timeout_s=TIMEOUT_S)
        wait_until(turn_row.filter(solved_at__isnull=False).exists, "les solutions")
        turn = turn_row.get()
        self.orders.send(REVEAL)
        self._receive_from_crowd()
        self.desk.reveal(turn)
        messages = self._receive_from_crowd()
        assert isinstance(messages, TurnMessages)
        seconds, lost_count = self.meter.measure_seconds(), self._count_lost(turn, messages)
        played_turn = PlayedTurn(turn.number, messages, seconds, lost_count)
        assert turn.closed_at
        assert turn.corrected_at
        assert turn.collects_at
        played_turn.closed_ms = (turn.closed_at - turn.collects_at).total_seconds() * 1000
        played_turn.corrected_s = (turn.corrected_at - turn.closed_at).total_seconds()
        self._print(f"coup {turn.number} : {played_turn.summary}")
        return played_turn

    def _make_bulletins(self, turn: Turn) -> list[tuple[bytes, bytes]]:
        """Return the bulletin of each player, split at its revision number."""
        fmt, board = get_game_format(self.desk.game), load_position(self.desk.game).board
        moves = tuple(solve(board, turn.rack, self.lexicon, fmt))
        judged_position = JudgedPosition(board, turn.rack, turn.number, self.lexicon, fmt)
        solved_turn, count = SolvedTurn(judged_position, moves), len(self.players)
        split_bulletins = []
        for bulletin in make_answers(solved_turn, count, SEED + turn.number):
            fields = (bulletin.sheet.rows, bulletin.reference, bulletin.score)
            save = encode(make_save(self.desk.game.pk, turn.ordinal, 0, *fields))
            head, name, tail = save.partition(b'"rev":')
            split_bulletins.append((head + name, tail.removeprefix(b"0")))
        return split_bulletins

    def _count_lost(self, turn: Turn, messages: TurnMessages) -> int:
        """Count the bulletins acknowledged in time that the database does not have."""
        stored = dict(Bulletin.objects.filter(turn=turn).values_list("entry_id", "rev"))
        return sum(
            stored.get(entry.pk, 0) < rev
            for entry, rev in zip(self.players, messages.acknowledged_revs, strict=True)
        )

    def _receive_from_crowd(self) -> object:
        """Return the crowd's next message."""
        wait_until(
            lambda: self.orders.poll(0.2) or not self.client.is_alive(),
            "une réponse de la salle simulée", timeout_s=TIMEOUT_S + self.options.time, pause_s=0,
        )  # fmt: skip
        if not self.orders.poll():
            raise RuntimeError("la salle simulée ne répond plus")
        return self.orders.recv()

    def _print(self, text: str) -> None:
        self.console.print(f"[dim]… {text}[/dim]")
