"""One run: the room, its people, the blows, then peace, then the reckoning."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Protocol

from rich.console import Console
from rich.markup import escape
from rich.progress import track

from benchmarks.chaos.arbiters import Arbiter
from benchmarks.chaos.check import check_history
from benchmarks.chaos.club import PROGRAMS, Club
from benchmarks.chaos.devices import SecondDevice
from benchmarks.chaos.history import History
from benchmarks.chaos.organiser import ACTIONS, Organiser
from benchmarks.chaos.outcome import examine, settled, unknown_players
from benchmarks.chaos.people import STEP_S, Browser, Judge, PasserBy, Person, Typist, Visitor
from benchmarks.chaos.report import SHOWN, Report
from benchmarks.chaos.room import Room, Seat, set_up
from benchmarks.chaos.standing import note_standing
from benchmarks.chaos.tablets import Tablet
from benchmarks.chaos.witness import Witness

#: What everybody gets to finish the last turn, once the blows have ended: at least, and at most.
PEACE_S = (10.0, 300.0)
POLL_S = 0.2
#: Checked again by ``benchmarks.chaos.check``.
HISTORY = "histoire.jsonl"
#: Tables with a second device.
SHARED = 10


class Striker(Protocol):
    """Who deals the blows, and tells what came of each."""

    def strike_until(self, is_over: Callable[[], bool]) -> None: ...

    def tell(self, report: Report) -> None: ...


@dataclass
class Programme(ABC):
    console: Console
    club: Club
    seed: int
    history: History = field(default_factory=History)
    #: Seconds between two steps of each of the people.
    step_s: float = STEP_S

    def run(self, *, minutes: float, tables: int, time_s: int) -> int:
        """The exit status: 1 when a promise was broken."""
        room = set_up(tables=tables, time_s=time_s, minutes=minutes)
        chance = Random(self.seed)  # noqa: S311 - no secret
        peace, over = Event(), Event()
        people = self._people(room, chance, peace)
        tablets = [
            Tablet(seat, self.club.room_url, Random(chance.random()), self._witness(seat))  # noqa: S311 - no secret
            for seat in room.tablets
        ]
        people.append(self._second_device(room, tablets[0], Random(chance.random())))  # noqa: S311 - no secret
        striker = self._striker(Random(chance.random()), tablets)  # noqa: S311 - no secret
        self.console.print(f"[dim]… {tables} tablettes, {minutes:g} min de coups portés[/dim]")
        end = time.monotonic() + minutes * 60
        with ThreadPoolExecutor(len(people) + 2) as threads:
            jobs = [threads.submit(person.work, over.is_set, self.step_s) for person in people]
            jobs.append(threads.submit(_play, tablets, over))
            try:
                strikes = threads.submit(striker.strike_until, lambda: time.monotonic() > end)
                self._show_while(strikes, seconds=round(minutes * 60))
                strikes.result()
                peace.set()
                at_rest = self._let_finish(tablets)
            finally:
                over.set()
            for job in jobs:
                job.result()
        settled(room.tournament)
        return self._reckon(room, people, tablets, striker, unanswered=at_rest)

    def _show_while(self, strikes: Future[None], *, seconds: int) -> None:
        """On a screen, what is left of the time."""
        for _ in track(range(seconds), "… coups portés", console=self.console, transient=True):
            if wait([strikes], timeout=1).done:
                return

    @abstractmethod
    def _striker(self, chance: Random, tablets: list[Tablet]) -> Striker: ...

    def _people(self, room: Room, chance: Random, peace: Event) -> list[Person]:
        def own(name: str) -> tuple[Browser, str, Random]:
            browser = Browser(self.club.room_url)
            if name in room.links:
                browser.sign_in(room.links[name])
            return browser, room.slug, Random(chance.random())  # noqa: S311 - no secret

        entries = {seat.number: seat.entry for seat in [*room.tablets, *room.paper]}
        return [
            Judge(*own("judge"), last_turn=peace.is_set),
            Arbiter(*own("first"), self.history, "first", entries),
            Arbiter(*own("second"), self.history, "second", entries),
            Typist(*own("typist"), tables=room.paper),
            Organiser(*own("organiser"), tables=len(room.tablets)),
            Visitor(*own("visitor"), seats=room.tablets),
            PasserBy(*own("passer-by")),
        ]

    def _witness(self, seat: Seat) -> Witness:
        return Witness(self.history, seat.entry, f"table {seat.number}")

    def _second_device(self, room: Room, tablet: Tablet, chance: Random) -> SecondDevice:
        seats = room.tablets[:SHARED]
        browser = Browser(self.club.room_url)
        return SecondDevice(
            browser, room.slug, chance, self.history, seats, turn=lambda: tablet.turn
        )

    def _let_finish(self, tablets: list[Tablet]) -> list[str]:
        """The last turn is played to its end; tables that still wait for an answer then."""
        least, most = PEACE_S
        deadline = time.monotonic() + most
        time.sleep(least)  # the last turn is opened, played and closed
        while time.monotonic() < deadline and not all(tablet.rests for tablet in tablets):
            time.sleep(POLL_S)
        return [f"table {tablet.seat.number}" for tablet in tablets if not tablet.rests]

    def _reckon(
        self,
        room: Room,
        people: list[Person],
        tablets: list[Tablet],
        striker: Striker,
        *,
        unanswered: list[str],
    ) -> int:
        typists = [person for person in people if isinstance(person, Typist)]
        typed = [slip for typist in typists for slip in typist.promised]
        outcome = examine(room.tournament, tablets, typed)
        report = Report()
        striker.tell(report)
        report.need("Coups ramassés", outcome.turns)
        report.need("Bulletins accusés", sum(tablet.acknowledged for tablet in tablets))
        report.need("Bulletins en papier enregistrés", len(typed))
        _tell_people(report, people)
        refused = sum((tablet.refused for tablet in tablets), Counter[str]())
        report.tell("Refusés", ", ".join(f"{k} {n}" for k, n in refused.items()) or 0)
        report.forbid("Accusés puis perdus", outcome.lost)
        report.forbid("Bulletins restés sans réponse", unanswered)
        report.forbid("Coups bloqués", outcome.stuck)
        report.forbid("Coups fermés deux fois", outcome.closed_twice)
        report.forbid("Bulletins jamais jugés", outcome.never_judged)
        self._tell_history(report, room)
        browsers = [person.browser for person in people]
        report.tell("Pages reçues", f"{sum(browser.answers for browser in browsers):,}")
        report.tell("… dont 503", sum(browser.unavailable for browser in browsers))
        report.forbid("Erreurs du serveur", [e for browser in browsers for e in browser.errors])
        report.forbid("Le club s'est arrêté", [] if self.club.runs else [self.club.said])
        if not report.all_whole:
            self._show_faults()
        report.print(self.console, f"Le pire jour d'un club, graine {self.seed}")
        return 0 if report.all_whole else 1

    def _tell_history(self, report: Report, room: Room) -> None:
        """Its file is among the logs, so that it is kept with them."""
        note_standing(self.history, room.tournament)
        self.history.write(self.club.folder / "logs" / HISTORY)
        checked = check_history(self.history)
        report.need("Histoires vérifiées", checked.objects)
        report.need("… dont opérations", checked.operations)
        report.tell("… dont d'issue inconnue", f"{checked.unanswered:,}")
        report.forbid("Non linéarisables", checked.broken)
        report.forbid("Histoires non décidées", checked.undecided)

    def _show_faults(self) -> None:
        """What the programs have written of it; their logs outlive the club."""
        for program in PROGRAMS:
            for fault in self.club.faults(program)[:SHOWN]:
                self.console.print(f"[dim]{program}.log : {escape(fault)}[/dim]")
        kept = self.club.keep_logs(f"chaos-graine-{self.seed}")
        self.console.print(f"[dim]Journaux gardés : {kept}[/dim]")


def _tell_people(report: Report, people: list[Person]) -> None:
    """Each of them has really worked, and what the office was told is true."""
    pressed = sum(person.pressed for person in people if isinstance(person, Judge))
    report.need("Boutons du juge", pressed)
    decided = [person.decided for person in people if isinstance(person, Arbiter)]
    report.need("Décisions d'arbitre", sum(decided))
    left = sum(person.left for person in people if isinstance(person, PasserBy))
    report.need("Partis avant la réponse", left)
    organisers = [person for person in people if isinstance(person, Organiser)]
    for action in ACTIONS:
        report.need(action, sum(organiser.done[action] for organiser in organisers))
    registered = [name for organiser in organisers for name in organiser.registered]
    report.forbid("Inscrits accusés puis perdus", unknown_players(registered))


def _play(tablets: list[Tablet], over: Event) -> None:
    async def play() -> None:
        await asyncio.gather(*(tablet.play(over.is_set) for tablet in tablets))

    asyncio.run(play())
