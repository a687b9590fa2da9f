"""One run: the hall, its people, the faults, a last turn without, then the check of the promises.

Import it only once Django is set up.
"""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Protocol

from django.db import connection
from rich.console import Console
from rich.markup import escape
from rich.progress import track

from benchmarks.chaos import final_state
from benchmarks.chaos.check import check_history
from benchmarks.chaos.history import History
from benchmarks.chaos.random_people import (
    ORGANISER_ACTIONS,
    LeavingVisitor,
    Person,
    RandomArbiter,
    RandomJudge,
    RandomOrganiser,
    RandomVisitor,
    Typist,
)
from benchmarks.chaos.tablets import Player, SecondDevice
from benchmarks.people.client import Client
from benchmarks.people.club import PROGRAMS, Club
from benchmarks.people.room import make_room
from benchmarks.people.waiting import wait_until
from benchmarks.report import MAX_SHOWN_ERRORS, PromiseReport
from tournament.core.states import PlayMedium, Role
from tournament.models import Tournament

#: Time to finish the last turn once the faults have ended: minimum and maximum.
LAST_TURN_S = (10.0, 300.0)
#: Checked again by ``benchmarks.chaos.check``.
HISTORY = "histoire.jsonl"
#: Seconds between two steps of a person; tables on paper.
STEP_S, PAPER_TABLES = 0.3, 10
#: Tables with a second device.
SHARED_TABLES = 10
#: More than a minute allows; the judge starts the next game when one ends.
GAMES_A_MINUTE = 1
SPARE_GAMES = 2


class Injector(Protocol):
    """Injects the faults and reports their results."""

    def inject_until(self, is_over: Callable[[], bool]) -> None: ...

    def report_results(self, report: PromiseReport) -> None: ...


@dataclass
class ChaosRun:
    """``step_s``: seconds between two steps of each person."""

    console: Console
    club: Club
    seed: int
    make_injector: Callable[[Random, list[Player]], Injector]
    step_s: float = STEP_S
    paper_tables: int = PAPER_TABLES
    history: History = field(default_factory=History)

    def run(self, *, minutes: float, tables: int, time_s: int) -> int:
        """Run it all; return the exit status: 1 if a promise was broken."""
        self._set_up(tables=tables, time_s=time_s, minutes=minutes)
        self._random = Random(self.seed)  # noqa: S311 - no secret
        last_turn_event, end_event = Event(), Event()
        self.people = self._make_people(last_turn_event)
        url, history = self.club.people_url, self.history
        self.players = [
            Player.create(seat, url, history, self._make_random()) for seat in self.tablet_seats
        ]
        self.people.append(self._make_second_device(self.players[0]))
        injector = self.make_injector(self._make_random(), self.players)
        self.console.print(f"[dim]… {tables} tablettes, {minutes:g} min de coups portés[/dim]")
        end = time.monotonic() + minutes * 60
        with ThreadPoolExecutor(len(self.people) + 2) as threads:
            jobs = [
                threads.submit(person.run, end_event.is_set, self.step_s) for person in self.people
            ]
            jobs.append(threads.submit(asyncio.run, self._play(end_event)))
            try:
                faults = threads.submit(injector.inject_until, lambda: time.monotonic() > end)
                self._show_progress(faults, seconds=round(minutes * 60))
                faults.result()
                last_turn_event.set()
                unanswered = self._wait_for_last_turn()
            finally:
                end_event.set()
            for job in jobs:
                job.result()
        stuck_turns, unjudged_bulletins = final_state.wait_until_settled(self.tournament.pk)
        return self._report(injector, unanswered, stuck_turns, unjudged_bulletins)

    def _make_random(self) -> Random:
        return Random(self._random.random())  # noqa: S311 - no secret

    # --- the room ---------------------------------------------------------------------

    def _set_up(self, *, tables: int, time_s: int, minutes: float) -> None:
        """Create tables with tablets, half for each arbiter, and some on paper for the typist."""
        room = make_room("Chaos", "juge", tables + self.paper_tables, Role.JUDGE, player="J")
        self.tournament = room.tournament
        # Clean bulletins wait for an arbiter, too: there is always something to decide.
        Tournament.objects.filter(pk=room.tournament.pk).update(confirm_clean=True)
        half, paper_entries = tables // 2, room.entries[tables:]
        organiser = room.add_staff("organiser", Role.ORGANISER)
        self.links = {
            "judge": room.build_link("judge-desk"),
            "organiser": room.build_link("office-tournament", user=organiser),
        }
        shares = {"first": room.entries[:half], "second": room.entries[half:tables]}
        for name, share in (shares | {"typist": paper_entries}).items():
            arbiter = room.add_staff(name, Role.ARBITER, share)
            self.links[name] = room.build_link("arbiter-list", user=arbiter)
        room.change_medium(paper_entries, PlayMedium.PAPER)
        for _ in range(SPARE_GAMES + math.ceil(minutes * GAMES_A_MINUTE)):
            room.create_game(time_s=time_s, warn_s=1)
        self.tablet_seats, self.paper_seats = room.seats[:tables], room.seats[tables:]
        connection.close()

    def _make_people(self, last_turn_event: Event) -> list[Person]:
        def sign_in(name: str) -> tuple[Client, str, Random]:
            client = Client(self.club.people_url)
            if name in self.links:
                client.sign_in(self.links[name])
            return client, self.tournament.slug, self._make_random()

        entries = {seat.number: seat.entry for seat in [*self.tablet_seats, *self.paper_seats]}
        self.judge = RandomJudge(*sign_in("judge"), is_last_turn=last_turn_event.is_set)
        self.arbiters = [
            RandomArbiter(*sign_in(name), self.history, name, entries)
            for name in ("first", "second")
        ]
        self.typist = Typist(*sign_in("typist"), tables=self.paper_seats)
        self.organiser = RandomOrganiser(*sign_in("organiser"), tables=len(self.tablet_seats))
        visitor = RandomVisitor(*sign_in("visitor"), seats=self.tablet_seats)
        self.leaving_visitor = LeavingVisitor(*sign_in("leaving visitor"))
        staff = [self.judge, *self.arbiters, self.typist, self.organiser]
        return [*staff, visitor, self.leaving_visitor]

    def _make_second_device(self, player: Player) -> SecondDevice:
        client, seats = Client(self.club.people_url), self.tablet_seats[:SHARED_TABLES]
        slug, rng = self.tournament.slug, self._make_random()
        return SecondDevice(client, slug, rng, self.history, seats, get_turn=lambda: player.turn)

    # --- the run ----------------------------------------------------------------------

    async def _play(self, end_event: Event) -> None:
        await asyncio.gather(*(player.stay_connected(end_event.is_set) for player in self.players))

    def _show_progress(self, faults: Future[None], *, seconds: int) -> None:
        """Show the remaining time on a screen."""
        for _ in track(range(seconds), "… coups portés", console=self.console, transient=True):
            if wait([faults], timeout=1).done:
                return

    def _wait_for_last_turn(self) -> list[str]:
        """Let the last turn end; list the tables that still wait for an answer."""
        minimum, maximum = LAST_TURN_S
        time.sleep(minimum)  # the last turn is opened, played and closed
        try:
            wait_until(
                lambda: all(player.is_idle for player in self.players),
                "tout accusé", timeout_s=maximum - minimum, pause_s=0.2,
            )  # fmt: skip
        except TimeoutError:
            return [f"table {player.seat.number}" for player in self.players if not player.is_idle]
        return []

    # --- the results --------------------------------------------------------------

    def _report(
        self,
        injector: Injector,
        unanswered: list[str],
        stuck_turns: list[str],
        unjudged_bulletins: list[str],
    ) -> int:
        number, bulletins = self.tournament.pk, self.typist.stored_bulletins
        acknowledged_count = sum(player.acknowledged_count for player in self.players)
        lost_bulletins = final_state.list_lost_bulletins(number, self.players, bulletins)
        report = PromiseReport(f"Le pire jour d'un club, graine {self.seed}")
        injector.report_results(report)
        report.add_required("Coups ramassés", len(final_state.list_collected_turns(number)))
        report.add_required("Bulletins accusés", acknowledged_count)
        report.add_required("Bulletins en papier enregistrés", len(bulletins))
        self._report_people(report)
        refusal_counts = sum((player.refusal_counts for player in self.players), Counter[str]())
        report.add_value("Refusés", ", ".join(f"{k} {n}" for k, n in refusal_counts.items()) or 0)
        report.add_errors("Accusés puis perdus", lost_bulletins)
        report.add_errors("Bulletins restés sans réponse", unanswered)
        report.add_errors("Coups bloqués", stuck_turns)
        report.add_errors("Coups fermés deux fois", final_state.list_turns_closed_twice(number))
        report.add_errors("Bulletins jamais jugés", unjudged_bulletins)
        self._report_history(report)
        clients = [person.client for person in self.people]
        report.add_value("Pages reçues", f"{sum(client.answer_count for client in clients):,}")
        report.add_value("… dont 503", sum(client.unavailable_count for client in clients))
        report.add_errors("Erreurs du serveur", [e for client in clients for e in client.errors])
        is_running = self.club.is_running
        report.add_errors("Le club s'est arrêté", [] if is_running else [self.club.output])
        if not report.is_reached:
            self._show_exceptions()
        return report.print(self.console)

    def _report_people(self, report: PromiseReport) -> None:
        """Report that each person has acted, and that the office's confirmations are true."""
        decision_count = sum(arbiter.decision_count for arbiter in self.arbiters)
        report.add_required("Boutons du juge", self.judge.press_count)
        report.add_required("Décisions d'arbitre", decision_count)
        report.add_required("Partis avant la réponse", self.leaving_visitor.departure_count)
        for label in ORGANISER_ACTIONS:
            report.add_required(label, self.organiser.action_counts[label])
        missing_players = final_state.list_missing_players(self.organiser.registered_names)
        report.add_errors("Inscrits accusés puis perdus", missing_players)

    def _report_history(self, report: PromiseReport) -> None:
        """Check the history and write it beside the logs, to be kept with them."""
        final_state.note_final_state(self.history, self.tournament.pk)
        self.history.write(self.club.folder / "logs" / HISTORY)
        result = check_history(self.history)
        report.add_required("Histoires vérifiées", result.objects)
        report.add_required("… dont opérations", result.operations)
        report.add_value("… dont d'issue inconnue", f"{result.unanswered_count:,}")
        report.add_errors("Non linéarisables", result.violations)
        report.add_errors("Histoires non décidées", result.undecided_objects)

    def _show_exceptions(self) -> None:
        """Show the exceptions in the programs' logs, and keep the logs."""
        for program in PROGRAMS:
            for text in self.club.list_exceptions(program)[:MAX_SHOWN_ERRORS]:
                self.console.print(f"[dim]{program}.log : {escape(text)}[/dim]")
        folder = self.club.keep_logs(f"chaos-graine-{self.seed}")
        self.console.print(f"[dim]Journaux gardés : {folder}[/dim]")
