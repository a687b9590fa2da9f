"""The scoreboard of every turn: what follows from the rulings and acts in force."""

from typing import Any

from arbitrage.archive.core.play import ActRow, ExplanationRow, RulingRow, ScoreRow
from arbitrage.archive.verify.record import ArchiveRecord, At, GameRecord, TurnRecord
from arbitrage.archive.verify.report import Matter, Report
from arbitrage.archive.verify.verdicts import Verdicts
from arbitrage.core.codes import Sanction
from arbitrage.core.correct import if_admitted
from arbitrage.core.decided import ActKind, Status, paid_move, refused_words
from arbitrage.core.explanation_parts import SayingKind, article_of, parts_of
from arbitrage.core.scoring import (
    Account,
    Average,
    RuledPoints,
    Settled,
    account_of,
    averaged,
    settle,
)
from arbitrage.core.sheets.position import JudgedPosition
from tournament.core.canonical import canonical, digest
from tournament.core.states import TurnState

#: Digits by which lines name an explanation.
_REF = 32
_FIELDS = ("points", "gross", "sanction", "average", "warnings")


class TurnScores:
    """The lines of one turn."""

    def __init__(
        self, record: ArchiveRecord, game: GameRecord, turn: TurnRecord, report: Report
    ) -> None:
        self._record, self._game, self._turn, self._report = record, game, turn, report
        self._rulings = turn.in_force
        self._acts = turn.standing
        self._accounts: dict[str, Account[str]] = {
            entry: account_of((act.row.kind, act.row.data) for act in acts)
            for entry, acts in self._acts.items()
        }
        self._points = {
            entry: RuledPoints(at.row.points, at.row.gross, Sanction(at.row.sanction))
            for entry, at in self._rulings.items()
            if at.row.status != Status.UNDECIDED
        }
        #: What equal decisions come to in words, and its digest, looked for once.
        self._told: dict[Any, str] = {}

    def check(self) -> None:
        turn, report = self._turn, self._report
        due = settle(self._points, self._accounts, self._record.edition)
        for entry in sorted(due.keys() - turn.scores.keys()):
            rests_on = self._rulings.get(entry) or self._acts[entry][0]
            report.lie(Matter.SCORE_MISSING, rests_on, None, due[entry].points, name="points")
        for entry, at in turn.scores.items():
            if entry in due:
                self._check_line(at, due[entry])
            else:
                report.lie(Matter.SCORE_OF_NOBODY, at, at.row.points, None, name="points")
        for told in turn.explanations.values():
            found = digest(told.row.parts)[:_REF]
            report.compare(Matter.EXPLANATION, told, "ref", told.row.ref, found)

    def _check_line(self, at: At[ScoreRow], due: Settled) -> None:
        row, report = at.row, self._report
        ruling = self._rulings.get(row.entry)
        acts = [act.row for act in self._acts.get(row.entry, [])]
        held = ruling.row if ruling else None
        good = [
            report.compare(Matter.SCORE, at, name, getattr(row, name), getattr(due, name))
            for name in _FIELDS
        ]
        move = ("", "")
        if held is not None and due.sanction != Sanction.ZERO and not due.average:
            move = paid_move(held)
        good.append(report.compare(Matter.SCORE, at, "word", (row.word, row.ref), move))
        article = article_of(held, acts, due)
        good.append(report.compare(Matter.SCORE, at, "article", row.article, article))
        if all(good):
            report.count(row.game, row.turn, "lines")
            if row.average:
                report.count(row.game, row.turn, "averages")
            self._check_words(at, held, acts, due)

    def _check_words(
        self, at: At[ScoreRow], ruling: RulingRow | None, acts: list[ActRow], due: Settled
    ) -> None:
        """What the player reads of it is made of the same."""
        told = self._turn.explanations.get(at.row.explanation or "")
        if told is None:
            if at.row.explanation is not None or ruling is None or ruling.gesture is not None:
                self._report.lie(Matter.EXPLANATION, at, at.row.explanation, None)
            return
        if self._is_old(told.row, ruling):
            return
        found = self._ref(ruling, acts, due, spoken=self._turn.spoken(at.row.entry))
        self._report.compare(Matter.EXPLANATION, at, "explanation", at.row.explanation, found)

    def _is_old(self, told: ExplanationRow, ruling: RulingRow | None) -> bool:
        """Whether it is of before there were parts, or before the chain."""
        text = any(part.get("kind") == SayingKind.TEXT for part in told.parts)
        return text and (ruling is None or ruling.gesture is None)

    def _ref(
        self, ruling: RulingRow | None, acts: list[ActRow], due: Settled, *, spoken: str
    ) -> str:
        if ruling is None or acts:
            return digest(parts_of(ruling, acts, due, spoken=spoken))[:_REF]
        ruled = (ruling.points, ruling.gross, ruling.sanction, ruling.article, *ruling.motives)
        said = (ruling.status, ruling.reason, ruling.in_time, ruling.in_time_article)
        alike = (ruling.key, canonical(ruling.verdict), ruled, said, spoken)
        if alike not in self._told:
            parts = parts_of(ruling, acts, due, spoken=spoken)
            self._told[alike] = digest(parts)[:_REF]
        return self._told[alike]

    # Averages in place of a zero (5.9).

    def check_averages(self, verdicts: Verdicts, position: JudgedPosition) -> None:
        """Those that follow from the rule: the word was refused to the player before, and nobody
        scores more than it would have brought."""
        for entry, acts in self._acts.items():
            if not averaged(entry, self._points, self._accounts):
                continue
            act = next(one for one in acts if one.row.kind == ActKind.AVERAGE)
            if act.row.automatic:
                self._check_average(act, self._rulings[entry].row, verdicts, position)

    def _check_average(
        self, act: At[ActRow], ruling: RulingRow, verdicts: Verdicts, position: JudgedPosition
    ) -> None:
        report, data = self._report, act.row.data
        again = refused_words(ruling)
        known = self._refused_before(act.row.entry)
        words = frozenset(again & known.keys())
        said = (data.get("word"), data.get("first"))
        if data.get("word") not in words or known[data["word"]] != data.get("first"):
            report.lie(Matter.AVERAGE, act, said, sorted(known.items()), name="word")
            return
        bulletin = verdicts.bulletin_of(ruling)
        if bulletin is None:
            return
        # The words of which he had been told are not among them: what remains is at least his.
        one = frozenset({data["word"]})
        found = []
        for admitted in (words, one):
            paid = if_admitted(position, bulletin, admitted, self._record.edition)
            found.append((paid.gross, paid.sanction == Sanction.WARNING))
        mine: Average[str] = Average.from_dict(data)
        if (mine.most, mine.warned) not in found:
            report.lie(Matter.AVERAGE, act, mine.most, found[0][0], name="most")

    def _refused_before(self, entry: str) -> dict[str, int]:
        """By word, the number of the first turn of the game that refused it."""
        found: dict[str, int] = {}
        for ordinal, turn in self._game.turns.items():
            if ordinal >= self._turn.row.ordinal or turn.row.state == TurnState.CANCELLED:
                continue
            ruling = turn.in_force.get(entry)
            for word in refused_words(ruling.row) if ruling else ():
                found.setdefault(word, turn.row.number)
        return found
