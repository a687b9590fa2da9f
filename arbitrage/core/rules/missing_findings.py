"""Findings that a verdict rests on and that no rule has named yet (5.9)."""

from collections.abc import Iterator

from engine.regulation.topics import Topic

from ..codes import PLACE_MOTIVES, FindingCode, Motive
from ..findings import build_letters_not_drawn, focus_on_unlayable_run
from ..jokers import build_wrong_score_finding
from ..judged_bulletin import JudgedBulletin
from ..reading.played_word import PlayedWord
from ..reading.raccord import trace_raccord
from ..sheets.placements import list_fitting_placements
from ..verdict import Finding, Verdict
from ..word_awards import WordAwards

#: Findings that name a word refused.
_REFUSED_WORD_CODES = frozenset({FindingCode.WORD_NOT_ADMITTED, FindingCode.CROSS_NOT_ADMITTED})


def list_missing_findings(judged_bulletin: JudgedBulletin, verdict: Verdict) -> tuple[Finding, ...]:
    """Return the findings that ``verdict`` rests on and lacks.

    The player must be told which word was refused (5.9), which letter was not drawn, the exact
    score, and that the reference did not count.
    """
    judged_bulletin = focus_on_unlayable_run(judged_bulletin)
    return (
        *_list_word_findings(judged_bulletin, verdict),
        *_list_score_findings(judged_bulletin, verdict),
        *_list_reference_findings(judged_bulletin, verdict),
    )


def _list_word_findings(judged_bulletin: JudgedBulletin, verdict: Verdict) -> Iterator[Finding]:
    motives = verdict.decision.motives
    codes = {finding.code for finding in verdict.findings}
    second_words = {
        finding.data["word"]
        for finding in verdict.findings
        if finding.code == FindingCode.SECOND_WORD
    }
    is_word_refused = Motive.NOT_ADMITTED in motives and codes.isdisjoint(_REFUSED_WORD_CODES)
    for played_word in judged_bulletin.words_played:
        word_awards = WordAwards(played_word)
        if is_word_refused or (played_word.word in second_words and played_word.is_admitted):
            yield from _list_bad_cross_findings(word_awards)
        if Motive.FALLACIOUS in motives and FindingCode.FALLACIOUS_RACCORD not in codes:
            bad_placements = [
                raccord.placement
                for raccord in word_awards.location.raccords
                if raccord.placement.bad_cross_words
            ]
            yield from word_awards.list_fallacious_findings(bad_placements)
        if Motive.WRONG_LETTER in motives and FindingCode.LETTERS_NOT_DRAWN not in codes:
            yield from _list_missing_letter_findings(played_word)


def _list_score_findings(judged_bulletin: JudgedBulletin, verdict: Verdict) -> Iterator[Finding]:
    claim, decision = judged_bulletin.bulletin.claim, verdict.decision
    is_named = any(finding.code == FindingCode.SCORE_WRONG for finding in verdict.findings)
    if Motive.SCORE in decision.motives and claim is not None and not is_named:
        yield build_wrong_score_finding(claim, decision.gross, Topic.SCORE)


def _list_bad_cross_findings(word_awards: WordAwards) -> Iterator[Finding]:
    for placement in word_awards.bad_placements:
        code, words = FindingCode.CROSS_NOT_ADMITTED, placement.bad_words
        yield Finding.with_data(code, Topic.CROSS_WORDS, place=placement.ref, words=words)


def _list_missing_letter_findings(played_word: PlayedWord) -> Iterator[Finding]:
    """Yield the letters lacking where most letters are raccord and the fewest lack."""
    candidates = [
        placement
        for direction in (played_word.direction, played_word.direction.other)
        for placement in list_fitting_placements(played_word.position, played_word.word, direction)
        if placement.missing_letters.total() > played_word.position.jokers
    ]
    closest = min(
        candidates,
        key=lambda placement: (
            -trace_raccord(played_word, placement).outer_count,
            placement.missing_letters.total(),
        ),
        default=None,
    )
    if closest:
        yield build_letters_not_drawn(closest)


def _list_reference_findings(
    judged_bulletin: JudgedBulletin, verdict: Verdict
) -> Iterator[Finding]:
    """Yield a finding if the word counts elsewhere than at the reference (5.3)."""
    place, decision = judged_bulletin.bulletin.place, verdict.decision
    is_named = any(finding.code == FindingCode.REFERENCE_IGNORED for finding in verdict.findings)
    if is_named or place is None or decision.placement in (None, str(place)):
        return
    if PLACE_MOTIVES.isdisjoint(decision.motives):
        yield Finding.with_data(
            FindingCode.REFERENCE_IGNORED, Topic.EXACT_PROLONGATION, reference=str(place)
        )
