"""Decisions about lines of people with findings, and the players of the roster that follow."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product

from tournament.core.errors import BadSetting
from tournament.core.people.entry_lines import EntryLine, LineFinding, Severity

#: Decisions about a line with a finding; those for a player of the roster are their keys.
EXCLUDE_LINE, INCLUDE_LINE = "out", "in"
#: The code of a finding about a name that probably names nobody.
ODD_NAME = "odd-name"
#: The code of a finding about players of the roster that may be the same person.
ROSTER_NAMESAKE = "roster-namesake"
#: The code of a finding about a licence that a player of the roster has under another name.
LICENCE_OF_ANOTHER = "licence-of-another"
#: The beginning of a decision that a licence is another person's; positions in the line follow.
LICENCE_NOT_THEIRS = "no-licence"
#: The code of the remark about a licence removed by that decision.
LICENCE_DROPPED = "licence-dropped"
_LICENCE_CONFLICTS = frozenset(
    {"licence-twice", "licence-registered", "licence-twice-in-pair", LICENCE_OF_ANOTHER}
)

type RosterLinks = Mapping[int, int | None]
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
    rows = [finding.data["rows"] for finding in line.findings if _has_roster_choice(finding)]
    combinations = map(list, product(*rows)) if rows else ()
    return [("+".join(str(row.pk) for row in choice), choice) for choice in combinations]


def can_be_imported(line: EntryLine, decision: str) -> bool:
    """Return True if no fault or doubt of the line is left without a decision."""
    is_chosen = decision in dict(list_roster_choices(line))
    match line.severity:
        case Severity.FAULT:
            faults = [finding for finding in line.findings if finding.severity is Severity.FAULT]
            return is_chosen and all(map(_has_roster_choice, faults))
        case Severity.DOUBT:
            return is_chosen or decision == INCLUDE_LINE or decision.startswith(LICENCE_NOT_THEIRS)
        case _:
            return True


def _has_roster_choice(finding: LineFinding) -> bool:
    return finding.code in {ROSTER_NAMESAKE, LICENCE_OF_ANOTHER} and "rows" in finding.data


def find_licence_decision(line: EntryLine) -> tuple[str, list[str]]:
    """Return the decision that the licences in conflict are another person's, with the licences;
    empty if there is no conflict."""
    indexes = {
        # The first of two lines does not say about whom it is.
        finding.data.get("person", 0)
        for finding in line.findings
        if finding.code in _LICENCE_CONFLICTS
        and ("person" in finding.data or len(line.people) == 1)
    }
    dropped = [finding.data for finding in line.findings if finding.code == LICENCE_DROPPED]
    licences = {data["person"]: data["text"] for data in dropped}
    licences |= {index: line.people[index].licence for index in indexes}
    if not licences:
        return "", []
    return "-".join((LICENCE_NOT_THEIRS, *map(str, sorted(licences)))), [
        licences[index] for index in sorted(licences)
    ]


def drop_licences(line: EntryLine, decision: str) -> EntryLine:
    """Return the line without the licences that are another person's by decision."""
    if not decision.startswith(LICENCE_NOT_THEIRS):
        return line
    people = list(line.people)
    for index in map(int, decision.removeprefix(LICENCE_NOT_THEIRS).split("-")[1:]):
        if index < len(people) and people[index].licence:
            data = {"text": people[index].licence, "person": index}
            line = line.with_finding(LICENCE_DROPPED, Severity.REMARK, **data)
            people[index] = replace(people[index], licence="")
    return replace(line, people=tuple(people))


def link_typed_people(
    line: EntryLine, decision: str, *, reason: str = "licence-taken"
) -> RosterLinks:
    """Return the links of a line that somebody types. Raise BadSetting: ``reason`` with licence,
    name and other_licence for a fault, ``entry-doubtful`` with the line for a doubt without a
    ``decision``."""
    for finding in line.findings:
        if finding.severity is Severity.FAULT:
            raise BadSetting(reason, **finding.data)
    if not can_be_imported(line, decision):
        raise BadSetting("entry-doubtful", line=line)
    return link_people(line, decision)


def link_people(line: EntryLine, decision: str) -> RosterLinks:
    """Return the links of a line with a decision about it."""
    doubts = [
        finding
        for finding in line.findings
        if "person" in finding.data
        and finding.code != ODD_NAME
        and (finding.severity is Severity.DOUBT or _has_roster_choice(finding))
    ]
    links: dict[int, int | None] = dict.fromkeys(finding.data["person"] for finding in doubts)
    choice = dict(list_roster_choices(line)).get(decision, [])
    namesakes = [finding for finding in doubts if _has_roster_choice(finding)]
    for finding, row in zip(namesakes, choice, strict=False):
        links[finding.data["person"]] = row.pk
    return links
