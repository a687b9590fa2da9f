"""What one reading of a bulletin pays, and the verdicts made of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .bulletin import SheetState
from .circles import settle
from .codes import FindingCode, Motive, Route, Sanction, Undecided
from .placements import Placement
from .proposal import Proposal
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
    proposal: Proposal,
    placement: Placement,
    route: Route,
    *,
    extra: Iterable[Motive] = (),
    clean_article: str = "5.3.1",
    short_article: str = "5.5",
) -> Payment:
    """A place that is located correctly (5.3.1, 5.3.2), with ``extra`` motives of a warning.

    ``clean_article`` is cited when nothing is to be sanctioned, unless something was struck, and
    ``short_article`` when too few raccord letters are the only reason of a warning.
    """
    clean = "5.4" if proposal.drawing.struck else clean_article
    settled = settle(placement, proposal.run.circles, proposal.claim)
    motives = {*settled.motives, *extra}
    if proposal.bulletin.state == SheetState.HARD_TO_READ:
        motives.add(Motive.PRESENTATION)
    reading = Reading(
        placement=placement.ref,
        word=settled.word,
        route=route,
        points=settled.points,
        gross=settled.points,
        sanction=Sanction.WARNING if motives else Sanction.NONE,
        motives=in_order(motives),
        article=(
            short_article
            if motives == {Motive.SHORT_RACCORD}
            else _article(motives, clean, certain=settled.certain)
        ),
    )
    return Payment(reading, settled.findings, settled.exact, settled.stray)


def pay_score(proposal: Proposal, placement: Placement) -> Payment:
    """A place that only the score locates: 5 points less, or zero on too few (5.3.3, 5.6)."""
    values = proposal.edition.values
    paid = placement.scoring(proposal.claim)[0]
    small = paid.points < values.least_penalised
    reading = Reading(
        placement=placement.ref,
        word=placement.with_jokers(paid),
        route=Route.SCORE,
        points=0 if small else paid.points - values.penalty,
        gross=paid.points,
        sanction=Sanction.ZERO if small else Sanction.PENALTY,
        motives=(Motive.LOCATION,),
        article="5.6" if small else "5.3.3",
    )
    too_small = Finding.of(
        FindingCode.SCORE_TOO_SMALL, "5.6", claimed=paid.points, penalty=values.penalty
    )
    return Payment(reading, (too_small,) if small else (), exact=True)


def _article(motives: set[Motive], clean: str, *, certain: bool) -> str:
    """The article that a warning rests on; ``certain``: no doubt which letters are jokers."""
    if Motive.BOTH_MODES in motives:
        return "5.3"
    if motives & {Motive.INVERSION, Motive.SHORT_RACCORD, Motive.PRESENTATION}:
        return "5.5"
    if Motive.JOKER in motives and certain:
        return "5.5"
    if Motive.SCORE in motives:
        return "5.3.2"
    return "5.3.1" if Motive.JOKER in motives else clean


def zero(
    article: str,
    *motives: Motive,
    findings: Iterable[Finding] = (),
    readings: Iterable[Payment] = (),
) -> Verdict:
    """Nothing is paid (5.7); a warning is absorbed (5.8)."""
    return Verdict(
        decided=True,
        points=0,
        gross=0,
        sanction=Sanction.ZERO,
        motives=in_order(motives),
        article=article,
        findings=tuple(findings),
        readings=tuple(payment.reading for payment in readings),
    )


def paid(
    proposal: Proposal,
    payment: Payment,
    rivals: Sequence[Payment] = (),
    *,
    article: str | None = None,
    findings: Iterable[Finding] = (),
) -> Verdict:
    """The verdict that pays this reading; ``article`` replaces that of the reading."""
    if payment.stray and payment.reading.sanction == Sanction.NONE:
        return _stray(proposal, payment, rivals)
    kept = replace(payment.reading, retained=True)
    is_zero = kept.sanction == Sanction.ZERO
    return Verdict(
        decided=True,
        points=kept.points,
        gross=0 if is_zero else kept.gross,
        sanction=kept.sanction,
        motives=kept.motives,
        article=article or kept.article,
        placement=None if is_zero else kept.placement,
        word=None if is_zero else kept.word,
        findings=(*payment.findings, *findings),
        readings=(kept, *(rival.reading for rival in rivals)),
    )


def undecided(
    reason: Undecided,
    article: str,
    readings: Sequence[Payment] = (),
    findings: Iterable[Finding] = (),
) -> Verdict:
    """The bulletin is put before the arbiter, with what each reading would pay."""
    return Verdict(
        decided=False,
        points=None,
        gross=None,
        sanction=Sanction.NONE,
        motives=(),
        article=article,
        findings=tuple(findings),
        readings=tuple(payment.reading for payment in readings),
        undecided_reason=reason,
    )


def _stray(proposal: Proposal, payment: Payment, rivals: Sequence[Payment]) -> Verdict:
    """No text says whether a circle drawn without any joker in the rack costs a warning."""
    circles = sorted(proposal.run.circles)
    letters = "".join(proposal.word[i] for i in circles)
    finding = Finding.of(FindingCode.CIRCLE_WITHOUT_JOKER, "5.5", letters=letters)
    warned = replace(
        payment.reading, sanction=Sanction.WARNING, motives=(Motive.JOKER,), article="5.5"
    )
    return undecided(
        Undecided.CIRCLE_WITHOUT_JOKER,
        "5.5",
        [payment, replace(payment, reading=warned), *rivals],
        [finding],
    )
