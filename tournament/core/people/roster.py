"""The lines of a list of players, with the faults and remarks found in each."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from tournament.core.files.cells import to_plain
from tournament.core.files.sheets import FileRow, Rows
from tournament.core.people.cells import CellProblem, read_cell
from tournament.core.people.columns import PARTNER, WHOLE
from tournament.core.people.player_data import PERSON, PlayerData, read_year, split_name

MAX_TABLE = 20_000
MAX_DIGITS = 9
PLAYERS_OF_A_PAIR = 2
#: A whole number that was stored as a decimal number, or is written with thousands apart.
_DECIMALS = re.compile(r"(\d+)[.,]0+")
_THOUSANDS = re.compile(r"\d{1,3}(?: \d{3})+|\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})+")
#: The remains of a long number that a spreadsheet shortened.
_SHORTENED = re.compile(r"\d([.,]\d+)?[eE]\+\d+")


class Grade(StrEnum):
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
    grade: Grade
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class EntryLine:
    """A player or a pair; ``number`` is the first of its rows in the file, ``also`` the other."""

    number: int
    people: tuple[PlayerData, ...]
    table: int | None = None
    team: str = ""
    pair: str = ""
    also: int | None = None
    findings: tuple[LineFinding, ...] = ()

    @property
    def name(self) -> str:
        return " / ".join(person.name for person in self.people)

    @property
    def grade(self) -> Grade | None:
        """The severity of its worst finding."""
        grades = {finding.grade for finding in self.findings}
        return next((grade for grade in Grade if grade in grades), None)

    def with_finding(self, code: str, grade: Grade, **data: Any) -> "EntryLine":
        return replace(self, findings=(*self.findings, LineFinding(code, grade, data)))


def read_lines(rows: Rows, fields: Sequence[str], *, named: int) -> list[EntryLine]:
    """Read one line per row; the heading names the first ``named`` columns."""
    return [_read_line(row, fields, named) for row in rows]


def _read_line(row: FileRow, fields: Sequence[str], named: int) -> EntryLine:
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
        cell and not field for field, cell in zip(fields[named:], row.cells[named:], strict=False)
    ):
        findings.append(LineFinding("line-too-long", Grade.DOUBT, {}))
    text = _read_integer(cells.get("table", ""))
    table = int(text) if text.isdecimal() and len(text) <= MAX_DIGITS else None
    if text and table is None:
        findings.append(LineFinding("bad-table-number", Grade.FAULT, {"number": text}))
    return EntryLine(
        number=row.number,
        people=tuple(people),
        table=table,
        team=cells.get("team", ""),
        pair=cells.get("pair", ""),
        findings=tuple(findings),
    )


#: Every other problem of a cell must be decided.
_CELL_GRADES = {
    CellProblem.ERROR: Grade.FAULT,
    CellProblem.LOST_LETTER: Grade.FAULT,
    CellProblem.ERROR_EMPTY: Grade.REMARK,
    CellProblem.NOTHING_EMPTY: Grade.REMARK,
}


def _read_cell(field: str, cell: str, findings: list[LineFinding]) -> str:
    text, problem = read_cell(field, cell)
    if problem is not None:
        grade = _CELL_GRADES.get(problem, Grade.DOUBT)
        findings.append(LineFinding(problem, grade, {"text": cell, "field": field}))
    return text


def _read_person(cells: dict[str, str], prefix: str, findings: list[LineFinding]) -> PlayerData:
    texts: dict[str, Any] = {name: cells.get(prefix + name, "") for name in PERSON}
    if (whole := cells.get(prefix + WHOLE)) and not texts["last_name"]:
        last, first, sure = split_name(whole)
        texts["last_name"], texts["first_name"] = last, texts["first_name"] or first
        if not sure:
            data = {"last_name": last, "first_name": first}
            findings.append(LineFinding("name-split", Grade.REMARK, data))
    texts["licence"] = _read_integer(texts["licence"])
    if _SHORTENED.fullmatch(texts["licence"]):
        findings.append(
            LineFinding("licence-shortened", Grade.FAULT, {"licence": texts["licence"]})
        )
    texts["birth_year"] = _read_birth_year(_read_integer(texts["birth_year"]), findings)
    return PlayerData(**texts)


def _read_birth_year(text: str, findings: list[LineFinding]) -> int | None:
    if not text:
        return None
    year, in_full = read_year(text)
    if year is None:
        findings.append(LineFinding("bad-birth-year", Grade.DOUBT, {"text": text}))
    elif not in_full:
        findings.append(LineFinding("birth-year-read", Grade.REMARK, {"text": text, "year": year}))
    return year


def _read_integer(text: str) -> str:
    """Return 1234567 for "1234567.0" and "1 234 567"."""
    if match := _DECIMALS.fullmatch(text):
        return match[1]
    return re.sub(r"\D", "", text) if _THOUSANDS.fullmatch(text) else text


def join_pairs(lines: Iterable[EntryLine]) -> list[EntryLine]:
    """Join two lines with the same mark in the column of pairs to one entry, at the first line."""
    marked: dict[str, list[EntryLine]] = defaultdict(list)
    joined: dict[int, EntryLine] = {}
    for line in lines:
        joined[line.number] = line
        if line.pair:
            marked[to_plain(line.pair)].append(line)
    for marked_lines in marked.values():
        if sum(len(line.people) for line in marked_lines) == PLAYERS_OF_A_PAIR:
            if len(marked_lines) == PLAYERS_OF_A_PAIR:
                first, second = marked_lines
                joined[first.number] = _join_lines(first, second)
                del joined[second.number]
            continue
        code, grade = (
            ("pair-alone", Grade.DOUBT) if len(marked_lines) == 1 else ("pair-full", Grade.FAULT)
        )
        for line in marked_lines:
            joined[line.number] = line.with_finding(code, grade, pair=line.pair)
    return list(joined.values())


def _join_lines(first: EntryLine, second: EntryLine) -> EntryLine:
    line = replace(
        first,
        people=first.people + second.people,
        table=second.table if first.table is None else first.table,
        team=first.team or second.team,
        also=second.number,
        findings=first.findings + second.findings,
    )
    for field in ("table", "team"):
        first_value, second_value = getattr(first, field), getattr(second, field)
        if first_value and second_value and first_value != second_value:
            line = line.with_finding(
                f"pair-{field}s", Grade.FAULT, one=first_value, other=second_value
            )
    return line


def mark_duplicates(lines: Sequence[EntryLine]) -> list[EntryLine]:
    """Add findings to lines that repeat a licence, a name or a table: at both places, and the first
    line is imported. The two players of a pair on one line are different persons."""
    lines_with_findings = list(lines)
    # People who all have a licence are distinguished by it.
    unsure = {person.alike for line in lines for person in line.people if not person.licence}
    checks: tuple[tuple[str, Grade, Callable[[EntryLine], Collection[Any]]], ...] = (
        ("licence-twice", Grade.FAULT, _list_licences),
        (
            "name-twice",
            Grade.DOUBT,
            lambda line: [person.alike for person in line.people if person.alike in unsure],
        ),
        ("table-twice", Grade.FAULT, lambda line: [line.table] if line.table else []),
    )
    for code, grade, keys in checks:
        counts = Counter(key for line in lines for key in keys(line))
        first: dict[Any, int] = {}
        for index, line in enumerate(lines):
            for key, times in Counter(keys(line)).items():
                if times > 1:
                    lines_with_findings[index] = lines_with_findings[index].with_finding(
                        f"{code}-in-pair", grade
                    )
                elif counts[key] > 1:
                    first_number = first.setdefault(key, line.number)
                    weight = Grade.REMARK if first_number == line.number else grade
                    lines_with_findings[index] = lines_with_findings[index].with_finding(
                        code, weight, number=first_number
                    )
    return lines_with_findings


def _list_licences(line: EntryLine) -> list[str]:
    return [to_plain(person.licence) for person in line.people if person.licence]
