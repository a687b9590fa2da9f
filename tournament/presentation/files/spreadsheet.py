"""Tables as files for spreadsheets and programs: CSV, XLSX, ODS, JSON."""

import csv
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from io import BytesIO, StringIO

from django.utils.translation import gettext as _

from tournament.core.files.cells import RESPELL, normalise_text, protect_cell
from tournament.core.files.ods_writer import write_ods

type Cell = str | int | float | Decimal | None


@dataclass(frozen=True, slots=True)
class FileKind:
    """A file format; what follows ``content_type`` is used by CSV only."""

    extension: str
    content_type: str
    encoding: str = ""
    separator: str = ""
    decimal_mark: str = "."
    quote_all: bool = False
    has_headings: bool = True


#: CSV that French spreadsheets open directly: semicolons, UTF-8 with a byte order mark.
CSV = FileKind("csv", "text/csv; charset=utf-8", "utf-8-sig", ";", ",")
#: CSV for programs without UTF-8.
WINDOWS_CSV = replace(CSV, content_type="text/csv; charset=windows-1252", encoding="cp1252")
#: CSV for programs and for spreadsheets in other languages.
COMMA_CSV = replace(CSV, encoding="utf-8", separator=",", decimal_mark=".")
XLSX = FileKind("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
ODS = FileKind("ods", "application/vnd.oasis.opendocument.spreadsheet")
JSON = FileKind("json", "application/json")
#: Width of the columns of a workbook, in letters: at least, and at most.
_MIN_WIDTH, _MAX_WIDTH = 8, 40
#: Maximum length of the name of a sheet, and a translation of the letters that it cannot have.
_MAX_NAME_LENGTH = 31
_NAME_TRANSLATION = str.maketrans(dict.fromkeys("[]:*?/\\", "-"))


class TrustedText(str):
    """Text of the program or its operator, never of a visitor: written as it is."""

    __slots__ = ()


#: Types that are written unchanged.
_UNCHANGED = (int, float, Decimal, type(None), TrustedText)


@dataclass(frozen=True, slots=True)
class FileTable:
    """A table to write: ``columns`` are the headings, each of ``rows`` is as long."""

    title: str
    columns: Sequence[str]
    rows: Iterable[Sequence[Cell]] = field(default_factory=list)

    @property
    def sheet_name(self) -> str:
        """Return the title as spreadsheets accept it: no apostrophe at its ends."""
        name = (
            normalise_text(self.title).translate(_NAME_TRANSLATION)[:_MAX_NAME_LENGTH].strip("' ")
        )
        return name or _("Liste")

    def list_safe_columns(self) -> list[str]:
        return [str(protect_cell(normalise_text(head))) for head in self.columns]

    def list_safe_rows(self) -> Iterable[list[Cell]]:
        """Yield rows whose texts are no formulas (``core.files.cells.protect_cell``); None for an
        empty text."""
        for row in self.rows:
            yield [_to_safe_cell(value) for value in row]


def _to_safe_cell(value: Cell) -> Cell:
    if isinstance(value, _UNCHANGED):
        return value
    return protect_cell(normalise_text(str(value))) or None


def write_table(table: FileTable, kind: FileKind) -> bytes:
    """Return the bytes of a file; a letter that the encoding lacks is spelled without its marks."""
    return _WRITERS[kind.extension](table, kind)


def _to_csv(table: FileTable, kind: FileKind) -> bytes:
    text = StringIO()
    writer = csv.writer(
        text,
        delimiter=kind.separator,
        quoting=csv.QUOTE_ALL if kind.quote_all else csv.QUOTE_MINIMAL,
    )
    if kind.has_headings:
        writer.writerow(table.list_safe_columns())
    for row in table.list_safe_rows():
        writer.writerow(
            str(value).replace(".", kind.decimal_mark)
            if isinstance(value, float | Decimal)
            else value
            for value in row
        )
    return text.getvalue().encode(kind.encoding, errors=RESPELL)


def _to_xlsx(table: FileTable, _kind: FileKind) -> bytes:
    """Write the workbook row by row; the heading is bold and stays visible."""
    from openpyxl import Workbook  # large, and few processes ever write such a file
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    sheet = book.create_sheet(table.sheet_name)
    sheet.freeze_panes = "A2"
    rows = list(table.list_safe_rows())
    for number, width in enumerate(_measure_columns(table.list_safe_columns(), rows), start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    heads = [WriteOnlyCell(sheet, head) for head in table.list_safe_columns()]
    for head in heads:
        head.font = Font(bold=True)
    sheet.append(heads)
    for row in rows:
        sheet.append(row)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def _measure_columns(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> list[int]:
    """Return the width of each column, in letters, that shows its longest cell."""
    widths = [_MIN_WIDTH] * len(heads)
    for row in (heads, *rows):
        for index, value in enumerate(row):
            widths[index] = max(widths[index], len(str(value or "")) + 2)
    return [min(width, _MAX_WIDTH) for width in widths]


def _to_json(table: FileTable, _kind: FileKind) -> bytes:
    """Write the rows as objects with the columns as keys; decimals are numbers."""
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    content = {"title": normalise_text(table.title), "rows": rows}
    return json.dumps(content, ensure_ascii=False, indent=1, default=float).encode()


def _to_ods(table: FileTable, _kind: FileKind) -> bytes:
    return write_ods(table.sheet_name, table.list_safe_columns(), table.list_safe_rows())


_WRITERS: dict[str, Callable[[FileTable, FileKind], bytes]] = {
    "csv": _to_csv,
    "xlsx": _to_xlsx,
    "ods": _to_ods,
    "json": _to_json,
}
