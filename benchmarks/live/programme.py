"""The measurements in their order, with plans made of database rows, and the verdict."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console

from benchmarks.live import capacity, client, closing, fanout, ingest, listener
from benchmarks.live.bare import PLAYERS as PLAYERS_PATH
from benchmarks.live.report import Report
from benchmarks.live.rows import DEVICE, Hall, add_turn, build_hall, envelope, event, sheet
from benchmarks.live.stage import Server, ours, running
from config.embedded.services import Urls
from tournament.models import Bulletin
from tournament.protocol import bus, encode

ROUNDS = 9
SOCKETS = (1000, 5000)
#: Files that each process needs besides its sockets.
SPARE_FILES = 200
PLAYERS = 3000
BURSTS = 6
SPECTATORS = 2000
BROADCASTS = 12
ROOM_S = 3.0
ROOM_ROUNDS, ROOM_REV = 10, 50
KILL_PLAYERS = 1500
KILL_AFTER_S = 1.5
KILL_WAIT_S = 5.0
BARE_CHANNEL = "bare"
START_TIMEOUT_S = 60.0
#: Above the revisions of the measurements before it.
FIRST_REV = 100


@dataclass
class Programme:
    """One run. ``files`` is how many open files a process may have."""

    console: Console
    urls: Urls
    files: int

    def run(self, parts: Sequence[str]) -> int:
        """Measure ``parts`` and print the table; the exit status."""
        report = Report()
        hall = build_hall("salle", PLAYERS)
        add_turn(hall.game, 1)
        jobs = {
            "diffusion": self._fan_outs,
            "rafale": self._bulletins,
            "memoire": self._capacities,
            "fermeture": self._closing,
            "perte": self._loss,
        }
        for part in parts:
            jobs[part](hall, report)
        report.print(self.console)
        return 0 if report.all_reached else 1

    def _fan_outs(self, hall: Hall, report: Report) -> None:
        for size in SOCKETS:
            self._say(f"diffusion vers {size} connexions, trois serveurs")
            report.fan_out(self.fan_out(hall, min(size, (self.files - SPARE_FILES) // 3)))

    def _bulletins(self, hall: Hall, report: Report) -> None:
        server = ours()
        with running(server):
            self._say("bulletins en rafale")
            report.burst(self.burst(hall, server))
            self._say(f"bulletins dans une salle pleine, {ROOM_ROUNDS} fois, deux serveurs")
            report.full_room(self.full_room(hall, server))

    def _capacities(self, hall: Hall, report: Report) -> None:
        report.capacity(*self.capacities(hall))

    def _closing(self, _: Hall, report: Report) -> None:
        self._say("fermeture des coups")
        report.closing(closing.measure(lambda plan: client.start(listener.listen, plan)))

    def _loss(self, hall: Hall, report: Report) -> None:
        self._say("arrêt brutal du serveur")
        report.loss(*self.loss(hall))

    def fan_out(self, hall: Hall, sockets: int) -> fanout.FanOut:
        mine = ours()
        bare = self._bare()
        textbook = Server("textbook", "benchmarks.live.textbook", "{port}", self.urls.redis_url)
        frames = [event(hall.game, 1000 + number) for number in range(ROUNDS + 1)]
        rounds = [
            fanout.Round(frame, envelope(hall.game, 1000 + number, frame))
            for number, frame in enumerate(frames)
        ]
        with running(mine, bare, textbook):
            return client.run(
                fanout.measure,
                fanout.Plan(
                    redis_url=self.urls.redis_url,
                    paths=hall.public_paths(sockets),
                    ours=mine.port,
                    bare=bare.port,
                    textbook=textbook.port,
                    channel=bus.get_channel(),
                    bare_channel=BARE_CHANNEL,
                    rounds=rounds,
                ),
            )

    def burst(self, hall: Hall, server: Server) -> ingest.Burst:
        spare = add_turn(build_hall("etalon", 0).game, 1)
        rows: list[tuple[object, ...]] = [
            (
                spare.pk,
                entry.pk,
                1,
                DEVICE,
                '["RETIRANS.......", "..............."]',
                "[]",
                "H4",
                "74",
            )
            for entry in hall.entries
        ]
        rounds = [encode(sheet(hall.game, 1, rev)) for rev in range(1, BURSTS + 2)]
        plan = ingest.BurstPlan(
            server.port, hall.entry_paths(), rounds, self.urls.database_url, rows
        )
        return client.run(ingest.burst, plan)

    def full_room(self, hall: Hall, server: Server) -> ingest.FullRoom:
        numbers = range(2000, 2000 + BROADCASTS)
        events = [event(hall.game, number) for number in numbers]
        envelopes = [
            envelope(hall.game, number, frame)
            for number, frame in zip(numbers, events, strict=True)
        ]
        mine = ingest.RoomServer(
            server.port, hall.entry_paths(), hall.public_paths(SPECTATORS), bus.get_channel(),
            envelopes, greets=True,
        )  # fmt: skip
        bare = self._bare()
        plain = ingest.RoomServer(
            bare.port, [PLAYERS_PATH] * PLAYERS, ["/"] * SPECTATORS, BARE_CHANNEL,
            events, greets=False,
        )  # fmt: skip
        bulletins = [encode(sheet(hall.game, 1, ROOM_REV + n)) for n in range(ROOM_ROUNDS)]
        with running(bare):
            plan = ingest.RoomPlan(mine, plain, bulletins, ROOM_S, self.urls.redis_url)
            return client.run(ingest.full_room, plan)

    def _bare(self) -> Server:
        return Server("bare", "benchmarks.live.bare", "{port}", self.urls.redis_url, BARE_CHANNEL)

    def capacities(self, hall: Hall) -> tuple[capacity.Capacity, capacity.Capacity]:
        """Of spectators, who share a snapshot, and of players, who each have their own."""
        found = []
        size = min(max(SOCKETS), self.files - SPARE_FILES)
        for name, paths in {
            "spectateurs": hall.public_paths(size),
            "joueurs": hall.entry_paths(),
        }.items():
            self._say(f"mémoire et retour de {len(paths)} {name}")
            server = ours()
            with running(server):
                plan = capacity.CapacityPlan(server.port, server.pid, paths)
                found.append(client.run(capacity.measure, plan))
        return found[0], found[1]

    def loss(self, hall: Hall) -> tuple[int, int]:
        """Acknowledged bulletins when the process is killed, and those not in the database."""
        paths = hall.entry_paths()[:KILL_PLAYERS]
        sheets = [encode(sheet(hall.game, 1, rev)) for rev in range(FIRST_REV, FIRST_REV + 300)]
        server = ours()
        with running(server):
            plan = ingest.LossPlan(server.port, paths, sheets, KILL_WAIT_S)
            answered = client.start(ingest.until_killed, plan)
            self._wait_for_first(hall)
            time.sleep(KILL_AFTER_S)
            server.kill()
            last = answered.result(60)
        stored = dict(
            Bulletin.objects.filter(turn__game=hall.game, turn__ordinal=1).values_list(
                "entry_id", "rev"
            )
        )
        lost = sum(
            1
            for entry, count in zip(hall.entries, last, strict=False)
            if count and stored.get(entry.pk, 0) < FIRST_REV + count - 1
        )
        return sum(last), lost

    def _wait_for_first(self, hall: Hall) -> None:
        """Until the killed players' first bulletins begin to arrive."""
        deadline = time.monotonic() + START_TIMEOUT_S
        while not Bulletin.objects.filter(turn__game=hall.game, rev__gte=FIRST_REV).exists():
            if time.monotonic() > deadline:
                raise TimeoutError
            time.sleep(0.05)

    def _say(self, what: str) -> None:
        self.console.print(f"[dim]… {what}[/dim]")
