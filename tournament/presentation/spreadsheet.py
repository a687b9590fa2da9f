"""Tables as files that people open in a spreadsheet: CSV, XLSX, ODS."""

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from io import BytesIO, StringIO

from django.utils.translation import gettext as _

from tournament.core.files.cells import cell, tidy
from tournament.core.files.ods_writer import ods_file

type Cell = str | int | float | Decimal | None


@dataclass(frozen=True, slots=True)
class FileKind:
    """How a table is written; ``encoding``, ``separator`` and ``decimal_mark`` are of CSV only."""

    extension: str
    content_type: str
    encoding: str = ""
    separator: str = ""
    decimal_mark: str = "."


#: What French spreadsheets open with a double click: semicolons, and UTF-8 with its mark.
CSV = FileKind("csv", "text/csv; charset=utf-8", "utf-8-sig", ";", ",")
#: What programs of before UTF-8 read.
WINDOWS_CSV = replace(CSV, content_type="text/csv; charset=windows-1252", encoding="cp1252")
#: What programs and spreadsheets of elsewhere expect.
COMMA_CSV = replace(CSV, encoding="utf-8", separator=",", decimal_mark=".")
XLSX = FileKind("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
ODS = FileKind("ods", "application/vnd.oasis.opendocument.spreadsheet")
#: Letters of a sheet's name, and those that it cannot have.
_LONGEST_TITLE = 31
_NOT_IN_TITLES = str.maketrans(dict.fromkeys("[]:*?/\\", "-"))


#: What is written as it is.
_NUMBERS = (int, float, Decimal, type(None))


@dataclass(frozen=True, slots=True)
class FileTable:
    """A table: ``columns`` are its headings, as wide as each of ``rows``."""

    title: str
    columns: Sequence[str]
    rows: Iterable[Sequence[Cell]] = field(default_factory=list)

    @property
    def sheet_name(self) -> str:
        """The title as spreadsheets accept it, which take no apostrophe at its ends."""
        name = tidy(self.title).translate(_NOT_IN_TITLES)[:_LONGEST_TITLE].strip("' ")
        return name or _("Liste")

    def safe_columns(self) -> list[str]:
        return [str(cell(tidy(one))) for one in self.columns]

    def safe_rows(self) -> Iterable[list[Cell]]:
        """No text in them is a formula (``core.files.cells.cell``), none is empty; numbers stay."""
        for row in self.rows:
            yield [one if isinstance(one, _NUMBERS) else _text(one) for one in row]


def _text(value: object) -> str | None:
    return cell(tidy(str(value))) or None


def written(table: FileTable, kind: FileKind) -> bytes:
    """The bytes of a file. An encoding that lacks a letter gets "?" in its place."""
    return _WRITERS[kind.extension](table, kind)


def _as_csv(table: FileTable, kind: FileKind) -> bytes:
    text = StringIO()
    writer = csv.writer(text, delimiter=kind.separator)
    writer.writerow(table.safe_columns())
    for row in table.safe_rows():
        writer.writerow(
            str(one).replace(".", kind.decimal_mark) if isinstance(one, float | Decimal) else one
            for one in row
        )
    return text.getvalue().encode(kind.encoding, errors="replace")


def _as_xlsx(table: FileTable, _kind: FileKind) -> bytes:
    """Row by row; the heading in bold, and in sight however far one scrolls."""
    from openpyxl import Workbook  # large, and few processes ever write such a file
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    book = Workbook(write_only=True)
    sheet = book.create_sheet(table.sheet_name)
    sheet.freeze_panes = "A2"
    heads = [WriteOnlyCell(sheet, one) for one in table.safe_columns()]
    for head in heads:
        head.font = Font(bold=True)
    sheet.append(heads)
    for row in table.safe_rows():
        sheet.append(row)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def _as_ods(table: FileTable, _kind: FileKind) -> bytes:
    return ods_file(table.sheet_name, table.safe_columns(), table.safe_rows())


_WRITERS: dict[str, Callable[[FileTable, FileKind], bytes]] = {
    "csv": _as_csv,
    "xlsx": _as_xlsx,
    "ods": _as_ods,
}
