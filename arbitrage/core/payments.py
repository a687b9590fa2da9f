"""The payment of one reading of a bulletin, and the verdicts made of payments."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.regulation.topics import Topic

from .bulletin import SheetState
from .codes import FindingCode, Motive, Route, Sanction, Undecided
from .jokers import Settlement, settle
from .reading.played_word import PlayedWord
from .sheets.position import Placement
from .verdict import Finding, Reading, Verdict

_ORDER = list(Motive)


@dataclass(frozen=True)
class Payment:
    """A reading with the findings that support it.

    ``exact``: the claim is a score of the place. ``has_stray_circles``: letters are circled
    although no joker was drawn.
    """

    reading: Reading
    findings: tuple[Finding, ...] = ()
    exact: bool = False
    has_stray_circles: bool = False


def sort_motives(motives: Iterable[Motive]) -> tuple[Motive, ...]:
    """Return the motives once each, in the order of the slip."""
    return tuple(sorted(set(motives), key=_ORDER.index))


def pay_place(
    played: PlayedWord,
    placement: Placement,
    route: Route,
    *,
    extra: Iterable[Motive] = (),
    clean: Topic = Topic.EXACT_REFERENCE,
    short: Topic = Topic.SHORT_RACCORD,
    parasites: bool = False,
    shift: int = 0,
) -> Payment:
    """Pay a place that is located correctly, with ``extra`` motives of a warning.

    ``clean`` is cited when nothing is sanctioned, ``short`` when too few letters of the grid are a
    reason of a warning. If the word of ``placement`` is longer than what is written, the circles of
    the sheet are ``shift`` letters further on in it.
    """
    circles = frozenset(i + shift for i in played.run.circles)
    settlement = settle(placement, circles, played.claim)
    motives = {*settlement.motives, *extra}
    if played.bulletin.state == SheetState.HARD_TO_READ:
        motives.add(Motive.PRESENTATION)
    reading = Reading(
        placement=placement.ref,
        word=settlement.word,
        route=route,
        points=settlement.points,
        gross=settlement.points,
        sanction=Sanction.WARNING if motives else Sanction.NONE,
        motives=sort_motives(motives),
        topic=(
            _choose_warning_topic(motives, settlement, short, parasites=parasites)
            if motives
            else _choose_clean_topic(played, settlement, clean, parasites=parasites)
        ),
    )
    return Payment(reading, settlement.findings, settlement.exact, settlement.has_stray_circles)


def _choose_clean_topic(
    played: PlayedWord, settlement: Settlement, clean: Topic, *, parasites: bool
) -> Topic:
    if played.drawing.struck:
        return Topic.STRUCK
    if parasites:
        return Topic.EXACT_PARASITES
    return Topic.EXACT_JOKER_UNNEEDED if settlement.has_unneeded_circle else clean


def _choose_warning_topic(
    motives: set[Motive], settlement: Settlement, short: Topic, *, parasites: bool
) -> Topic:
    """Return the topic that matters most among those of the motives."""
    if parasites and motives == {Motive.SHORT_RACCORD}:
        return Topic.SHORT_RACCORD_PARASITES
    ranked = {
        Motive.BOTH_MODES: Topic.BOTH_MODES,
        Motive.INVERSION: Topic.INVERSION,
        Motive.SHORT_RACCORD: short,
        Motive.PRESENTATION: Topic.PRESENTATION,
        Motive.JOKER: settlement.circle_topic,
        Motive.SCORE: Topic.SCORE_PARASITES if parasites else Topic.SCORE,
    }
    return next(topic for motive, topic in ranked.items() if motive in motives)


def pay_score(played: PlayedWord, placement: Placement, topic: Topic = Topic.SCORE_ONLY) -> Payment:
    """Pay a place that only the score locates: a penalty, or zero on too few points."""
    choice = placement.list_claimed_choices(played.claim)[0]
    return pay_with_penalty(
        played, placement, choice.points, placement.write_with_jokers(choice), topic
    )


def pay_with_penalty(
    played: PlayedWord, placement: Placement, gross: int, word: str, topic: Topic
) -> Payment:
    """Pay ``gross`` points less the penalty, or zero where that would be too little."""
    sanctions = played.edition.sanctions
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
        return Payment(reading, exact=True)
    too_small = Finding.with_data(
        FindingCode.SCORE_TOO_SMALL,
        Topic.SCORE_TOO_SMALL,
        claimed=gross,
        penalty=sanctions.penalty.value,
    )
    silent = Finding(FindingCode.SILENT_TEXT, Topic.SCORE_TOO_SMALL)
    return Payment(reading, (too_small,) if is_too_small else (too_small, silent), exact=True)


def decide_zero(
    topic: Topic,
    *motives: Motive,
    findings: Iterable[Finding] = (),
    readings: Iterable[Payment] = (),
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
        readings=tuple(payment.reading for payment in readings),
    )


def pay(
    played: PlayedWord,
    payment: Payment,
    rivals: Sequence[Payment] = (),
    *,
    topic: Topic | None = None,
    findings: Iterable[Finding] = (),
) -> Verdict:
    """Return the verdict that pays this reading; ``topic`` replaces that of the reading."""
    retained = replace(payment.reading, retained=True)
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
        findings=(*payment.findings, *findings),
        readings=(retained, *(rival.reading for rival in rivals)),
    )
    if payment.has_stray_circles and retained.sanction == Sanction.NONE:
        return _leave_stray_circles_undecided(played, payment, rivals, verdict)
    return verdict


def refer_to_commission(verdict: Verdict) -> Verdict:
    """Return the verdict, provisional until the *commission d'arbitrage* has decided."""
    return replace(verdict, commission=True)


def add_silent_text(verdict: Verdict, topic: Topic) -> Verdict:
    """Return the verdict marked for the arbiter: the edition is silent and the software chose."""
    finding = Finding(FindingCode.SILENT_TEXT, topic)
    return replace(verdict, findings=(*verdict.findings, finding))


def leave_undecided(
    reason: Undecided,
    topic: Topic,
    payments: Sequence[Payment] = (),
    findings: Iterable[Finding] = (),
    *other_readings: Reading,
) -> Verdict:
    """Return a verdict that an arbiter must decide, with the payment of each reading.

    The software proposes the most favourable reading (6.3). ``other_readings`` are zeros.
    """
    best = max(payments, key=lambda payment: payment.reading.points, default=None)
    if best is None:
        proposal = decide_zero(Topic.NOTHING_ACCEPTABLE, Motive.SEVERAL_SOLUTIONS)
    else:
        proposal = _to_verdict(best)
    proposal = replace(proposal, findings=tuple(findings))
    others = [payment for payment in payments if payment is not best]
    best_payments = [best] if best else []
    ordered = tuple(payment.reading for payment in (*best_payments, *others))
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
    verdict: Verdict, reason: Undecided, topic: Topic, *other_readings: Reading
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


def _to_verdict(payment: Payment) -> Verdict:
    reading = payment.reading
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
    played: PlayedWord, payment: Payment, rivals: Sequence[Payment], verdict: Verdict
) -> Verdict:
    """Return the verdict undecided: a circle was drawn although the rack has no joker.

    No text says whether that costs a warning; the software proposes that it does not (A-45).
    """
    circles = sorted(played.run.circles)
    letters = "".join(played.word[i] for i in circles)
    finding = Finding.with_data(FindingCode.CIRCLE_WITHOUT_JOKER, Topic.CIRCLE, letters=letters)
    warned = replace(
        payment.reading,
        sanction=Sanction.WARNING,
        motives=(Motive.JOKER,),
        topic=Topic.CIRCLE,
    )
    readings = (payment.reading, warned, *(rival.reading for rival in rivals))
    doubt = replace(verdict, findings=(finding,), readings=readings)
    return to_proposal(doubt, Undecided.CIRCLE_WITHOUT_JOKER, Topic.CIRCLE)
