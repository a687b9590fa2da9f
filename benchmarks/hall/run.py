"""The run: the hall, its people, every turn of the script, then the check of the ranking.

Import it only once Django is set up.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

from django.db import connection
from rich.console import Console

from benchmarks.hall.published import PublishedRanking
from benchmarks.hall.results import Results
from benchmarks.hall.rulings import build_ruling
from benchmarks.hall.script import (
    PAPER,
    TABLET,
    Outcome,
    Script,
    TableTurn,
    TurnScript,
    WrittenBulletin,
    list_shares,
)
from benchmarks.hall.tablets import Players
from benchmarks.people.arbiter import Arbiter
from benchmarks.people.client import Client, UnexpectedAnswerError
from benchmarks.people.judge import Judge
from benchmarks.people.room import make_room
from tournament.core.states import Role, Source

#: Times at which the ranking must be marked as provisional.
PROVISIONAL = ("en cours", "fin")


class HallRun:
    """``url``: of a running site, on whose database Django is set up here."""

    def __init__(self, console: Console, url: str, script: Script) -> None:
        self.console, self.url, self.script = console, url, script
        self.results = Results()
        with self.results.time_part("La salle s'installe"):
            self._set_up()

    def _set_up(self) -> None:
        """Register all tables, on tablets, and the staff."""
        room = make_room("La salle", "juge", self.script.tables, Role.JUDGE, player="J")
        self.slug = room.tournament.slug
        self.seats = {seat.number: seat for seat in room.seats}
        self.game = room.create_game(source=Source.HAND).number
        self.published = PublishedRanking(f"{self.url}/{self.slug}/ranking.csv?game={self.game}")
        self.judge = Judge(self._sign_in(room.build_link("judge-desk")), self.slug)
        self.arbiters = []
        for number, share in enumerate(list_shares(self.script.tables, self.script.arbiters), 1):
            entries = [room.entries[table - 1] for table in share]
            user = room.add_staff(f"arbitre{number}", Role.ARBITER, entries)
            client = self._sign_in(room.build_link("arbiter-list", user=user))
            self.arbiters.append(Arbiter(client, self.slug, tables=share))
        connection.close()

    def _sign_in(self, link: str) -> Client:
        client = Client(self.url)
        client.sign_in(link)
        return client

    def run(self) -> int:
        """Play; return the exit status: 1 if the ranking differs from the script's."""
        tablets = [n for n, medium in self.script.turns[0].plays_on.items() if medium == TABLET]
        readers = set(tablets) - set(self.script.uninformed_tables)
        self.players = Players(self.seats.values(), self.url, readers)
        with ThreadPoolExecutor(len(self.arbiters)) as self.threads:
            try:
                self._play()
            finally:
                self.players.stop()
        return self._print_report()

    # --- the game ---------------------------------------------------------------------

    def _play(self) -> None:
        self.judge.press("prepare")
        self._change_media(dict.fromkeys(self.seats, TABLET), self.script.turns[0])
        self.judge.press("start")
        for index, turn in enumerate(self.script.turns):
            is_last = index == len(self.script.turns) - 1
            excluded = self.script.tables_typed_late if is_last else []
            if index:
                self._change_media(self.script.turns[index - 1].plays_on, turn)
            self._collect(index + 1, turn)
            with self.results.time_part("Saisir le papier"):
                bulletins = self._list_bulletins(turn, PAPER)
                self._type_all(index + 1, _exclude_tables(bulletins, excluded))
            if turn.is_cancelled:
                self.judge.submit_command("cancel", reason="timing")
                continue
            self.judge.press("reveal", top=f"{turn.top.word} {turn.top.ref}")
            self._correct(index + 1, turn)
            self._decide(index + 1, _exclude_tables(turn.table_turns, excluded))
            self._apply_events(index)
            self.console.print(f"[dim]… coup {index + 1} décidé[/dim]")
        self._end(len(self.script.turns), self.script.turns[-1])

    def _change_media(self, before: dict[int, str], turn: TurnScript) -> None:
        """Change the medium of the tables that leave, return or change to paper.

        Tables are grouped by their old medium: of mixed ones the page asks which change.
        """
        changes = defaultdict(list)
        for table, medium in turn.plays_on.items():
            if medium != before[table]:
                changes[before[table], medium].append(self.seats[table].entry)
        for (_, medium), entries in sorted(changes.items()):
            self.judge.change_medium(entries, medium)

    def _collect(self, ordinal: int, turn: TurnScript) -> None:
        with self.results.time_part("Tirer, jouer, ramasser"):
            self.judge.press("draw", letters=turn.letters)
            self.judge.press("announce")
            self.judge.press("open")
            bulletins = self._list_bulletins(turn, TABLET)
            late_bulletins = {
                n: bulletin
                for n, bulletin in bulletins.items()
                if turn.table_turns[n].outcome in {Outcome.LATE, Outcome.EXCUSED}
            }
            in_time_bulletins = _exclude_tables(bulletins, late_bulletins)
            self.results.errors += self.players.hand_in(ordinal, in_time_bulletins)
            self.judge.submit_command("stop")
            self.judge.wait_for_end()
            self.results.errors += self.players.hand_in(ordinal, late_bulletins, late=True)
            self.results.counts["Bulletins remis sur tablette"] += len(bulletins)
            self.results.counts["… dont hors temps"] += len(late_bulletins)

    def _list_bulletins(self, turn: TurnScript, medium: str) -> dict[int, WrittenBulletin]:
        """Return the bulletins to hand in or to type; a tablet sends nothing if it is missing."""
        return {
            n: table_turn.typed_bulletin
            for n, table_turn in turn.table_turns.items()
            if table_turn.plays_on == medium
            if medium == PAPER or table_turn.outcome is not Outcome.MISSING
        }

    def _type_all(
        self, ordinal: int, bulletins: Mapping[int, WrittenBulletin], *, overwrite: bool = False
    ) -> None:
        def type_own(arbiter: Arbiter) -> None:
            own_bulletins = _select_tables(arbiter, bulletins)
            self._type_bulletins(arbiter, ordinal, own_bulletins, overwrite=overwrite)

        self._run_for_all(type_own)

    def _type_bulletins(
        self, arbiter: Arbiter, ordinal: int, bulletins: Mapping[int, WrittenBulletin],
        *, outcome: str = "stored", overwrite: bool = False,
    ) -> None:  # fmt: skip
        """Type bulletins by table; ``overwrite``: over the stored versions.

        Raise UnexpectedAnswerError if an outcome is not ``outcome``.
        """
        stored = arbiter.read_state(self.game, ordinal)["bulletins"] if overwrite else []
        versions = {bulletin["table"]: {"seen": bulletin["version"]} for bulletin in stored}
        typed_bulletins = [
            {"table": table, **asdict(bulletin), **versions.get(table, {})}
            for table, bulletin in bulletins.items()
        ]
        path = arbiter.get_paper_path(self.game, ordinal)
        answers = arbiter.type_bulletins(path, typed_bulletins)
        if [answer["outcome"] for answer in answers] != [outcome] * len(typed_bulletins):
            raise UnexpectedAnswerError(f"saisie, coup {ordinal} : {answers}")
        self.results.count_actions("typed", len(typed_bulletins))
        self.results.count_actions("retyped", len(typed_bulletins) * overwrite)

    def _correct(self, ordinal: int, turn: TurnScript) -> None:
        """Correct typing errors, and let a neighbour type differently and then settle it."""
        corrected_bulletins, bulletins_typed_by_others = (
            {n: table_turn.bulletin for n, table_turn in turn.table_turns.items()
             if getattr(table_turn, name)}
            for name in ("first_typed_bulletin", "other_typed_bulletin")
        )  # fmt: skip
        neighbours = self.arbiters[1:] + self.arbiters[:1]
        with self.results.time_part("Corriger la saisie"):
            self._type_all(ordinal, corrected_bulletins, overwrite=True)
            for arbiter, neighbour in zip(self.arbiters, neighbours, strict=True):
                if bulletins := _select_tables(arbiter, bulletins_typed_by_others):
                    self._type_bulletins(neighbour, ordinal, bulletins, outcome="differs")
                    self._type_bulletins(neighbour, ordinal, bulletins, overwrite=True)
                    self.results.counts["Saisies différentes réglées"] += len(bulletins)

    def _decide(self, ordinal: int, table_turns: dict[int, TableTurn]) -> None:
        def decide(arbiter: Arbiter) -> None:
            arbiter.wait_for_correction(self.game, ordinal)
            listed_bulletins = {
                bulletin.entry: bulletin for bulletin in arbiter.list_bulletins(ordinal)
            }
            for table, table_turn in _select_tables(arbiter, table_turns).items():
                if ruling := build_ruling(table_turn):
                    arbiter.decide_or_raise(listed_bulletins[self.seats[table].entry], *ruling)
                    self.results.count_actions(table_turn.outcome, 1)
            self.results.count_actions("confirmed", arbiter.confirm_all(ordinal))

        with self.results.time_part("Décider"):
            self._run_for_all(decide)

    def _apply_events(self, index: int) -> None:
        script, seats = self.script, self.seats
        if index == script.disciplined_on:
            self.judge.discipline(self.game, index + 1, seats[script.disciplined_table].entry)
        if index == script.annulled_after:
            self.judge.annul(seats[script.annulled_table].entry)
        if not index:
            self._check_mark("en cours")
            self._hand_over(index + 1)

    def _hand_over(self, ordinal: int) -> None:
        """Hand over the slips, except those of the uninformed tables (5.9)."""
        turn = self.script.turns[ordinal - 1]
        readers = [n for n in self.script.informed_tables if turn.plays_on[n] == TABLET]
        self.players.wait_for_slips(ordinal, readers)
        for arbiter in self.arbiters:
            self.results.actions["handed"] += arbiter.hand_over(self.script.uninformed_tables)

    def _end(self, ordinal: int, turn: TurnScript) -> None:
        """End with untyped bulletins: the judge must confirm, the ranking stays provisional."""
        reason = {"reason": "other", "detail": "Fin de l'après-midi."}
        try:
            self.judge.submit_command("finish", **reason)
            problem = "la partie finit sans le mot du juge, des bulletins à saisir"
            self.results.errors.append(problem)
        except UnexpectedAnswerError:
            self.judge.submit_command("finish", open_bulletins_stay="on", **reason)
        self._check_mark("fin")
        table_turns = {n: turn.table_turns[n] for n in self.script.tables_typed_late}
        bulletins = {n: table_turn.bulletin for n, table_turn in table_turns.items()}
        self._type_all(ordinal, bulletins)
        self._decide(ordinal, table_turns)
        self._check_mark("tout saisi et décidé")

    def _run_for_all(self, work: Callable[[Arbiter], None]) -> None:
        """Run ``work`` for all arbiters at once."""
        for future in [self.threads.submit(work, arbiter) for arbiter in self.arbiters]:
            future.result()

    # --- the results --------------------------------------------------------------

    def _check_mark(self, moment: str) -> None:
        if self.published.read_provisional_marks() != {moment in PROVISIONAL}:
            self.results.wrong_marks.append(moment)

    def _print_report(self) -> int:
        """Print the table; return the exit status."""
        clients = [self.judge.client, *(arbiter.client for arbiter in self.arbiters)]
        differences = self.published.find_differences(self.script)
        return self.results.build_report(self.script, clients, differences).print(self.console)


def _select_tables[T](arbiter: Arbiter, by_table: Mapping[int, T]) -> dict[int, T]:
    """Return the items of the arbiter's tables."""
    return {n: by_table[n] for n in arbiter.tables if n in by_table}


def _exclude_tables[T](by_table: Mapping[int, T], excluded: Collection[int]) -> dict[int, T]:
    return {n: value for n, value in by_table.items() if n not in excluded}
