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
"""The keys of the roster players of people who were decided about, by position; None for another
person than those of the same name."""


@dataclass(frozen=True, slots=True)
class RosterChoice:
    """A player of the roster who may be the person of a line."""

    pk: int
    name: str
    licence: str
    club: str


def list_known_choices(line: EntryLine) -> list[tuple[str, list[RosterChoice]]]:
    """Return the decisions that name players of the roster, with these players."""
    rows = [finding.data["rows"] for finding in line.findings if finding.code == ROSTER_NAMESAKE]
    combinations = map(list, product(*rows)) if rows else ()
    return [("+".join(str(row.pk) for row in choice), choice) for choice in combinations]


def is_settled(line: EntryLine, decision: str) -> bool:
    """Return True if the line can be imported."""
    match line.grade:
        case Grade.FAULT:
            return False
        case Grade.DOUBT:
            return decision == IN or decision in dict(list_known_choices(line))
        case _:
            return True


def settle_by_hand(line: EntryLine, decision: str, *, reason: str = "licence-taken") -> Links:
    """Return the links of a line that somebody types. Raises BadSetting: ``reason`` (licence, name,
    other_licence), or ``entry-doubtful`` (line) if something must be decided."""
    for finding in line.findings:
        if finding.grade is Grade.FAULT:
            raise BadSetting(reason, **finding.data)
    if not is_settled(line, decision):
        raise BadSetting("entry-doubtful", line=line)
    return link_people(line, decision)


def link_people(line: EntryLine, decision: str) -> Links:
    """Return the links of a line about which was decided."""
    doubts = [
        finding
        for finding in line.findings
        if finding.grade is Grade.DOUBT and "person" in finding.data and finding.code != ODD_NAME
    ]
    links: dict[int, int | None] = dict.fromkeys(finding.data["person"] for finding in doubts)
    choice = dict(list_known_choices(line)).get(decision, [])
    asked_about = [finding for finding in doubts if finding.code == ROSTER_NAMESAKE]
    for finding, row in zip(asked_about, choice, strict=False):
        links[finding.data["person"]] = row.pk
    return links
