"""Findings that a verdict rests on and that no rule has named yet (5.9)."""

from collections.abc import Iterator

from engine.regulation.topics import Topic

from ..codes import FindingCode, Motive
from ..findings import letters_not_drawn, with_word_to_judge
from ..jokers import wrong_score_finding
from ..judged_bulletin import JudgedBulletin
from ..reading.played_word import PlayedWord
from ..reading.raccord import trace_raccord
from ..sheets.placements import list_fitting
from ..verdict import Finding, Verdict
from ..word import Word

#: Findings that name a word refused.
_REFUSED = frozenset({FindingCode.WORD_NOT_ADMITTED, FindingCode.CROSS_NOT_ADMITTED})
#: Motives that explain by themselves why another place than that of the reference is paid.
_EXPLAIN_PLACE = frozenset({Motive.LOCATION, Motive.INVERSION, Motive.BOTH_MODES})


def list_missing_findings(judged: JudgedBulletin, verdict: Verdict) -> tuple[Finding, ...]:
    """Return the findings that ``verdict`` rests on and lacks.

    The player must be told which word was refused (5.9), which letter was not drawn, the exact
    score, and that the reference did not count.
    """
    judged = with_word_to_judge(judged)
    return (
        *_words(judged, verdict),
        *_score(judged, verdict),
        *_reference_without_effect(judged, verdict),
    )


def _words(judged: JudgedBulletin, verdict: Verdict) -> Iterator[Finding]:
    motives = verdict.decision.motives
    codes = {finding.code for finding in verdict.findings}
    spoiling = {
        finding.data["word"]
        for finding in verdict.findings
        if finding.code == FindingCode.SECOND_WORD
    }
    refused = Motive.NOT_ADMITTED in motives and codes.isdisjoint(_REFUSED)
    for played in judged.words_played:
        word = Word(played)
        if refused or (played.word in spoiling and played.is_admitted):
            yield from _bad_crosses(word)
        if Motive.FALLACIOUS in motives and FindingCode.FALLACIOUS_RACCORD not in codes:
            bad = [
                raccord.placement
                for raccord in word.location.raccord
                if raccord.placement.bad_crosses
            ]
            yield from word.fallacious(bad)
        if Motive.WRONG_LETTER in motives and FindingCode.LETTERS_NOT_DRAWN not in codes:
            yield from _letters_lacking(played)


def _score(judged: JudgedBulletin, verdict: Verdict) -> Iterator[Finding]:
    claim, decision = judged.bulletin.claim, verdict.decision
    is_named = any(finding.code == FindingCode.SCORE_WRONG for finding in verdict.findings)
    if Motive.SCORE in decision.motives and claim is not None and not is_named:
        yield wrong_score_finding(claim, decision.gross, Topic.SCORE)


def _bad_crosses(word: Word) -> Iterator[Finding]:
    for placement in word.misplaced:
        code, words = FindingCode.CROSS_NOT_ADMITTED, placement.bad_words
        yield Finding.with_data(code, Topic.CROSS_WORDS, place=placement.ref, words=words)


def _letters_lacking(played: PlayedWord) -> Iterator[Finding]:
    """Yield the letters lacking at the place with most raccord letters and fewest letters
    lacking.
    """
    candidates = [
        placement
        for direction in (played.direction, played.direction.other)
        for placement in list_fitting(played.position, played.word, direction)
        if placement.missing.total() > played.position.jokers
    ]
    closest = min(
        candidates,
        key=lambda placement: (-trace_raccord(played, placement).outer, placement.missing.total()),
        default=None,
    )
    if closest:
        yield letters_not_drawn(closest)


def _reference_without_effect(judged: JudgedBulletin, verdict: Verdict) -> Iterator[Finding]:
    """Yield a finding if the word is paid where it prolongs another, and not at the reference
    (5.3).
    """
    place, decision = judged.bulletin.place, verdict.decision
    is_named = any(finding.code == FindingCode.REFERENCE_IGNORED for finding in verdict.findings)
    if is_named or place is None or decision.placement in (None, str(place)):
        return
    if _EXPLAIN_PLACE.isdisjoint(decision.motives):
        yield Finding.with_data(
            FindingCode.REFERENCE_IGNORED, Topic.EXACT_PROLONGATION, reference=str(place)
        )
