"""The lines of a list of players, with the faults and remarks found in each."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from tournament.core.files.spreadsheets import FileRow, Rows
from tournament.core.people.columns import FULL_NAME, PARTNER
from tournament.core.people.matching import (
    LICENCE_LIKENESSES,
    Likeness,
    PeopleIndex,
    PersonMatch,
    are_clubs_different,
)
from tournament.core.people.names import fold_name
from tournament.core.people.player_cells import CellProblem, read_cell
from tournament.core.people.player_data import (
    PLAYER_FIELDS,
    PlayerData,
    normalise_player,
    read_year,
    split_full_name,
)

MAX_TABLE = 20_000
MAX_DIGITS = 9
PLAYERS_OF_A_PAIR = 2
#: A whole number that was stored as a decimal number, or is written with thousands apart.
_DECIMALS = re.compile(r"(\d+)[.,]0+")
_THOUSANDS = re.compile(r"\d{1,3}(?: \d{3})+|\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})+")
#: The remains of a long number that a spreadsheet shortened.
_SHORTENED = re.compile(r"\d([.,]\d+)?[eE]\+\d+")


class Severity(StrEnum):
    """Severity of a finding."""

    #: The line cannot be imported as it is.
    FAULT = "fault"
    #: Somebody has to decide whether it is imported.
    DOUBT = "doubt"
    #: It is imported unless somebody excludes it.
    REMARK = "remark"


@dataclass(frozen=True, slots=True)
class LineFinding:
    """A finding; ``code`` and ``data`` make its sentence (``presentation.imports``)."""

    code: str
    severity: Severity
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class EntryLine:
    """A player or a pair; ``number`` is that of its first row in the file, ``second_number`` of the
    other."""

    number: int
    people: tuple[PlayerData, ...]
    table: int | None = None
    team: str = ""
    centre: str = ""
    pair: str = ""
    second_number: int | None = None
    findings: tuple[LineFinding, ...] = ()

    @property
    def name(self) -> str:
        return " / ".join(person.name for person in self.people)

    @property
    def severity(self) -> Severity | None:
        """Return the severity of its worst finding."""
        severities = {finding.severity for finding in self.findings}
        return next((severity for severity in Severity if severity in severities), None)

    def with_finding(self, code: str, severity: Severity, **data: Any) -> "EntryLine":
        return replace(self, findings=(*self.findings, LineFinding(code, severity, data)))


def read_lines(rows: Rows, fields: Sequence[str], *, width: int) -> list[EntryLine]:
    """Read one line per row; the heading names the first ``width`` columns."""
    return [_read_line(row, fields, width) for row in rows]


def _read_line(row: FileRow, fields: Sequence[str], width: int) -> EntryLine:
    findings: list[LineFinding] = []
    cells = {
        field: _read_cell(field, cell, findings)
        for field, cell in zip(fields, row.cells, strict=False)
        if field
    }
    people = [_read_person(cells, "", findings)]
    if any(cell for field, cell in cells.items() if field.startswith(PARTNER)):
        people.append(_read_person(cells, PARTNER, findings))
    if any(
        cell and not field for field, cell in zip(fields[width:], row.cells[width:], strict=False)
    ):
        findings.append(LineFinding("line-too-long", Severity.DOUBT, {}))
    text = _read_integer(cells.get("table", ""))
    table = int(text) if text.isdecimal() and len(text) <= MAX_DIGITS else None
    if text and table is None:
        findings.append(LineFinding("table-not-a-number", Severity.DOUBT, {"text": text}))
    return EntryLine(
        number=row.number,
        people=tuple(people),
        table=table,
        team=cells.get("team", ""),
        centre=cells.get("centre", ""),
        pair=cells.get("pair", ""),
        findings=tuple(findings),
    )


#: Every other problem of a cell must be decided.
_CELL_SEVERITIES = {
    CellProblem.ERROR: Severity.FAULT,
    CellProblem.LOST_LETTER: Severity.FAULT,
    CellProblem.ERROR_EMPTY: Severity.REMARK,
    CellProblem.NOTHING_EMPTY: Severity.REMARK,
}


def _read_cell(field: str, cell: str, findings: list[LineFinding]) -> str:
    text, problem = read_cell(field, cell)
    if problem is not None:
        severity = _CELL_SEVERITIES.get(problem, Severity.DOUBT)
        findings.append(LineFinding(problem, severity, {"text": cell, "field": field}))
    return text


def _read_person(cells: dict[str, str], prefix: str, findings: list[LineFinding]) -> PlayerData:
    texts: dict[str, Any] = {name: cells.get(prefix + name, "") for name in PLAYER_FIELDS}
    if (whole := cells.get(prefix + FULL_NAME)) and not texts["last_name"]:
        last, first, is_certain = split_full_name(whole)
        texts["last_name"], texts["first_name"] = last, texts["first_name"] or first
        if not is_certain:
            data = {"last_name": last, "first_name": first}
            findings.append(LineFinding("name-split", Severity.REMARK, data))
    texts["licence"] = _read_integer(texts["licence"])
    if _SHORTENED.fullmatch(texts["licence"]):
        findings.append(
            LineFinding("licence-shortened", Severity.FAULT, {"licence": texts["licence"]})
        )
    texts["birth_year"] = _read_birth_year(_read_integer(texts["birth_year"]), findings)
    return normalise_player(PlayerData(**texts))


def _read_birth_year(text: str, findings: list[LineFinding]) -> int | None:
    if not text:
        return None
    year, has_four_digits = read_year(text)
    if year is None:
        findings.append(LineFinding("bad-birth-year", Severity.DOUBT, {"text": text}))
    elif not has_four_digits:
        findings.append(
            LineFinding("birth-year-read", Severity.REMARK, {"text": text, "year": year})
        )
    return year


def _read_integer(text: str) -> str:
    """Return 1234567 for "1234567.0" and "1 234 567"."""
    if match := _DECIMALS.fullmatch(text):
        return match[1]
    return re.sub(r"\D", "", text) if _THOUSANDS.fullmatch(text) else text


def join_pairs(lines: Iterable[EntryLine]) -> list[EntryLine]:
    """Join two lines with the same mark in the column of pairs to one entry, at the first line."""
    lines_by_mark: dict[str, list[EntryLine]] = defaultdict(list)
    joined: dict[int, EntryLine] = {}
    for line in lines:
        joined[line.number] = line
        if line.pair:
            lines_by_mark[fold_name(line.pair)].append(line)
    for marked_lines in lines_by_mark.values():
        if sum(len(line.people) for line in marked_lines) == PLAYERS_OF_A_PAIR:
            if len(marked_lines) == PLAYERS_OF_A_PAIR:
                first, second = marked_lines
                joined[first.number] = _join_lines(first, second)
                del joined[second.number]
            continue
        code, severity = (
            ("pair-alone", Severity.DOUBT)
            if len(marked_lines) == 1
            else ("pair-full", Severity.FAULT)
        )
        for line in marked_lines:
            joined[line.number] = line.with_finding(code, severity, pair=line.pair)
    return list(joined.values())


def _join_lines(first: EntryLine, second: EntryLine) -> EntryLine:
    line = replace(
        first,
        people=first.people + second.people,
        table=second.table if first.table is None else first.table,
        team=first.team or second.team,
        centre=first.centre or second.centre,
        second_number=second.number,
        findings=first.findings + second.findings,
    )
    for field in ("table", "team", "centre"):
        first_value, second_value = getattr(first, field), getattr(second, field)
        if first_value and second_value and first_value != second_value:
            line = line.with_finding(
                f"pair-{field}s", Severity.FAULT, first=first_value, second=second_value
            )
    return line


def rate_match(person: PlayerData, match: PersonMatch[Any]) -> Severity:
    """Return the severity by how certain it is that both are one person, who plays once."""
    match match.likeness:
        case Likeness.SAME_LICENCE:
            return Severity.FAULT
        case Likeness.LICENCE_ONLY:
            return (
                Severity.FAULT if person.licence == match.matched_person.licence else Severity.DOUBT
            )
        case Likeness.OTHER_LICENCE if are_clubs_different(person, match.matched_person):
            return Severity.REMARK
        case _:
            return Severity.DOUBT


def add_match(
    line: EntryLine,
    index: int,
    match: PersonMatch[Any],
    source: str,
    severity: Severity | None = None,
    **data: Any,
) -> EntryLine:
    """Add the finding that the player ``index`` of the line is also in ``source``: the end of its
    code, as "twice" or "registered"."""
    person, other = line.people[index], match.matched_person
    kind = "licence" if match.likeness in LICENCE_LIKENESSES else "name"
    return line.with_finding(
        f"{kind}-{source}",
        severity or rate_match(person, match),
        person=index,
        name=other.name,
        licence=person.licence,
        club=person.club,
        other_licence=other.licence,
        other_club=other.club,
        **data,
    )


def mark_duplicates(lines: Sequence[EntryLine]) -> list[EntryLine]:
    """Add findings to lines that repeat a person or a table, and a remark to the first of them,
    which is imported. The two players of a pair on one line are different persons."""
    marked = list(lines)
    people: PeopleIndex[int] = PeopleIndex()
    tables: dict[int, int] = {}
    for position, line in enumerate(lines):
        marked[position] = mark_pair(line)
        for index, person in enumerate(line.people):
            for match in people.find(person)[:1]:
                first = match.item
                marked[position] = add_match(
                    marked[position], index, match, "twice", number=lines[first].number
                )
                marked[first] = _mark_first(marked[first], marked[position].findings[-1].code)
        for person in line.people:
            people.add(person, position)
    for position, line in enumerate(lines):
        if line.table and (first := tables.setdefault(line.table, position)) != position:
            marked[position] = marked[position].with_finding(
                "table-twice", Severity.FAULT, number=lines[first].number
            )
            marked[first] = _mark_first(marked[first], "table-twice")
    return marked


def mark_pair(line: EntryLine) -> EntryLine:
    """Add a finding to a pair whose players are alike."""
    people: PeopleIndex[None] = PeopleIndex()
    for index, person in enumerate(line.people):
        for match in people.find(person)[:1]:
            line = add_match(line, index, match, "twice-in-pair")
        people.add(person, None)
    return line


def _mark_first(line: EntryLine, code: str) -> EntryLine:
    """Add the remark that another line repeats something of this one, once; it has no data."""
    remark = LineFinding(code, Severity.REMARK, {})
    return line if remark in line.findings else replace(line, findings=(*line.findings, remark))
