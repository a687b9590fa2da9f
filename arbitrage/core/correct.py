"""The correction of one bulletin: a pure function of position, bulletin and edition."""

from collections.abc import Container
from dataclasses import dataclass, replace

from engine.regulation.edition import Edition
from engine.regulation.topics import Topic

from .bulletin import Bulletin
from .case import Case
from .findings import collect
from .order import ORDER
from .rules.misdrawn_sheet import meant_across
from .rules.missing_motives import unnamed
from .sheets.position import JudgedPosition
from .verdict import Verdict


def correct(position: JudgedPosition, bulletin: Bulletin, edition: Edition) -> Verdict:
    """Judge a bulletin. Never raises on what is written on it; what no text decides, or what is
    not modelled yet, comes back undecided with its reason.

    Bulletins of one turn with equal ``key()`` get equal verdicts: judge each key once.
    """
    case = Case(position, bulletin, edition, ORDER[edition.key])
    verdict = case.decide()
    if meant := meant_across(case, verdict):
        case, verdict = meant
    verdict = replace(verdict, findings=(*collect(case), *verdict.findings))
    if more := unnamed(case, verdict):
        verdict = replace(verdict, findings=(*verdict.findings, *more))
    return _with_articles(verdict, edition)


@dataclass(frozen=True)
class Also(Container[str]):
    """A lexicon as if it held ``words`` too."""

    lexicon: Container[str]
    words: frozenset[str]

    def __contains__(self, word: object) -> bool:
        return word in self.words or word in self.lexicon


def if_admitted(
    position: JudgedPosition, bulletin: Bulletin, words: frozenset[str], edition: Edition
) -> Verdict:
    """What the bulletin would be if ``words`` were admitted."""
    return correct(replace(position, words=Also(position.words, words)), bulletin, edition)


def _with_articles(verdict: Verdict, edition: Edition) -> Verdict:
    """The same, with the article of the edition for every topic."""
    proposed = verdict.proposed
    return replace(
        verdict,
        article=_cite(edition, verdict.topic),
        findings=tuple(replace(one, article=_cite(edition, one.topic)) for one in verdict.findings),
        readings=tuple(replace(one, article=_cite(edition, one.topic)) for one in verdict.readings),
        proposed=replace(proposed, article=_cite(edition, proposed.topic)) if proposed else None,
    )


def _cite(edition: Edition, topic: Topic | None) -> str:
    return edition.cite(topic) if topic else ""
