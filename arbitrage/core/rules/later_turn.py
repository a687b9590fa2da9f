"""From the second turn on (5.3, 5.4.2.b): one word on the sheet, located or told by its score.

Every step is a rule of the edition; the first that answers stands.
"""

from collections.abc import Sequence
from dataclasses import replace

from ..case import Case
from ..codes import FindingCode, Motive, Sanction, Undecided
from ..location import prolongs
from ..payments import Payment, paid, undecided, zero
from ..verdict import Finding, Verdict
from ..word import Word, is_fallacious
from .word_zero import no_solution


def inverted_prolongation(case: Case) -> Verdict | None:
    """A prolongation written in the other direction: inversion is tolerated for a reference
    (5.3), but a prolongation has none that counts (B-18)."""
    word = case.word
    if not word or not word.location.across:
        return None
    return undecided(Undecided.INVERTED_PROLONGATION, "5.3", word.readings, word.twins)


def both_ways(case: Case) -> Verdict | None:
    """Inverted, and playable in both directions from the cell named (5.5)."""
    word = case.word
    if not word or len(word.referenced) < 2:
        return None
    claimed = [payment for payment in word.referenced if payment.exact]
    if claimed:
        return _claimed_way(word, claimed)
    own = str(word.proposal.bulletin.place)
    least = min(word.referenced, key=lambda one: (_points(one), one.reading.placement != own))
    if _best(word.scoring) > _points(least) or _best(word.raccord) > _points(least):
        reason = Undecided.BOTH_WAYS_CLAIM_ELSEWHERE
        return undecided(reason, "5.5", word.readings, word.twins)
    return paid(word.proposal, least, _others(word, least))


def _claimed_way(word: Word, claimed: Sequence[Payment]) -> Verdict:
    """The direction whose score is claimed, unless the other would be paid more (S-30b)."""
    own = str(word.proposal.bulletin.place)
    chosen = min(claimed, key=lambda one: (-_points(one), one.reading.placement != own))
    if any(_points(other) > _points(chosen) for other in word.referenced):
        return undecided(Undecided.BOTH_WAYS_LOWER_CLAIM, "5.5", word.designated)
    return paid(word.proposal, chosen, _others(word, chosen))


def two_modes(case: Case) -> Verdict | None:
    """A reference, and letters of the grid beside the word that say something else (5.3)."""
    word = case.word
    if not word or not word.location.both_modes or not (word.located or word.scoring):
        return None
    reason = _modes_conflict(word)
    if reason is None:
        return None
    return undecided(reason, "5.3", word.readings, word.twins)


def _modes_conflict(word: Word) -> Undecided | None:
    location = word.location
    if location.inverted or word.proposal.bulletin.place is None:
        return Undecided.SECOND_MODE_UNCLEAR
    if location.referenced:
        agree = any(location.raccord_at(place) for place in location.referenced)
        if agree or not location.raccord:
            return None
        valid = location.valid_raccord
        return Undecided.TWO_MODES_DISAGREE if valid else Undecided.EXTENSION_BY_ONE_MODE
    bad_word = any(
        place.is_formable and place.has_contact and place.bad_crosses
        for place in word.proposal.named
    )
    if bad_word and any(
        not prolongs(word.proposal, raccord.placement) for raccord in location.valid_raccord
    ):
        return Undecided.EXTENSION_BY_ONE_MODE
    return None


def exact_place(case: Case) -> Verdict | None:
    """A place located correctly, with a score that exists there, ends the search (5.3.1)."""
    word = case.word
    if not word:
        return None
    exact = next((payment for payment in word.referenced if payment.exact), None)
    if exact:
        return paid(word.proposal, exact)
    if _modes_disagree(word):
        return undecided(Undecided.TWO_MODES_DISAGREE, "5.3", word.readings, word.twins)
    claimed = [payment for payment in word.raccord if payment.exact]
    if not claimed:
        return None
    chosen = min(claimed, key=lambda one: len(one.reading.motives))
    several = len(word.location.raccord) > 1
    article = "5.4.2.b" if several and not chosen.reading.motives else None
    return paid(word.proposal, chosen, _others(word, chosen), article=article)


def _modes_disagree(word: Word) -> bool:
    """The reference designates one valid place, and the letters of the grid another that would be
    paid differently."""
    return bool(word.referenced) and any(
        raccord.placement.scoring(word.proposal.claim) or prolongs(word.proposal, raccord.placement)
        for raccord in word.location.valid_raccord
        if raccord.placement not in word.location.referenced
    )


def several_raccord_places(case: Case) -> Verdict | None:
    """Letters of the grid that fit several places, and a score of none of them (5.4.2.b)."""
    word = case.word
    if not word or word.referenced or not word.raccord or len(word.location.raccord) < 2:
        return None
    if any(is_fallacious(word.proposal, one.placement) for one in word.location.raccord):
        return zero("5.4.2.b", Motive.FALLACIOUS, readings=word.raccord)
    least = min(word.raccord, key=_points)
    if _best(word.scoring) > _points(least):
        reason = Undecided.RACCORD_PLACES_AND_SCORE
        return undecided(reason, "5.4.2.b", word.readings, word.twins)
    return paid(word.proposal, least, _others(word, least), article="5.4.2.b")


def fallacious_raccord(case: Case) -> Verdict | None:
    """A solution that rests on its score alone, which a plausible invalid place shares (5.3.3)."""
    word = case.word
    if not word or not word.scoring:
        return None
    if word.located:
        needed = _best(word.scoring) > _best(word.located)
        if not needed or not word.has_fallacious_twin:
            return None
        reason = Undecided.FALLACIOUS_BESIDE_PLACE
        return undecided(reason, "5.4.2.b", word.readings, word.twins)
    if word.has_fallacious_twin:
        return zero("5.3.3", Motive.FALLACIOUS, findings=word.twins, readings=word.scoring)
    tempting = [
        place
        for place in (*word.proposal.named, *(one.placement for one in word.location.raccord))
        if place.is_formable and is_fallacious(word.proposal, place)
    ]
    worthless = all(payment.reading.sanction == Sanction.ZERO for payment in word.scoring)
    if worthless or not tempting:
        return None
    finding = Finding.of(
        FindingCode.FALLACIOUS_RACCORD, "5.3.3", place=tempting[0].ref, words=tempting[0].bad_words
    )
    findings = (finding, *word.twins)
    return undecided(Undecided.FALLACIOUS_REFERENCE, "5.3.3", word.readings, findings)


def best_solution(case: Case) -> Verdict | None:
    """The solution that pays the player most: the place designated with a warning, or the score
    of another place less the penalty; the former if they pay the same (B-09)."""
    word = case.word
    if not word or not (word.located or word.scoring):
        return None
    located, scoring = word.located, word.scoring
    best = max((*located, *scoring), key=_points)
    article = "5.4.2.b" if located and scoring else None
    findings = word.twins if scoring and best in scoring else ()
    verdict = paid(word.proposal, best, _others(word, best), article=article, findings=findings)
    return _without_place(verdict) if best in scoring and len(scoring) > 1 else verdict


def no_acceptable_solution(case: Case) -> Verdict | None:
    """Neither located nor told by its score: zero (5.4.1.a, c, d, 5.7)."""
    word = case.word
    return no_solution(word) if word else None


def _points(payment: Payment) -> int:
    return payment.reading.points


def _best(payments: Sequence[Payment]) -> int:
    return max(map(_points, payments), default=0)


def _others(word: Word, chosen: Payment) -> tuple[Payment, ...]:
    return tuple(one for one in word.readings if one is not chosen)


def _without_place(verdict: Verdict) -> Verdict:
    """Several places fit the same score (B-10): none of them is the one retained."""
    if verdict.sanction != Sanction.PENALTY:
        return verdict
    return replace(verdict, placement=None)
