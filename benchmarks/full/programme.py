"""The desk of a full room: it draws, opens, reveals, and asks the crowd what came.

Imported only once Django is set up.
"""

import multiprocessing
import time
from argparse import Namespace
from collections.abc import Callable
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from rich.console import Console

from arbitrage.core.sheets.position import JudgedPosition
from benchmarks.correction.answers import answers
from benchmarks.correction.turns import Turn as Position
from benchmarks.full import crowd, report
from benchmarks.full.meter import Meter, servers
from benchmarks.full.orders import CrowdPlan, Heard, Leave, Reveal, TurnOrder
from benchmarks.full.report import PlayedGame, PlayedTurn
from benchmarks.live.rows import DEVICE, Hall, seats
from benchmarks.live.stage import Worker, ours, running
from engine.search.moves import solve
from tournament.core.states import TurnState
from tournament.models import Bulletin, Turn
from tournament.protocol import encode
from tournament.protocol.messages import Save
from tournament.queries import clock
from tournament.queries.lexica import load_tournament_lexicon
from tournament.queries.position import get_game_format, load_position
from tournament.queries.results.tops import load_choice
from tournament.services.play.games import create_game, finish_game, prepare_game, start_game
from tournament.services.play.turns import announce_turn, draw_turn, open_turn, reveal_turn

#: A tablet saves so often in three minutes of writing.
SAVES, OF_S = 8, 180
#: How many save once more in the last second, of those who play.
LAST_SECOND = 0.5
PATIENCE_S = 120.0
SEED = 6000


class Programme:
    """Plays a game for each number of processes. ``options`` of the command line."""

    def __init__(self, console: Console, options: Namespace) -> None:
        self.console, self.options = console, options
        self._numbers = count(1)

    def run(self) -> int:
        games = [self._game(number) for number in self.options.processes]
        report.show(self.console, games)
        return 0 if all(game.is_sound for game in games) else 1

    def _game(self, processes: int) -> PlayedGame:
        tournament, entries = seats(f"salle-{next(self._numbers)}", self.options.players)
        now: dict[str, Any] = {"by": None, "now": clock.now()}
        time_s: int = self.options.time
        game = create_game(tournament=tournament, time_s=time_s, warn_s=time_s // 3, **now)
        prepare_game(game=game, **now)
        hall = Hall(tournament, game, entries)
        web = [ours() for _ in range(processes)]
        worker = Worker("worker", "config.work", "turn", "office")
        with running(*web, worker):
            desk, theirs = multiprocessing.Pipe()
            plan = CrowdPlan(
                [server.port for server in web], hall.entry_paths(),
                hall.public_paths(self.options.spectators), SEED, theirs,
            )  # fmt: skip
            client = multiprocessing.get_context("spawn").Process(target=crowd.run, args=(plan,))
            client.start()
            try:
                meter = Meter({
                    **{f"direct {n}": [one.pid] for n, one in enumerate(web, start=1)},
                    "calcul": [worker.pid], **servers(), "salle simulée": [client.pid or 0],
                })  # fmt: skip
                return Room(self, hall, desk, client, meter).play(processes)
            finally:
                client.terminate()
                client.join()


class Room:
    """One game before a crowd."""

    def __init__(
        self, programme: Programme, hall: Hall, desk: Connection, client: BaseProcess, meter: Meter
    ) -> None:
        self.console, self.options = programme.console, programme.options
        self.hall, self.desk, self.client, self.meter = hall, desk, client, meter

    def play(self, processes: int) -> PlayedGame:
        self._say(f"{processes} processus : la salle s’installe")
        start = time.monotonic()
        start_game(game=self.hall.game, **self._now())
        self._hear()
        played = PlayedGame(processes, len(self.hall.entries), self.options.spectators)
        played.seated_s = time.monotonic() - start
        self.lexicon = load_tournament_lexicon(self.hall.tournament)
        while len(played.turns) < self.options.turns:
            turn = draw_turn(game=self.hall.game, open_bulletins_stay=True, **self._now())
            if turn is None:
                break
            played.turns.append(self._turn(turn))
        else:
            finish_game(
                game=self.hall.game,
                reason="judge_decision",
                open_bulletins_stay=True,
                **self._now(),
            )
        played.memory = self.meter.memory()
        self.desk.send(Leave())
        return played

    def _turn(self, turn: Turn) -> PlayedTurn:
        self.meter.start()
        announce_turn(turn=turn, **self._now())
        bulletins = self._bulletins(turn)
        open_turn(turn=turn, **self._now())
        turn.refresh_from_db()
        assert turn.opened_at
        assert turn.closes_at
        size = len(self.hall.entries)
        self.desk.send(TurnOrder(
            turn.opened_at.timestamp(), turn.closes_at.timestamp(),
            saves=size * SAVES * self.options.time // OF_S,
            last_second=int(size * LAST_SECOND), bulletins=bulletins,
        ))  # fmt: skip
        self._hear()
        self._wait(lambda: self._is(turn, TurnState.CLOSED), "la fin du coup")
        self._wait(lambda: self._is_corrected(turn), "la correction")
        corrected = self._read(turn)
        self._reveal(corrected)
        heard = self._hear()
        assert isinstance(heard, Heard)
        played = PlayedTurn(turn.number, heard, self.meter.seconds(), self._lost(turn, heard))
        assert corrected.closed_at
        assert corrected.corrected_at
        assert corrected.collects_at
        played.closed_ms = (corrected.closed_at - corrected.collects_at).total_seconds() * 1000
        played.corrected_s = (corrected.corrected_at - corrected.closed_at).total_seconds()
        self._say(f"coup {turn.number} : {played.short}")
        return played

    def _reveal(self, turn: Turn) -> None:
        top = load_choice(turn).proposed
        assert top is not None
        self.desk.send(Reveal())
        self._hear()
        reveal_turn(turn=turn, word=top.word, ref=top.ref, **self._now())

    def _bulletins(self, turn: Turn) -> list[tuple[bytes, bytes]]:
        """What each player writes, cut where the revision stands."""
        fmt, board = get_game_format(self.hall.game), load_position(self.hall.game).board
        moves = tuple(solve(board, turn.rack, self.lexicon, fmt))
        judged = JudgedPosition(board, turn.rack, turn.number, self.lexicon, fmt)
        given = answers(Position("", judged, moves), len(self.hall.entries), SEED + turn.number)
        return [self._save(turn, list(one.sheet.rows), one.reference, one.score) for one in given]

    def _save(self, turn: Turn, rows: list[str], reference: str, score: str) -> tuple[bytes, bytes]:
        save = Save(
            game_id=self.hall.game.pk, turn=turn.ordinal, rev=0, device=DEVICE, rows=rows,
            reference=reference, score=score,
        )  # fmt: skip
        head, name, tail = encode(save).partition(b'"rev":')
        return head + name, tail.removeprefix(b"0")

    def _lost(self, turn: Turn, heard: Heard) -> int:
        """Acknowledged in time, and not in the database."""
        kept = dict(Bulletin.objects.filter(turn=turn).values_list("entry_id", "rev"))
        return sum(
            kept.get(entry.pk, 0) < rev
            for entry, rev in zip(self.hall.entries, heard.acknowledged, strict=True)
        )

    # --- waiting --------------------------------------------------------------------------

    def _hear(self) -> object:
        """What the crowd says next."""
        deadline = time.monotonic() + PATIENCE_S + self.options.time
        while not self.desk.poll(0.2):
            if time.monotonic() > deadline or not self.client.is_alive():
                raise RuntimeError("la salle simulée ne répond plus")
        return self.desk.recv()

    def _wait(self, fact: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not fact():
            if time.monotonic() > deadline:
                raise RuntimeError(f"toujours pas : {what}")
            time.sleep(0.05)

    def _is(self, turn: Turn, state: TurnState) -> bool:
        return Turn.objects.filter(pk=turn.pk, state=state).exists()

    def _is_corrected(self, turn: Turn) -> bool:
        """Whether all that was stored is, what came in after the close too."""
        corrected = Turn.objects.filter(pk=turn.pk, stragglers=None, corrected_at__isnull=False)
        return corrected.exists()

    def _read(self, turn: Turn) -> Turn:
        return Turn.objects.get(pk=turn.pk)

    def _now(self) -> dict[str, Any]:
        return {"by": None, "now": clock.now()}

    def _say(self, what: str) -> None:
        self.console.print(f"[dim]… {what}[/dim]")
