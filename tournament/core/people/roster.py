"""The lines of a list of players: who is meant, and what is wrong or remarkable in each."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from tournament.core.files.cells import plain
from tournament.core.files.sheets import FileRow, Rows
from tournament.core.people.columns import PARTNER, WHOLE
from tournament.core.people.player_data import PERSON, PlayerData, split_name, year_of

MAX_TABLE = 20_000
MAX_DIGITS = 9
PLAYERS_OF_A_PAIR = 2
#: A whole number that passed through a cell of numbers.
_DECIMALS = re.compile(r"(\d+)[.,]0+")
#: What is left of a long number that a spreadsheet shortened.
_SHORTENED = re.compile(r"\d([.,]\d+)?[eE]\+\d+")


class Grade(StrEnum):
    """How much a finding weighs."""

    #: The line cannot be taken in as it is.
    FAULT = "fault"
    #: Somebody has to say whether it is.
    DOUBT = "doubt"
    #: It is taken in unless somebody says otherwise.
    REMARK = "remark"


@dataclass(frozen=True, slots=True)
class LineFinding:
    """``code`` and ``data`` make the sentence (``presentation.imports``)."""

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
        """That of its worst finding."""
        grades = {finding.grade for finding in self.findings}
        return next((grade for grade in Grade if grade in grades), None)

    def found(self, code: str, grade: Grade, **data: Any) -> "EntryLine":
        return replace(self, findings=(*self.findings, LineFinding(code, grade, data)))


def read_lines(rows: Rows, fields: Sequence[str], *, named: int) -> list[EntryLine]:
    """One line per row; of the first ``named`` columns the heading says what they are."""
    return [_line(row, fields, named) for row in rows]


def _line(row: FileRow, fields: Sequence[str], named: int) -> EntryLine:
    cells = {field: cell for field, cell in zip(fields, row.cells, strict=False) if field}
    findings: list[LineFinding] = []
    people = [_person(cells, "", findings)]
    if any(cell for field, cell in cells.items() if field.startswith(PARTNER)):
        people.append(_person(cells, PARTNER, findings))
    if any(
        cell and not field for field, cell in zip(fields[named:], row.cells[named:], strict=False)
    ):
        findings.append(LineFinding("line-too-long", Grade.DOUBT, {}))
    text = _whole(cells.get("table", ""))
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


def _person(cells: dict[str, str], prefix: str, findings: list[LineFinding]) -> PlayerData:
    texts: dict[str, Any] = {name: cells.get(prefix + name, "") for name in PERSON}
    if (whole := cells.get(prefix + WHOLE)) and not texts["last_name"]:
        last, first, sure = split_name(whole)
        texts["last_name"], texts["first_name"] = last, texts["first_name"] or first
        if not sure:
            data = {"last_name": last, "first_name": first}
            findings.append(LineFinding("name-split", Grade.REMARK, data))
    texts["licence"] = _whole(texts["licence"])
    if _SHORTENED.fullmatch(texts["licence"]):
        findings.append(
            LineFinding("licence-shortened", Grade.FAULT, {"licence": texts["licence"]})
        )
    texts["birth_year"] = _year(_whole(texts["birth_year"]), findings)
    return PlayerData(**texts)


def _year(text: str, findings: list[LineFinding]) -> int | None:
    if not text:
        return None
    year, in_full = year_of(text)
    if year is None:
        findings.append(LineFinding("bad-birth-year", Grade.DOUBT, {"text": text}))
    elif not in_full:
        findings.append(LineFinding("birth-year-read", Grade.REMARK, {"text": text, "year": year}))
    return year


def _whole(text: str) -> str:
    """ "1234567.0" is 1234567."""
    found = _DECIMALS.fullmatch(text)
    return found[1] if found else text


def join_pairs(lines: Iterable[EntryLine]) -> list[EntryLine]:
    """Two lines with the same mark in the column of pairs are one entry, where the first stands."""
    marked: dict[str, list[EntryLine]] = defaultdict(list)
    joined: dict[int, EntryLine] = {}
    for line in lines:
        joined[line.number] = line
        if line.pair:
            marked[plain(line.pair)].append(line)
    for both in marked.values():
        if sum(len(line.people) for line in both) == PLAYERS_OF_A_PAIR:
            if len(both) == PLAYERS_OF_A_PAIR:
                first, second = both
                joined[first.number] = _joined(first, second)
                del joined[second.number]
            continue
        code, grade = ("pair-alone", Grade.DOUBT) if len(both) == 1 else ("pair-full", Grade.FAULT)
        for line in both:
            joined[line.number] = line.found(code, grade, pair=line.pair)
    return list(joined.values())


def _joined(first: EntryLine, second: EntryLine) -> EntryLine:
    line = replace(
        first,
        people=first.people + second.people,
        table=second.table if first.table is None else first.table,
        team=first.team or second.team,
        also=second.number,
        findings=first.findings + second.findings,
    )
    for what in ("table", "team"):
        one, other = getattr(first, what), getattr(second, what)
        if one and other and one != other:
            line = line.found(f"pair-{what}s", Grade.FAULT, one=one, other=other)
    return line


def find_twice(lines: Sequence[EntryLine]) -> list[EntryLine]:
    """What stands twice in the file is told at both places: the first is taken in. The two of a
    pair on one line are not the same person."""
    found = list(lines)
    # Those who all have a licence are told apart by it.
    unsure = {one.alike for line in lines for one in line.people if not one.licence}
    ways: tuple[tuple[str, Grade, Callable[[EntryLine], Collection[Any]]], ...] = (
        ("licence-twice", Grade.FAULT, _licences),
        (
            "name-twice",
            Grade.DOUBT,
            lambda line: [o.alike for o in line.people if o.alike in unsure],
        ),
        ("table-twice", Grade.FAULT, lambda line: [line.table] if line.table else []),
    )
    for code, grade, keys in ways:
        counts = Counter(key for line in lines for key in keys(line))
        first: dict[Any, int] = {}
        for index, line in enumerate(lines):
            for key, times in Counter(keys(line)).items():
                if times > 1:
                    found[index] = found[index].found(f"{code}-in-pair", grade)
                elif counts[key] > 1:
                    there = first.setdefault(key, line.number)
                    weight = Grade.REMARK if there == line.number else grade
                    found[index] = found[index].found(code, weight, number=there)
    return found


def _licences(line: EntryLine) -> list[str]:
    return [plain(person.licence) for person in line.people if person.licence]
