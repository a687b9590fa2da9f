"""The correction of one bulletin: a pure function of position, bulletin and edition."""

from collections.abc import Container
from dataclasses import dataclass, replace

from engine.regulation.edition import Edition
from engine.regulation.topics import Topic

from .bulletin import Bulletin
from .findings import list_findings
from .judged_bulletin import JudgedBulletin
from .order import RULE_ORDERS
from .rules.misdrawn_sheet import judge_turned_sheet
from .rules.missing_findings import list_missing_findings
from .sheets.position import JudgedPosition
from .verdict import Verdict


def correct(position: JudgedPosition, bulletin: Bulletin, edition: Edition) -> Verdict:
    """Judge a bulletin. Never raise for anything written on it.

    If no text decides, the verdict is undecided and has a reason. Bulletins
    of one turn with equal ``to_key()`` get equal verdicts: judge each key once.
    """
    judged_bulletin = JudgedBulletin(position, bulletin, edition, RULE_ORDERS[edition.key])
    verdict = judged_bulletin.decide()
    if turned := judge_turned_sheet(judged_bulletin, verdict):
        judged_bulletin, verdict = turned
    verdict = replace(verdict, findings=(*list_findings(judged_bulletin), *verdict.findings))
    if missing := list_missing_findings(judged_bulletin, verdict):
        verdict = replace(verdict, findings=(*verdict.findings, *missing))
    return _add_articles(verdict, edition)


@dataclass(frozen=True)
class ExtendedLexicon(Container[str]):
    """A lexicon that also admits ``words``."""

    lexicon: Container[str]
    words: frozenset[str]

    def __contains__(self, word: object) -> bool:
        return word in self.words or word in self.lexicon


def correct_if_admitted(
    position: JudgedPosition, bulletin: Bulletin, words: frozenset[str], edition: Edition
) -> Verdict:
    """Judge the bulletin as if ``words`` were admitted too."""
    return correct(
        replace(position, words=ExtendedLexicon(position.words, words)), bulletin, edition
    )


def _add_articles(verdict: Verdict, edition: Edition) -> Verdict:
    """Return the verdict with the article of the edition for every topic."""
    proposed = verdict.proposed
    return replace(
        verdict,
        article=_cite(edition, verdict.topic),
        findings=tuple(
            replace(finding, article=_cite(edition, finding.topic)) for finding in verdict.findings
        ),
        readings=tuple(
            replace(reading, article=_cite(edition, reading.topic)) for reading in verdict.readings
        ),
        proposed=replace(proposed, article=_cite(edition, proposed.topic)) if proposed else None,
    )


def _cite(edition: Edition, topic: Topic | None) -> str:
    return edition.cite(topic) if topic else ""
