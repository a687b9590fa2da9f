"""The plan of an import of people: the columns and lines of a file, and their findings."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.core.people.columns import ENTRY_FIELDS, ROSTER_FIELDS, WHOLE, Heading
from tournament.core.people.lists import FileColumn, ListFile, open_list
from tournament.core.people.roster import EntryLine, Grade, mark_duplicates
from tournament.core.states import GroupKind
from tournament.models import ColumnMatching, PendingFile
from tournament.queries.people.groups import GroupLists
from tournament.queries.people.import_checks import list_checks

#: Decisions about a line with a finding.
OUT, IN = "out", "in"


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """``lines``: all, with their findings; ``accepted`` will be imported, ``undecided`` block the
    import; ``new``: codes that are not in the lists of the organisation yet."""

    heading: Heading
    fields: list[str]
    columns: list[FileColumn]
    lines: list[EntryLine]
    left_out: set[int]
    accepted: list[EntryLine]
    undecided: list[EntryLine]
    new: dict[GroupKind, list[str]]
    remembered: bool

    @property
    def notable(self) -> list[EntryLine]:
        """Lines with findings and excluded lines; the undecided first."""
        undecided = {line.number for line in self.undecided}
        notable = [line for line in self.lines if line.findings or line.number in self.left_out]
        return sorted(notable, key=lambda line: (line.number not in undecided, line.number))


def get_fields(pending: PendingFile) -> Sequence[str]:
    """Return the fields that columns of this file can fill."""
    return ROSTER_FIELDS if pending.tournament_id is None else ENTRY_FIELDS


def make_plan(pending: PendingFile) -> ImportPlan:
    """Make the plan of a file. Raises BadSetting if the file cannot be read."""
    file = open_list(bytes(pending.data), pending.heading)
    fields, remembered = _find_fields(pending, file)
    return _build_plan(pending, file, fields, remembered=remembered)


def _find_fields(pending: PendingFile, file: ListFile) -> tuple[list[str], bool]:
    """Return the fields chosen, or those of an earlier equal heading (True), or proposed."""
    allowed = get_fields(pending)
    if pending.fields is not None and len(pending.fields) == len(file.heading.names):
        return list(pending.fields), False
    before = ColumnMatching.objects.filter(
        organisation=pending.organisation_id, headers=file.heading.compared
    ).first()
    if before is not None and file.heading.number and set(before.fields) <= {"", *allowed}:
        return list(before.fields), True
    return file.propose_fields(allowed), False


def _build_plan(
    pending: PendingFile, file: ListFile, fields: list[str], *, remembered: bool
) -> ImportPlan:
    lines = file.lines(fields)
    decisions = {
        int(number): decision for number, decision in pending.decisions.items() if number != "rest"
    }
    rest = pending.decisions.get("rest", "")
    left_out = {line.number for line in lines if decisions.get(line.number) == OUT}
    lists = GroupLists(pending.organisation)
    included = [line for line in lines if line.number not in left_out]
    for check in list_checks(pending, lines, lists):
        included = [check(line) for line in included]
    included = mark_duplicates(included)
    undecided = [line for line in included if not _is_settled(line, decisions)]
    if rest == OUT:
        left_out |= {line.number for line in undecided}
        undecided = []
    accepted = [
        line for line in included if line.number not in left_out and _is_settled(line, decisions)
    ]
    by_number = {line.number: line for line in lines} | {line.number: line for line in included}
    people = (person for line in accepted for person in line.people)
    return ImportPlan(
        heading=file.heading,
        fields=fields,
        columns=file.columns(fields),
        lines=[by_number[line.number] for line in lines],
        left_out=left_out,
        accepted=accepted,
        undecided=undecided,
        new=lists.list_unknown(people),
        remembered=remembered,
    )


def _is_settled(line: EntryLine, decisions: dict[int, str]) -> bool:
    match line.grade:
        case Grade.FAULT:
            return False
        case Grade.DOUBT:
            return decisions.get(line.number) == IN
        case _:
            return True


def has_names(fields: Sequence[str]) -> bool:
    """Return True if a name is among the fields."""
    return "last_name" in fields or WHOLE in fields
