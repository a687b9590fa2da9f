"""Reads a list of players from a CSV file as club secretaries write them."""

import csv
from dataclasses import dataclass

from tournament.core.errors import BadSetting

#: Column names understood, lower case and without accents, and the field each one fills.
COLUMNS = {
    "nom": "last_name",
    "name": "last_name",
    "prenom": "first_name",
    "first name": "first_name",
    "licence": "licence",
    "numero": "licence",
    "club": "club",
    "table": "table",
}
MAX_BYTES = 2_000_000
MAX_DIGITS = 9
_ACCENTS = str.maketrans("éèêëàâîïôûùç", "eeeeaaiiouuc")


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line; ``number`` counts from 1 with the heading; ``fault`` is a reason code."""

    number: int
    raw: str
    last_name: str
    first_name: str
    licence: str
    club: str
    table: int | None
    table_text: str
    fault: str


def read_roster(data: bytes) -> list[RosterLine]:
    """The lines of a CSV file: UTF-8 or Latin-1, comma, semicolon or tab, with a heading.

    Raises BadSetting when it is too big, binary, empty, or has no column of names.
    """
    if len(data) > MAX_BYTES:
        raise BadSetting("file-too-big", size=len(data), most=MAX_BYTES)
    if b"\0" in data:
        raise BadSetting("file-not-text")
    lines = _decode(data).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    heading = next((line for line in lines if line), "")
    delimiter = max(",;\t", key=heading.count)
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter)
    try:
        rows = [(reader.line_num, row) for row in reader if any(map(str.strip, row))]
    except csv.Error as error:
        raise BadSetting("file-not-text") from error
    headers = [_plain(header) for header in rows[0][1]] if rows else []
    if not {"nom", "name"} & set(headers):
        raise BadSetting("file-without-names", columns=headers)
    return [_line(number, delimiter, headers, row) for number, row in rows[1:]]


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _plain(header: str) -> str:
    return header.strip().lower().translate(_ACCENTS)


def _line(number: int, delimiter: str, headers: list[str], row: list[str]) -> RosterLine:
    cells = dict(zip(headers, row, strict=False))
    known = {COLUMNS[name]: cells[name].strip() for name in cells if name in COLUMNS}
    table_text = known.get("table", "")
    is_number = table_text.isdecimal() and len(table_text) <= MAX_DIGITS
    fault = "bad-table-number" if table_text and not is_number else ""
    if any(map(str.strip, row[len(headers) :])):
        fault = "line-too-long"
    return RosterLine(
        number=number,
        raw=delimiter.join(row),
        last_name=known.get("last_name", ""),
        first_name=known.get("first_name", ""),
        licence=known.get("licence", ""),
        club=known.get("club", ""),
        table=int(table_text) if is_number else None,
        table_text=table_text,
        fault=fault,
    )
