"""The state of an event: what came from each centre, and the joint results.

The results are a pure function of the verified archives and of the decisions in force; they are
computed once for each state of these and kept in the process.
"""

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256

import msgspec

from arbitrage.event.core.archive_standing import ArchiveStanding, classify_archives
from arbitrage.event.core.comparability import Objection
from arbitrage.event.core.contribution import Contribution
from arbitrage.event.core.decisions import DecisionsInForce, compute_decisions_in_force
from arbitrage.event.core.definition import EventDefinition
from arbitrage.event.core.joining import CentreName, JointResults, join_contributions
from arbitrage.event.core.ranking import (
    JointRow,
    SharedLicence,
    find_shared_licences,
    rank_joint,
)
from arbitrage.event.models import Centre, CentreArchive, Event
from arbitrage.event.queries.definition import load_definition

#: States of events whose results a process keeps.
MAX_CACHED_RESULTS = 4
#: Contributions that a process keeps: those of the largest event.
MAX_CACHED_CONTRIBUTIONS = 2000


class CentreStatus(StrEnum):
    #: Its archive counts.
    COUNTED = "counted"
    #: Its archive is being verified.
    BEING_VERIFIED = "being-verified"
    NOT_COMPARABLE = "not-comparable"
    REFUSED = "refused"
    #: Two archives contradict each other, or another centre has the same.
    CONTRADICTED = "contradicted"
    EXPECTED = "expected"
    #: The host declared that nothing comes.
    MISSING = "missing"


#: Statuses with which the joint results are no more provisional.
SETTLED_STATUSES = frozenset({CentreStatus.COUNTED, CentreStatus.MISSING})


@dataclass(frozen=True, slots=True)
class Arrival:
    """An archive that came; ``standing``: None while nothing is known of its content."""

    archive: CentreArchive
    objections: list[Objection]
    standing: ArchiveStanding | None
    is_set_aside: bool
    counts: bool

    @property
    def is_refused(self) -> bool:
        return self.archive.is_failed or any(item.is_final for item in self.objections)

    @property
    def needs_decision(self) -> bool:
        return bool(self.objections) and not self.is_refused

    @property
    def is_late(self) -> bool:
        """Return True if a newer file had already come."""
        return self.standing is ArchiveStanding.SUPERSEDED


@dataclass(frozen=True, slots=True)
class CentreState:
    """``arrivals``: newest first."""

    centre: Centre
    status: CentreStatus
    arrivals: list[Arrival]


@dataclass(frozen=True)
class JointState:
    """``results`` and ``rows``: of the centres that count; ``shared_licences``: to decide about."""

    definition: EventDefinition
    results: JointResults
    rows: list[JointRow]
    shared_licences: list[SharedLicence]


@dataclass(frozen=True)
class EventState:
    event: Event
    centres: list[CentreState]
    decisions: DecisionsInForce
    joint: JointState

    @property
    def is_provisional(self) -> bool:
        statuses = {state.status for state in self.centres}
        return not statuses <= SETTLED_STATUSES or bool(self.joint.shared_licences)

    def count(self, *statuses: CentreStatus) -> int:
        return sum(state.status in statuses for state in self.centres)


def load_state(event: Event) -> EventState:
    decisions = compute_decisions_in_force(event.decisions.values_list("kind", "subject"))
    archives = event.archives.defer("content", "contribution", "signature")
    by_centre: dict[int, list[CentreArchive]] = {}
    for archive in archives:
        by_centre.setdefault(archive.centre_id, []).append(archive)
    names = {
        centre.pk: CentreName(str(centre.uid), centre.name, centre.country)
        for centre in event.centres.all()
    }
    contributions = _load_contributions(event, decisions)
    keys = {row.pk: (row.sha256, names[row.centre_id].uid) for row in archives}
    standings = classify_archives(
        {
            keys[pk]: (names[centre].uid, contribution)
            for pk, (centre, contribution) in contributions.items()
            if pk in keys
        }
    )
    centres = []
    counted_contributions: dict[CentreName, Contribution] = {}
    for centre in event.centres.all():
        arrivals = [
            _describe_arrival(archive, standings.get(keys[archive.pk]), decisions)
            for archive in reversed(by_centre.get(centre.pk, []))
        ]
        centres.append(CentreState(centre, _find_status(centre, arrivals, decisions), arrivals))
        for arrival in arrivals:
            if arrival.counts:
                counted_contributions[names[centre.pk]] = contributions[arrival.archive.pk][1]
    joint = _join_cached(_Inputs(load_definition(event), counted_contributions, decisions))
    return EventState(event, centres, decisions, joint)


def _load_contributions(
    event: Event, decisions: DecisionsInForce
) -> dict[int, tuple[int, Contribution]]:
    """Return centre and contribution of each archive that is verified and not set aside."""
    rows = event.archives.exclude(contribution=None).exclude(sha256__in=decisions.set_aside_digests)
    columns = rows.values_list("pk", "centre_id", "contribution")
    return {
        pk: (centre, decode_contribution(bytes(content)))
        for pk, centre, content in columns.iterator(chunk_size=100)
        if content is not None
    }


def encode_contribution(contribution: Contribution) -> bytes:
    return zlib.compress(msgspec.json.encode(contribution), 6)


@lru_cache(maxsize=MAX_CACHED_CONTRIBUTIONS)
def decode_contribution(content: bytes) -> Contribution:
    return msgspec.json.decode(zlib.decompress(content), type=Contribution)


def _describe_arrival(
    archive: CentreArchive, standing: ArchiveStanding | None, decisions: DecisionsInForce
) -> Arrival:
    objections = [Objection.from_json(stored) for stored in archive.objections]
    is_refused = archive.is_failed or any(item.is_final for item in objections)
    counts = (
        archive.is_done
        and standing is ArchiveStanding.CURRENT
        and not is_refused
        and (not objections or archive.sha256 in decisions.counted_digests)
    )
    return Arrival(
        archive, objections, standing, archive.sha256 in decisions.set_aside_digests, counts
    )


def _find_status(
    centre: Centre, arrivals: Iterable[Arrival], decisions: DecisionsInForce
) -> CentreStatus:
    taken_up = [arrival for arrival in arrivals if not arrival.is_set_aside]
    if any(arrival.archive.is_pending for arrival in taken_up):
        return CentreStatus.BEING_VERIFIED
    if any(arrival.counts for arrival in taken_up):
        return CentreStatus.COUNTED
    contradictory = {ArchiveStanding.FORKED, ArchiveStanding.DOUBLED}
    if any(arrival.standing in contradictory for arrival in taken_up):
        return CentreStatus.CONTRADICTED
    if any(arrival.needs_decision for arrival in taken_up):
        return CentreStatus.NOT_COMPARABLE
    if str(centre.uid) in decisions.missing_centres:
        return CentreStatus.MISSING
    return CentreStatus.REFUSED if taken_up else CentreStatus.EXPECTED


class _Inputs:
    """Inputs of the joint results; equal inputs are joined once."""

    def __init__(
        self,
        definition: EventDefinition,
        counted_contributions: Mapping[CentreName, Contribution],
        decisions: DecisionsInForce,
    ) -> None:
        self.definition, self.counted_contributions, self.decisions = (
            definition,
            counted_contributions,
            decisions,
        )
        contents = sorted(
            (name.uid, name.name, name.country, contribution.content)
            for name, contribution in counted_contributions.items()
        )
        excluded, different = sorted(decisions.excluded_uids), sorted(decisions.licences_of_several)
        self._digest = sha256(
            msgspec.json.encode([definition, contents, excluded, different])
        ).digest()

    def __hash__(self) -> int:
        return hash(self._digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Inputs) and self._digest == other._digest


@lru_cache(maxsize=MAX_CACHED_RESULTS)
def _join_cached(inputs: _Inputs) -> JointState:
    results = join_contributions(
        inputs.definition, inputs.counted_contributions, inputs.decisions.excluded_uids
    )
    shared_licences = [
        licence
        for licence in find_shared_licences(results)
        if licence.subject not in inputs.decisions.licences_of_several
    ]
    return JointState(
        inputs.definition, results, rank_joint(inputs.definition, results), shared_licences
    )
