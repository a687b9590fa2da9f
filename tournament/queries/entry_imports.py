"""What would become of a file of people if it were imported now: its columns, its lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.core import columns
from tournament.core.columns import ENTRY_FIELDS, ROSTER_FIELDS, WHOLE, Heading
from tournament.core.roster import Grade, Line, find_twice, join_pairs, read_lines
from tournament.core.sheets import Rows, read_sheets
from tournament.core.states import GroupKind
from tournament.models import ColumnMatching, PendingFile
from tournament.queries.groups import Lists
from tournament.queries.import_checks import checks_of

#: Cells of a column that are shown.
_EXAMPLES = 3
#: What is decided about a line of which something is found.
OUT, IN = "out", "in"


@dataclass(frozen=True, slots=True)
class Column:
    """``field`` is empty for a column that is left out."""

    index: int
    name: str
    field: str
    examples: list[str]

    @property
    def number(self) -> int:
        """From 1."""
        return self.index + 1


@dataclass(frozen=True, slots=True)
class Plan:
    """``lines``: all, with what is found of each; ``taken`` are imported, ``undecided`` keep the
    whole from being so; ``new``: what the lists of the organisation do not have yet."""

    heading: Heading
    fields: list[str]
    columns: list[Column]
    lines: list[Line]
    left_out: set[int]
    taken: list[Line]
    undecided: list[Line]
    new: dict[GroupKind, list[str]]
    remembered: bool

    @property
    def notable(self) -> list[Line]:
        """Lines of which something is found, or which are left out; the undecided first."""
        open_ones = {line.number for line in self.undecided}
        told = [line for line in self.lines if line.findings or line.number in self.left_out]
        return sorted(told, key=lambda line: (line.number not in open_ones, line.number))


def fields_for(pending: PendingFile) -> Sequence[str]:
    """What columns of this file can fill."""
    return ROSTER_FIELDS if pending.tournament_id is None else ENTRY_FIELDS


def plan_of(pending: PendingFile) -> Plan:
    """Raises BadSetting where the file cannot be read."""
    rows, heading = _chosen_sheet(read_sheets(bytes(pending.data)), pending.heading)
    known = fields_for(pending)
    under = columns.below(rows, heading)
    fields, remembered = _fields(pending, heading, under, known)
    named = max((i + 1 for i, name in enumerate(heading.names) if name), default=0)
    # Columns without a heading that most lines fill are columns; elsewhere something slipped.
    used = max((i + 1 for i, field in enumerate(fields) if field), default=0)
    lines = read_lines(under, fields, named=_width(under, max(named, used)))
    if pending.tournament is not None:
        lines = join_pairs(lines)
    return _judged(pending, lines, heading, fields, _columns(heading, fields, under), remembered)


def _chosen_sheet(sheets: list[Rows], number: int | None) -> tuple[Rows, Heading]:
    """The first sheet in whose heading a name is found, or else the first one."""
    found = [(rows, columns.find_heading(rows)) for rows in sheets]
    named = (one for one in found if columns.names_somebody(one[1]))
    rows, heading = next(named, found[0])
    return rows, heading if number is None else columns.heading_at(rows, number)


def _fields(
    pending: PendingFile, heading: Heading, under: Rows, known: Sequence[str]
) -> tuple[list[str], bool]:
    """Chosen for this file, or for one with the same heading before, or proposed."""
    if pending.fields is not None and len(pending.fields) == len(heading.names):
        return list(pending.fields), False
    before = ColumnMatching.objects.filter(
        organisation=pending.organisation_id, headers=heading.compared
    ).first()
    if before is not None and heading.number and set(before.fields) <= {"", *known}:
        return list(before.fields), True
    return columns.propose(heading, under, known), False


def _width(rows: Rows, width: int) -> int:
    """Columns with a heading or a field, and those after them that most lines fill."""
    most = max((len(row.cells) for row in rows), default=0)
    while width < most and columns.filled(rows, width) * 2 > len(rows):
        width += 1
    return width


def _columns(heading: Heading, fields: list[str], rows: Rows) -> list[Column]:
    listed = []
    for index, (name, field) in enumerate(zip(heading.names, fields, strict=True)):
        cells = (row.cells[index] for row in rows if len(row.cells) > index)
        examples = [cell for _, cell in zip(range(_EXAMPLES), filter(None, cells), strict=False)]
        if name or examples:
            listed.append(Column(index, name, field, examples))
    return listed


def _judged(
    pending: PendingFile,
    lines: list[Line],
    heading: Heading,
    fields: list[str],
    shown: list[Column],
    remembered: bool,  # noqa: FBT001 - passed through
) -> Plan:
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
    return Plan(
        heading=heading,
        fields=fields,
        columns=shown,
        lines=[by_number[line.number] for line in lines],
        left_out=left_out,
        taken=taken,
        undecided=undecided,
        new=lists.unknown(people),
        remembered=remembered,
    )


def _settled(line: Line, decisions: dict[int, str]) -> bool:
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
