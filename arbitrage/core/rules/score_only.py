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
from ..codes import Motive, Route, Sanction, Undecided
from ..judged_bulletin import JudgedBulletin
from ..sheets.position import Placement
from ..verdict import Verdict
from ..word import WordAwards, has_bad_extension, is_fallacious
from .designated import find_most_points, get_points, list_others


def decide_fallacious_score(judged: JudgedBulletin) -> Verdict | None:
    """Decide a solution that rests on its score alone, shared by a plausible invalid place.

    It is zero (2023: 5.3.3). Beside a place designated no text is clear, and a zero is proposed
    (5.4.2.b); with another score than that of the invalid place, the penalty.
    """
    word = judged.word
    if not word or not word.score_awards:
        return None
    if word.located_awards:
        is_needed = find_most_points(word.score_awards) > find_most_points(word.located_awards)
        if not is_needed or not word.has_fallacious_twin:
            return None
        verdict = decide_zero(
            Topic.BEST, Motive.FALLACIOUS, findings=word.twin_findings, readings=word.awards
        )
        return to_proposal(verdict, Undecided.FALLACIOUS_BESIDE_PLACE, Topic.BEST)
    if word.has_fallacious_twin:
        topic = Topic.FALLACIOUS
        return decide_zero(
            topic, Motive.FALLACIOUS, findings=word.twin_findings, readings=word.score_awards
        )
    plausible_placements = [
        placement for placement in word.bad_placements if is_fallacious(word.played, placement)
    ]
    is_worthless = all(award.reading.sanction == Sanction.ZERO for award in word.score_awards)
    if is_worthless or not plausible_placements:
        return None
    findings = (*word.list_fallacious_findings(plausible_placements), *word.twin_findings)
    reason = Undecided.FALLACIOUS_REFERENCE
    as_bad_place = to_zero(
        word.awards[0].reading,
        Topic.FALLACIOUS,
        Motive.FALLACIOUS,
        placement=plausible_placements[0].ref,
    )
    return leave_undecided(reason, Topic.FALLACIOUS, word.awards, findings, as_bad_place)


def decide_fallacious_place(judged: JudgedBulletin) -> Verdict | None:
    """Decide a place named that extends a placed word badly, with the score of a valid place.

    It is zero (2019: slip, 2017: 5.3.2, 2011: 5.3).
    """
    word = judged.word
    bad_placements = _list_bad_extensions(word) if word else []
    if not word or not bad_placements:
        return None
    findings = word.list_fallacious_findings(bad_placements)
    return decide_zero(
        Topic.FALLACIOUS, Motive.FALLACIOUS, findings=findings, readings=word.score_awards
    )


def decide_fallacious_place_and_refer(judged: JudgedBulletin) -> Verdict | None:
    """Decide the same in 2014, where 5.3 leaves it to the arbiter.

    It is a penalty until the commission has decided (A-15).
    """
    word = judged.word
    bad_placements = _list_bad_extensions(word) if word else []
    if not word or not bad_placements:
        return None
    chosen = max(word.score_awards, key=get_points)
    findings = word.list_fallacious_findings(bad_placements)
    verdict = decide_award(word.played, chosen, list_others(word, chosen), findings=findings)
    return refer_to_commission(_remove_ambiguous_placement(verdict, word))


def _list_bad_extensions(word: WordAwards) -> list[Placement]:
    if word.located_awards or not word.score_awards:
        return []
    return [placement for placement in word.bad_placements if has_bad_extension(placement)]


def decide_best_solution(judged: JudgedBulletin) -> Verdict | None:
    """Decide by the solution with the most points for the player.

    Either the place designated with a warning, or the score of another place less the penalty; the
    former if their points are equal (B-09).
    """
    word = judged.word
    return _award_best_solution(word) if word and word.awards else None


def decide_best_or_refer(judged: JudgedBulletin) -> Verdict | None:
    """Decide the same in 2017, but provisionally where several places are possible (5.3.2).

    The commission decides where the place named can be laid at all, or several have the score.
    """
    word = judged.word
    if not word or not word.awards:
        return None
    verdict = _award_best_solution(word)
    if not word.score_awards:
        return verdict
    if word.bad_placements and not word.located_awards:
        return replace(refer_to_commission(verdict), topic=Topic.SCORE_AMBIGUOUS)
    return (
        refer_to_commission(verdict)
        if word.located_awards or len(word.score_awards) > 1
        else verdict
    )


def decide_next_cell(judged: JudgedBulletin) -> Verdict | None:
    """Decide by the place designated, or the penalty for a place one cell away (2014: 5.3).

    If both are possible, the better counts, which the text does not settle (A-14).
    """
    word = judged.word
    if not word or not word.awards:
        return None
    verdict = _award_best_solution(word)
    if not (word.located_awards and word.score_awards):
        return verdict
    return add_silent_text(replace(verdict, topic=Topic.NEXT_CELL), Topic.NEXT_CELL)


def decide_designated_before_next_cell(judged: JudgedBulletin) -> Verdict | None:
    """Decide as in 2011: a place one cell away counts if the place named is not valid (5.3)."""
    word = judged.word
    if not word or not word.awards:
        return None
    if not (word.located_awards and word.score_awards):
        return _award_best_solution(word)
    chosen = max(word.located_awards, key=get_points)
    return decide_award(word.played, chosen, list_others(word, chosen), topic=Topic.NEXT_CELL)


def decide_double_inversion(judged: JudgedBulletin) -> Verdict | None:
    """Decide reference and direction both inverted: up to 2014 a zero whatever the score says.

    Except for a single tile that makes a word in both directions (5.4, A-29).
    """
    word = judged.word
    placement = word.played.doubly_inverted if word else None
    if not word or not placement or word.located_awards:
        return None
    if word.bad_placements and not placement.list_claimed_choices(word.played.claim):
        return None
    if len(placement.new_indexes) > 1:
        return decide_zero(
            Topic.DOUBLE_INVERSION, Motive.DOUBLE_INVERSION, readings=word.score_awards
        )
    award = award_place(word.played, placement, Route.INVERSION, extra={Motive.INVERSION})
    verdict = decide_award(word.played, award, word.score_awards)
    return add_silent_text(verdict, Topic.DOUBLE_INVERSION)


def _award_best_solution(word: WordAwards) -> Verdict:
    located_awards, score_awards = word.located_awards, word.score_awards
    chosen: Award = max((*located_awards, *score_awards), key=get_points)
    topic = Topic.BEST if located_awards and score_awards else None
    findings = word.twin_findings if chosen in score_awards else ()
    verdict = decide_award(
        word.played, chosen, list_others(word, chosen), topic=topic, findings=findings
    )
    return _remove_ambiguous_placement(verdict, word) if chosen in score_awards else verdict


def _remove_ambiguous_placement(verdict: Verdict, word: WordAwards) -> Verdict:
    """Return the verdict without a placement if several places fit the same score (B-10)."""
    if verdict.sanction != Sanction.PENALTY or len(word.score_awards) < 2:
        return verdict
    return replace(verdict, placement=None)
