"""The referees' bench: one bulletin before one position, judged by every edition side by side."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.cases import CorrectionCase, case_files, differences, load_cases
from arbitrage.core.correct import correct
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.verdict import Verdict
from engine.board.board import Board
from engine.regulation.edition import Article, Edition
from engine.regulation.editions import EDITIONS

#: The golden cases, which also prove the correction in the tests.
CASES = Path(__file__).parents[2] / "cases" / "correction"


@dataclass(frozen=True)
class Question:
    """What lies on the bench. ``words``: those admitted; None for a whole lexicon."""

    board: Board
    rack: str
    bulletin: Bulletin
    words: frozenset[str] | None = None

    def position(self, words: Container[str]) -> JudgedPosition:
        """The position in which ``words`` are admitted."""
        return JudgedPosition(self.board, self.rack, 1 if self.board.is_empty else 2, words)


@dataclass(frozen=True)
class EditionAnswer:
    """What one edition decides. ``wanted``: what a golden case expects and is not decided."""

    edition: Edition
    verdict: Verdict
    compared: bool
    wanted: Mapping[str, Any]

    @property
    def cited(self) -> Iterator[tuple[str, Article]]:
        """The articles of verdict and findings, each once, the verdict's first."""
        decided = [self.verdict.decision.article, self.verdict.article]
        found = [finding.article for finding in self.verdict.findings]
        for number in dict.fromkeys(filter(None, [*decided, *found])):
            yield number, self.edition.article(number)

    @property
    def outcome(self) -> tuple[int, str]:
        """What a player feels of it: two editions with equal outcomes decide alike."""
        return self.verdict.decision.points, self.verdict.decision.sanction.value


def answers(
    question: Question, words: Container[str], case: CorrectionCase | None = None
) -> list[EditionAnswer]:
    """One for every edition, the one in force first; ``case`` is the golden one asked, if any."""
    position = question.position(words)
    expected = case.expected if case else {}
    return [
        _answer(position, question.bulletin, edition, expected) for edition in EDITIONS.values()
    ]


def _answer(
    position: JudgedPosition, bulletin: Bulletin, edition: Edition, expected: Mapping[str, Any]
) -> EditionAnswer:
    verdict = correct(position, bulletin, edition)
    said = expected.get(edition.key)
    missed = differences(verdict, said) if said is not None else {}
    wanted = {key: value for key, (_, value) in missed.items()}
    return EditionAnswer(edition, verdict, compared=said is not None, wanted=wanted)


@cache
def golden_cases() -> Mapping[str, tuple[CorrectionCase, ...]]:
    """The golden cases by the name of their file; read once."""
    return {file.stem: load_cases(file) for file in case_files(CASES)}


def golden_case(name: str) -> CorrectionCase | None:
    """The golden case with this id, if there is one."""
    for cases in golden_cases().values():
        for case in cases:
            if case.id == name:
                return case
    return None


def question_of(case: CorrectionCase) -> Question:
    """A case laid on the bench."""
    position = case.position
    return Question(position.board, position.rack, case.bulletin, case.words)


def written(question: Question) -> dict[str, str]:
    """The question in the fields of the form, so that it can be changed or sent as a link."""
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
