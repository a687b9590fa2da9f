"""What would become of a file of people if it were imported now: its columns, its lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.core.people.columns import ENTRY_FIELDS, ROSTER_FIELDS, WHOLE, Heading
from tournament.core.people.lists import FileColumn, ListFile, open_list
from tournament.core.people.roster import EntryLine, Grade, find_twice
from tournament.core.states import GroupKind
from tournament.models import ColumnMatching, PendingFile
from tournament.queries.people.groups import Lists
from tournament.queries.people.import_checks import checks_of

#: What is decided about a line of which something is found.
OUT, IN = "out", "in"


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """``lines``: all, with what is found of each; ``taken`` are imported, ``undecided`` keep the
    whole from being so; ``new``: what the lists of the organisation do not have yet."""

    heading: Heading
    fields: list[str]
    columns: list[FileColumn]
    lines: list[EntryLine]
    left_out: set[int]
    taken: list[EntryLine]
    undecided: list[EntryLine]
    new: dict[GroupKind, list[str]]
    remembered: bool

    @property
    def notable(self) -> list[EntryLine]:
        """Lines of which something is found, or which are left out; the undecided first."""
        open_ones = {line.number for line in self.undecided}
        told = [line for line in self.lines if line.findings or line.number in self.left_out]
        return sorted(told, key=lambda line: (line.number not in open_ones, line.number))


def fields_for(pending: PendingFile) -> Sequence[str]:
    """What columns of this file can fill."""
    return ROSTER_FIELDS if pending.tournament_id is None else ENTRY_FIELDS


def plan_of(pending: PendingFile) -> ImportPlan:
    """Raises BadSetting where the file cannot be read."""
    file = open_list(bytes(pending.data), pending.heading)
    fields, remembered = _fields(pending, file)
    return _judged(pending, file, fields, remembered=remembered)


def _fields(pending: PendingFile, file: ListFile) -> tuple[list[str], bool]:
    """Chosen for this file, or for one with the same heading before (True), or proposed."""
    known = fields_for(pending)
    if pending.fields is not None and len(pending.fields) == len(file.heading.names):
        return list(pending.fields), False
    before = ColumnMatching.objects.filter(
        organisation=pending.organisation_id, headers=file.heading.compared
    ).first()
    if before is not None and file.heading.number and set(before.fields) <= {"", *known}:
        return list(before.fields), True
    return file.proposed(known), False


def _judged(
    pending: PendingFile, file: ListFile, fields: list[str], *, remembered: bool
) -> ImportPlan:
    lines = file.lines(fields)
    decisions = {
        int(number): said for number, said in pending.decisions.items() if number != "rest"
    }
    rest = pending.decisions.get("rest", "")
    left_out = {line.number for line in lines if decisions.get(line.number) == OUT}
    lists = Lists(pending.organisation)
    kept = [line for line in lines if line.number not in left_out]
    for check in checks_of(pending, lines, lists):
        kept = [check(line) for line in kept]
    kept = find_twice(kept)
    undecided = [line for line in kept if not _settled(line, decisions)]
    if rest == OUT:
        left_out |= {line.number for line in undecided}
        undecided = []
    taken = [line for line in kept if line.number not in left_out and _settled(line, decisions)]
    by_number = {line.number: line for line in lines} | {line.number: line for line in kept}
    people = (person for line in taken for person in line.people)
    return ImportPlan(
        heading=file.heading,
        fields=fields,
        columns=file.columns(fields),
        lines=[by_number[line.number] for line in lines],
        left_out=left_out,
        taken=taken,
        undecided=undecided,
        new=lists.unknown(people),
        remembered=remembered,
    )


def _settled(line: EntryLine, decisions: dict[int, str]) -> bool:
    match line.grade:
        case Grade.FAULT:
            return False
        case Grade.DOUBT:
            return decisions.get(line.number) == IN
        case _:
            return True


def has_names(fields: Sequence[str]) -> bool:
    """Whether somebody's name is among the fields."""
    return "last_name" in fields or WHOLE in fields
