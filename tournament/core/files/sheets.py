"""Reads the cells of a file as text: CSV in any usual form, XLSX, ODS.

Nothing is unpacked before its size is known: a small archive can expand to gigabytes.
"""

import codecs
import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import ParseError

from tournament.core.errors import BadSetting
from tournament.core.files import ods
from tournament.core.files.cells import to_text

MAX_BYTES = 2_000_000
#: Total size of the unpacked parts of a spreadsheet file, in bytes.
MAX_UNPACKED = 25_000_000
MAX_PARTS = 1_000
#: More than any hall seats, and still processed quickly; lines with text, including the heading.
MAX_LINES = 5_000
MAX_COLUMNS = 200
#: Rows of a spreadsheet that are read, blank ones included: cells that were edited once may be
#: anywhere below.
_MAX_ROWS = 50_000
#: Number of lines from which the separator is detected.
_LOOKED_AT = 20
_SEPARATORS = "\t;,"
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class FileRow:
    """A row; ``number`` counts from 1 with blank lines, ``cells`` does not end with a blank one."""

    number: int
    cells: list[str]


type Rows = list[FileRow]

#: Exceptions of the readers for an archive that no spreadsheet wrote.
_DAMAGE = (
    *(zipfile.BadZipFile, ParseError, EOFError, OSError, RuntimeError, NotImplementedError),
    *(KeyError, IndexError, ValueError, TypeError, AttributeError, zlib.error),
)


def read_sheets(data: bytes) -> list[Rows]:
    """Return the sheets of a file that have any text, each without its blank lines.

    Raises BadSetting for a file that is too big, too long, too wide, of another type or empty.
    """
    if len(data) > MAX_BYTES:
        raise BadSetting("file-too-big", size=len(data), most=MAX_BYTES)
    if data.startswith(b"PK\x03\x04"):
        sheets = list(_unpack(data))
    elif data.startswith(b"\xd0\xcf\x11\xe0"):
        raise BadSetting("file-is-xls")
    else:
        sheets = [_limit(_read_csv(data))]
    filled = [sheet for sheet in sheets if sheet]
    if not filled:
        raise BadSetting("file-empty")
    return filled


def _limit(rows: Iterator[FileRow]) -> Rows:
    limited: Rows = []
    for row in rows:
        cells = row.cells
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        if len(cells) > MAX_COLUMNS:
            raise BadSetting("file-too-wide", number=row.number, most=MAX_COLUMNS)
        if len(limited) > MAX_LINES:
            raise BadSetting("file-too-long", most=MAX_LINES)
        limited.append(row)
    return limited


def _unpack(data: bytes) -> Iterator[Rows]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_size(archive)
            names = set(archive.namelist())
            if "content.xml" in names:
                with archive.open("content.xml") as content:
                    for table in ods.read_tables(content, most_columns=MAX_COLUMNS + 1):
                        yield _limit(FileRow(number, cells) for number, cells in table)
            elif "xl/workbook.xml" in names:
                yield from _read_xlsx(data)
            else:
                raise BadSetting("file-unknown")
    except BadSetting:
        raise
    except _DAMAGE as error:
        raise BadSetting("file-damaged") from error


def _check_size(archive: zipfile.ZipFile) -> None:
    """Raise BadSetting for an archive that unpacks too big. The parts are unpacked and discarded,
    because the sizes that the archive declares need not be true."""
    parts = archive.infolist()
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        raise BadSetting("file-unpacks-too-big", most=MAX_UNPACKED)
    for part in parts:
        with archive.open(part) as stream:
            while stream.read(_CHUNK):
                pass


def _read_xlsx(data: bytes) -> Iterator[Rows]:
    from openpyxl import load_workbook  # large, and few processes ever read such a file

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    for sheet in book.worksheets:
        if sheet.sheet_state == "visible":
            sheet.reset_dimensions()
            values = sheet.iter_rows(max_row=_MAX_ROWS, max_col=MAX_COLUMNS + 1, values_only=True)
            yield _limit(
                FileRow(number, [to_text(value) for value in row])
                for number, row in enumerate(values, start=1)
                if any(row)
            )


def _read_csv(data: bytes) -> Iterator[FileRow]:
    lines = _decode(data).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    separator = max(_SEPARATORS, key="\n".join(list(filter(None, lines))[:_LOOKED_AT]).count)
    if declaration := re.fullmatch(r"sep=(.)", lines[0]):  # Excel's declaration of the separator
        separator, lines[0] = declaration[1], ""
    try:
        reader = csv.reader((line + "\n" for line in lines), delimiter=separator)
        for row in reader:
            yield FileRow(reader.line_num, [to_text(cell) for cell in row])
    except (csv.Error, TypeError, ValueError) as error:
        raise BadSetting("file-unknown") from error


def _decode(data: bytes) -> str:
    """Decode text; Excel marks « CSV UTF-8 » and « Texte Unicode », « CSV » is in Windows-1252."""
    try:
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            text = data.decode("utf-16")
        else:
            text = _decode_utf8(data) or data.decode("cp1252")
    except UnicodeDecodeError as error:
        raise BadSetting("file-unknown") from error
    if "\0" in text:
        raise BadSetting("file-unknown")
    return text


def _decode_utf8(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""
