"""Centres and decisions in words, for the host's page."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.event.core.decisions import EventDecisionKind
from arbitrage.event.models import EventDecision
from arbitrage.event.presentation.objections import explain_objection, explain_standing
from arbitrage.event.queries.joint import Arrival, CentreState, CentreStatus
from arbitrage.event.services.arrivals import lacks_word_list

#: Words and look of each status.
_STATUSES: dict[CentreStatus, tuple[Any, str]] = {
    CentreStatus.COUNTED: (gettext_lazy("comptée"), "good"),
    CentreStatus.BEING_VERIFIED: (gettext_lazy("en vérification"), "note"),
    CentreStatus.NOT_COMPARABLE: (gettext_lazy("non comparable"), "warn"),
    CentreStatus.REFUSED: (gettext_lazy("refusée"), "bad"),
    CentreStatus.CONTRADICTED: (gettext_lazy("contredite"), "bad"),
    CentreStatus.EXPECTED: (gettext_lazy("attendue"), ""),
    CentreStatus.MISSING: (gettext_lazy("déclarée manquante"), "warn"),
}
_DECISIONS: dict[EventDecisionKind, Any] = {
    EventDecisionKind.COUNT: gettext_lazy("L’archive compte : %(name)s."),
    EventDecisionKind.DISCOUNT: gettext_lazy("L’archive ne compte plus : %(name)s."),
    EventDecisionKind.SET_ASIDE: gettext_lazy("L’archive est écartée : %(name)s."),
    EventDecisionKind.TAKE_UP: gettext_lazy("L’archive est reprise : %(name)s."),
    EventDecisionKind.EXCLUDE: gettext_lazy("Participation exclue : %(name)s."),
    EventDecisionKind.INCLUDE: gettext_lazy("Participation remise : %(name)s."),
    EventDecisionKind.DIFFERENT: gettext_lazy("Deux personnes, une licence : %(name)s."),
    EventDecisionKind.MISSING: gettext_lazy("Rien ne viendra de %(name)s."),
    EventDecisionKind.EXPECTED: gettext_lazy("%(name)s est attendu de nouveau."),
    EventDecisionKind.REPEAT: gettext_lazy("%(name)s peut ouvrir ses parties une fois de plus."),
    EventDecisionKind.PUBLISH: gettext_lazy("Classement publié."),
}


@dataclass(frozen=True, slots=True)
class ArrivalRow:
    arrival: Arrival
    standing: str
    sentences: list[str]

    @property
    def can_retry(self) -> bool:
        return lacks_word_list(self.arrival.archive)


@dataclass(frozen=True, slots=True)
class CentreRow:
    state: CentreState
    status: str
    look: str
    arrivals: list[ArrivalRow]

    @property
    def centre(self) -> Any:
        return self.state.centre

    @property
    def can_be_missing(self) -> bool:
        return self.state.status in {CentreStatus.EXPECTED, CentreStatus.REFUSED}

    @property
    def is_missing(self) -> bool:
        return self.state.status is CentreStatus.MISSING


def describe_centre(state: CentreState) -> CentreRow:
    word, look = _STATUSES[state.status]
    rows = [
        ArrivalRow(
            arrival=arrival,
            standing=_("écartée") if arrival.is_set_aside else explain_standing(arrival.standing),
            sentences=[explain_objection(objection) for objection in arrival.objections],
        )
        for arrival in state.arrivals
    ]
    return CentreRow(state, str(word), look, rows)


def describe_decision(decision: EventDecision) -> str:
    return str(_DECISIONS[EventDecisionKind(decision.kind)]) % {"name": decision.name}
