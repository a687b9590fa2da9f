"""From the second turn on: places that the reference or letters of the grid designate (5.3).

Every step is a rule of an edition; the first that gives a verdict stands.
"""

from collections.abc import Sequence

from engine.regulation.topics import Topic

from ..awards import Award, decide_award, decide_zero, leave_undecided, to_zero
from ..codes import Motive, Undecided
from ..judged_bulletin import JudgedBulletin
from ..reading.location import is_prolongation
from ..reading.raccord import has_matching_letters
from ..verdict import Reading, Verdict
from ..word import WordAwards, has_bad_extension, is_fallacious


def decide_both_directions_by_most(judged: JudgedBulletin) -> Verdict | None:
    """Decide an inverted word that is playable in both directions from the cell named (5.5).

    The direction claimed counts, unless another reading has more points, which no text settles
    (S-30b).
    """
    word = judged.word
    if not word or len(word.reference_awards) < 2:
        return None
    chosen = _find_claimed_direction(word)
    if chosen and any(get_points(other) > get_points(chosen) for other in word.reference_awards):
        return leave_undecided(
            Undecided.BOTH_WAYS_LOWER_CLAIM, Topic.INVERSION, word.designated_awards
        )
    if chosen:
        return decide_award(word.played, chosen, list_others(word, chosen))
    least_direction = _find_least_direction(word)
    if find_most_points(word.score_awards) > get_points(least_direction) or find_most_points(
        word.raccord_awards
    ) > get_points(least_direction):
        reason = Undecided.BOTH_WAYS_CLAIM_ELSEWHERE
        return leave_undecided(reason, Topic.INVERSION, word.awards, word.twin_findings)
    return decide_award(word.played, least_direction, list_others(word, least_direction))


def decide_both_directions_by_claim(judged: JudgedBulletin) -> Verdict | None:
    """Decide the same by the texts up to 2017: the direction claimed, else the least (5.2)."""
    word = judged.word
    if not word or len(word.reference_awards) < 2:
        return None
    chosen = _find_claimed_direction(word) or _find_least_direction(word)
    return decide_award(word.played, chosen, list_others(word, chosen))


def _find_claimed_direction(word: WordAwards) -> Award | None:
    """Return the direction whose score is claimed, that of the reference if both have it."""
    reference = str(word.played.bulletin.place)
    claimed = [award for award in word.reference_awards if award.exact]
    return min(
        claimed,
        key=lambda award: (-get_points(award), award.reading.placement != reference),
        default=None,
    )


def _find_least_direction(word: WordAwards) -> Award:
    reference = str(word.played.bulletin.place)
    return min(
        word.reference_awards,
        key=lambda award: (get_points(award), award.reading.placement != reference),
    )


def decide_extension_by_one_mode(judged: JudgedBulletin) -> Verdict | None:
    """Decide a bulletin with both modes, one of which extends a placed word badly.

    A letter added to a placed word makes one that is not admitted: zero by the texts before 2023
    (4.4).
    """
    word = judged.word
    if not word or not word.location.has_both_modes or not word.located_awards:
        return None
    bad_placements = [
        placement for placement in word.bad_placements if has_bad_extension(placement)
    ]
    if not bad_placements:
        return None
    findings = word.list_fallacious_findings(bad_placements)
    topic = Topic.EXTENSION_BY_ONE_MODE
    return decide_zero(topic, Motive.FALLACIOUS, findings=findings, readings=word.awards)


def decide_two_modes(judged: JudgedBulletin) -> Verdict | None:
    """Decide a reference and letters of the grid that designate different places (5.3)."""
    return _decide_two_modes(judged, settled=frozenset())


def decide_two_modes_without_extension(judged: JudgedBulletin) -> Verdict | None:
    """Decide the same where ``extension_by_one_mode`` comes first.

    Another word that is not admitted only makes its mode an incorrect one (4.4).
    """
    return _decide_two_modes(judged, settled=frozenset({Undecided.EXTENSION_BY_ONE_MODE}))


def _decide_two_modes(judged: JudgedBulletin, *, settled: frozenset[Undecided]) -> Verdict | None:
    word = judged.word
    if (
        not word
        or not word.location.has_both_modes
        or not (word.located_awards or word.score_awards)
    ):
        return None
    reason = _find_modes_conflict(word)
    if reason is None or reason in settled:
        return None
    zeros = _list_zeros(word) if reason == Undecided.EXTENSION_BY_ONE_MODE else ()
    return leave_undecided(reason, Topic.BOTH_MODES, word.awards, word.twin_findings, *zeros)


def _list_zeros(word: WordAwards) -> tuple[Reading, ...]:
    """Return zeros for the bulletin read as the play that makes a word which is not admitted."""
    reading, topic = word.awards[0].reading, Topic.BOTH_MODES
    return tuple(
        to_zero(reading, topic, Motive.FALLACIOUS, placement=placement.ref)
        for placement in word.bad_placements
    )


def _find_modes_conflict(word: WordAwards) -> Undecided | None:
    location, played = word.location, word.played
    if location.referenced:
        agree = any(location.find_raccord_at(placement) for placement in location.referenced)
        if agree or not any(has_matching_letters(played, raccord) for raccord in location.raccords):
            return None
        valid = location.valid_raccords
        return Undecided.TWO_MODES_DISAGREE if valid else Undecided.EXTENSION_BY_ONE_MODE
    bad_word = any(
        placement.place.direction == played.direction
        and placement.is_formable
        and placement.has_contact
        and placement.bad_crosses
        for placement in played.named_placements
    )
    if bad_word and any(
        not is_prolongation(played, raccord.placement) for raccord in location.valid_raccords
    ):
        return Undecided.EXTENSION_BY_ONE_MODE
    return None


def decide_exact_place(judged: JudgedBulletin) -> Verdict | None:
    """Decide a place located correctly, with a score that exists there (5.3.1)."""
    word = judged.word
    if not word:
        return None
    exact = next((award for award in word.reference_awards if award.exact), None)
    if exact:
        return decide_award(word.played, exact)
    if _has_disagreeing_modes(word):
        reason = Undecided.TWO_MODES_DISAGREE
        return leave_undecided(reason, Topic.BOTH_MODES, word.awards, word.twin_findings)
    claimed = [award for award in word.raccord_awards if award.exact]
    if not claimed:
        return None
    chosen = min(claimed, key=lambda award: len(award.reading.motives))
    several = len(word.location.raccords) > 1
    topic = Topic.RACCORD_PLACES if several and not chosen.reading.motives else None
    return decide_award(word.played, chosen, list_others(word, chosen), topic=topic)


def _has_disagreeing_modes(word: WordAwards) -> bool:
    """Return True if letters of the grid designate another valid place than the reference."""
    return bool(word.reference_awards) and any(
        raccord.placement.list_claimed_choices(word.played.claim)
        or is_prolongation(word.played, raccord.placement)
        for raccord in word.location.valid_raccords
        if raccord.placement not in word.location.referenced
    )


def decide_least_raccord_place_or_zero(judged: JudgedBulletin) -> Verdict | None:
    """Decide letters of the grid that fit several places, with a score of none of them.

    The least counts, or zero if one of the places is *fallacieux* (5.4.2.b).
    """
    word = judged.word
    if not word or not _has_several_places(word):
        return None
    if any(is_fallacious(word.played, raccord.placement) for raccord in word.location.raccords):
        return decide_zero(Topic.RACCORD_PLACES, Motive.FALLACIOUS, readings=word.raccord_awards)
    return _award_least_raccord_place(word)


def decide_least_raccord_place(judged: JudgedBulletin) -> Verdict | None:
    """Decide the same by the texts before 2023: the least of the valid ones (4.3.3)."""
    word = judged.word
    return _award_least_raccord_place(word) if word and _has_several_places(word) else None


def _has_several_places(word: WordAwards) -> bool:
    return bool(
        not word.reference_awards and word.raccord_awards and len(word.location.raccords) > 1
    )


def _award_least_raccord_place(word: WordAwards) -> Verdict:
    least_award = min(word.raccord_awards, key=get_points)
    if find_most_points(word.score_awards) > get_points(least_award):
        reason = Undecided.RACCORD_PLACES_AND_SCORE
        return leave_undecided(reason, Topic.RACCORD_PLACES, word.awards, word.twin_findings)
    return decide_award(
        word.played, least_award, list_others(word, least_award), topic=Topic.RACCORD_PLACES
    )


def get_points(award: Award) -> int:
    """Return the points of an award."""
    return award.reading.points


def find_most_points(awards: Sequence[Award]) -> int:
    """Return the most points of the awards."""
    return max(map(get_points, awards), default=0)


def list_others(word: WordAwards, chosen: Award) -> tuple[Award, ...]:
    """Return the readings other than the one chosen."""
    return tuple(award for award in word.awards if award is not chosen)
