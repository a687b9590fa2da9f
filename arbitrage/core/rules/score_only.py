"""From the second turn on: a score that designates a place, where reference and raccord do not
(5.3.3).

The editions treat it differently: each has its own rules here.
"""

from dataclasses import replace

from engine.regulation.topics import Topic

from ..codes import Motive, Route, Sanction, Undecided
from ..judged_bulletin import JudgedBulletin
from ..payments import (
    Payment,
    as_proposal,
    as_zero,
    decide_zero,
    leave_undecided,
    pay,
    pay_place,
    refer_to_commission,
    with_silent_text,
)
from ..sheets.position import Placement
from ..verdict import Verdict
from ..word import Word, extends_badly, is_fallacious
from .designated import list_others, most_points, points_of


def fallacious_score(judged: JudgedBulletin) -> Verdict | None:
    """Decide a solution that rests on its score alone, shared by a plausible invalid place.

    It is zero (2023: 5.3.3). Beside a place designated no text is clear, and a zero is proposed
    (5.4.2.b); with another score than that of the invalid place, the penalty.
    """
    word = judged.word
    if not word or not word.scoring:
        return None
    if word.located:
        needed = most_points(word.scoring) > most_points(word.located)
        if not needed or not word.has_fallacious_twin:
            return None
        verdict = decide_zero(
            Topic.BEST, Motive.FALLACIOUS, findings=word.twins, readings=word.readings
        )
        return as_proposal(verdict, Undecided.FALLACIOUS_BESIDE_PLACE, Topic.BEST)
    if word.has_fallacious_twin:
        topic = Topic.FALLACIOUS
        return decide_zero(topic, Motive.FALLACIOUS, findings=word.twins, readings=word.scoring)
    tempting = [place for place in word.misplaced if is_fallacious(word.played, place)]
    worthless = all(payment.reading.sanction == Sanction.ZERO for payment in word.scoring)
    if worthless or not tempting:
        return None
    findings = (*word.fallacious(tempting), *word.twins)
    reason = Undecided.FALLACIOUS_REFERENCE
    as_bad_place = as_zero(
        word.readings[0].reading, Topic.FALLACIOUS, Motive.FALLACIOUS, placement=tempting[0].ref
    )
    return leave_undecided(reason, Topic.FALLACIOUS, word.readings, findings, as_bad_place)


def fallacious_place(judged: JudgedBulletin) -> Verdict | None:
    """Decide a place named that extends a placed word badly, with the score of a valid place.

    It is zero (2019: slip, 2017: 5.3.2, 2011: 5.3).
    """
    word = judged.word
    bad = _bad_extensions(word) if word else []
    if not word or not bad:
        return None
    findings = word.fallacious(bad)
    return decide_zero(
        Topic.FALLACIOUS, Motive.FALLACIOUS, findings=findings, readings=word.scoring
    )


def fallacious_place_to_commission(judged: JudgedBulletin) -> Verdict | None:
    """Decide the same in 2014, where 5.3 leaves it to the arbiter.

    It is a penalty until the commission has decided (A-15).
    """
    word = judged.word
    bad = _bad_extensions(word) if word else []
    if not word or not bad:
        return None
    chosen = max(word.scoring, key=points_of)
    findings = word.fallacious(bad)
    verdict = pay(word.played, chosen, list_others(word, chosen), findings=findings)
    return refer_to_commission(_without_place(verdict, word))


def _bad_extensions(word: Word) -> list[Placement]:
    if word.located or not word.scoring:
        return []
    return [place for place in word.misplaced if extends_badly(place)]


def best_solution(judged: JudgedBulletin) -> Verdict | None:
    """Decide by the solution that pays the player most.

    Either the place designated with a warning, or the score of another place less the penalty; the
    former if they pay the same (B-09).
    """
    word = judged.word
    return _best_solution(word) if word and word.readings else None


def commission_solution(judged: JudgedBulletin) -> Verdict | None:
    """Decide the same in 2017, but provisionally where several places are possible (5.3.2).

    The commission decides where the place named can be laid at all, or several have the score.
    """
    word = judged.word
    if not word or not word.readings:
        return None
    verdict = _best_solution(word)
    if not word.scoring:
        return verdict
    if word.misplaced and not word.located:
        return replace(refer_to_commission(verdict), topic=Topic.SCORE_AMBIGUOUS)
    return refer_to_commission(verdict) if word.located or len(word.scoring) > 1 else verdict


def next_cell_solution(judged: JudgedBulletin) -> Verdict | None:
    """Decide by the place designated, or the penalty for a place one cell away from the one named
    (2014: 5.3).

    If both are possible, the better is paid, which the text does not settle (A-14).
    """
    word = judged.word
    if not word or not word.readings:
        return None
    verdict = _best_solution(word)
    if not (word.located and word.scoring):
        return verdict
    return with_silent_text(replace(verdict, topic=Topic.NEXT_CELL), Topic.NEXT_CELL)


def designated_before_next_cell(judged: JudgedBulletin) -> Verdict | None:
    """Decide as in 2011: a place one cell away counts only where the one named is not valid
    (5.3).
    """
    word = judged.word
    if not word or not word.readings:
        return None
    if not (word.located and word.scoring):
        return _best_solution(word)
    chosen = max(word.located, key=points_of)
    return pay(word.played, chosen, list_others(word, chosen), topic=Topic.NEXT_CELL)


def double_inversion(judged: JudgedBulletin) -> Verdict | None:
    """Decide reference and direction both inverted: up to 2014 a zero whatever the score says.

    Except for a single tile that makes a word in both directions (5.4, A-29).
    """
    word = judged.word
    place = word.played.doubly_inverted if word else None
    if not word or not place or word.located:
        return None
    if word.misplaced and not place.scoring(word.played.claim):
        return None
    if len(place.new) > 1:
        return decide_zero(Topic.DOUBLE_INVERSION, Motive.DOUBLE_INVERSION, readings=word.scoring)
    payment = pay_place(word.played, place, Route.INVERSION, extra={Motive.INVERSION})
    verdict = pay(word.played, payment, word.scoring)
    return with_silent_text(verdict, Topic.DOUBLE_INVERSION)


def _best_solution(word: Word) -> Verdict:
    located, scoring = word.located, word.scoring
    chosen: Payment = max((*located, *scoring), key=points_of)
    topic = Topic.BEST if located and scoring else None
    findings = word.twins if chosen in scoring else ()
    verdict = pay(word.played, chosen, list_others(word, chosen), topic=topic, findings=findings)
    return _without_place(verdict, word) if chosen in scoring else verdict


def _without_place(verdict: Verdict, word: Word) -> Verdict:
    """Return the verdict without a placement if several places fit the same score (B-10)."""
    if verdict.sanction != Sanction.PENALTY or len(word.scoring) < 2:
        return verdict
    return replace(verdict, placement=None)
