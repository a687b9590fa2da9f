"""Decisions of the host, and what is in force of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class EventDecisionKind(StrEnum):
    #: An archive that is not comparable counts; it counts no more.
    COUNT = "count"
    DISCOUNT = "discount"
    #: An archive is put aside, as if it had not come; it is taken up again.
    SET_ASIDE = "set-aside"
    TAKE_UP = "take-up"
    #: An entry counts nowhere: the same person plays elsewhere; it counts again.
    EXCLUDE = "exclude"
    INCLUDE = "include"
    #: Two entries with the same licence are different persons.
    DIFFERENT = "different"
    #: Nothing comes from a centre; its archive is expected again.
    MISSING = "missing"
    EXPECTED = "expected"
    #: A centre that deleted its tournament may open its games once more.
    REPEAT = "repeat"
    PUBLISH = "publish"


#: The kind that takes back each kind that can be taken back.
_OPPOSITES = {
    EventDecisionKind.DISCOUNT: EventDecisionKind.COUNT,
    EventDecisionKind.TAKE_UP: EventDecisionKind.SET_ASIDE,
    EventDecisionKind.INCLUDE: EventDecisionKind.EXCLUDE,
    EventDecisionKind.EXPECTED: EventDecisionKind.MISSING,
}


@dataclass(frozen=True, slots=True)
class DecisionsInForce:
    """Digests of archives, uids of entries and centres; ``licences_of_several``: licences that
    several persons have (``SharedLicence.subject``)."""

    counted_digests: frozenset[str]
    set_aside_digests: frozenset[str]
    excluded_uids: frozenset[str]
    licences_of_several: frozenset[str]
    missing_centres: frozenset[str]


def compute_decisions_in_force(decisions: Iterable[tuple[str, str]]) -> DecisionsInForce:
    """Return what is in force of ``decisions``: kind and subject of each, oldest first."""
    subjects: dict[EventDecisionKind, set[str]] = {kind: set() for kind in EventDecisionKind}
    for kind, subject in decisions:
        decided = EventDecisionKind(kind)
        if decided in _OPPOSITES:
            subjects[_OPPOSITES[decided]].discard(subject)
        else:
            subjects[decided].add(subject)
    return DecisionsInForce(
        counted_digests=frozenset(subjects[EventDecisionKind.COUNT]),
        set_aside_digests=frozenset(subjects[EventDecisionKind.SET_ASIDE]),
        excluded_uids=frozenset(subjects[EventDecisionKind.EXCLUDE]),
        licences_of_several=frozenset(subjects[EventDecisionKind.DIFFERENT]),
        missing_centres=frozenset(subjects[EventDecisionKind.MISSING]),
    )
