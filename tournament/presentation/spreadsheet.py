"""Tables as files for spreadsheets: CSV, XLSX, ODS."""

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from io import BytesIO, StringIO

from django.utils.translation import gettext as _

from tournament.core.files.cells import protect_cell, tidy
from tournament.core.files.ods_writer import write_ods

type Cell = str | int | float | Decimal | None


@dataclass(frozen=True, slots=True)
class FileKind:
    """A file format; ``encoding``, ``separator`` and ``decimal_mark`` are used by CSV only."""

    extension: str
    content_type: str
    encoding: str = ""
    separator: str = ""
    decimal_mark: str = "."


#: CSV that French spreadsheets open directly: semicolons, UTF-8 with a byte order mark.
CSV = FileKind("csv", "text/csv; charset=utf-8", "utf-8-sig", ";", ",")
#: CSV for programs without UTF-8.
WINDOWS_CSV = replace(CSV, content_type="text/csv; charset=windows-1252", encoding="cp1252")
#: CSV for programs and for spreadsheets in other languages.
COMMA_CSV = replace(CSV, encoding="utf-8", separator=",", decimal_mark=".")
XLSX = FileKind("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
ODS = FileKind("ods", "application/vnd.oasis.opendocument.spreadsheet")
#: Maximal length of the name of a sheet, and the letters that it cannot have.
_MAX_TITLE = 31
_NOT_IN_TITLES = str.maketrans(dict.fromkeys("[]:*?/\\", "-"))


#: Types that are written unchanged.
_NUMBERS = (int, float, Decimal, type(None))


@dataclass(frozen=True, slots=True)
class FileTable:
    """A table to write: ``columns`` are the headings, each of ``rows`` is as long."""

    title: str
    columns: Sequence[str]
    rows: Iterable[Sequence[Cell]] = field(default_factory=list)

    @property
    def sheet_name(self) -> str:
        """The title as spreadsheets accept it: no apostrophe at its ends."""
        name = tidy(self.title).translate(_NOT_IN_TITLES)[:_MAX_TITLE].strip("' ")
        return name or _("Liste")

    def list_safe_columns(self) -> list[str]:
        return [str(protect_cell(tidy(head))) for head in self.columns]

    def list_safe_rows(self) -> Iterable[list[Cell]]:
        """Yield rows whose texts are no formulas (``core.files.cells.protect_cell``); None for an
        empty text."""
        for row in self.rows:
            yield [value if isinstance(value, _NUMBERS) else _to_safe_text(value) for value in row]


def _to_safe_text(value: object) -> str | None:
    return protect_cell(tidy(str(value))) or None


def write_table(table: FileTable, kind: FileKind) -> bytes:
    """Return the bytes of a file; a letter that the encoding lacks becomes "?"."""
    return _WRITERS[kind.extension](table, kind)


def _to_csv(table: FileTable, kind: FileKind) -> bytes:
    text = StringIO()
    writer = csv.writer(text, delimiter=kind.separator)
    writer.writerow(table.list_safe_columns())
    for row in table.list_safe_rows():
        writer.writerow(
            str(value).replace(".", kind.decimal_mark)
            if isinstance(value, float | Decimal)
            else value
            for value in row
        )
    return text.getvalue().encode(kind.encoding, errors="replace")


def _to_xlsx(table: FileTable, _kind: FileKind) -> bytes:
    """Write the workbook row by row; the heading is bold and stays visible."""
    from openpyxl import Workbook  # large, and few processes ever write such a file
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    book = Workbook(write_only=True)
    sheet = book.create_sheet(table.sheet_name)
    sheet.freeze_panes = "A2"
    heads = [WriteOnlyCell(sheet, head) for head in table.list_safe_columns()]
    for head in heads:
        head.font = Font(bold=True)
    sheet.append(heads)
    for row in table.list_safe_rows():
        sheet.append(row)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def _to_ods(table: FileTable, _kind: FileKind) -> bytes:
    return write_ods(table.sheet_name, table.list_safe_columns(), table.list_safe_rows())


_WRITERS: dict[str, Callable[[FileTable, FileKind], bytes]] = {
    "csv": _to_csv,
    "xlsx": _to_xlsx,
    "ods": _to_ods,
}
