"""The measurements in order, on rows of the database, and their table (docs/live.md).

Import it only once Django is set up.
"""

import os
import platform
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console

from benchmarks.live import measures
from benchmarks.live.closing import measure_closing
from benchmarks.live.yardsticks import PLAYERS_PATH
from benchmarks.people.connections import ANSWER_P99_MS, run_job, start_job
from benchmarks.people.room import DEVICE, add_game, add_turn, make_room_rows, make_save
from benchmarks.people.servers import Server, run_servers, start_web
from benchmarks.people.waiting import wait_until
from benchmarks.report import Report
from config.embedded.services import Urls
from tournament.core.events import EventKind
from tournament.core.states import TurnState
from tournament.models import Bulletin
from tournament.protocol import Audience, PublicEvent, TurnPart, bus, encode
from tournament.queries import clock

ROUNDS = 9
SOCKETS = (1000, 5000)
#: Files that each process needs besides its sockets.
SPARE_FILES = 200
PLAYERS, SPECTATORS = 3000, 2000
BURST_ROUNDS, BROADCASTS = 6, 12
HAND_IN_S, ROOM_ROUNDS, ROOM_REV = 3.0, 10, 50
KILL_PLAYERS, KILL_AFTER_S, KILL_WAIT_S = 1500, 1.5, 5.0
BARE_CHANNEL = "bare"
#: Above the revisions of the measurements before it.
FIRST_REV = 100
#: Fan-out rate over that of the bare server, and over the textbook's, at the largest size.
BARE_RATIO, TEXTBOOK_RATIO, TEXTBOOK_AT = 0.9, 10.0, 5000
BURST_RATIO, TAIL_RATIO = 0.8, 3.0
CLOSE_MS, CLOSE_AFTER_KILL_MS = 20.0, 300.0
KIB_PER_SOCKET, RECONNECTS = 32.0, 1500.0


@dataclass
class LiveRun:
    """One run. ``files``: limit of open files of a process."""

    console: Console
    urls: Urls
    files: int

    def run(self, parts: Sequence[str]) -> int:
        """Measure ``parts`` and print the table; return the exit status."""
        columns = ("Mesure", ">Duplicata", "À côté", ">But")
        self.report = Report("La salle en direct", *columns, marks=("atteint", "manqué"))
        self.room = make_room_rows("salle", PLAYERS)
        self.game = add_game(self.room)
        add_turn(self.game)
        jobs = {
            "diffusion": self._measure_fan_outs,
            "rafale": self._measure_bulletins,
            "memoire": self._measure_capacities,
            "fermeture": self._measure_closing,
            "perte": self._measure_loss,
        }
        for part in parts:
            jobs[part]()
        status = self.report.print(self.console)
        self.console.print(
            f"[dim]{os.cpu_count()} cœurs, client de charge compris ; "
            f"Python {platform.python_version()}, {platform.system()} {platform.machine()}. "
            "Les valeurs absolues dépendent de la machine ; les rapports comptent.[/dim]"
        )
        return status

    def _measure_fan_outs(self) -> None:
        rounds = [self._build_event(1000 + number) for number in range(ROUNDS + 1)]
        channels = {"product": self._get_public_channel(), "bare": BARE_CHANNEL}
        for size in SOCKETS:
            self._print(f"diffusion vers {size} connexions, trois serveurs")
            servers = {"product": start_web(), "bare": self._start_bare()}
            servers["textbook"] = self._start("textbook")
            paths = self.room.list_public_paths(min(size, (self.files - SPARE_FILES) // 3))
            with run_servers(*servers.values()):
                ports = {name: server.port for name, server in servers.items()}
                arguments = (self.urls.redis_url, paths, ports, channels, rounds)
                times = run_job(measures.measure_fan_out, *arguments)
            own, bare, textbook = (times[name] * 1000 for name in ports)
            label_and_value = (f"Diffusion jusqu'au dernier de {len(paths)}", f"{own:.1f} ms")
            ratio, goal = bare / own, f"≥ {BARE_RATIO}"
            comparison = f"serveur nu {bare:.1f} ms : {ratio:.2f}"
            self.report.add(*label_and_value, comparison, goal, is_reached=ratio >= BARE_RATIO)
            has_goal, ratio = len(paths) >= TEXTBOOK_AT, textbook / own
            comparison = f"Channels du manuel {textbook:.0f} ms : × {ratio:.1f}"
            goal = f"≥ × {TEXTBOOK_RATIO:.0f}" if has_goal else "—"
            is_reached = ratio >= TEXTBOOK_RATIO if has_goal else None
            self.report.add(*label_and_value, comparison, goal, is_reached=is_reached)

    def _measure_bulletins(self) -> None:
        server = start_web()
        with run_servers(server):
            self._print("bulletins en rafale")
            self._measure_burst(server)
            self._print(f"bulletins dans une salle pleine, {ROOM_ROUNDS} fois, deux serveurs")
            self._measure_full_room(server)

    def _measure_burst(self, server: Server) -> None:
        spare_turn = add_turn(add_game(make_room_rows("etalon", 0)))
        rows_json = '["RETIRANS.......", "..............."]'
        rows: list[tuple[object, ...]] = [
            (spare_turn.pk, entry.pk, 1, DEVICE, rows_json, "[]", "H4", "74")
            for entry in self.room.entries
        ]
        rounds = [self._build_save(rev) for rev in range(1, BURST_ROUNDS + 2)]
        paths, database_url = self.room.list_player_paths(), self.urls.database_url
        arguments = (server.port, paths, rounds, database_url, rows)
        own, yardstick = run_job(measures.measure_burst, *arguments)
        label, ratio = f"Rafale de {PLAYERS} bulletins accusés", own / yardstick
        comparison = f"une ligne par commit {yardstick:,.0f} /s : {ratio:.2f}"
        goal, is_reached = f"≥ {BURST_RATIO}", ratio >= BURST_RATIO
        self.report.add(label, f"{own:,.0f} /s", comparison, goal, is_reached=is_reached)

    def _measure_full_room(self, server: Server) -> None:
        events, envelopes = zip(
            *map(self._build_event, range(2000, 2000 + BROADCASTS)), strict=True
        )
        bare = self._start_bare()
        rooms = [
            measures.FullRoom(
                server.port, self.room.list_player_paths(), self.room.list_public_paths(SPECTATORS),
                self._get_public_channel(), list(envelopes), sends_snapshot=True,
            ),
            measures.FullRoom(
                bare.port, [PLAYERS_PATH] * PLAYERS, ["/"] * SPECTATORS,
                BARE_CHANNEL, list(events), sends_snapshot=False,
            ),
        ]  # fmt: skip
        bulletins = [self._build_save(ROOM_REV + number) for number in range(ROOM_ROUNDS)]
        with run_servers(bare):
            arguments = (rooms, bulletins, HAND_IN_S, self.urls.redis_url)
            rounds = run_job(measures.measure_full_rooms, *arguments)
        p50, p99, longest = map(statistics.median, zip(*(own for own, _ in rounds), strict=True))
        self.report.add(
            f"Accusé de {PLAYERS} bulletins en 3 s, {SPECTATORS} spectateurs servis",
            f"p99 {p99:.1f} ms",
            f"p50 {p50:.1f} ms, max {longest:.1f} ms (médianes de {len(rounds)} fois)",
            f"p99 ≤ {ANSWER_P99_MS:.0f} ms", is_reached=p99 <= ANSWER_P99_MS,
        )  # fmt: skip
        ratios = [own.p99 / bare.p99 for own, bare in rounds]
        reached_count = sum(ratio <= TAIL_RATIO for ratio in ratios)
        bare_p99s = [yardstick.p99 for _, yardstick in rounds]
        self.report.add(
            "… p99, à côté du serveur nu qui ne garde rien", f"× {statistics.median(ratios):.1f}",
            f"serveur nu {statistics.median(bare_p99s):.1f} ms ; "
            f"au pire × {max(ratios):.1f} ; tenu {reached_count} fois",
            f"≤ × {TAIL_RATIO:.0f}, {len(ratios)} fois", is_reached=reached_count == len(ratios),
        )  # fmt: skip

    def _measure_capacities(self) -> None:
        """Measure sockets of spectators, who share a snapshot, and of players, who do not."""
        size = min(max(SOCKETS), self.files - SPARE_FILES)
        spectators, players = self.room.list_public_paths(size), self.room.list_player_paths()
        reconnect_lines = []
        for name, paths in {"spectateurs": spectators, "joueurs": players}.items():
            self._print(f"mémoire et retour de {len(paths)} {name}")
            server = start_web()
            with run_servers(server):
                arguments = (server.port, server.pid, paths)
                kib, reconnects = run_job(measures.measure_capacity, *arguments)
            label = f"Mémoire par connexion, {len(paths)} {name}"
            goal, is_reached = f"≤ {KIB_PER_SOCKET:.0f} Kio", kib <= KIB_PER_SOCKET
            self.report.add(label, f"{kib:.1f} Kio", "", goal, is_reached=is_reached)
            label = f"Retour de {len(paths)} {name}, instantané compris"
            reconnect_lines.append((label, reconnects, name == "spectateurs"))
        for label, reconnects, has_goal in reconnect_lines:
            goal = f"≥ {RECONNECTS:,.0f} /s" if has_goal else "—"
            is_fast = reconnects >= RECONNECTS if has_goal else None
            self.report.add(label, f"{reconnects:,.0f} /s", "", goal, is_reached=is_fast)

    def _measure_closing(self) -> None:
        self._print("fermeture des coups")
        normal_delays, kill_delays, close_counts = measure_closing()
        for name, delays, goal in (
            ("Retard de la fermeture, trois processus", normal_delays, CLOSE_MS),
            ("… le premier d'entre eux tué avant", kill_delays, CLOSE_AFTER_KILL_MS),
        ):
            closed, received = zip(*delays, strict=True)
            received_text = f"médiane {statistics.median(received):.0f}, max {max(received):.0f} ms"
            self.report.add(
                name, f"max {max(closed):.1f} ms", f"nouvelle reçue : {received_text}",
                f"≤ {goal:.0f} ms", is_reached=max(closed) <= goal,
            )  # fmt: skip
        counts_text = ", ".join(map(str, sorted(close_counts)))
        self.report.add("Fermetures par coup", counts_text, "", "1", is_reached=close_counts == {1})

    def _measure_loss(self) -> None:
        """Acknowledged bulletins when the process is killed, and those not in the database."""
        self._print("arrêt brutal du serveur")
        paths = self.room.list_player_paths()[:KILL_PLAYERS]
        sheets = [self._build_save(rev) for rev in range(FIRST_REV, FIRST_REV + 300)]
        stored = Bulletin.objects.filter(turn__game=self.game, turn__ordinal=1)
        server = start_web()
        with run_servers(server):
            arguments = (server.port, paths, sheets, KILL_WAIT_S)
            saving = start_job(measures.save_until_killed, *arguments)
            wait_until(stored.filter(rev__gte=FIRST_REV).exists, "un premier bulletin")
            time.sleep(KILL_AFTER_S)
            server.kill()
            counts = saving.result(60)
        revs = dict(stored.values_list("entry_id", "rev"))
        lost = sum(
            1
            for entry, count in zip(self.room.entries, counts, strict=False)
            if count and revs.get(entry.pk, 0) < FIRST_REV + count - 1
        )
        label, total = "Bulletins accusés puis perdus, serveur tué", sum(counts)
        is_reached = not lost and total > 0
        self.report.add(label, str(lost), f"{total:,} accusés", "0", is_reached=is_reached)

    def _start_bare(self) -> Server:
        return self._start("bare", BARE_CHANNEL)

    def _start(self, name: str, *options: str) -> Server:
        module = "benchmarks.live.yardsticks"
        return Server(name, module, name, "{port}", self.urls.redis_url, *options)

    def _build_save(self, rev: int) -> bytes:
        return encode(make_save(self.game.pk, 1, rev))

    def _get_public_channel(self) -> str:
        return bus.get_channel(self.game.tournament_id, Audience.PUBLIC)

    def _build_event(self, seq: int) -> tuple[bytes, bytes]:
        """Return the message sent when a turn is opened, and its envelope on the bus."""
        now, game = clock.to_milliseconds(clock.now()), self.game
        part = TurnPart(
            ordinal=1, number=1, state=TurnState.OPEN, kept="EIN", drawn="ARST",
            rejected=[], rectified=[], time_s=180, warn_s=30,
            opened_at=now, closes_at=now + 180_000, top=None, best=None, found=None,
        )  # fmt: skip
        kind = EventKind.TURN_OPENED
        event = PublicEvent(kind=kind, game_id=game.pk, seq=seq, prev=seq - 1, now=now, turn=part)
        frame = encode(event)
        frames = {str(Audience.PUBLIC): frame}
        bus_frames = bus.Frames(tournament=game.tournament_id, game=game.pk, seq=seq, frames=frames)
        return frame, bus.encode(bus_frames)

    def _print(self, text: str) -> None:
        self.console.print(f"[dim]… {text}[/dim]")
