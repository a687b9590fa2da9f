"""The rehearsal: tablets and a judge play while the schema and then the programs change.

The database has the schema of this release when Django is set up here, at the end: until then the
people use pages and sockets alone.
"""

import asyncio
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Any

from rich.console import Console

from benchmarks.chaos import final_state
from benchmarks.chaos.history import History
from benchmarks.chaos.random_people import Person, RandomJudge, RandomVisitor
from benchmarks.chaos.tablets import Player, SecondDevice
from benchmarks.people.client import Client, Page, Unreachable
from benchmarks.people.room import Seat
from benchmarks.report import PromiseReport, make_table
from benchmarks.upgrade.fleet import Fleet
from benchmarks.upgrade.releases import Release

STATIC = re.compile(r'"(/static/[^"]+\.[0-9a-f]{12}\.(?:css|js))"')
#: Seconds until a page that was read asks for its files, at most.
READING_S = 3.0
STEP_S = 0.1
#: The longest wait for an answer, by the goal.
MAX_WAIT_S = 1.0
MAX_SHOWN_PATH = 30  # characters
SERVER_ERROR, NOT_FOUND = 500, 404
#: Of the table, after the name of the phase.
COLUMNS = (
    *(">s", ">Requêtes", ">POST", ">POST perdus", ">GET perdus", ">500+", ">404"),
    *(">Attente", "Page"),
)


@dataclass
class Counts:
    """The requests of one phase."""

    requests: int = 0
    posts: int = 0
    lost_posts: int = 0
    lost_gets: int = 0
    errors: int = 0
    not_found: int = 0
    longest_s: float = 0.0
    longest_path: str = ""
    seconds: float = 0.0


@dataclass
class Log:
    """Counts by phase; ``phase``: the current one."""

    phase: str = ""
    counts: dict[str, Counts] = field(default_factory=lambda: defaultdict(Counts))

    def note(self, *, path: str, is_post: bool, status: int | None, seconds: float) -> None:
        """Count a request; ``status`` None without answer."""
        counts = self.counts[self.phase]
        is_lost = status is None or status >= SERVER_ERROR
        counts.requests += 1
        counts.posts += is_post
        counts.lost_posts += is_lost and is_post
        counts.lost_gets += is_lost and not is_post
        counts.errors += (status or 0) >= SERVER_ERROR
        counts.not_found += status == NOT_FOUND
        if seconds > counts.longest_s:
            counts.longest_s, counts.longest_path = seconds, path

    @contextmanager
    def in_phase(self, name: str) -> Iterator[None]:
        self.phase, start = name, time.monotonic()
        yield
        self.counts[name].seconds = time.monotonic() - start


class MeasuredClient(Client):
    """A client whose requests are counted in ``log``."""

    log: Log

    def make_other(self) -> "MeasuredClient":
        client = MeasuredClient(self.url, self.errors)
        client.log = self.log
        return client

    def _request(self, request: Any) -> tuple[int, str]:
        start, status = time.monotonic(), None
        try:
            status, text = super()._request(request)
        finally:
            self.log.note(
                path=request.selector,
                is_post=request.data is not None,
                status=status,
                seconds=time.monotonic() - start,
            )
        return status, text


@dataclass
class PageReader(Person):
    """Reads a public page, and asks for its files some seconds later, as a slow phone does."""

    threads: ThreadPoolExecutor
    is_over: Event

    def step(self) -> None:
        page = self.client.get(f"/{self.slug}/ranking/")
        self.threads.submit(self._read_files, page, self.rng.uniform(0, READING_S))

    def _read_files(self, page: Page, pause_s: float) -> None:
        self.is_over.wait(pause_s)
        for path in STATIC.findall(page.text)[:4]:
            with suppress(Unreachable):
                self.client.get(path)


class UpgradeRun:
    """``old`` and ``new``: the releases; ``fleet`` runs ``old``."""

    def __init__(
        self, console: Console, fleet: Fleet, old: Release, new: Release, room: dict[str, Any]
    ) -> None:
        self.console, self.fleet, self.old, self.new = console, fleet, old, new
        self.slug, self.tournament = room["slug"], room["tournament"]
        self.link = room["link"]
        self.seats = [Seat(**seat) for seat in room["seats"]]
        self.log, self.history = Log(), History()
        self._random = Random(1)  # noqa: S311 - no secret

    def run(self, *, phase_s: float) -> int:
        """Play through all phases; return the exit status."""
        is_over = Event()
        self.players = [
            Player.create(seat, self.fleet.url, self.history, self._make_random())
            for seat in self.seats
        ]
        with ThreadPoolExecutor(40) as threads:
            people = self._make_people(threads, is_over)
            jobs: list[Future[Any]] = [
                threads.submit(person.run, is_over.is_set, STEP_S) for person in people
            ]
            jobs.append(threads.submit(asyncio.run, self._play(is_over)))
            try:
                self._go_through_phases(lambda: is_over.wait(phase_s))
            finally:
                is_over.set()
            for job in jobs:
                job.result()
        stuck_turns, _ = final_state.wait_until_settled(self.tournament)
        return self._report(stuck_turns)

    def _go_through_phases(self, play: Callable[[], object]) -> None:
        environment, replace = self.fleet.environment, self.fleet.replace
        phases: tuple[tuple[str, Callable[[], object]], ...] = (
            ("version d'avant", play),
            ("tables changées", lambda: self.new.prepare(environment)),
            ("avant, sur ces tables", play),
            ("remplacement", lambda: replace(self.new)),
            ("cette version", play),
            ("retour", lambda: replace(self.old)),
            ("avant, au retour", play),
            ("redémarrage", lambda: replace(self.old)),
        )
        for name, work in phases:
            self.console.print(f"[dim]… {name}[/dim]")
            with self.log.in_phase(name):
                work()

    def _make_random(self) -> Random:
        return Random(self._random.random())  # noqa: S311 - no secret

    def _make_client(self) -> MeasuredClient:
        client = MeasuredClient(self.fleet.url)
        client.log = self.log
        return client

    def _make_people(self, threads: ThreadPoolExecutor, is_over: Event) -> list[Person]:
        judge = self._make_client()
        judge.sign_in(self.link)
        first = self.players[0]
        readers = [
            PageReader(self._make_client(), self.slug, self._make_random(), threads, is_over)
            for _ in range(3)
        ]
        devices = [
            SecondDevice(
                self._make_client(), self.slug, self._make_random(), self.history,
                self.seats[number::4], lambda: first.turn,
            )
            for number in range(4)
        ]  # fmt: skip
        visitor = RandomVisitor(self._make_client(), self.slug, self._make_random(), self.seats)
        return [RandomJudge(judge, self.slug, self._make_random()), visitor, *readers, *devices]

    async def _play(self, is_over: Event) -> None:
        tasks = [
            asyncio.create_task(player.stay_connected(is_over.is_set)) for player in self.players
        ]
        await asyncio.to_thread(is_over.wait)
        await asyncio.sleep(1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _report(self, stuck_turns: list[str]) -> int:
        table = make_table(f"De {self.old.name} à {self.new.name}", "Phase", *COLUMNS)
        for name, c in self.log.counts.items():
            numbers = (c.requests, c.posts, c.lost_posts, c.lost_gets, c.errors, c.not_found)
            longest = (f"{c.longest_s:.2f} s", c.longest_path[:MAX_SHOWN_PATH])
            table.add_row(name, f"{c.seconds:.0f}", *map(str, numbers), *longest)
        self.console.print(table)
        report = PromiseReport("Ce qui est promis")
        acknowledged = sum(player.acknowledged_count for player in self.players)
        report.add_required("bulletins accusés", acknowledged)
        lost = final_state.list_lost_bulletins(self.tournament, self.players, ())
        report.add_errors("bulletins accusés puis perdus", lost)
        report.add_errors("coups bloqués", stuck_turns)
        posts = [f"{n} : {c.lost_posts}" for n, c in self.log.counts.items() if c.lost_posts]
        report.add_errors("POST perdus", posts)
        missing = [f"{n} : {c.not_found}" for n, c in self.log.counts.items() if c.not_found]
        waits = [
            f"{n} : {c.longest_s:.1f} s" for n, c in self.log.counts.items()
            if c.longest_s > MAX_WAIT_S
        ]  # fmt: skip
        report.add_errors(f"phases où une page attend plus de {MAX_WAIT_S:.0f} s", waits)
        report.add_errors("fichiers qui manquent (404)", missing)
        return report.print(self.console)
