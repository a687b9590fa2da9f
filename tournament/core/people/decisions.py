"""Decisions about lines of people with findings, and the players of the roster that follow."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from tournament.core.errors import BadSetting
from tournament.core.people.roster import EntryLine, Grade

#: Decisions about a line with a finding; those for a player of the roster are their keys.
OUT, IN = "out", "in"
#: The code of a finding about a name that probably names nobody.
ODD_NAME = "odd-name"
#: The code of a finding about players of the roster that may be the same person.
ROSTER_NAMESAKE = "roster-namesake"

type Links = Mapping[int, int | None]
"""Keys of roster players by position in a line, for the people about whom a decision was made; None
for a person who is none of the roster players of their name."""


@dataclass(frozen=True, slots=True)
class RosterChoice:
    """A player of the roster who may be the person of a line."""

    pk: int
    name: str
    licence: str
    club: str


def list_roster_choices(line: EntryLine) -> list[tuple[str, list[RosterChoice]]]:
    """Return the decisions that name players of the roster, with these players."""
    rows = [finding.data["rows"] for finding in line.findings if finding.code == ROSTER_NAMESAKE]
    combinations = map(list, product(*rows)) if rows else ()
    return [("+".join(str(row.pk) for row in choice), choice) for choice in combinations]


def can_be_imported(line: EntryLine, decision: str) -> bool:
    """Return True if the line can be imported."""
    match line.grade:
        case Grade.FAULT:
            return False
        case Grade.DOUBT:
            return decision == IN or decision in dict(list_roster_choices(line))
        case _:
            return True


def link_typed_people(line: EntryLine, decision: str, *, reason: str = "licence-taken") -> Links:
    """Return the links of a line that somebody types. Raises BadSetting: ``reason`` with licence,
    name and other_licence for a fault, ``entry-doubtful`` with the line for a doubt without a
    ``decision``."""
    for finding in line.findings:
        if finding.grade is Grade.FAULT:
            raise BadSetting(reason, **finding.data)
    if not can_be_imported(line, decision):
        raise BadSetting("entry-doubtful", line=line)
    return link_people(line, decision)


def link_people(line: EntryLine, decision: str) -> Links:
    """Return the links of a line with a decision about it."""
    doubts = [
        finding
        for finding in line.findings
        if finding.grade is Grade.DOUBT and "person" in finding.data and finding.code != ODD_NAME
    ]
    links: dict[int, int | None] = dict.fromkeys(finding.data["person"] for finding in doubts)
    choice = dict(list_roster_choices(line)).get(decision, [])
    namesakes = [finding for finding in doubts if finding.code == ROSTER_NAMESAKE]
    for finding, row in zip(namesakes, choice, strict=False):
        links[finding.data["person"]] = row.pk
    return links
