"""From the second turn on: a score that designates a place without reference or raccord (5.3.3).

The editions treat it differently: each has its own rules here.
"""

from dataclasses import replace

from engine.regulation.topics import Topic

from ..awards import (
    Award,
    add_silent_text,
    award_place,
    decide_award,
    decide_zero,
    leave_undecided,
    refer_to_commission,
    to_proposal,
    to_zero,
)
from ..codes import Motive, Route, Sanction, UndecidedReason
from ..judged_bulletin import JudgedBulletin
from ..sheets.position import Placement
from ..verdict import Verdict
from ..word_awards import WordAwards, has_bad_extension, is_fallacious
from .designated import find_most_points, get_points, list_others


def decide_fallacious_score(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide a solution that rests on its score alone, shared by a plausible invalid place.

    It is zero (2023: 5.3.3). Beside a place designated no text is clear, and a zero is proposed
    (5.4.2.b); with another score than that of the invalid place, the penalty.
    """
    word_awards = judged_bulletin.word_awards
    if not word_awards or not word_awards.score_awards:
        return None
    if word_awards.located_awards:
        is_needed = find_most_points(word_awards.score_awards) > find_most_points(
            word_awards.located_awards
        )
        if not is_needed or not word_awards.has_fallacious_claimed_placement:
            return None
        verdict = decide_zero(
            Topic.BEST,
            Motive.FALLACIOUS,
            findings=word_awards.invalid_claimed_findings,
            readings=word_awards.awards,
        )
        return to_proposal(verdict, UndecidedReason.FALLACIOUS_BESIDE_PLACE, Topic.BEST)
    if word_awards.has_fallacious_claimed_placement:
        return decide_zero(
            Topic.FALLACIOUS,
            Motive.FALLACIOUS,
            findings=word_awards.invalid_claimed_findings,
            readings=word_awards.score_awards,
        )
    return _leave_reference_undecided(word_awards)


def _leave_reference_undecided(word_awards: WordAwards) -> Verdict | None:
    """Return a doubt if the reference names an invalid place that is plausible."""
    plausible_placements = [
        placement
        for placement in word_awards.bad_placements
        if is_fallacious(word_awards.played_word, placement)
    ]
    is_worthless = all(
        award.reading.sanction == Sanction.ZERO for award in word_awards.score_awards
    )
    if is_worthless or not plausible_placements:
        return None
    findings = (
        *word_awards.list_fallacious_findings(plausible_placements),
        *word_awards.invalid_claimed_findings,
    )
    reason = UndecidedReason.FALLACIOUS_REFERENCE
    zero_reading = to_zero(
        word_awards.awards[0].reading,
        Topic.FALLACIOUS,
        Motive.FALLACIOUS,
        placement=plausible_placements[0].ref,
    )
    return leave_undecided(reason, Topic.FALLACIOUS, word_awards.awards, findings, zero_reading)


def decide_fallacious_place(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide a place named that extends a placed word badly, with the score of a valid place.

    It is zero (2019: slip, 2017: 5.3.2, 2011: 5.3).
    """
    word_awards = judged_bulletin.word_awards
    bad_placements = _list_bad_extensions(word_awards) if word_awards else []
    if not word_awards or not bad_placements:
        return None
    findings = word_awards.list_fallacious_findings(bad_placements)
    return decide_zero(
        Topic.FALLACIOUS, Motive.FALLACIOUS, findings=findings, readings=word_awards.score_awards
    )


def decide_fallacious_place_and_refer(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide the same in 2014, where 5.3 leaves it to the arbiter.

    It is a penalty until the commission has decided (A-15).
    """
    word_awards = judged_bulletin.word_awards
    bad_placements = _list_bad_extensions(word_awards) if word_awards else []
    if not word_awards or not bad_placements:
        return None
    chosen_award = max(word_awards.score_awards, key=get_points)
    findings = word_awards.list_fallacious_findings(bad_placements)
    verdict = decide_award(
        word_awards.played_word,
        chosen_award,
        list_others(word_awards, chosen_award),
        findings=findings,
    )
    return refer_to_commission(_remove_ambiguous_placement(verdict, word_awards))


def _list_bad_extensions(word_awards: WordAwards) -> list[Placement]:
    if word_awards.located_awards or not word_awards.score_awards:
        return []
    return [placement for placement in word_awards.bad_placements if has_bad_extension(placement)]


def decide_best_solution(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide by the solution with the most points for the player.

    Either the place designated with a warning, or the score of another place less the penalty; the
    former if their points are equal (B-09).
    """
    word_awards = judged_bulletin.word_awards
    return _award_best_solution(word_awards) if word_awards and word_awards.awards else None


def decide_best_or_refer(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide the same in 2017, but provisionally where several places are possible (5.3.2).

    The commission decides where the place named can be laid at all, or several have the score.
    """
    word_awards = judged_bulletin.word_awards
    if not word_awards or not word_awards.awards:
        return None
    verdict = _award_best_solution(word_awards)
    if not word_awards.score_awards:
        return verdict
    if word_awards.bad_placements and not word_awards.located_awards:
        return replace(refer_to_commission(verdict), topic=Topic.SCORE_AMBIGUOUS)
    return (
        refer_to_commission(verdict)
        if word_awards.located_awards or len(word_awards.score_awards) > 1
        else verdict
    )


def decide_next_cell(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide by the place designated, or the penalty for a place one cell away (2014: 5.3).

    If both are possible, the better counts, which the text does not settle (A-14).
    """
    word_awards = judged_bulletin.word_awards
    if not word_awards or not word_awards.awards:
        return None
    verdict = _award_best_solution(word_awards)
    if not (word_awards.located_awards and word_awards.score_awards):
        return verdict
    return add_silent_text(replace(verdict, topic=Topic.NEXT_CELL), Topic.NEXT_CELL)


def decide_designated_before_next_cell(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide as in 2011: a place one cell away counts if the place named is not valid (5.3)."""
    word_awards = judged_bulletin.word_awards
    if not word_awards or not word_awards.awards:
        return None
    if not (word_awards.located_awards and word_awards.score_awards):
        return _award_best_solution(word_awards)
    chosen_award = max(word_awards.located_awards, key=get_points)
    return decide_award(
        word_awards.played_word,
        chosen_award,
        list_others(word_awards, chosen_award),
        topic=Topic.NEXT_CELL,
    )


def decide_double_inversion(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide reference and direction both inverted: up to 2014 a zero whatever the score says.

    Except for a single tile that makes a word in both directions (5.4, A-29).
    """
    word_awards = judged_bulletin.word_awards
    placement = word_awards.played_word.doubly_inverted_placement if word_awards else None
    if not word_awards or not placement or word_awards.located_awards:
        return None
    if word_awards.bad_placements and not placement.list_claimed_choices(
        word_awards.played_word.claim
    ):
        return None
    if len(placement.new_indexes) > 1:
        return decide_zero(
            Topic.DOUBLE_INVERSION, Motive.DOUBLE_INVERSION, readings=word_awards.score_awards
        )
    award = award_place(
        word_awards.played_word, placement, Route.INVERSION, extra_motives={Motive.INVERSION}
    )
    verdict = decide_award(word_awards.played_word, award, word_awards.score_awards)
    return add_silent_text(verdict, Topic.DOUBLE_INVERSION)


def _award_best_solution(word_awards: WordAwards) -> Verdict:
    located_awards, score_awards = word_awards.located_awards, word_awards.score_awards
    chosen_award: Award = max((*located_awards, *score_awards), key=get_points)
    topic = Topic.BEST if located_awards and score_awards else None
    findings = word_awards.invalid_claimed_findings if chosen_award in score_awards else ()
    verdict = decide_award(
        word_awards.played_word,
        chosen_award,
        list_others(word_awards, chosen_award),
        topic=topic,
        findings=findings,
    )
    return (
        _remove_ambiguous_placement(verdict, word_awards)
        if chosen_award in score_awards
        else verdict
    )


def _remove_ambiguous_placement(verdict: Verdict, word_awards: WordAwards) -> Verdict:
    """Return the verdict without a placement if several places fit the same score (B-10)."""
    if verdict.sanction != Sanction.PENALTY or len(word_awards.score_awards) < 2:
        return verdict
    return replace(verdict, placement=None)
