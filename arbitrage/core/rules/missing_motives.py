"""Findings that a verdict rests on and that no rule has named yet (5.9)."""

from collections.abc import Iterator

from engine.regulation.topics import Topic

from ..codes import FindingCode, Motive
from ..findings import build_letters_not_drawn, focus_on_unlayable_run
from ..jokers import build_wrong_score_finding
from ..judged_bulletin import JudgedBulletin
from ..reading.played_word import PlayedWord
from ..reading.raccord import trace_raccord
from ..sheets.placements import list_fitting
from ..verdict import Finding, Verdict
from ..word import WordAwards

#: Findings that name a word refused.
_REFUSED = frozenset({FindingCode.WORD_NOT_ADMITTED, FindingCode.CROSS_NOT_ADMITTED})
#: Motives that explain by themselves why another place than that of the reference counts.
_EXPLAIN_PLACE = frozenset({Motive.LOCATION, Motive.INVERSION, Motive.BOTH_MODES})


def list_missing_findings(judged: JudgedBulletin, verdict: Verdict) -> tuple[Finding, ...]:
    """Return the findings that ``verdict`` rests on and lacks.

    The player must be told which word was refused (5.9), which letter was not drawn, the exact
    score, and that the reference did not count.
    """
    judged = focus_on_unlayable_run(judged)
    return (
        *_list_word_findings(judged, verdict),
        *_list_score_findings(judged, verdict),
        *_list_reference_findings(judged, verdict),
    )


def _list_word_findings(judged: JudgedBulletin, verdict: Verdict) -> Iterator[Finding]:
    motives = verdict.decision.motives
    codes = {finding.code for finding in verdict.findings}
    second_words = {
        finding.data["word"]
        for finding in verdict.findings
        if finding.code == FindingCode.SECOND_WORD
    }
    is_word_refused = Motive.NOT_ADMITTED in motives and codes.isdisjoint(_REFUSED)
    for played in judged.words_played:
        word = WordAwards(played)
        if is_word_refused or (played.word in second_words and played.is_admitted):
            yield from _list_bad_cross_findings(word)
        if Motive.FALLACIOUS in motives and FindingCode.FALLACIOUS_RACCORD not in codes:
            bad = [
                raccord.placement
                for raccord in word.location.raccords
                if raccord.placement.bad_crosses
            ]
            yield from word.list_fallacious_findings(bad)
        if Motive.WRONG_LETTER in motives and FindingCode.LETTERS_NOT_DRAWN not in codes:
            yield from _list_missing_letter_findings(played)


def _list_score_findings(judged: JudgedBulletin, verdict: Verdict) -> Iterator[Finding]:
    claim, decision = judged.bulletin.claim, verdict.decision
    is_named = any(finding.code == FindingCode.SCORE_WRONG for finding in verdict.findings)
    if Motive.SCORE in decision.motives and claim is not None and not is_named:
        yield build_wrong_score_finding(claim, decision.gross, Topic.SCORE)


def _list_bad_cross_findings(word: WordAwards) -> Iterator[Finding]:
    for placement in word.bad_placements:
        code, words = FindingCode.CROSS_NOT_ADMITTED, placement.bad_words
        yield Finding.with_data(code, Topic.CROSS_WORDS, place=placement.ref, words=words)


def _list_missing_letter_findings(played: PlayedWord) -> Iterator[Finding]:
    """Yield the letters lacking where most letters are raccord and the fewest lack."""
    candidates = [
        placement
        for direction in (played.direction, played.direction.other)
        for placement in list_fitting(played.position, played.word, direction)
        if placement.missing_letters.total() > played.position.jokers
    ]
    closest = min(
        candidates,
        key=lambda placement: (
            -trace_raccord(played, placement).outer_count,
            placement.missing_letters.total(),
        ),
        default=None,
    )
    if closest:
        yield build_letters_not_drawn(closest)


def _list_reference_findings(judged: JudgedBulletin, verdict: Verdict) -> Iterator[Finding]:
    """Yield a finding if the word counts elsewhere than at the reference (5.3)."""
    place, decision = judged.bulletin.place, verdict.decision
    is_named = any(finding.code == FindingCode.REFERENCE_IGNORED for finding in verdict.findings)
    if is_named or place is None or decision.placement in (None, str(place)):
        return
    if _EXPLAIN_PLACE.isdisjoint(decision.motives):
        yield Finding.with_data(
            FindingCode.REFERENCE_IGNORED, Topic.EXACT_PROLONGATION, reference=str(place)
        )
