"""Reads a list of players from a CSV file as club secretaries write them."""

import codecs
import csv
import unicodedata
from collections.abc import Iterator
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
#: More than any hall seats, and still written in a moment.
MAX_LINES = 5_000
MAX_DIGITS = 9
#: Characters of a column's name that are told.
SHOWN_NAME = 40


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


@dataclass(frozen=True, slots=True)
class Roster:
    """``unused``: names of the columns that fill no field, "3" for the third where it has none."""

    lines: list[RosterLine]
    unused: list[str]


def read_roster(data: bytes) -> Roster:
    """A CSV file: UTF-8, UTF-16 or else Windows-1252; comma, semicolon or tab; with a heading.

    Raises BadSetting when it is too big or too long, binary, empty, or has no column of names.
    """
    if len(data) > MAX_BYTES:
        raise BadSetting("file-too-big", size=len(data), most=MAX_BYTES)
    lines = _decode(data).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    heading = next((line for line in lines if line), "")
    delimiter = max(",;\t", key=heading.count)
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter)
    try:
        rows = [(reader.line_num, row) for row in reader if any(map(str.strip, row))]
    except csv.Error as error:
        raise BadSetting("file-not-text") from error
    headers = rows.pop(0)[1] if rows else []
    columns = _columns(headers)
    if "last_name" not in columns.values():
        raise BadSetting("file-without-names", columns=headers)
    if len(rows) > MAX_LINES:
        raise BadSetting("file-too-long", lines=len(rows), most=MAX_LINES)
    read = [_line(number, delimiter, columns, len(headers), row) for number, row in rows]
    return Roster(read, list(_unused(headers, columns, rows)))


def _decode(data: bytes) -> str:
    """Excel writes « CSV UTF-8 » and « Texte Unicode » with a mark, and « CSV » in Windows-1252."""
    try:
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            text = data.decode("utf-16")
        else:
            text = _utf8(data) or data.decode("cp1252")
    except UnicodeDecodeError as error:
        raise BadSetting("file-not-text") from error
    if "\0" in text:
        raise BadSetting("file-not-text")
    return text


def _utf8(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""


def _columns(headers: list[str]) -> dict[int, str]:
    """Which field each column fills; of two columns for one field, the first."""
    found: dict[int, str] = {}
    for index, header in enumerate(headers):
        name = COLUMNS.get(_plain(header), "")
        if name and name not in found.values():
            found[index] = name
    return found


def _unused(
    headers: list[str], columns: dict[int, str], rows: list[tuple[int, list[str]]]
) -> Iterator[str]:
    """Columns without a name are told where something is written in them."""
    written = {
        index
        for _, row in rows
        for index, cell in enumerate(row[: len(headers)])
        if index not in columns and cell.strip()
    }
    for index, header in enumerate(headers):
        name = " ".join(header.split())[:SHOWN_NAME]
        if index not in columns and (name or index in written):
            yield name or str(index + 1)


def _plain(header: str) -> str:
    decomposed = unicodedata.normalize("NFKD", " ".join(header.split()).lower())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _line(
    number: int, delimiter: str, columns: dict[int, str], width: int, row: list[str]
) -> RosterLine:
    known = {name: row[index].strip() for index, name in columns.items() if index < len(row)}
    table_text = known.get("table", "")
    is_number = table_text.isdecimal() and len(table_text) <= MAX_DIGITS
    fault = "bad-table-number" if table_text and not is_number else ""
    if any(map(str.strip, row[width:])):
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
