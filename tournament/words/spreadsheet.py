"""Tables as files that people open in a spreadsheet: CSV, XLSX, ODS."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from tablib import Dataset

from tournament.core.cells import cell, tidy

type Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class FileKind:
    """How a table is written; ``encoding`` and ``separator`` are of CSV only."""

    extension: str
    content_type: str
    encoding: str = ""
    separator: str = ""


#: What French spreadsheets open with a double click: semicolons, and UTF-8 with its mark.
CSV = FileKind("csv", "text/csv", "utf-8-sig", ";")
XLSX = FileKind("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
ODS = FileKind("ods", "application/vnd.oasis.opendocument.spreadsheet")


@dataclass(frozen=True, slots=True)
class FileTable:
    """A table: ``columns`` are its headings, as wide as each of ``rows``."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]] = field(default_factory=list)


def written(table: FileTable, kind: FileKind) -> bytes:
    """The bytes of a file; no cell in it is a formula (``core.cells.cell``).

    An encoding that lacks a letter gets "?" in its place.
    """
    data = Dataset(headers=_cells(table.columns), title=tidy(table.title)[:31] or _("Liste"))
    data.extend(_cells(row) for row in table.rows)
    if kind.extension != "csv":
        content: bytes = data.export(kind.extension)
        return content
    text: str = data.export("csv", delimiter=kind.separator)
    return text.encode(kind.encoding, errors="replace")


def _cells(row: Sequence[Cell]) -> list[Cell]:
    """Empty text is no cell at all, which is written faster."""
    return [(cell(tidy(one)) or None) if isinstance(one, str) else one for one in row]
