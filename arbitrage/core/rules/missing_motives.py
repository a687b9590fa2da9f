"""What a verdict rests on and none of its findings names yet (5.9)."""

from collections.abc import Iterator

from engine.regulation.topics import Topic

from ..case import Case
from ..codes import FindingCode, Motive
from ..findings import judged, not_drawn
from ..jokers import wrong_score
from ..reading.played_word import PlayedWord
from ..reading.raccord import reach
from ..sheets.placements import fitting
from ..verdict import Finding, Verdict
from ..word import Word

#: Findings that name a word refused.
_REFUSED = frozenset({FindingCode.WORD_NOT_ADMITTED, FindingCode.CROSS_NOT_ADMITTED})
#: Motives that say themselves why another place than that of the reference is paid.
_TOLD_OF_PLACE = frozenset({Motive.LOCATION, Motive.INVERSION, Motive.BOTH_MODES})


def unnamed(case: Case, verdict: Verdict) -> tuple[Finding, ...]:
    """What ``verdict`` rests on and none of its findings names: the player must be told which
    word was refused (5.9), which letter was not drawn, the exact score, and that his reference
    did not count."""
    case = judged(case)
    return (
        *_words(case, verdict),
        *_score(case, verdict),
        *_reference_without_effect(case, verdict),
    )


def _words(case: Case, verdict: Verdict) -> Iterator[Finding]:
    motives = verdict.decision.motives
    codes = {finding.code for finding in verdict.findings}
    spoiling = {one.data["word"] for one in verdict.findings if one.code == FindingCode.SECOND_WORD}
    refused = Motive.NOT_ADMITTED in motives and codes.isdisjoint(_REFUSED)
    for played in case.words_played:
        word = Word(played)
        if refused or (played.word in spoiling and played.is_admitted):
            yield from _bad_crosses(word)
        if Motive.FALLACIOUS in motives and FindingCode.FALLACIOUS_RACCORD not in codes:
            bad = [one.placement for one in word.location.raccord if one.placement.bad_crosses]
            yield from word.fallacious(bad)
        if Motive.WRONG_LETTER in motives and FindingCode.LETTERS_NOT_DRAWN not in codes:
            yield from _letters_lacking(played)


def _score(case: Case, verdict: Verdict) -> Iterator[Finding]:
    claim, decision = case.bulletin.claim, verdict.decision
    told = any(finding.code == FindingCode.SCORE_WRONG for finding in verdict.findings)
    if Motive.SCORE in decision.motives and claim is not None and not told:
        yield wrong_score(claim, decision.gross, Topic.SCORE)


def _bad_crosses(word: Word) -> Iterator[Finding]:
    for placement in word.misplaced:
        code, words = FindingCode.CROSS_NOT_ADMITTED, placement.bad_words
        yield Finding.of(code, Topic.CROSS_WORDS, place=placement.ref, words=words)


def _letters_lacking(played: PlayedWord) -> Iterator[Finding]:
    """Where most letters beside the word are raccord and the rack lacks the fewest."""
    lacking = [
        placement
        for direction in (played.direction, played.direction.other)
        for placement in fitting(played.position, played.word, direction)
        if placement.missing.total() > played.position.jokers
    ]
    meant = min(
        lacking,
        key=lambda one: (-reach(played, one).outer, one.missing.total()),
        default=None,
    )
    if meant:
        yield not_drawn(meant)


def _reference_without_effect(case: Case, verdict: Verdict) -> Iterator[Finding]:
    """The word is paid where it prolongs another, and not where the reference is (5.3)."""
    place, decision = case.bulletin.place, verdict.decision
    told = any(finding.code == FindingCode.REFERENCE_IGNORED for finding in verdict.findings)
    if told or place is None or decision.placement in (None, str(place)):
        return
    if _TOLD_OF_PLACE.isdisjoint(decision.motives):
        yield Finding.of(
            FindingCode.REFERENCE_IGNORED, Topic.EXACT_PROLONGATION, reference=str(place)
        )
