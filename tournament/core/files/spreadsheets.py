"""Reading of the cells of a file as text, as people see them: CSV in any usual form, XLSX, ODS.

Nothing is unpacked before its size is known: a small archive can expand to gigabytes.
"""

import csv
import io
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import ParseError

from engine.errors import BadWordList
from engine.lexicon.text_encoding import decode
from tournament.core.errors import BadSetting
from tournament.core.files import ods
from tournament.core.files.cells import read_entities, to_text

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
_SAMPLE_SIZE = 20
_SEPARATORS = "\t;,|"
_CHUNK = 1 << 16
#: The names of Open XML in the strict form, which openpyxl does not know, and in the usual form.
_USUAL_NAMES = {
    b"http://purl.oclc.org/ooxml/spreadsheetml/main": (
        b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    ),
    b"http://purl.oclc.org/ooxml/officeDocument/relationships": (
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    ),
}
#: A number format that shows leading zeros: 0000000.
_ZERO_FORMAT = re.compile("0{2,}")
#: A cell with a formula that no spreadsheet has calculated: it would read as empty.
_NOT_CALCULATED = re.compile(
    rb'<c r="([A-Z]+[0-9]+)"[^>]*>\s*<f\b(?:[^>]*/>|[^>]*>[^<]*</f>)\s*(?:<v\s*/>\s*)?</c>'
)
#: First bytes of a web page, or of the XML of an old Excel.
_MARKUP = re.compile(rb"\s*<(?:!doctype html|html|table|\?xml|meta|head)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FileRow:
    """A row; ``number`` counts from 1 with blank lines, ``cells`` does not end with a blank one."""

    number: int
    cells: list[str]


type Rows = list[FileRow]

#: Exceptions of the readers for an archive that no spreadsheet wrote.
_DAMAGE_ERRORS = (
    *(zipfile.BadZipFile, ParseError, EOFError, OSError, RuntimeError, NotImplementedError),
    *(KeyError, IndexError, ValueError, TypeError, AttributeError, zlib.error),
)


def read_spreadsheet(data: bytes) -> list[Rows]:
    """Return the sheets of a file that have any text, each without its blank lines.

    Raise BadSetting for a file that is too big, too long, too wide, of another type or empty.
    """
    if len(data) > MAX_BYTES:
        raise BadSetting("file-too-big", size=len(data), most=MAX_BYTES)
    if data.startswith(b"PK\x03\x04"):
        sheets = list(_read_archive(data))
    elif data.startswith(b"\xd0\xcf\x11\xe0"):
        raise BadSetting("file-is-xls")
    else:
        sheets = [_collect_rows(_read_csv(data))]
    sheets_with_text = [sheet for sheet in sheets if sheet]
    if not sheets_with_text:
        raise BadSetting("file-empty")
    return sheets_with_text


def _collect_rows(rows: Iterator[FileRow]) -> Rows:
    """Return the rows with text, without the blank cells at their ends. Raise BadSetting for too
    many rows or columns."""
    collected: Rows = []
    for row in rows:
        cells = row.cells
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        if len(cells) > MAX_COLUMNS:
            raise BadSetting("file-too-wide", number=row.number, most=MAX_COLUMNS)
        if len(collected) > MAX_LINES:
            raise BadSetting("file-too-long", most=MAX_LINES)
        collected.append(row)
    return collected


def _read_archive(data: bytes) -> Iterator[Rows]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_size(archive)
            names = set(archive.namelist())
            if "content.xml" in names:
                with archive.open("content.xml") as content:
                    for table in ods.read_tables(content, max_columns=MAX_COLUMNS + 1):
                        yield _collect_rows(FileRow(number, cells) for number, cells in table)
            elif "xl/workbook.xml" in names:
                _check_calculated(archive)
                yield from _read_xlsx(_replace_strict_names(archive, data))
            else:
                raise BadSetting("file-unknown")
    except BadSetting:
        raise
    except _DAMAGE_ERRORS as error:
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


def _check_calculated(archive: zipfile.ZipFile) -> None:
    """Raise BadSetting if a formula of a sheet has no stored result."""
    for name in archive.namelist():
        is_sheet = name.startswith("xl/worksheets/") and name.endswith(".xml")
        if is_sheet and (cell := _NOT_CALCULATED.search(archive.read(name))):
            raise BadSetting("file-not-calculated", cell=cell[1].decode())


def _replace_strict_names(archive: zipfile.ZipFile, data: bytes) -> bytes:
    """Return an Open XML file of the strict form in the usual form, any other as it is."""
    if not any(name in archive.read("xl/workbook.xml") for name in _USUAL_NAMES):
        return data
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as usual_archive:
        for name in archive.namelist():
            part = archive.read(name)
            for strict, usual in _USUAL_NAMES.items():
                part = part.replace(strict, usual)
            usual_archive.writestr(name, part)
    return stream.getvalue()


def _read_xlsx(data: bytes) -> Iterator[Rows]:
    from openpyxl import load_workbook  # large, and few processes ever read such a file

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    for sheet in book.worksheets:
        if sheet.sheet_state == "visible":
            sheet.reset_dimensions()
            rows = sheet.iter_rows(max_row=_MAX_ROWS, max_col=MAX_COLUMNS + 1)
            yield _collect_rows(
                FileRow(number, [_format_cell(cell) for cell in row])
                for number, row in enumerate(rows, start=1)
            )


def _format_cell(cell: Any) -> str:
    """Return the text of a cell of openpyxl, with the leading zeros that its format shows."""
    text = to_text(cell.value)
    if (
        cell.data_type == "n"
        and text.isdecimal()
        and _ZERO_FORMAT.fullmatch(cell.number_format or "")
    ):
        return text.zfill(len(cell.number_format))
    return text


def _read_csv(data: bytes) -> Iterator[FileRow]:
    if _MARKUP.match(data):
        raise BadSetting("file-is-page")
    try:
        text = read_entities(decode(data)[0])
    except BadWordList as error:
        raise BadSetting("file-unknown") from error
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    separator = _find_separator([line for line in lines if line.strip()][:_SAMPLE_SIZE])
    if declaration := re.fullmatch(r"sep=(.)", lines[0]):  # Excel's declaration of the separator
        separator, lines[0] = declaration[1], ""
    try:
        reader = _open_csv(lines, separator)
        for row in reader:
            yield FileRow(reader.line_num, [to_text(cell) for cell in row])
    except (csv.Error, TypeError, ValueError) as error:
        raise BadSetting("file-unknown") from error


def _open_csv(lines: Sequence[str], separator: str) -> Any:
    ended_lines = (line + "\n" for line in lines)
    return csv.reader(ended_lines, delimiter=separator, skipinitialspace=True)


def _find_separator(lines: Sequence[str]) -> str:
    """Return the separator that divides most lines, and then most of them into equally many cells:
    a comma may be inside the cells of a file with semicolons."""

    def count_lines(separator: str) -> tuple[int, int]:
        try:
            widths = Counter(len(row) for row in _open_csv(lines, separator))
        except csv.Error:
            return 0, 0
        line_counts = [count for width, count in widths.items() if width > 1]
        return sum(line_counts), max(line_counts, default=0)

    return max(_SEPARATORS, key=count_lines)
