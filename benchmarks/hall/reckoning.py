"""What the software published against what the script comes to, and the table of it all."""

import csv
import io
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import astuple

from rich.console import Console

from benchmarks.chaos.report import Report
from benchmarks.hall.people import Arbiter, Judge
from benchmarks.hall.ranking import compute
from benchmarks.hall.room import Room
from benchmarks.hall.script import Fate, Script

#: When the ranking is to be marked as provisional.
OPEN = ("en cours", "fin")
COLUMNS = ("Rang", "Total", "Points", "Solos", "Bonification", "Avertissements", "Retrait")
#: What the arbiters have done, as they count it.
DONE = {
    "typed": "Bulletins saisis",
    "retyped": "… dont saisis de nouveau",
    "confirmed": "Propositions confirmées",
    Fate.EXCUSED: "Hors temps comptés à temps",
    Fate.RULED: "Décisions libres",
    Fate.PENALISED: "Pénalités données par un arbitre",
    "handed": "Séries de billets notées remises",
}


class Reckoning:
    """``spent`` are seconds, ``done`` counts, ``wrong`` names what went otherwise than foreseen."""

    def __init__(self, url: str, room: Room, script: Script) -> None:
        self.url, self.room, self.script = url, room, script
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.done = Counter[str]()
        self.wrong: list[str] = []
        self._badly_marked: list[str] = []

    def look(self, when: str) -> None:
        """Whether the ranking is marked as provisional, in its file and in the file's name."""
        name, (headings, *_rows) = self._published()
        marks = {"provisoire" in name, "Total provisoire" in headings}
        if marks != {when in OPEN}:
            self._badly_marked.append(when)

    def _published(self) -> tuple[str, list[list[str]]]:
        url = f"{self.url}/{self.room.slug}/ranking.csv?game={self.room.game}"
        with urllib.request.urlopen(url) as answer:  # noqa: S310 - our own http address
            text = answer.read().decode("utf-8-sig")
            name = answer.headers["Content-Disposition"]
        return name, list(csv.reader(io.StringIO(text), delimiter=";"))

    def _differences(self) -> list[str]:
        _, (headings, *rows) = self._published()
        table, *columns = (headings.index(name) for name in ("Table", *COLUMNS))
        told = {int(row[table]): tuple(int(row[at]) for at in columns) for row in rows}
        due = {table: astuple(line) for table, line in compute(self.script).items()}
        found = [
            f"table {n} ({', '.join(COLUMNS)}) : {told.get(n)} au lieu de {due.get(n)}"
            for n in sorted(told.keys() | due.keys())
            if told.get(n) != due.get(n)
        ]
        in_order = sorted(due, key=lambda n: (due[n][0], n))
        return found or ([] if list(told) == in_order else ["l'ordre des lignes"])

    def tell(self, console: Console, judge: Judge, arbiters: Sequence[Arbiter]) -> int:
        """Prints the table; returns the exit status."""
        report, due = Report(), compute(self.script).values()
        did = sum((arbiter.did for arbiter in arbiters), Counter[str]())
        report.tell("Tables", self.script.tables)
        report.tell("Coups ramassés, dont un annulé", len(self.script.turns))
        for what, count in self.done.items():
            report.need(what, count)
        for name, what in DONE.items():
            report.need(what, did[name])
        stories = [story for turn in self.script.turns for story in turn.stories.values()]
        report.need("Moyennes dues (5.9)", sum(story.fate is Fate.AGAIN for story in stories))
        report.need("Solos", sum(line.solos for line in due))
        report.need("Joueurs avec un retrait", sum(line.deduction > 0 for line in due))
        for what, seconds in self.spent.items():
            report.tell(what, f"{seconds:.1f} s")
        browsers = [judge.browser, *(arbiter.browser for arbiter in arbiters)]
        report.tell("Pages reçues", f"{sum(browser.answers for browser in browsers):,}")
        report.forbid("Erreurs du serveur", [e for browser in browsers for e in browser.errors])
        report.forbid("Imprévus", self.wrong)
        report.forbid("« Provisoire » à tort ou manquant", self._badly_marked)
        report.forbid("Lignes du classement qui diffèrent", self._differences())
        report.print(console, "Une salle moitié papier, moitié tablettes")
        return 0 if report.all_whole else 1
