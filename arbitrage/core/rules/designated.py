"""From the second turn on: places that the reference or letters of the grid designate (5.3).

Every step is a rule of an edition; the first that answers stands.
"""

from collections.abc import Sequence

from engine.regulation.topics import Topic

from ..case import Case
from ..codes import Motive, Undecided
from ..payments import Payment, as_zero, paid, undecided, zero
from ..reading.location import prolongs
from ..reading.raccord import fits
from ..verdict import Reading, Verdict
from ..word import Word, extends_badly, is_fallacious


def both_ways_for_the_most(case: Case) -> Verdict | None:
    """Inverted, and playable in both directions from the cell named (5.5): the direction claimed,
    unless another reading would be paid more, which no text settles (S-30b)."""
    word = case.word
    if not word or len(word.referenced) < 2:
        return None
    chosen = _claimed_way(word)
    if chosen and any(points(other) > points(chosen) for other in word.referenced):
        return undecided(Undecided.BOTH_WAYS_LOWER_CLAIM, Topic.INVERSION, word.designated)
    if chosen:
        return paid(word.played, chosen, others(word, chosen))
    least = _least_way(word)
    if best(word.scoring) > points(least) or best(word.raccord) > points(least):
        reason = Undecided.BOTH_WAYS_CLAIM_ELSEWHERE
        return undecided(reason, Topic.INVERSION, word.readings, word.twins)
    return paid(word.played, least, others(word, least))


def both_ways_as_claimed(case: Case) -> Verdict | None:
    """The same by the texts up to 2017: the direction claimed, else the least (5.2)."""
    word = case.word
    if not word or len(word.referenced) < 2:
        return None
    chosen = _claimed_way(word) or _least_way(word)
    return paid(word.played, chosen, others(word, chosen))


def _claimed_way(word: Word) -> Payment | None:
    """The direction whose score is claimed, that of the reference if both have it."""
    own = str(word.played.bulletin.place)
    claimed = [payment for payment in word.referenced if payment.exact]
    return min(claimed, key=lambda one: (-points(one), one.reading.placement != own), default=None)


def _least_way(word: Word) -> Payment:
    own = str(word.played.bulletin.place)
    return min(word.referenced, key=lambda one: (points(one), one.reading.placement != own))


def extension_by_one_mode(case: Case) -> Verdict | None:
    """Both modes are used, and by one of them a letter added to a placed word makes one that is
    not admitted: zero by the texts before 2023 (4.4)."""
    word = case.word
    if not word or not word.location.both_modes or not word.located:
        return None
    bad = [place for place in word.misplaced if extends_badly(place)]
    if not bad:
        return None
    findings = word.fallacious(bad)
    topic = Topic.EXTENSION_BY_ONE_MODE
    return zero(topic, Motive.FALLACIOUS, findings=findings, readings=word.readings)


def two_modes(case: Case) -> Verdict | None:
    """A reference, and letters of the grid beside the word that say something else (5.3)."""
    return _two_modes(case, settled=frozenset())


def two_modes_without_extension(case: Case) -> Verdict | None:
    """The same where ``extension_by_one_mode`` has been answered before: another word that is
    not admitted only makes its mode an incorrect one (4.4)."""
    return _two_modes(case, settled=frozenset({Undecided.EXTENSION_BY_ONE_MODE}))


def _two_modes(case: Case, *, settled: frozenset[Undecided]) -> Verdict | None:
    word = case.word
    if not word or not word.location.both_modes or not (word.located or word.scoring):
        return None
    reason = _modes_conflict(word)
    if reason is None or reason in settled:
        return None
    zeros = _zeros(word) if reason == Undecided.EXTENSION_BY_ONE_MODE else ()
    return undecided(reason, Topic.BOTH_MODES, word.readings, word.twins, *zeros)


def _zeros(word: Word) -> tuple[Reading, ...]:
    """The bulletin read as the play that makes a word which is not admitted."""
    one, topic = word.readings[0].reading, Topic.BOTH_MODES
    return tuple(
        as_zero(one, topic, Motive.FALLACIOUS, placement=place.ref) for place in word.misplaced
    )


def _modes_conflict(word: Word) -> Undecided | None:
    location, played = word.location, word.played
    if location.referenced:
        agree = any(location.raccord_at(place) for place in location.referenced)
        if agree or not any(fits(played, one) for one in location.raccord):
            return None
        valid = location.valid_raccord
        return Undecided.TWO_MODES_DISAGREE if valid else Undecided.EXTENSION_BY_ONE_MODE
    bad_word = any(
        place.place.direction == played.direction
        and place.is_formable
        and place.has_contact
        and place.bad_crosses
        for place in played.named
    )
    if bad_word and any(
        not prolongs(played, raccord.placement) for raccord in location.valid_raccord
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
        return paid(word.played, exact)
    if _modes_disagree(word):
        reason = Undecided.TWO_MODES_DISAGREE
        return undecided(reason, Topic.BOTH_MODES, word.readings, word.twins)
    claimed = [payment for payment in word.raccord if payment.exact]
    if not claimed:
        return None
    chosen = min(claimed, key=lambda one: len(one.reading.motives))
    several = len(word.location.raccord) > 1
    topic = Topic.RACCORD_PLACES if several and not chosen.reading.motives else None
    return paid(word.played, chosen, others(word, chosen), topic=topic)


def _modes_disagree(word: Word) -> bool:
    """The reference designates one valid place, and the letters of the grid another that would be
    paid differently."""
    return bool(word.referenced) and any(
        raccord.placement.scoring(word.played.claim) or prolongs(word.played, raccord.placement)
        for raccord in word.location.valid_raccord
        if raccord.placement not in word.location.referenced
    )


def least_raccord_place_or_zero(case: Case) -> Verdict | None:
    """Letters of the grid that fit several places, and a score of none of them: the least, but
    zero if one of them is *fallacieux* (5.4.2.b)."""
    word = case.word
    if not word or not _fits_several_places(word):
        return None
    if any(is_fallacious(word.played, one.placement) for one in word.location.raccord):
        return zero(Topic.RACCORD_PLACES, Motive.FALLACIOUS, readings=word.raccord)
    return _least_raccord_place(word)


def least_raccord_place(case: Case) -> Verdict | None:
    """The same by the texts before 2023: the least of the valid ones (4.3.3)."""
    word = case.word
    return _least_raccord_place(word) if word and _fits_several_places(word) else None


def _fits_several_places(word: Word) -> bool:
    return bool(not word.referenced and word.raccord and len(word.location.raccord) > 1)


def _least_raccord_place(word: Word) -> Verdict:
    least = min(word.raccord, key=points)
    if best(word.scoring) > points(least):
        reason = Undecided.RACCORD_PLACES_AND_SCORE
        return undecided(reason, Topic.RACCORD_PLACES, word.readings, word.twins)
    return paid(word.played, least, others(word, least), topic=Topic.RACCORD_PLACES)


def points(payment: Payment) -> int:
    """What it pays."""
    return payment.reading.points


def best(payments: Sequence[Payment]) -> int:
    """The most that any of them pays."""
    return max(map(points, payments), default=0)


def others(word: Word, chosen: Payment) -> tuple[Payment, ...]:
    """The readings that rival the one chosen."""
    return tuple(one for one in word.readings if one is not chosen)
