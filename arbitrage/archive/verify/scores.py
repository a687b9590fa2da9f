"""The scoreboard of every turn: what follows from the rulings and acts in force."""

from typing import Any

from arbitrage.archive.core.play import (
    ActRow,
    ExplanationRow,
    RulingRow,
    ScoreRow,
    digest_explanation,
)
from arbitrage.archive.verify.record import ArchiveRecord, GameRecord, NumberedLine, TurnRecord
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from arbitrage.archive.verify.verdicts import VerdictCheck
from arbitrage.core.codes import Sanction
from arbitrage.core.correct import correct_if_admitted
from arbitrage.core.explanation_parts import PartKind, find_article, list_parts
from arbitrage.core.ruling_codes import (
    ActKind,
    RulingStatus,
    find_awarded_move,
    list_words_refused_by,
)
from arbitrage.core.scoring import (
    Average,
    PlayerActs,
    RuledPoints,
    TurnScore,
    has_average,
    score_turn,
    summarise_acts,
)
from arbitrage.core.sheets.position import JudgedPosition
from tournament.core.canonical import to_canonical
from tournament.core.states import TurnState

#: Fields that a line of the scoreboard and a computed score have in common.
_FIELDS = ("points", "gross", "sanction", "average", "warnings")


class ScoreCheck:
    """Checks the lines of the scoreboard of one turn."""

    def __init__(
        self, record: ArchiveRecord, game: GameRecord, turn: TurnRecord, report: Report
    ) -> None:
        self._record, self._game, self._turn, self._report = record, game, turn, report
        self._rulings = turn.rulings_in_force
        self._acts = turn.acts_in_force
        self._player_acts: dict[str, PlayerActs[str]] = {
            entry: summarise_acts((act.row.kind, act.row.data) for act in acts)
            for entry, acts in self._acts.items()
        }
        self._points = {
            entry: RuledPoints(line.row.points, line.row.gross, Sanction(line.row.sanction))
            for entry, line in self._rulings.items()
            if line.row.status != RulingStatus.UNDECIDED
        }
        #: Digests of explanations, computed once for equal decisions.
        self._explanations: dict[Any, str] = {}

    def check(self) -> None:
        turn, report = self._turn, self._report
        expected_score = score_turn(self._points, self._player_acts, self._record.edition)
        for entry in sorted(expected_score.keys() - turn.scores.keys()):
            basis = self._rulings.get(entry) or self._acts[entry][0]
            report.add(
                DiscrepancyKind.SCORE_MISSING,
                basis,
                None,
                expected_score[entry].points,
                name="points",
            )
        for entry, line in turn.scores.items():
            if entry in expected_score:
                self._check_line(line, expected_score[entry])
            else:
                report.add(
                    DiscrepancyKind.SCORE_OF_NOBODY, line, line.row.points, None, name="points"
                )
        for explanation in turn.explanations.values():
            computed = digest_explanation(explanation.row.parts)
            report.compare(
                DiscrepancyKind.EXPLANATION, explanation, "ref", explanation.row.ref, computed
            )

    def _check_line(self, line: NumberedLine[ScoreRow], expected_score: TurnScore) -> None:
        row, report = line.row, self._report
        ruling = self._rulings.get(row.entry)
        acts = [act.row for act in self._acts.get(row.entry, [])]
        ruling_row = ruling.row if ruling else None
        agreements = [
            report.compare(
                DiscrepancyKind.SCORE, line, name, getattr(row, name), getattr(expected_score, name)
            )
            for name in _FIELDS
        ]
        move = ("", "")
        if (
            ruling_row is not None
            and expected_score.sanction != Sanction.ZERO
            and not expected_score.average
        ):
            move = find_awarded_move(ruling_row)
        agreements.append(
            report.compare(DiscrepancyKind.SCORE, line, "word", (row.word, row.ref), move)
        )
        article = find_article(ruling_row, acts, expected_score)
        agreements.append(
            report.compare(DiscrepancyKind.SCORE, line, "article", row.article, article)
        )
        if all(agreements):
            report.count(row.game, row.turn, "lines")
            if row.average:
                report.count(row.game, row.turn, "averages")
            self._check_explanation(line, ruling_row, acts, expected_score)

    def _check_explanation(
        self,
        line: NumberedLine[ScoreRow],
        ruling: RulingRow | None,
        acts: list[ActRow],
        expected_score: TurnScore,
    ) -> None:
        """Report an explanation that is not made of the ruling and acts of the line."""
        explanation = self._turn.explanations.get(line.row.explanation or "")
        if explanation is None:
            if line.row.explanation is not None or ruling is None or ruling.gesture is not None:
                self._report.add(DiscrepancyKind.EXPLANATION, line, line.row.explanation, None)
            return
        if self._is_legacy(explanation.row, ruling):
            return
        computed = self._digest_explanation(
            ruling, acts, expected_score, deciding_body=self._turn.find_authority(line.row.entry)
        )
        self._report.compare(
            DiscrepancyKind.EXPLANATION, line, "explanation", line.row.explanation, computed
        )

    def _is_legacy(self, explanation: ExplanationRow, ruling: RulingRow | None) -> bool:
        """Return True for an explanation older than parts, or than the chain."""
        has_text = any(part.get("kind") == PartKind.TEXT for part in explanation.parts)
        return has_text and (ruling is None or ruling.gesture is None)

    def _digest_explanation(
        self,
        ruling: RulingRow | None,
        acts: list[ActRow],
        expected_score: TurnScore,
        *,
        deciding_body: str,
    ) -> str:
        if ruling is None or acts:
            return digest_explanation(
                list_parts(ruling, acts, expected_score, deciding_body=deciding_body)
            )
        points = (ruling.points, ruling.gross, ruling.sanction, ruling.article, *ruling.motives)
        status = (ruling.status, ruling.reason, ruling.in_time, ruling.in_time_article)
        key = (ruling.key, to_canonical(ruling.verdict), points, status, deciding_body)
        if key not in self._explanations:
            parts = list_parts(ruling, acts, expected_score, deciding_body=deciding_body)
            self._explanations[key] = digest_explanation(parts)
        return self._explanations[key]

    # Averages in place of a zero (5.9).

    def check_averages(self, verdicts: VerdictCheck, position: JudgedPosition) -> None:
        """Report averages that the rule does not give: the word was refused to the player before,
        and the average is at most the points that it would have brought (5.9)."""
        for entry, acts in self._acts.items():
            if not has_average(entry, self._points, self._player_acts):
                continue
            act = next(candidate for candidate in acts if candidate.row.kind == ActKind.AVERAGE)
            if act.row.automatic:
                self._check_average(act, self._rulings[entry].row, verdicts, position)

    def _check_average(
        self,
        act: NumberedLine[ActRow],
        ruling: RulingRow,
        verdicts: VerdictCheck,
        position: JudgedPosition,
    ) -> None:
        report, data = self._report, act.row.data
        refused = list_words_refused_by(ruling)
        refused_before = self._find_refused_words(act.row.entry)
        words = frozenset(refused & refused_before.keys())
        stated = (data.get("word"), data.get("first"))
        if data.get("word") not in words or refused_before[data["word"]] != data.get("first"):
            report.add(
                DiscrepancyKind.AVERAGE, act, stated, sorted(refused_before.items()), name="word"
            )
            return
        bulletin = verdicts.find_bulletin(ruling)
        if bulletin is None:
            return
        # Words refused before count as admitted, unless the player was notified of them: perhaps
        # all of them, at least this one.
        computed = []
        for admitted in (words, frozenset({data["word"]})):
            admitted_verdict = correct_if_admitted(
                position, bulletin, admitted, self._record.edition
            )
            computed.append((admitted_verdict.gross, admitted_verdict.sanction == Sanction.WARNING))
        average: Average[str] = Average.from_dict(data)
        if (average.max_points, average.has_warning) not in computed:
            report.add(
                DiscrepancyKind.AVERAGE, act, average.max_points, computed[0][0], name="most"
            )

    def _find_refused_words(self, entry: str) -> dict[str, int]:
        """Return the number of the first turn of the game that refused each word, by word."""
        first_turns: dict[str, int] = {}
        for ordinal, turn in self._game.turns.items():
            if ordinal >= self._turn.row.ordinal or turn.row.state == TurnState.CANCELLED:
                continue
            ruling = turn.rulings_in_force.get(entry)
            for word in list_words_refused_by(ruling.row) if ruling else ():
                first_turns.setdefault(word, turn.row.number)
        return first_turns
