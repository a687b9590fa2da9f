"""The archive of an event for download."""

from arbitrage.event.core.event_archive import (
    FORMAT,
    VERSION,
    CentreLine,
    EventContent,
    HostDecisionLine,
    build_rank_lines,
    write_event_archive,
)
from arbitrage.event.models import Event
from arbitrage.event.queries.joint import CentreState, load_state
from tournament.core.canonical import to_utc_text


def build_event_archive(event: Event) -> bytes:
    state = load_state(event)
    content = EventContent(
        format=FORMAT,
        version=VERSION,
        definition=state.joint.definition,
        centres=[_describe_centre(centre) for centre in state.centres],
        decisions=[
            HostDecisionLine(
                kind=decision.kind,
                subject=decision.subject,
                name=decision.name,
                reason=decision.reason,
                signed=decision.signed,
                at=to_utc_text(decision.at),
            )
            for decision in event.decisions.all()
        ],
        ranking=build_rank_lines(state.joint.rows),
    )
    archives = event.archives.exclude(contribution=None).values_list("sha256", "content")
    return write_event_archive(content, {digest: bytes(file) for digest, file in archives})


def _describe_centre(state: CentreState) -> CentreLine:
    counted = next((row.archive.sha256 for row in state.arrivals if row.counts), None)
    return CentreLine(
        uid=str(state.centre.uid),
        name=state.centre.name,
        country=state.centre.country,
        archives=sorted(row.archive.sha256 for row in state.arrivals if row.standing is not None),
        counted=counted,
    )
