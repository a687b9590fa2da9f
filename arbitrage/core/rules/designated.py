"""From the second turn on: places that the reference or letters of the grid designate (5.3).

Every step is a rule of an edition; the first that gives a verdict stands.
"""

from collections.abc import Sequence

from engine.regulation.topics import Topic

from ..awards import Award, decide_award, decide_zero, leave_undecided, to_zero
from ..codes import Motive, UndecidedReason
from ..judged_bulletin import JudgedBulletin
from ..reading.location import is_prolongation
from ..reading.raccord import has_matching_letters
from ..verdict import Reading, Verdict
from ..word_awards import WordAwards, has_bad_extension, is_fallacious


def decide_both_directions_by_most(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide an inverted word that is playable in both directions from the cell named (5.5).

    The direction claimed counts, unless another reading has more points, which no text settles
    (S-30b).
    """
    word_awards = judged_bulletin.word_awards
    if not word_awards or len(word_awards.reference_awards) < 2:
        return None
    chosen_award = _find_claimed_direction(word_awards)
    if chosen_award and any(
        get_points(other) > get_points(chosen_award) for other in word_awards.reference_awards
    ):
        return leave_undecided(
            UndecidedReason.BOTH_WAYS_LOWER_CLAIM, Topic.INVERSION, word_awards.designated_awards
        )
    if chosen_award:
        return decide_award(
            word_awards.played_word, chosen_award, list_others(word_awards, chosen_award)
        )
    least_direction = _find_least_direction(word_awards)
    if find_most_points(word_awards.score_awards) > get_points(least_direction) or find_most_points(
        word_awards.raccord_awards
    ) > get_points(least_direction):
        reason = UndecidedReason.BOTH_WAYS_CLAIM_ELSEWHERE
        return leave_undecided(
            reason, Topic.INVERSION, word_awards.awards, word_awards.invalid_claimed_findings
        )
    return decide_award(
        word_awards.played_word, least_direction, list_others(word_awards, least_direction)
    )


def decide_both_directions_by_claim(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide the same by the texts up to 2017: the direction claimed, else the least (5.2)."""
    word_awards = judged_bulletin.word_awards
    if not word_awards or len(word_awards.reference_awards) < 2:
        return None
    chosen_award = _find_claimed_direction(word_awards) or _find_least_direction(word_awards)
    return decide_award(
        word_awards.played_word, chosen_award, list_others(word_awards, chosen_award)
    )


def _find_claimed_direction(word_awards: WordAwards) -> Award | None:
    """Return the direction whose score is claimed, that of the reference if both have it."""
    reference = str(word_awards.played_word.bulletin.place)
    claimed = [award for award in word_awards.reference_awards if award.is_claim_exact]
    return min(
        claimed,
        key=lambda award: (-get_points(award), award.reading.placement != reference),
        default=None,
    )


def _find_least_direction(word_awards: WordAwards) -> Award:
    reference = str(word_awards.played_word.bulletin.place)
    return min(
        word_awards.reference_awards,
        key=lambda award: (get_points(award), award.reading.placement != reference),
    )


def decide_extension_by_one_mode(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide a bulletin with both modes, one of which extends a placed word badly.

    A letter added to a placed word makes one that is not admitted: zero by the texts before 2023
    (4.4).
    """
    word_awards = judged_bulletin.word_awards
    if not word_awards or not word_awards.location.has_both_modes or not word_awards.located_awards:
        return None
    bad_placements = [
        placement for placement in word_awards.bad_placements if has_bad_extension(placement)
    ]
    if not bad_placements:
        return None
    findings = word_awards.list_fallacious_findings(bad_placements)
    topic = Topic.EXTENSION_BY_ONE_MODE
    return decide_zero(topic, Motive.FALLACIOUS, findings=findings, readings=word_awards.awards)


def decide_two_modes(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide a reference and letters of the grid that designate different places (5.3)."""
    return _decide_two_modes(judged_bulletin, ignored_reasons=frozenset())


def decide_two_modes_without_extension(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide the same where ``extension_by_one_mode`` comes first.

    Another word that is not admitted only makes its mode an incorrect one (4.4).
    """
    return _decide_two_modes(
        judged_bulletin, ignored_reasons=frozenset({UndecidedReason.EXTENSION_BY_ONE_MODE})
    )


def _decide_two_modes(
    judged_bulletin: JudgedBulletin, *, ignored_reasons: frozenset[UndecidedReason]
) -> Verdict | None:
    word_awards = judged_bulletin.word_awards
    if (
        not word_awards
        or not word_awards.location.has_both_modes
        or not (word_awards.located_awards or word_awards.score_awards)
    ):
        return None
    reason = _find_modes_conflict(word_awards)
    if reason is None or reason in ignored_reasons:
        return None
    zeros = _list_zeros(word_awards) if reason == UndecidedReason.EXTENSION_BY_ONE_MODE else ()
    return leave_undecided(
        reason, Topic.BOTH_MODES, word_awards.awards, word_awards.invalid_claimed_findings, *zeros
    )


def _list_zeros(word_awards: WordAwards) -> tuple[Reading, ...]:
    """Return zeros for the bulletin read as the play that makes a word which is not admitted."""
    reading, topic = word_awards.awards[0].reading, Topic.BOTH_MODES
    return tuple(
        to_zero(reading, topic, Motive.FALLACIOUS, placement=placement.ref)
        for placement in word_awards.bad_placements
    )


def _find_modes_conflict(word_awards: WordAwards) -> UndecidedReason | None:
    location, played_word = word_awards.location, word_awards.played_word
    if location.referenced:
        do_modes_agree = any(
            location.find_raccord_at(placement) for placement in location.referenced
        )
        if do_modes_agree or not any(
            has_matching_letters(played_word, raccord) for raccord in location.raccords
        ):
            return None
        valid = location.valid_raccords
        return (
            UndecidedReason.TWO_MODES_DISAGREE if valid else UndecidedReason.EXTENSION_BY_ONE_MODE
        )
    has_bad_word = any(
        placement.place.direction == played_word.direction
        and placement.is_formable
        and placement.has_contact
        and placement.bad_cross_words
        for placement in played_word.placements_at_reference
    )
    if has_bad_word and any(
        not is_prolongation(played_word, raccord.placement) for raccord in location.valid_raccords
    ):
        return UndecidedReason.EXTENSION_BY_ONE_MODE
    return None


def decide_exact_place(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide a place located correctly, with a score that exists there (5.3.1)."""
    word_awards = judged_bulletin.word_awards
    if not word_awards:
        return None
    exact = next((award for award in word_awards.reference_awards if award.is_claim_exact), None)
    if exact:
        return decide_award(word_awards.played_word, exact)
    if _has_disagreeing_modes(word_awards):
        reason = UndecidedReason.TWO_MODES_DISAGREE
        return leave_undecided(
            reason, Topic.BOTH_MODES, word_awards.awards, word_awards.invalid_claimed_findings
        )
    claimed = [award for award in word_awards.raccord_awards if award.is_claim_exact]
    if not claimed:
        return None
    chosen_award = min(claimed, key=lambda award: len(award.reading.motives))
    has_several_places = len(word_awards.location.raccords) > 1
    topic = (
        Topic.RACCORD_PLACES if has_several_places and not chosen_award.reading.motives else None
    )
    return decide_award(
        word_awards.played_word, chosen_award, list_others(word_awards, chosen_award), topic=topic
    )


def _has_disagreeing_modes(word_awards: WordAwards) -> bool:
    """Return True if letters of the grid designate another valid place than the reference."""
    return bool(word_awards.reference_awards) and any(
        raccord.placement.list_claimed_choices(word_awards.played_word.claim)
        or is_prolongation(word_awards.played_word, raccord.placement)
        for raccord in word_awards.location.valid_raccords
        if raccord.placement not in word_awards.location.referenced
    )


def decide_least_raccord_place_or_zero(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide letters of the grid that fit several places, with a score of none of them.

    The least counts, or zero if one of the places is *fallacieux* (5.4.2.b).
    """
    word_awards = judged_bulletin.word_awards
    if not word_awards or not _has_several_places(word_awards):
        return None
    if any(
        is_fallacious(word_awards.played_word, raccord.placement)
        for raccord in word_awards.location.raccords
    ):
        return decide_zero(
            Topic.RACCORD_PLACES, Motive.FALLACIOUS, readings=word_awards.raccord_awards
        )
    return _award_least_raccord_place(word_awards)


def decide_least_raccord_place(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide the same by the texts before 2023: the least of the valid ones (4.3.3)."""
    word_awards = judged_bulletin.word_awards
    return (
        _award_least_raccord_place(word_awards)
        if word_awards and _has_several_places(word_awards)
        else None
    )


def _has_several_places(word_awards: WordAwards) -> bool:
    return bool(
        not word_awards.reference_awards
        and word_awards.raccord_awards
        and len(word_awards.location.raccords) > 1
    )


def _award_least_raccord_place(word_awards: WordAwards) -> Verdict:
    least_award = min(word_awards.raccord_awards, key=get_points)
    if find_most_points(word_awards.score_awards) > get_points(least_award):
        reason = UndecidedReason.RACCORD_PLACES_AND_SCORE
        return leave_undecided(
            reason, Topic.RACCORD_PLACES, word_awards.awards, word_awards.invalid_claimed_findings
        )
    return decide_award(
        word_awards.played_word,
        least_award,
        list_others(word_awards, least_award),
        topic=Topic.RACCORD_PLACES,
    )


def get_points(award: Award) -> int:
    """Return the points of an award."""
    return award.reading.points


def find_most_points(awards: Sequence[Award]) -> int:
    """Return the most points of the awards."""
    return max(map(get_points, awards), default=0)


def list_others(word_awards: WordAwards, chosen_award: Award) -> tuple[Award, ...]:
    """Return the readings other than the one chosen."""
    return tuple(award for award in word_awards.awards if award is not chosen_award)
