"""Certificates of the joint ranking, and its files for federations."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arbitrage.event.core.ranking import JointGroupKind, JointRow
from arbitrage.event.models import Event
from arbitrage.event.presentation.results import PARTS
from arbitrage.event.queries.joint import EventState
from tournament.core.ranking.ranking import RankedEntry
from tournament.core.ranking.ranking_input import RankingInput, Trait
from tournament.core.ranking.specification import ColumnChoice, EntryColumn
from tournament.core.ranking.table import FixedColumn
from tournament.presentation.files.result_files import ResultFiles
from tournament.presentation.paper.lists import (
    CertificateHolder,
    Certified,
    build_certificates,
    draw_logo,
)
from tournament.presentation.paper.pdf_renderer import Document
from tournament.queries.local import get_organisation_paper


def build_joint_certificates(
    state: EventState, rows: Iterable[JointRow], group_kind: JointGroupKind | None, group: str
) -> Document:
    """Return the certificates of ``rows``, with their ranks in the group, or in the whole."""
    event = state.event
    date = date_format(timezone.localtime(event.opens_at), "j F Y")
    of = Certified(
        name=event.name,
        about=f"{date} · {event.organisation.name}",
        paper=get_organisation_paper(event.organisation),
        foot=f"{event.name} · {date}",
        logo=draw_logo(event.source) if event.source else "",
    )
    ranking = f"{PARTS[group_kind]} {group}" if group_kind and group else _("Classement général")
    winners = [
        CertificateHolder(
            name=row.joint.entry.name,
            club=_describe_centre(row),
            rank=row.ranks[group_kind] if group_kind and group else row.rank,
            total=row.ranked_entry.totals.total,
        )
        for row in rows
    ]
    numbers = state.joint.results.ranking_input.game_numbers
    return build_certificates(of, winners, len(numbers), ranking)


def _describe_centre(row: JointRow) -> str:
    centre = row.joint.centre
    return f"{centre.name} ({centre.country})" if centre.country else centre.name


def build_result_files(event: Event, state: EventState) -> ResultFiles[str]:
    """Return the files of the joint ranking in the profiles of federations."""
    definition = state.joint.definition
    edition = definition.get_edition()
    return ResultFiles(
        event.name,
        _number_tables(state),
        definition.terms.get_settings(edition),
        edition,
        _build_readers(state.joint.rows),
    )


def _number_tables(state: EventState) -> RankingInput[str]:
    """Return the results with tables numbered over all centres, one centre after the other: each of
    them has a table 1."""
    results = state.joint.results
    order = sorted(
        results.entries.items(),
        key=lambda item: (item[1].centre.name, item[1].centre.uid, item[1].entry.table, item[0]),
    )
    numbers = {uid: number for number, (uid, _joint) in enumerate(order, start=1)}
    entrants = [
        replace(entrant, table=numbers[entrant.key]) for entrant in results.ranking_input.entrants
    ]
    return replace(results.ranking_input, entrants=entrants)


type _Reader = Callable[[RankedEntry[str]], str]


def _build_readers(rows: Sequence[JointRow]) -> Mapping[FixedColumn | ColumnChoice, _Reader]:
    """Return functions that read what the persons of an entry have; two different values both."""
    people = {row.uid: row.joint.entry.people for row in rows}

    def make_reader(name: str, trait: Trait | None = None) -> _Reader:
        def read(row: RankedEntry[str]) -> str:
            if trait is not None and trait in row.entrant.traits:
                return row.entrant.traits[trait]
            values = [getattr(person, name) for person in people[row.key]]
            return " / ".join(dict.fromkeys(filter(None, values)))

        return read

    traits = [trait for trait in Trait if trait is not Trait.TEAM]
    readers: dict[FixedColumn | ColumnChoice, _Reader] = {
        EntryColumn(trait.value): make_reader(trait.value, trait) for trait in traits
    }
    return readers | {FixedColumn.LICENCE: make_reader("licence")}
