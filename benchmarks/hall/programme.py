"""One afternoon: the hall, its people, every turn of the script, then the check of the ranking.

Import it only once Django is set up.
"""

import csv
import io
import time
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, astuple
from threading import Lock

from django.contrib.auth.models import User
from django.db import connection
from rich.console import Console

from benchmarks.hall.ranking import compute
from benchmarks.hall.script import PAPER, TABLET, Fate, Script, Slip, Story, TurnScript, list_shares
from benchmarks.hall.tablets import Players
from benchmarks.people.arbiter import Arbiter
from benchmarks.people.client import Client, SurpriseError
from benchmarks.people.judge import Judge
from benchmarks.people.room import make_room
from benchmarks.report import Promises
from tournament.core.states import Role, Source
from tournament.services.play.games import create_game

#: Times at which the ranking must be marked as provisional.
PROVISIONAL = ("en cours", "fin")
COLUMNS = ("Rang", "Total", "Points", "Solos", "Bonification", "Avertissements", "Retrait")
#: Labels of the arbiters' acts that are counted.
ACT_LABELS = {
    "typed": "Bulletins saisis",
    "retyped": "… dont saisis de nouveau",
    "confirmed": "Propositions confirmées",
    Fate.EXCUSED: "Hors temps comptés à temps",
    Fate.RULED: "Décisions libres",
    Fate.PENALISED: "Pénalités données par un arbitre",
    "handed": "Séries de billets notées remises",
}


def rule(story: Story) -> tuple[str, dict[str, object]] | None:
    """Return the arbiter's decision if it differs from the software's: command and fields."""
    match story.fate:
        case Fate.EXCUSED:
            return "in-time", {"reason": "Remis avant la fin, le juge l'a vu."}
        case Fate.RULED:
            free = {"sanction": "none", "free": "on", "above_top": "on"}
            return "change", {"points": story.ruled, "reason": "Commission.", **free}
        case Fate.PENALISED:
            penalty = {"sanction": "penalty", "motives": "localisation"}
            return "change", {"points": story.worth - 5, **penalty}
    return None


class Programme:
    """``url``: of a running site, on whose database Django is set up here."""

    def __init__(self, console: Console, url: str, script: Script) -> None:
        self.console, self.url, self.script = console, url, script
        #: Seconds of each part, counts, and errors.
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.acts, self.done = Counter[str](), Counter[str]()
        self.wrong: list[str] = []
        self._lock = Lock()
        self._badly_marked: list[str] = []
        with self._timed("La salle s'installe"):
            self._set_up()

    def _set_up(self) -> None:
        """Register all tables, on tablets, and the staff."""
        user = User.objects.create_user("juge")
        room = make_room("La salle", user, self.script.tables, Role.JUDGE, player="J")
        self.slug = room.tournament.slug
        self.seats = {seat.number: seat for seat in room.seats}
        self.game = create_game(
            tournament=room.tournament, source=Source.HAND, **room.get_author_and_time()
        ).number
        self.judge = Judge(self._sign_in(room.build_link(user, "judge-desk")), self.slug)
        self.arbiters = []
        for number, share in enumerate(list_shares(self.script.tables), 1):
            entries = [room.entries[table - 1] for table in share]
            user = room.add_staff(f"arbitre{number}", Role.ARBITER, entries)
            client = self._sign_in(room.build_link(user, "arbiter-list"))
            self.arbiters.append(Arbiter(client, self.slug, tables=share))
        connection.close()

    def _sign_in(self, link: str) -> Client:
        client = Client(self.url)
        client.sign_in(link)
        return client

    def run(self) -> int:
        """Play; return the exit status: 1 if the ranking differs from the script's."""
        on = self.script.turns[0].plays_on
        read = {n for n in on if on[n] == TABLET and n not in self.script.untold}
        self.players = Players(self.seats.values(), self.url, read)
        with ThreadPoolExecutor(len(self.arbiters)) as self.threads:
            try:
                self._play()
            finally:
                self.players.stop()
        return self._report()

    @contextmanager
    def _timed(self, part: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.spent[part] += time.monotonic() - began

    # --- the game ---------------------------------------------------------------------

    def _play(self) -> None:
        self.judge.press("prepare")
        self._seat(dict.fromkeys(self.seats, TABLET), self.script.turns[0])
        self.judge.press("start")
        for index, turn in enumerate(self.script.turns):
            last = index == len(self.script.turns) - 1
            forgotten = self.script.forgotten if last else []
            stories = {n: s for n, s in turn.stories.items() if n not in forgotten}
            if index:
                self._seat(self.script.turns[index - 1].plays_on, turn)
            self._collect(index + 1, turn)
            slips = {n: s for n, s in self._slips(turn, PAPER).items() if n not in forgotten}
            with self._timed("Saisir le papier"):
                self._type_all(index + 1, slips)
            if turn.cancelled:
                self.judge.submit_command("cancel", reason="timing")
                continue
            self.judge.press("reveal", top=f"{turn.top.word} {turn.top.ref}")
            self._correct(index + 1, turn)
            self._decide(index + 1, stories)
            self._apply_events(index)
            self.console.print(f"[dim]… coup {index + 1} décidé[/dim]")
        self._end(len(self.script.turns), self.script.turns[-1])

    def _seat(self, before: dict[int, str], turn: TurnScript) -> None:
        """Change the medium of the tables that go, come back or change to paper."""
        for plays_on in sorted(set(turn.plays_on.values())):
            moved = [n for n, medium in turn.plays_on.items() if medium == plays_on != before[n]]
            if moved:
                self.judge.change_medium([self.seats[n].entry for n in moved], plays_on)

    def _collect(self, ordinal: int, turn: TurnScript) -> None:
        with self._timed("Tirer, jouer, ramasser"):
            self.judge.press("draw", letters=turn.letters)
            self.judge.press("announce")
            self.judge.press("open")
            on_tablet = self._slips(turn, TABLET)
            late = {n for n in on_tablet if turn.stories[n].fate in {Fate.LATE, Fate.EXCUSED}}
            in_time = {n: slip for n, slip in on_tablet.items() if n not in late}
            self.wrong += self.players.hand_in(ordinal, in_time)
            self.judge.submit_command("stop")
            self.judge.wait_for_end()
            too_late = {n: on_tablet[n] for n in late}
            self.wrong += self.players.hand_in(ordinal, too_late, late=True)
            self.done["Bulletins remis sur tablette"] += len(on_tablet)
            self.done["… dont hors temps"] += len(late)

    def _slips(self, turn: TurnScript, on: str) -> dict[int, Slip]:
        """Return the bulletins to hand in or to type; a tablet sends nothing if it is missing."""
        return {
            n: story.mistyped or story.rival or story.slip
            for n, story in turn.stories.items()
            if story.plays_on == on and (on == PAPER or story.fate is not Fate.MISSING)
        }

    def _type_all(self, ordinal: int, slips: Mapping[int, Slip]) -> None:
        self._run_for_all(
            lambda arbiter: self._type(arbiter, ordinal, _select_tables(arbiter, slips))
        )

    def _type(
        self,
        arbiter: Arbiter,
        ordinal: int,
        slips: Mapping[int, Slip],
        *,
        outcome: str = "stored",
        again: bool = False,
    ) -> None:
        """Type slips by table, ``again``: over the stored versions. Raise SurpriseError if an
        outcome is not ``outcome``."""
        versions: dict[int, dict[str, int]] = defaultdict(dict)
        if again:
            stand = arbiter.read_state(self.game, ordinal)["bulletins"]
            versions |= {bulletin["table"]: {"seen": bulletin["version"]} for bulletin in stand}
        typed = [
            {"table": table, **asdict(slip), **versions[table]} for table, slip in slips.items()
        ]
        answers = arbiter.type_bulletins(arbiter.get_paper_path(self.game, ordinal), typed)
        if [answer["outcome"] for answer in answers] != [outcome] * len(typed):
            raise SurpriseError(f"saisie, coup {ordinal} : {answers}")
        self._count("typed", len(typed))
        self._count("retyped", len(typed) * again)

    def _correct(self, ordinal: int, turn: TurnScript) -> None:
        """Correct typing errors, and let a neighbour type differently and then settle it."""
        mistyped = {n: s.slip for n, s in turn.stories.items() if s.mistyped}
        rivals = {n: s.slip for n, s in turn.stories.items() if s.rival}
        neighbours = self.arbiters[1:] + self.arbiters[:1]
        with self._timed("Corriger la saisie"):
            self._run_for_all(
                lambda arbiter: self._type(
                    arbiter, ordinal, _select_tables(arbiter, mistyped), again=True
                )
            )
            for arbiter, neighbour in zip(self.arbiters, neighbours, strict=True):
                if slips := _select_tables(arbiter, rivals):
                    self._type(neighbour, ordinal, slips, outcome="differs")
                    self._type(neighbour, ordinal, slips, again=True)
                    self.done["Saisies différentes réglées"] += len(slips)

    def _decide(self, ordinal: int, stories: dict[int, Story]) -> None:
        def decide(arbiter: Arbiter) -> None:
            arbiter.wait_for_correction(self.game, ordinal)
            slips = {slip.entry: slip for slip in arbiter.list_turn(ordinal)}
            for table, story in _select_tables(arbiter, stories).items():
                if ruling := rule(story):
                    arbiter.decide_or_raise(slips[self.seats[table].entry], *ruling)
                    self._count(story.fate, 1)
            self._count("confirmed", arbiter.confirm_all(ordinal))

        with self._timed("Décider"):
            self._run_for_all(decide)

    def _apply_events(self, index: int) -> None:
        script, seats = self.script, self.seats
        if index == script.disciplined_on:
            self.judge.discipline(self.game, index + 1, seats[script.disciplined].entry)
        if index == script.annulled_after:
            self.judge.annul(seats[script.annulled].entry)
        if not index:
            self._check_mark("en cours")
            self._hand_over(index + 1)

    def _hand_over(self, ordinal: int) -> None:
        """Hand over the slips, except those of ``untold`` (5.9)."""
        turn = self.script.turns[ordinal - 1]
        readers = [n for n in self.script.told if turn.plays_on[n] == TABLET]
        self.players.see_slips(ordinal, readers)
        for arbiter in self.arbiters:
            self.acts["handed"] += arbiter.hand_over(self.script.untold)

    def _end(self, ordinal: int, turn: TurnScript) -> None:
        """End with untyped slips: the judge must confirm it, and the ranking stays provisional."""
        reason = {"reason": "other", "detail": "Fin de l'après-midi."}
        try:
            self.judge.submit_command("finish", **reason)
            self.wrong.append("la partie finit sans le mot du juge, des bulletins à saisir")
        except SurpriseError:
            self.judge.submit_command("finish", open_bulletins_stay="on", **reason)
        self._check_mark("fin")
        stories = {n: turn.stories[n] for n in self.script.forgotten}
        slips = {n: story.slip for n, story in stories.items()}
        self._type_all(ordinal, slips)
        self._decide(ordinal, stories)
        self._check_mark("tout saisi et décidé")

    def _count(self, act: str, times: int) -> None:
        """Count acts, from any thread."""
        with self._lock:
            self.acts[act] += times

    def _run_for_all(self, work: Callable[[Arbiter], None]) -> None:
        """Run ``work`` for all arbiters at once."""
        for done in [self.threads.submit(work, arbiter) for arbiter in self.arbiters]:
            done.result()

    # --- the comparison ---------------------------------------------------------------

    def _check_mark(self, when: str) -> None:
        """Check the provisional mark in the ranking's file and in the file's name."""
        name, (headings, *_rows) = self._read_published()
        marks = {"provisoire" in name, "Total provisoire" in headings}
        if marks != {when in PROVISIONAL}:
            self._badly_marked.append(when)

    def _read_published(self) -> tuple[str, list[list[str]]]:
        url = f"{self.url}/{self.slug}/ranking.csv?game={self.game}"
        with urllib.request.urlopen(url) as answer:  # noqa: S310 - our own http address
            text = answer.read().decode("utf-8-sig")
            name = answer.headers["Content-Disposition"]
        return name, list(csv.reader(io.StringIO(text), delimiter=";"))

    def _find_differences(self) -> list[str]:
        _, (headings, *rows) = self._read_published()
        table, *columns = (headings.index(name) for name in ("Table", *COLUMNS))
        published = {int(row[table]): tuple(int(row[at]) for at in columns) for row in rows}
        expected = {table: astuple(line) for table, line in compute(self.script).items()}
        differences = [
            f"table {n} ({', '.join(COLUMNS)}) : {published.get(n)} au lieu de {expected.get(n)}"
            for n in sorted(published.keys() | expected.keys())
            if published.get(n) != expected.get(n)
        ]
        in_order = sorted(expected, key=lambda n: (expected[n][0], n))
        return differences or ([] if list(published) == in_order else ["l'ordre des lignes"])

    def _report(self) -> int:
        """Print the table; return the exit status."""
        report = Promises("Une salle moitié papier, moitié tablettes")
        expected = compute(self.script).values()
        report.add_value("Tables", self.script.tables)
        report.add_value("Coups ramassés, dont un annulé", len(self.script.turns))
        for part, count in self.done.items():
            report.add_required(part, count)
        for name, part in ACT_LABELS.items():
            report.add_required(part, self.acts[name])
        stories = [story for turn in self.script.turns for story in turn.stories.values()]
        report.add_required(
            "Moyennes dues (5.9)", sum(story.fate is Fate.AGAIN for story in stories)
        )
        report.add_required("Solos", sum(line.solos for line in expected))
        report.add_required("Joueurs avec un retrait", sum(line.deduction > 0 for line in expected))
        for part, seconds in self.spent.items():
            report.add_value(part, f"{seconds:.1f} s")
        clients = [self.judge.client, *(arbiter.client for arbiter in self.arbiters)]
        report.add_value("Pages reçues", f"{sum(client.answers for client in clients):,}")
        report.add_errors("Erreurs du serveur", [e for client in clients for e in client.errors])
        report.add_errors("Imprévus", self.wrong)
        report.add_errors("« Provisoire » à tort ou manquant", self._badly_marked)
        report.add_errors("Lignes du classement qui diffèrent", self._find_differences())
        report.print(self.console)
        return 0 if report.is_reached else 1


def _select_tables[T](arbiter: Arbiter, by_table: Mapping[int, T]) -> dict[int, T]:
    """Return the items of the arbiter's tables."""
    return {n: by_table[n] for n in arbiter.tables if n in by_table}
