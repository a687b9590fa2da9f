"""What one reading of a bulletin pays, and the verdicts made of it."""

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
    """A reading with what supports it; ``exact``: the claim is a score of the place."""

    reading: Reading
    findings: tuple[Finding, ...] = ()
    exact: bool = False
    stray: bool = False


def in_order(motives: Iterable[Motive]) -> tuple[Motive, ...]:
    """Motives once each, in the order of the slip."""
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
    """A place that is located correctly, with ``extra`` motives of a warning.

    ``clean`` is cited when nothing is to be sanctioned, ``short`` when too few letters of the grid
    are a reason of a warning. The circles of the sheet stand ``shift`` letters further on in the
    word of ``placement``, if that is longer than what is written.
    """
    circles = frozenset(i + shift for i in played.run.circles)
    settled = settle(placement, circles, played.claim)
    motives = {*settled.motives, *extra}
    if played.bulletin.state == SheetState.HARD_TO_READ:
        motives.add(Motive.PRESENTATION)
    reading = Reading(
        placement=placement.ref,
        word=settled.word,
        route=route,
        points=settled.points,
        gross=settled.points,
        sanction=Sanction.WARNING if motives else Sanction.NONE,
        motives=in_order(motives),
        topic=(
            _of_warning(motives, settled, short, parasites=parasites)
            if motives
            else _of_clean(played, settled, clean, parasites=parasites)
        ),
    )
    return Payment(reading, settled.findings, settled.exact, settled.stray)


def _of_clean(played: PlayedWord, settled: Settlement, clean: Topic, *, parasites: bool) -> Topic:
    if played.drawing.struck:
        return Topic.STRUCK
    if parasites:
        return Topic.EXACT_PARASITES
    return Topic.EXACT_JOKER_UNNEEDED if settled.unneeded else clean


def _of_warning(
    motives: set[Motive], settled: Settlement, short: Topic, *, parasites: bool
) -> Topic:
    """The topic that matters most among those of the motives."""
    if parasites and motives == {Motive.SHORT_RACCORD}:
        return Topic.SHORT_RACCORD_PARASITES
    ranked = {
        Motive.BOTH_MODES: Topic.BOTH_MODES,
        Motive.INVERSION: Topic.INVERSION,
        Motive.SHORT_RACCORD: short,
        Motive.PRESENTATION: Topic.PRESENTATION,
        Motive.JOKER: settled.joker,
        Motive.SCORE: Topic.SCORE_PARASITES if parasites else Topic.SCORE,
    }
    return next(topic for motive, topic in ranked.items() if motive in motives)


def pay_score(played: PlayedWord, placement: Placement, topic: Topic = Topic.SCORE_ONLY) -> Payment:
    """A place that only the score locates: a penalty, or zero on too few points."""
    paid = placement.scoring(played.claim)[0]
    return pay_less(played, placement, paid.points, placement.with_jokers(paid), topic)


def pay_less(
    played: PlayedWord, placement: Placement, gross: int, word: str, topic: Topic
) -> Payment:
    """``gross`` points less the penalty; a zero where that would be too little to take it from."""
    sanctions = played.edition.sanctions
    small = gross < sanctions.least_penalised.value
    reading = Reading(
        placement=placement.ref,
        word=word,
        route=Route.SCORE,
        points=0 if small else max(gross - sanctions.penalty.value, 0),
        gross=gross,
        sanction=Sanction.ZERO if small else Sanction.PENALTY,
        motives=(Motive.LOCATION,),
        topic=Topic.SCORE_TOO_SMALL if small else topic,
    )
    if gross >= sanctions.penalty.value:
        return Payment(reading, exact=True)
    too_small = Finding.of(
        FindingCode.SCORE_TOO_SMALL,
        Topic.SCORE_TOO_SMALL,
        claimed=gross,
        penalty=sanctions.penalty.value,
    )
    silent = Finding(FindingCode.SILENT_TEXT, Topic.SCORE_TOO_SMALL)
    return Payment(reading, (too_small,) if small else (too_small, silent), exact=True)


def zero(
    topic: Topic,
    *motives: Motive,
    findings: Iterable[Finding] = (),
    readings: Iterable[Payment] = (),
) -> Verdict:
    """Nothing is paid; a warning is absorbed."""
    return Verdict(
        decided=True,
        points=0,
        gross=0,
        sanction=Sanction.ZERO,
        motives=in_order(motives),
        topic=topic,
        findings=tuple(findings),
        readings=tuple(payment.reading for payment in readings),
    )


def paid(
    played: PlayedWord,
    payment: Payment,
    rivals: Sequence[Payment] = (),
    *,
    topic: Topic | None = None,
    findings: Iterable[Finding] = (),
) -> Verdict:
    """The verdict that pays this reading; ``topic`` replaces that of the reading."""
    kept = replace(payment.reading, retained=True)
    is_zero = kept.sanction == Sanction.ZERO
    verdict = Verdict(
        decided=True,
        points=kept.points,
        gross=0 if is_zero else kept.gross,
        sanction=kept.sanction,
        motives=kept.motives,
        topic=topic or kept.topic,
        placement=None if is_zero else kept.placement,
        word=None if is_zero else kept.word,
        findings=(*payment.findings, *findings),
        readings=(kept, *(rival.reading for rival in rivals)),
    )
    if payment.stray and kept.sanction == Sanction.NONE:
        return _stray(played, payment, rivals, verdict)
    return verdict


def to_commission(verdict: Verdict) -> Verdict:
    """The same, provisional until the *commission d'arbitrage* has decided."""
    return replace(verdict, commission=True)


def with_silent_text(verdict: Verdict, topic: Topic) -> Verdict:
    """The same, shown to the arbiter: the edition does not settle it, the software chose."""
    finding = Finding(FindingCode.SILENT_TEXT, topic)
    return replace(verdict, findings=(*verdict.findings, finding))


def undecided(
    reason: Undecided,
    topic: Topic,
    readings: Sequence[Payment] = (),
    findings: Iterable[Finding] = (),
    *more: Reading,
) -> Verdict:
    """The bulletin is put before the arbiter, with what each reading would pay; the software
    proposes the most favourable (6.3). ``more``: readings that are zeros."""
    best = max(readings, key=lambda one: one.reading.points, default=None)
    if best is None:
        played = zero(Topic.NOTHING_ACCEPTABLE, Motive.SEVERAL_SOLUTIONS)
    else:
        played = _plain(best)
    played = replace(played, findings=tuple(findings))
    others = [one for one in readings if one is not best]
    kept = [best] if best else []
    every = tuple(one.reading for one in (*kept, *others))
    return doubted(replace(played, readings=every), reason, topic, *more)


def as_zero(
    reading: Reading, topic: Topic, motive: Motive, *, placement: str | None = None
) -> Reading:
    """The same bulletin as a zero, there or at another place that it may mean."""
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


def doubted(verdict: Verdict, reason: Undecided, topic: Topic, *more: Reading) -> Verdict:
    """What ``verdict`` decides becomes a proposal, for an arbiter to decide; ``more``: what the
    bulletin may mean besides."""
    return Verdict(
        decided=False,
        points=None,
        gross=None,
        sanction=Sanction.NONE,
        motives=(),
        topic=topic,
        findings=verdict.findings,
        readings=(*(replace(one, retained=False) for one in verdict.readings), *more),
        undecided_reason=reason,
        proposed=verdict.decision,
    )


def _plain(payment: Payment) -> Verdict:
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


def _stray(
    played: PlayedWord, payment: Payment, rivals: Sequence[Payment], verdict: Verdict
) -> Verdict:
    """No text says whether a circle drawn without any joker in the rack costs a warning; it is
    proposed that it does not (A-45)."""
    circles = sorted(played.run.circles)
    letters = "".join(played.word[i] for i in circles)
    finding = Finding.of(FindingCode.CIRCLE_WITHOUT_JOKER, Topic.CIRCLE, letters=letters)
    warned = replace(
        payment.reading,
        sanction=Sanction.WARNING,
        motives=(Motive.JOKER,),
        topic=Topic.CIRCLE,
    )
    readings = (payment.reading, warned, *(one.reading for one in rivals))
    doubt = replace(verdict, findings=(finding,), readings=readings)
    return doubted(doubt, Undecided.CIRCLE_WITHOUT_JOKER, Topic.CIRCLE)
