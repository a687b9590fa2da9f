"""From the second turn on: a score that designates a place without reference or raccord (5.3.3).

The editions treat it differently: each has its own rules here.
"""

from dataclasses import replace

from engine.regulation.topics import Topic

from ..codes import Motive, Route, Sanction, Undecided
from ..judged_bulletin import JudgedBulletin
from ..payments import (
    Payment,
    add_silent_text,
    decide_zero,
    leave_undecided,
    pay,
    pay_place,
    refer_to_commission,
    to_proposal,
    to_zero,
)
from ..sheets.position import Placement
from ..verdict import Verdict
from ..word import Word, has_bad_extension, is_fallacious
from .designated import find_most_points, get_points, list_others


def decide_fallacious_score(judged: JudgedBulletin) -> Verdict | None:
    """Decide a solution that rests on its score alone, shared by a plausible invalid place.

    It is zero (2023: 5.3.3). Beside a place designated no text is clear, and a zero is proposed
    (5.4.2.b); with another score than that of the invalid place, the penalty.
    """
    word = judged.word
    if not word or not word.score_payments:
        return None
    if word.located_payments:
        is_needed = find_most_points(word.score_payments) > find_most_points(word.located_payments)
        if not is_needed or not word.has_fallacious_twin:
            return None
        verdict = decide_zero(
            Topic.BEST, Motive.FALLACIOUS, findings=word.twin_findings, readings=word.payments
        )
        return to_proposal(verdict, Undecided.FALLACIOUS_BESIDE_PLACE, Topic.BEST)
    if word.has_fallacious_twin:
        topic = Topic.FALLACIOUS
        return decide_zero(
            topic, Motive.FALLACIOUS, findings=word.twin_findings, readings=word.score_payments
        )
    plausible_placements = [
        placement for placement in word.bad_placements if is_fallacious(word.played, placement)
    ]
    is_worthless = all(payment.reading.sanction == Sanction.ZERO for payment in word.score_payments)
    if is_worthless or not plausible_placements:
        return None
    findings = (*word.list_fallacious_findings(plausible_placements), *word.twin_findings)
    reason = Undecided.FALLACIOUS_REFERENCE
    as_bad_place = to_zero(
        word.payments[0].reading,
        Topic.FALLACIOUS,
        Motive.FALLACIOUS,
        placement=plausible_placements[0].ref,
    )
    return leave_undecided(reason, Topic.FALLACIOUS, word.payments, findings, as_bad_place)


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
        Topic.FALLACIOUS, Motive.FALLACIOUS, findings=findings, readings=word.score_payments
    )


def decide_fallacious_place_and_refer(judged: JudgedBulletin) -> Verdict | None:
    """Decide the same in 2014, where 5.3 leaves it to the arbiter.

    It is a penalty until the commission has decided (A-15).
    """
    word = judged.word
    bad_placements = _list_bad_extensions(word) if word else []
    if not word or not bad_placements:
        return None
    chosen = max(word.score_payments, key=get_points)
    findings = word.list_fallacious_findings(bad_placements)
    verdict = pay(word.played, chosen, list_others(word, chosen), findings=findings)
    return refer_to_commission(_remove_ambiguous_placement(verdict, word))


def _list_bad_extensions(word: Word) -> list[Placement]:
    if word.located_payments or not word.score_payments:
        return []
    return [placement for placement in word.bad_placements if has_bad_extension(placement)]


def decide_best_solution(judged: JudgedBulletin) -> Verdict | None:
    """Decide by the solution that pays the player most.

    Either the place designated with a warning, or the score of another place less the penalty; the
    former if they pay the same (B-09).
    """
    word = judged.word
    return _pay_best_solution(word) if word and word.payments else None


def decide_best_or_refer(judged: JudgedBulletin) -> Verdict | None:
    """Decide the same in 2017, but provisionally where several places are possible (5.3.2).

    The commission decides where the place named can be laid at all, or several have the score.
    """
    word = judged.word
    if not word or not word.payments:
        return None
    verdict = _pay_best_solution(word)
    if not word.score_payments:
        return verdict
    if word.bad_placements and not word.located_payments:
        return replace(refer_to_commission(verdict), topic=Topic.SCORE_AMBIGUOUS)
    return (
        refer_to_commission(verdict)
        if word.located_payments or len(word.score_payments) > 1
        else verdict
    )


def decide_next_cell(judged: JudgedBulletin) -> Verdict | None:
    """Decide by the place designated, or the penalty for a place one cell away (2014: 5.3).

    If both are possible, the better is paid, which the text does not settle (A-14).
    """
    word = judged.word
    if not word or not word.payments:
        return None
    verdict = _pay_best_solution(word)
    if not (word.located_payments and word.score_payments):
        return verdict
    return add_silent_text(replace(verdict, topic=Topic.NEXT_CELL), Topic.NEXT_CELL)


def decide_designated_before_next_cell(judged: JudgedBulletin) -> Verdict | None:
    """Decide as in 2011: a place one cell away counts if the place named is not valid (5.3)."""
    word = judged.word
    if not word or not word.payments:
        return None
    if not (word.located_payments and word.score_payments):
        return _pay_best_solution(word)
    chosen = max(word.located_payments, key=get_points)
    return pay(word.played, chosen, list_others(word, chosen), topic=Topic.NEXT_CELL)


def decide_double_inversion(judged: JudgedBulletin) -> Verdict | None:
    """Decide reference and direction both inverted: up to 2014 a zero whatever the score says.

    Except for a single tile that makes a word in both directions (5.4, A-29).
    """
    word = judged.word
    placement = word.played.doubly_inverted if word else None
    if not word or not placement or word.located_payments:
        return None
    if word.bad_placements and not placement.list_claimed_choices(word.played.claim):
        return None
    if len(placement.new_indexes) > 1:
        return decide_zero(
            Topic.DOUBLE_INVERSION, Motive.DOUBLE_INVERSION, readings=word.score_payments
        )
    payment = pay_place(word.played, placement, Route.INVERSION, extra={Motive.INVERSION})
    verdict = pay(word.played, payment, word.score_payments)
    return add_silent_text(verdict, Topic.DOUBLE_INVERSION)


def _pay_best_solution(word: Word) -> Verdict:
    located_payments, score_payments = word.located_payments, word.score_payments
    chosen: Payment = max((*located_payments, *score_payments), key=get_points)
    topic = Topic.BEST if located_payments and score_payments else None
    findings = word.twin_findings if chosen in score_payments else ()
    verdict = pay(word.played, chosen, list_others(word, chosen), topic=topic, findings=findings)
    return _remove_ambiguous_placement(verdict, word) if chosen in score_payments else verdict


def _remove_ambiguous_placement(verdict: Verdict, word: Word) -> Verdict:
    """Return the verdict without a placement if several places fit the same score (B-10)."""
    if verdict.sanction != Sanction.PENALTY or len(word.score_payments) < 2:
        return verdict
    return replace(verdict, placement=None)
