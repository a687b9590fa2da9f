"""The word played from the second turn on: the places it designates and what each would pay."""

from dataclasses import dataclass, replace
from functools import cached_property

from engine.scoring import FormedWord

from .codes import FindingCode, Motive, Route
from .location import Location, is_short, locate, prolongs
from .payments import Payment, pay_place, pay_score
from .placements import Placement
from .proposal import Proposal
from .raccord import Raccord, reach
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
        return tuple(self._pay_reference(place) for place in self.location.referenced)

    @cached_property
    def raccord(self) -> tuple[Payment, ...]:
        """What the other valid places pay, which letters of the grid designate."""
        return tuple(
            self._pay_raccord(raccord)
            for raccord in self.location.valid_raccord
            if raccord.placement not in self.location.referenced
        )

    def _pay_reference(self, place: Placement) -> Payment:
        """With a second mode, both have to be right (5.3): three letters, at the same place."""
        location = self.location
        route = Route.INVERSION if location.inverted else Route.REFERENCE
        extra = {Motive.INVERSION} if location.inverted else set()
        clean = "5.3.1"
        if location.both_modes:
            clean = "5.3"
            raccord = location.raccord_at(place)
            if raccord is None or is_short(self.proposal, raccord):
                extra.add(Motive.BOTH_MODES)
        return self._pay(reach(self.proposal, place), route, extra, clean)

    def _pay_raccord(self, raccord: Raccord) -> Payment:
        location, proposal = self.location, self.proposal
        prolonged = prolongs(proposal, raccord.placement)
        extra = set()
        if is_short(proposal, raccord):
            extra.add(Motive.SHORT_RACCORD)
        if location.both_modes and not location.referenced and not prolonged:
            extra.add(Motive.BOTH_MODES)
        return self._pay(raccord, Route.RACCORD, extra, "5.3" if prolonged else "5.3.1")

    def _pay(self, raccord: Raccord, route: Route, extra: set[Motive], clean: str) -> Payment:
        place, parasites = raccord.placement, raccord.parasites
        payment = pay_place(
            self.proposal,
            place,
            route,
            extra=extra,
            clean_article="5.2.2" if parasites else clean,
            short_article="5.2.2" if parasites else "5.5",
        )
        findings = list(payment.findings)
        if self.proposal.joined or Motive.SHORT_RACCORD in extra:
            count = raccord.count
            code = FindingCode.RACCORD_COUNT
            findings.append(Finding.of(code, "4.3.2", place=place.ref, count=count))
        if parasites:
            findings.append(Finding.of(FindingCode.PARASITES, "5.2.2", letters=parasites))
        return replace(payment, findings=tuple(findings))

    @property
    def designated(self) -> tuple[Payment, ...]:
        """What the places designated in either way pay."""
        return self.referenced + self.raccord

    @property
    def located(self) -> tuple[Payment, ...]:
        """What the places that locate the word pay: letters of the grid that happen to be inside
        the word do not rival a reference that is right."""
        return self.referenced or self.raccord

    @property
    def readings(self) -> tuple[Payment, ...]:
        """Everything that the bulletin can mean."""
        return self.designated + self.scoring

    @cached_property
    def scoring(self) -> tuple[Payment, ...]:
        """What the places that only the score tells would pay, the located ones apart."""
        located = {payment.reading.placement for payment in self.designated}
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
