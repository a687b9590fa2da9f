"""More than one word on the sheet (5.4.1.b, 5.4.2.b): all must do, and the least is paid."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..case import Case
from ..codes import FindingCode, Motive, Sanction, Undecided
from ..incomplete import split_completion
from ..payments import undecided, zero
from ..proposal import Proposal
from ..verdict import Finding, Reading, Verdict
from .word_zero import incomplete_word

#: What 5.4.1.b asks of a word that spoils a good solution: several new tiles.
_SEVERAL_TILES = 2


def split_word(case: Case) -> Verdict | None:
    """The two ends of a prolongation with squares left blank between them: not in full (4.2)."""
    if case.focus or case.position.is_first:
        return None
    if any(proposal.is_admitted for proposal in case.proposals):
        return None
    split = split_completion(case.position, case.drawing)
    return incomplete_word(*split) if split else None


def unclear_words(case: Case) -> Verdict | None:
    """No run is surely the word played, or one is there that nothing explains."""
    if case.focus or (case.proposals and not case.strays):
        return None
    return undecided(Undecided.SEVERAL_WORDS, "5.2.2")


def several_words(case: Case) -> Verdict | None:
    """Every word is judged for itself; one that is no acceptable solution spoils the others, and
    of independent solutions the least is paid whatever the claim (B-11, B-12)."""
    if case.focus or len(case.proposals) < 2:
        return None
    judged = [_Judged(one, case.edition.decide(case.focused(one.run))) for one in case.proposals]
    doubtful = not all(one.verdict.decided for one in judged)
    spoiled = [one for one in judged if one.verdict.sanction == Sanction.ZERO]
    if doubtful or (_share_letters(judged) and not spoiled):
        return replace(undecided(Undecided.SEVERAL_WORDS, "5.4.2.b"), readings=_readings(judged))
    if len(spoiled) == len(judged):
        motives = [motive for one in judged for motive in one.verdict.motives]
        return zero("5.4.1.a", *motives, findings=_own_findings(judged))
    if spoiled:
        return _spoiled(judged, spoiled)
    least = min(judged, key=lambda one: one.verdict.points or 0)
    return replace(least.verdict, article="5.4.2.b", readings=_readings(judged, least))


class _Judged(NamedTuple):
    proposal: Proposal
    verdict: Verdict


def _spoiled(judged: Sequence[_Judged], spoiled: Sequence[_Judged]) -> Verdict:
    """A word beside a good solution that is none itself (5.4.1.b), or that parasites form with
    the raccord of the good one (5.2.2)."""
    if any(one.proposal.new_tiles < _SEVERAL_TILES for one in spoiled):
        return replace(undecided(Undecided.SEVERAL_WORDS, "5.4.1.b"), readings=_readings(judged))
    findings = [
        Finding.of(FindingCode.SECOND_WORD, "5.4.1.b", word=one.proposal.word) for one in spoiled
    ]
    known = all(one.proposal.is_admitted for one in spoiled)
    verdict = zero(
        "5.2.2" if _share_letters(judged) else "5.4.1.b",
        Motive.SEVERAL_SOLUTIONS if known else Motive.NOT_ADMITTED,
        findings=(*findings, *_own_findings(spoiled)),
    )
    return replace(verdict, readings=_readings(judged))


def _share_letters(judged: Sequence[_Judged]) -> bool:
    """Whether two of the words cross on the sheet: then they are not independent."""
    squares = [square for one in judged for square in one.proposal.run.squares]
    return len(squares) != len(set(squares))


def _own_findings(judged: Sequence[_Judged]) -> tuple[Finding, ...]:
    return tuple(finding for one in judged for finding in one.verdict.findings)


def _readings(judged: Sequence[_Judged], kept: _Judged | None = None) -> tuple[Reading, ...]:
    """What every word can mean; only what ``kept`` retains is retained."""
    return tuple(
        reading if one is kept else replace(reading, retained=False)
        for one in judged
        for reading in one.verdict.readings
    )
