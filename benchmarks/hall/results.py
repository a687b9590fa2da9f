"""The results of the run: durations, counted actions, errors, and their table."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

from benchmarks.hall.ranking import compute_ranking
from benchmarks.hall.script import Outcome, Script
from benchmarks.people.client import Client
from benchmarks.report import PromiseReport

#: Labels of the arbiters' actions that are counted.
ACTION_LABELS = {
    "typed": "Bulletins saisis",
    "retyped": "… dont saisis de nouveau",
    "confirmed": "Propositions confirmées",
    Outcome.EXCUSED: "Hors temps comptés à temps",
    Outcome.RULED: "Décisions libres",
    Outcome.PENALISED: "Pénalités données par un arbitre",
    "handed": "Séries de billets notées remises",
}


@dataclass
class Results:
    """``wrong_marks``: moments at which the ranking was wrongly marked as provisional, or as final.

    ``errors``: of tablets and of the judge's commands.
    """

    part_seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    actions: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    wrong_marks: list[str] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    @contextmanager
    def time_part(self, part: str) -> Iterator[None]:
        start = time.monotonic()
        yield
        self.part_seconds[part] += time.monotonic() - start

    def count_actions(self, action: str, times: int) -> None:
        """Count actions, from any thread."""
        with self._lock:
            self.actions[action] += times

    def build_report(
        self, script: Script, clients: Sequence[Client], differences: Sequence[str]
    ) -> PromiseReport:
        """Return the table; ``differences``: lines of the ranking that differ from the script's."""
        report = PromiseReport("Une salle moitié papier, moitié tablettes")
        report.add_value("Tables", script.tables)
        report.add_value("Coups ramassés, dont un annulé", len(script.turns))
        for part, count in self.counts.items():
            report.add_required(part, count)
        for name, part in ACTION_LABELS.items():
            report.add_required(part, self.actions[name])
        _add_script_counts(report, script)
        for part, seconds in self.part_seconds.items():
            report.add_value(part, f"{seconds:.1f} s")
        report.add_value("Pages reçues", f"{sum(client.answer_count for client in clients):,}")
        report.add_errors("Erreurs du serveur", [e for client in clients for e in client.errors])
        report.add_errors("Imprévus", self.errors)
        report.add_errors("« Provisoire » à tort ou manquant", self.wrong_marks)
        report.add_errors("Lignes du classement qui diffèrent", differences)
        return report


def _add_script_counts(report: PromiseReport, script: Script) -> None:
    """Add the rare cases of the script, each of which must occur."""
    expected = compute_ranking(script).values()
    outcomes = [entry.outcome for turn in script.turns for entry in turn.table_turns.values()]
    report.add_required("Moyennes dues (5.9)", outcomes.count(Outcome.REFUSED_TWICE))
    report.add_required("Solos", sum(line.solos for line in expected))
    report.add_required("Joueurs avec un retrait", sum(line.deduction > 0 for line in expected))
