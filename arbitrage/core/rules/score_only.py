"""From the second turn on: a score that names a place, where reference and raccord do not (5.3.3).

What the editions do differently with it are rules of their own.
"""

from dataclasses import replace

from engine.regulation.topics import Topic

from ..case import Case
from ..codes import Motive, Route, Sanction, Undecided
from ..payments import (
    Payment,
    as_zero,
    doubted,
    paid,
    pay_place,
    to_commission,
    undecided,
    with_silent_text,
    zero,
)
from ..sheets.position import Placement
from ..verdict import Verdict
from ..word import Word, extends_badly, is_fallacious
from .designated import best, others, points


def fallacious_score(case: Case) -> Verdict | None:
    """A solution that rests on its score alone, which a plausible invalid place shares: zero
    (2023: 5.3.3). Beside a place designated no text is clear, a zero is proposed (5.4.2.b); with
    another score than that of the invalid place, the penalty."""
    word = case.word
    if not word or not word.scoring:
        return None
    if word.located:
        needed = best(word.scoring) > best(word.located)
        if not needed or not word.has_fallacious_twin:
            return None
        verdict = zero(Topic.BEST, Motive.FALLACIOUS, findings=word.twins, readings=word.readings)
        return doubted(verdict, Undecided.FALLACIOUS_BESIDE_PLACE, Topic.BEST)
    if word.has_fallacious_twin:
        topic = Topic.FALLACIOUS
        return zero(topic, Motive.FALLACIOUS, findings=word.twins, readings=word.scoring)
    tempting = [place for place in word.misplaced if is_fallacious(word.played, place)]
    worthless = all(payment.reading.sanction == Sanction.ZERO for payment in word.scoring)
    if worthless or not tempting:
        return None
    findings = (*word.fallacious(tempting), *word.twins)
    reason = Undecided.FALLACIOUS_REFERENCE
    bad = as_zero(
        word.readings[0].reading, Topic.FALLACIOUS, Motive.FALLACIOUS, placement=tempting[0].ref
    )
    return undecided(reason, Topic.FALLACIOUS, word.readings, findings, bad)


def fallacious_place(case: Case) -> Verdict | None:
    """The place named adds a letter to a placed word and makes one that is not admitted, the
    score is that of a valid place: zero (2019: slip, 2017: 5.3.2, 2011: 5.3)."""
    word = case.word
    bad = _bad_extensions(word) if word else []
    if not word or not bad:
        return None
    findings = word.fallacious(bad)
    return zero(Topic.FALLACIOUS, Motive.FALLACIOUS, findings=findings, readings=word.scoring)


def fallacious_place_to_commission(case: Case) -> Verdict | None:
    """The same in 2014, where 5.3 leaves it to the arbiter: a penalty until the commission has
    decided (A-15)."""
    word = case.word
    bad = _bad_extensions(word) if word else []
    if not word or not bad:
        return None
    chosen = max(word.scoring, key=points)
    findings = word.fallacious(bad)
    verdict = paid(word.played, chosen, others(word, chosen), findings=findings)
    return to_commission(_without_place(verdict, word))


def _bad_extensions(word: Word) -> list[Placement]:
    if word.located or not word.scoring:
        return []
    return [place for place in word.misplaced if extends_badly(place)]


def best_solution(case: Case) -> Verdict | None:
    """The solution that pays the player most: the place designated with a warning, or the score
    of another place less the penalty; the former if they pay the same (B-09)."""
    word = case.word
    return _best_solution(word) if word and word.readings else None


def commission_solution(case: Case) -> Verdict | None:
    """The same in 2017, but where the place named can be laid at all, or several have the score,
    it is provisional until the commission has decided (5.3.2)."""
    word = case.word
    if not word or not word.readings:
        return None
    verdict = _best_solution(word)
    if not word.scoring:
        return verdict
    if word.misplaced and not word.located:
        return replace(to_commission(verdict), topic=Topic.SCORE_AMBIGUOUS)
    return to_commission(verdict) if word.located or len(word.scoring) > 1 else verdict


def next_cell_solution(case: Case) -> Verdict | None:
    """In 2014: the place designated, or the penalty for a place one cell away from the one named
    (5.3); if both do, the better, which the text does not settle (A-14)."""
    word = case.word
    if not word or not word.readings:
        return None
    verdict = _best_solution(word)
    if not (word.located and word.scoring):
        return verdict
    return with_silent_text(replace(verdict, topic=Topic.NEXT_CELL), Topic.NEXT_CELL)


def designated_before_next_cell(case: Case) -> Verdict | None:
    """In 2011: a place one cell away counts only where the one named is not valid (5.3)."""
    word = case.word
    if not word or not word.readings:
        return None
    if not (word.located and word.scoring):
        return _best_solution(word)
    chosen = max(word.located, key=points)
    return paid(word.played, chosen, others(word, chosen), topic=Topic.NEXT_CELL)


def double_inversion(case: Case) -> Verdict | None:
    """Up to 2014 reference and direction both inverted are a zero whatever the score says, but for
    a single tile that makes a word in both directions (5.4, A-29)."""
    word = case.word
    place = word.played.doubly_inverted if word else None
    if not word or not place or word.located:
        return None
    if word.misplaced and not place.scoring(word.played.claim):
        return None
    if len(place.new) > 1:
        return zero(Topic.DOUBLE_INVERSION, Motive.DOUBLE_INVERSION, readings=word.scoring)
    payment = pay_place(word.played, place, Route.INVERSION, extra={Motive.INVERSION})
    verdict = paid(word.played, payment, word.scoring)
    return with_silent_text(verdict, Topic.DOUBLE_INVERSION)


def _best_solution(word: Word) -> Verdict:
    located, scoring = word.located, word.scoring
    chosen: Payment = max((*located, *scoring), key=points)
    topic = Topic.BEST if located and scoring else None
    findings = word.twins if chosen in scoring else ()
    verdict = paid(word.played, chosen, others(word, chosen), topic=topic, findings=findings)
    return _without_place(verdict, word) if chosen in scoring else verdict


def _without_place(verdict: Verdict, word: Word) -> Verdict:
    """Several places fit the same score (B-10): none of them is the one retained."""
    if verdict.sanction != Sanction.PENALTY or len(word.scoring) < 2:
        return verdict
    return replace(verdict, placement=None)
