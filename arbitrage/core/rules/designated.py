"""From the second turn on: places that the reference or letters of the grid designate (5.3).

Every step is a rule of an edition; the first that gives a verdict stands.
"""

from collections.abc import Sequence

from engine.regulation.topics import Topic

from ..codes import Motive, Undecided
from ..judged_bulletin import JudgedBulletin
from ..payments import Payment, as_zero, decide_zero, leave_undecided, pay
from ..reading.location import prolongs
from ..reading.raccord import fits
from ..verdict import Reading, Verdict
from ..word import Word, extends_badly, is_fallacious


def both_ways_for_the_most(judged: JudgedBulletin) -> Verdict | None:
    """Decide an inverted word that is playable in both directions from the cell named (5.5).

    The direction claimed is paid, unless another reading would be paid more, which no text settles
    (S-30b).
    """
    word = judged.word
    if not word or len(word.referenced) < 2:
        return None
    chosen = _claimed_way(word)
    if chosen and any(points_of(other) > points_of(chosen) for other in word.referenced):
        return leave_undecided(Undecided.BOTH_WAYS_LOWER_CLAIM, Topic.INVERSION, word.designated)
    if chosen:
        return pay(word.played, chosen, list_others(word, chosen))
    least = _least_way(word)
    if most_points(word.scoring) > points_of(least) or most_points(word.raccord) > points_of(least):
        reason = Undecided.BOTH_WAYS_CLAIM_ELSEWHERE
        return leave_undecided(reason, Topic.INVERSION, word.readings, word.twins)
    return pay(word.played, least, list_others(word, least))


def both_ways_as_claimed(judged: JudgedBulletin) -> Verdict | None:
    """Decide the same by the texts up to 2017: the direction claimed, else the least (5.2)."""
    word = judged.word
    if not word or len(word.referenced) < 2:
        return None
    chosen = _claimed_way(word) or _least_way(word)
    return pay(word.played, chosen, list_others(word, chosen))


def _claimed_way(word: Word) -> Payment | None:
    """Return the direction whose score is claimed, that of the reference if both have it."""
    reference = str(word.played.bulletin.place)
    claimed = [payment for payment in word.referenced if payment.exact]
    return min(
        claimed,
        key=lambda payment: (-points_of(payment), payment.reading.placement != reference),
        default=None,
    )


def _least_way(word: Word) -> Payment:
    reference = str(word.played.bulletin.place)
    return min(
        word.referenced,
        key=lambda payment: (points_of(payment), payment.reading.placement != reference),
    )


def extension_by_one_mode(judged: JudgedBulletin) -> Verdict | None:
    """Decide a bulletin with both modes, one of which extends a placed word badly.

    A letter added to a placed word makes one that is not admitted: zero by the texts before 2023
    (4.4).
    """
    word = judged.word
    if not word or not word.location.both_modes or not word.located:
        return None
    bad = [place for place in word.misplaced if extends_badly(place)]
    if not bad:
        return None
    findings = word.fallacious(bad)
    topic = Topic.EXTENSION_BY_ONE_MODE
    return decide_zero(topic, Motive.FALLACIOUS, findings=findings, readings=word.readings)


def two_modes(judged: JudgedBulletin) -> Verdict | None:
    """Decide a reference, and letters of the grid beside the word that designate another place
    (5.3).
    """
    return _two_modes(judged, settled=frozenset())


def two_modes_without_extension(judged: JudgedBulletin) -> Verdict | None:
    """Decide the same where ``extension_by_one_mode`` comes first.

    Another word that is not admitted only makes its mode an incorrect one (4.4).
    """
    return _two_modes(judged, settled=frozenset({Undecided.EXTENSION_BY_ONE_MODE}))


def _two_modes(judged: JudgedBulletin, *, settled: frozenset[Undecided]) -> Verdict | None:
    word = judged.word
    if not word or not word.location.both_modes or not (word.located or word.scoring):
        return None
    reason = _modes_conflict(word)
    if reason is None or reason in settled:
        return None
    zeros = _zeros(word) if reason == Undecided.EXTENSION_BY_ONE_MODE else ()
    return leave_undecided(reason, Topic.BOTH_MODES, word.readings, word.twins, *zeros)


def _zeros(word: Word) -> tuple[Reading, ...]:
    """Return zeros for the bulletin read as the play that makes a word which is not admitted."""
    reading, topic = word.readings[0].reading, Topic.BOTH_MODES
    return tuple(
        as_zero(reading, topic, Motive.FALLACIOUS, placement=place.ref) for place in word.misplaced
    )


def _modes_conflict(word: Word) -> Undecided | None:
    location, played = word.location, word.played
    if location.referenced:
        agree = any(location.raccord_at(place) for place in location.referenced)
        if agree or not any(fits(played, raccord) for raccord in location.raccord):
            return None
        valid = location.valid_raccord
        return Undecided.TWO_MODES_DISAGREE if valid else Undecided.EXTENSION_BY_ONE_MODE
    bad_word = any(
        place.place.direction == played.direction
        and place.is_formable
        and place.has_contact
        and place.bad_crosses
        for place in played.named_placements
    )
    if bad_word and any(
        not prolongs(played, raccord.placement) for raccord in location.valid_raccord
    ):
        return Undecided.EXTENSION_BY_ONE_MODE
    return None


def exact_place(judged: JudgedBulletin) -> Verdict | None:
    """Decide a place located correctly, with a score that exists there (5.3.1)."""
    word = judged.word
    if not word:
        return None
    exact = next((payment for payment in word.referenced if payment.exact), None)
    if exact:
        return pay(word.played, exact)
    if _modes_disagree(word):
        reason = Undecided.TWO_MODES_DISAGREE
        return leave_undecided(reason, Topic.BOTH_MODES, word.readings, word.twins)
    claimed = [payment for payment in word.raccord if payment.exact]
    if not claimed:
        return None
    chosen = min(claimed, key=lambda payment: len(payment.reading.motives))
    several = len(word.location.raccord) > 1
    topic = Topic.RACCORD_PLACES if several and not chosen.reading.motives else None
    return pay(word.played, chosen, list_others(word, chosen), topic=topic)


def _modes_disagree(word: Word) -> bool:
    """Return True if the letters of the grid designate another valid place, paid differently, than
    the reference.
    """
    return bool(word.referenced) and any(
        raccord.placement.scoring(word.played.claim) or prolongs(word.played, raccord.placement)
        for raccord in word.location.valid_raccord
        if raccord.placement not in word.location.referenced
    )


def least_raccord_place_or_zero(judged: JudgedBulletin) -> Verdict | None:
    """Decide letters of the grid that fit several places, with a score of none of them.

    The least is paid, or zero if one of the places is *fallacieux* (5.4.2.b).
    """
    word = judged.word
    if not word or not _fits_several_places(word):
        return None
    if any(is_fallacious(word.played, raccord.placement) for raccord in word.location.raccord):
        return decide_zero(Topic.RACCORD_PLACES, Motive.FALLACIOUS, readings=word.raccord)
    return _least_raccord_place(word)


def least_raccord_place(judged: JudgedBulletin) -> Verdict | None:
    """Decide the same by the texts before 2023: the least of the valid ones (4.3.3)."""
    word = judged.word
    return _least_raccord_place(word) if word and _fits_several_places(word) else None


def _fits_several_places(word: Word) -> bool:
    return bool(not word.referenced and word.raccord and len(word.location.raccord) > 1)


def _least_raccord_place(word: Word) -> Verdict:
    least = min(word.raccord, key=points_of)
    if most_points(word.scoring) > points_of(least):
        reason = Undecided.RACCORD_PLACES_AND_SCORE
        return leave_undecided(reason, Topic.RACCORD_PLACES, word.readings, word.twins)
    return pay(word.played, least, list_others(word, least), topic=Topic.RACCORD_PLACES)


def points_of(payment: Payment) -> int:
    """Return the points of a payment."""
    return payment.reading.points


def most_points(payments: Sequence[Payment]) -> int:
    """Return the most points of the payments."""
    return max(map(points_of, payments), default=0)


def list_others(word: Word, chosen: Payment) -> tuple[Payment, ...]:
    """Return the readings other than the one chosen."""
    return tuple(payment for payment in word.readings if payment is not chosen)
