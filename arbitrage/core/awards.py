"""The points awarded for one reading of a bulletin, and the verdicts made of awards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.regulation.topics import Topic

from .bulletin import SheetState
from .codes import FindingCode, Motive, Route, Sanction, UndecidedReason
from .jokers import PlaceAward, award_valid_place
from .reading.played_word import PlayedWord
from .sheets.position import Placement
from .verdict import Finding, Reading, Verdict

_ORDER = list(Motive)


@dataclass(frozen=True)
class Award:
    """A reading with the findings that support it.

    ``is_claim_exact``: the claim is a score of the place. ``has_stray_circles``: letters are
    circled although no joker was drawn.
    """

    reading: Reading
    findings: tuple[Finding, ...] = ()
    is_claim_exact: bool = False
    has_stray_circles: bool = False


def sort_motives(motives: Iterable[Motive]) -> tuple[Motive, ...]:
    """Return the motives once each, in the order of the slip."""
    return tuple(sorted(set(motives), key=_ORDER.index))


def award_place(
    played_word: PlayedWord,
    placement: Placement,
    route: Route,
    *,
    extra_motives: Iterable[Motive] = (),
    clean_topic: Topic = Topic.EXACT_REFERENCE,
    short_topic: Topic = Topic.SHORT_RACCORD,
    has_parasites: bool = False,
    shift: int = 0,
) -> Award:
    """Award a place that is located correctly, with ``extra_motives`` motives of a warning.

    ``clean_topic`` is cited when nothing is sanctioned, ``short_topic`` when too few letters of the
    grid are a reason of a warning. If the word of ``placement`` is longer than what is written, the
    circles of the sheet are ``shift`` letters further on in it.
    """
    circles = frozenset(i + shift for i in played_word.run.circles)
    place_award = award_valid_place(placement, circles, played_word.claim)
    motives = {*place_award.motives, *extra_motives}
    if played_word.bulletin.state == SheetState.HARD_TO_READ:
        motives.add(Motive.PRESENTATION)
    topic = (
        _choose_warning_topic(motives, place_award, short_topic, has_parasites=has_parasites)
        if motives
        else _choose_clean_topic(played_word, place_award, clean_topic, has_parasites=has_parasites)
    )
    reading = Reading(
        placement=placement.ref,
        word=place_award.word,
        route=route,
        points=place_award.points,
        gross=place_award.points,
        sanction=Sanction.WARNING if motives else Sanction.NONE,
        motives=sort_motives(motives),
        topic=topic,
    )
    return Award(
        reading, place_award.findings, place_award.is_claim_exact, place_award.has_stray_circles
    )


def _choose_clean_topic(
    played_word: PlayedWord, place_award: PlaceAward, clean_topic: Topic, *, has_parasites: bool
) -> Topic:
    if played_word.drawing.struck:
        return Topic.STRUCK
    if has_parasites:
        return Topic.EXACT_PARASITES
    return Topic.EXACT_JOKER_UNNEEDED if place_award.has_unneeded_circle else clean_topic


def _choose_warning_topic(
    motives: set[Motive], place_award: PlaceAward, short_topic: Topic, *, has_parasites: bool
) -> Topic:
    """Return the topic that matters most among those of the motives."""
    if has_parasites and motives == {Motive.SHORT_RACCORD}:
        return Topic.SHORT_RACCORD_PARASITES
    ranked = {
        Motive.BOTH_MODES: Topic.BOTH_MODES,
        Motive.INVERSION: Topic.INVERSION,
        Motive.SHORT_RACCORD: short_topic,
        Motive.PRESENTATION: Topic.PRESENTATION,
        Motive.JOKER: place_award.circle_topic,
        Motive.SCORE: Topic.SCORE_PARASITES if has_parasites else Topic.SCORE,
    }
    return next(topic for motive, topic in ranked.items() if motive in motives)


def award_claimed_place(
    played_word: PlayedWord, placement: Placement, topic: Topic = Topic.SCORE_ONLY
) -> Award:
    """Award a place that only the score locates: a penalty, or zero on too few points."""
    choice = placement.list_claimed_choices(played_word.claim)[0]
    return award_with_penalty(
        played_word, placement, choice.points, placement.write_with_jokers(choice), topic
    )


def award_with_penalty(
    played_word: PlayedWord, placement: Placement, gross: int, word: str, topic: Topic
) -> Award:
    """Award ``gross`` points less the penalty, or zero where that would be too little."""
    sanctions = played_word.edition.sanctions
    is_too_small = gross < sanctions.least_penalised_score.value
    reading = Reading(
        placement=placement.ref,
        word=word,
        route=Route.SCORE,
        points=0 if is_too_small else max(gross - sanctions.penalty.value, 0),
        gross=gross,
        sanction=Sanction.ZERO if is_too_small else Sanction.PENALTY,
        motives=(Motive.LOCATION,),
        topic=Topic.SCORE_TOO_SMALL if is_too_small else topic,
    )
    if gross >= sanctions.penalty.value:
        return Award(reading, is_claim_exact=True)
    too_small_finding = Finding.with_data(
        FindingCode.SCORE_TOO_SMALL,
        Topic.SCORE_TOO_SMALL,
        claimed=gross,
        penalty=sanctions.penalty.value,
    )
    silent_text_finding = Finding(FindingCode.SILENT_TEXT, Topic.SCORE_TOO_SMALL)
    return Award(
        reading,
        (too_small_finding,) if is_too_small else (too_small_finding, silent_text_finding),
        is_claim_exact=True,
    )


def decide_zero(
    topic: Topic,
    *motives: Motive,
    findings: Iterable[Finding] = (),
    readings: Iterable[Award] = (),
) -> Verdict:
    """Return a verdict of zero; a warning is absorbed."""
    return Verdict(
        decided=True,
        points=0,
        gross=0,
        sanction=Sanction.ZERO,
        motives=sort_motives(motives),
        topic=topic,
        findings=tuple(findings),
        readings=tuple(award.reading for award in readings),
    )


def decide_award(
    played_word: PlayedWord,
    award: Award,
    other_awards: Sequence[Award] = (),
    *,
    topic: Topic | None = None,
    findings: Iterable[Finding] = (),
) -> Verdict:
    """Return the verdict with this award; ``topic`` replaces that of the reading."""
    retained = replace(award.reading, retained=True)
    is_zero = retained.sanction == Sanction.ZERO
    verdict = Verdict(
        decided=True,
        points=retained.points,
        gross=0 if is_zero else retained.gross,
        sanction=retained.sanction,
        motives=retained.motives,
        topic=topic or retained.topic,
        placement=None if is_zero else retained.placement,
        word=None if is_zero else retained.word,
        findings=(*award.findings, *findings),
        readings=(retained, *(rival.reading for rival in other_awards)),
    )
    if award.has_stray_circles and retained.sanction == Sanction.NONE:
        return _leave_stray_circles_undecided(played_word, award, other_awards, verdict)
    return verdict


def refer_to_commission(verdict: Verdict) -> Verdict:
    """Return the verdict, provisional until the *commission d'arbitrage* has decided."""
    return replace(verdict, commission=True)


def add_silent_text(verdict: Verdict, topic: Topic) -> Verdict:
    """Return the verdict marked for the arbiter: the edition is silent and the software chose."""
    finding = Finding(FindingCode.SILENT_TEXT, topic)
    return replace(verdict, findings=(*verdict.findings, finding))


def leave_undecided(
    reason: UndecidedReason,
    topic: Topic,
    awards: Sequence[Award] = (),
    findings: Iterable[Finding] = (),
    *other_readings: Reading,
) -> Verdict:
    """Return a verdict that an arbiter must decide, with the award for each reading.

    The software proposes the most favourable reading (6.3). ``other_readings`` are zeros.
    """
    best = max(awards, key=lambda award: award.reading.points, default=None)
    if best is None:
        proposal = decide_zero(Topic.NOTHING_ACCEPTABLE, Motive.SEVERAL_SOLUTIONS)
    else:
        proposal = _to_verdict(best)
    proposal = replace(proposal, findings=tuple(findings))
    other_awards = [award for award in awards if award is not best]
    best_awards = [best] if best else []
    ordered = tuple(award.reading for award in (*best_awards, *other_awards))
    return to_proposal(replace(proposal, readings=ordered), reason, topic, *other_readings)


def to_zero(
    reading: Reading, topic: Topic, motive: Motive, *, placement: str | None = None
) -> Reading:
    """Return the reading as a zero, there or at another place that the bulletin may mean."""
    return replace(
        reading,
        placement=placement or reading.placement,
        points=0,
        gross=0,
        sanction=Sanction.ZERO,
        motives=(motive,),
        topic=topic,
        retained=False,
    )


def to_proposal(
    verdict: Verdict, reason: UndecidedReason, topic: Topic, *other_readings: Reading
) -> Verdict:
    """Return the decision of ``verdict`` as a proposal for an arbiter.

    ``other_readings``: other meanings of the bulletin.
    """
    return Verdict(
        decided=False,
        points=None,
        gross=None,
        sanction=Sanction.NONE,
        motives=(),
        topic=topic,
        findings=verdict.findings,
        readings=(
            *(replace(reading, retained=False) for reading in verdict.readings),
            *other_readings,
        ),
        undecided_reason=reason,
        proposed=verdict.decision,
    )


def _to_verdict(award: Award) -> Verdict:
    reading = award.reading
    is_zero = reading.sanction == Sanction.ZERO
    return Verdict(
        decided=True,
        points=reading.points,
        gross=0 if is_zero else reading.gross,
        sanction=reading.sanction,
        motives=reading.motives,
        topic=reading.topic,
        placement=None if is_zero else reading.placement,
        word=None if is_zero else reading.word,
    )


def _leave_stray_circles_undecided(
    played_word: PlayedWord, award: Award, other_awards: Sequence[Award], verdict: Verdict
) -> Verdict:
    """Return the verdict undecided: a circle was drawn although the rack has no joker.

    No text says whether that costs a warning; the software proposes that it does not (A-45).
    """
    circles = sorted(played_word.run.circles)
    letters = "".join(played_word.word[i] for i in circles)
    finding = Finding.with_data(FindingCode.CIRCLE_WITHOUT_JOKER, Topic.CIRCLE, letters=letters)
    warned = replace(
        award.reading,
        sanction=Sanction.WARNING,
        motives=(Motive.JOKER,),
        topic=Topic.CIRCLE,
    )
    readings = (award.reading, warned, *(rival.reading for rival in other_awards))
    doubt = replace(verdict, findings=(finding,), readings=readings)
    return to_proposal(doubt, UndecidedReason.CIRCLE_WITHOUT_JOKER, Topic.CIRCLE)
