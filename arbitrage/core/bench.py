"""The arbitration bench: one bulletin before one position, judged by every edition side by side."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.cases import CorrectionCase, compare_verdict, list_case_files, load_cases
from arbitrage.core.correct import correct
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.verdict import Verdict
from engine.board.board import Board
from engine.regulation.edition import Article, Edition
from engine.regulation.editions import EDITIONS

#: The golden cases, which are also tests of the correction.
CASES_FOLDER = Path(__file__).parents[2] / "cases" / "correction"


@dataclass(frozen=True)
class Question:
    """The position and bulletin on the bench.

    ``words`` are the admitted words; None: those of a whole lexicon.
    """

    board: Board
    rack: str
    bulletin: Bulletin
    words: frozenset[str] | None = None

    def build_position(self, words: Container[str]) -> JudgedPosition:
        """Return the position in which ``words`` are admitted."""
        return JudgedPosition(self.board, self.rack, 1 if self.board.is_empty else 2, words)


@dataclass(frozen=True)
class EditionAnswer:
    """The decision of one edition.

    ``differing_fields``: the fields in which it differs from a golden case, as the case has them.
    """

    edition: Edition
    verdict: Verdict
    is_compared: bool
    differing_fields: Mapping[str, Any]

    @property
    def cited_articles(self) -> Iterator[tuple[str, Article]]:
        """The articles of verdict and findings, each once, the verdict's first."""
        decided = [self.verdict.decision.article, self.verdict.article]
        in_findings = [finding.article for finding in self.verdict.findings]
        for number in dict.fromkeys(filter(None, [*decided, *in_findings])):
            yield number, self.edition.get_article(number)

    @property
    def outcome(self) -> tuple[int, str]:
        """Points and sanction; two editions with equal outcomes decide alike."""
        return self.verdict.decision.points, self.verdict.decision.sanction.value


def judge_by_editions(
    question: Question, words: Container[str], case: CorrectionCase | None = None
) -> list[EditionAnswer]:
    """Return the answer of every edition, the one in force first.

    ``case`` is the golden case on the bench, if any.
    """
    position = question.build_position(words)
    expected = case.expected if case else {}
    return [
        _judge_by_edition(position, question.bulletin, edition, expected)
        for edition in EDITIONS.values()
    ]


def _judge_by_edition(
    position: JudgedPosition,
    bulletin: Bulletin,
    edition: Edition,
    expected_by_edition: Mapping[str, Any],
) -> EditionAnswer:
    verdict = correct(position, bulletin, edition)
    expected_verdict = expected_by_edition.get(edition.key)
    differing = compare_verdict(verdict, expected_verdict) if expected_verdict is not None else {}
    differing_fields = {key: value for key, (_, value) in differing.items()}
    return EditionAnswer(
        edition,
        verdict,
        is_compared=expected_verdict is not None,
        differing_fields=differing_fields,
    )


@cache
def load_golden_cases() -> Mapping[str, tuple[CorrectionCase, ...]]:
    """Return the golden cases by the name of their file; they are read once."""
    return {file.stem: load_cases(file) for file in list_case_files(CASES_FOLDER)}


def find_golden_case(name: str) -> CorrectionCase | None:
    """Return the golden case with this id, or None."""
    for cases in load_golden_cases().values():
        for case in cases:
            if case.id == name:
                return case
    return None


def build_question(case: CorrectionCase) -> Question:
    """Return the question of a golden case."""
    position = case.position
    return Question(position.board, position.rack, case.bulletin, case.words)


def to_form_data(question: Question) -> dict[str, str]:
    """Return the question as fields of the form, so that it can be changed or sent as a link."""
    bulletin = question.bulletin
    return {
        "grid": "" if question.board.is_empty else "\n".join(question.board.rows()),
        "rack": question.rack,
        "words": " ".join(sorted(question.words or ())),
        "sheet": "\n".join(bulletin.sheet.rows),
        "struck": "\n".join(bulletin.sheet.struck),
        "reference": bulletin.reference,
        "score": bulletin.score,
        "state": bulletin.state.value,
    }
