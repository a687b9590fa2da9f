"""The word played from the second turn on: the places it designates and what each would pay."""

from dataclasses import dataclass, replace
from functools import cached_property

from engine.scoring import FormedWord

from .codes import FindingCode, Motive, Route
from .location import Location, is_short, locate, prolongs
from .payments import Payment, pay_place, pay_score
from .placements import Placement
from .proposal import Proposal
from .verdict import Finding


@dataclass(frozen=True, eq=False)
class Word:
    """The word of the sheet with its places and what each would pay."""

    proposal: Proposal

    @cached_property
    def location(self) -> Location:
        """The places designated."""
        return locate(self.proposal)

    @cached_property
    def referenced(self) -> tuple[Payment, ...]:
        """What the places designated by the reference pay."""
        route = Route.INVERSION if self.location.inverted else Route.REFERENCE
        extra = [Motive.INVERSION] if self.location.inverted else []
        return tuple(
            pay_place(self.proposal, place, route, extra=extra)
            for place in self.location.referenced
        )

    @cached_property
    def raccord(self) -> tuple[Payment, ...]:
        """What the valid places designated by letters of the grid pay."""
        return tuple(self._pay_raccord(place) for place in self.location.valid_raccord)

    def _pay_raccord(self, place: Placement) -> Payment:
        short = is_short(self.proposal, place)
        clean = "5.3" if prolongs(self.proposal, place) else "5.3.1"
        extra = [Motive.SHORT_RACCORD] if short else []
        payment = pay_place(self.proposal, place, Route.RACCORD, extra=extra, clean_article=clean)
        count = Finding.of(FindingCode.RACCORD_COUNT, "4.3.2", place=place.ref, count=place.inner)
        return replace(payment, findings=(*payment.findings, count)) if short else payment

    @property
    def located(self) -> tuple[Payment, ...]:
        """What the places designated in either way pay."""
        return self.referenced + self.raccord

    @cached_property
    def scoring(self) -> tuple[Payment, ...]:
        """What the places that only the score tells would pay, the located ones apart."""
        located = {payment.reading.placement for payment in self.located}
        return tuple(
            pay_score(self.proposal, place)
            for place in self.proposal.scoring
            if place.ref not in located
        )

    @cached_property
    def twins(self) -> tuple[Finding, ...]:
        """The invalid places that are worth the claim, plausible or not (5.3.3)."""
        return tuple(self._twin(place) for place in self.proposal.twins)

    def _twin(self, place: Placement) -> Finding:
        fallacious = is_fallacious(self.proposal, place)
        code = FindingCode.FALLACIOUS_RACCORD if fallacious else FindingCode.INVALID_TWIN
        return Finding.of(code, "5.3.3", place=place.ref, words=place.bad_words)

    @property
    def has_fallacious_twin(self) -> bool:
        """Whether one of ``twins`` is plausible."""
        return any(twin.code == FindingCode.FALLACIOUS_RACCORD for twin in self.twins)


def is_fallacious(proposal: Proposal, placement: Placement) -> bool:
    """Whether every bad cross word is a plausible one: a placed word with a usual ending (B-07).

    A placement with an absurd word beside the plausible one tempts nobody.
    """
    crosses = placement.bad_crosses
    return bool(crosses) and all(_is_plausible(proposal, cross) for cross in crosses)


def _is_plausible(proposal: Proposal, cross: FormedWord) -> bool:
    values = proposal.edition.values
    *_, last = cross.place.squares(len(cross.word))
    added_behind = not proposal.position.board.at(*last)
    long_enough = len(cross.word) > values.prolonged_word
    return added_behind and long_enough and cross.word[-1].upper() in values.fallacious_endings
