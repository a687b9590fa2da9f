"""Files that are no lists, or would be gigabytes once unpacked."""

import io
import zipfile
from collections.abc import Callable

import pytest
from openpyxl import Workbook

from tests.rows import every_row
from tournament.core.errors import BadSetting
from tournament.core.files.sheets import MAX_COLUMNS, MAX_LINES, MAX_UNPACKED, read_sheets

_SPREADSHEET = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="A">{}</table:table>'
    "</office:spreadsheet></office:body></office:document-content>"
)
_CELL = '<table:table-cell office:value-type="string"{}><text:p>A</text:p></table:table-cell>'


def archive(parts: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return stream.getvalue()


def ods(rows: str) -> bytes:
    return archive({"content.xml": _SPREADSHEET.format(rows).encode()})


def xlsx(fill: Callable[[Workbook], object]) -> bytes:
    book, stream = Workbook(), io.BytesIO()
    fill(book)
    book.save(stream)
    return stream.getvalue()


def lying_about_its_size() -> bytes:
    """Its directory says that 30 MB are ten bytes."""
    data = bytearray(archive({"content.xml": b" " * 30_000_000}))
    entry = data.index(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = (10).to_bytes(4, "little")
    return bytes(data)


def far_away(book: Workbook) -> None:
    book.worksheets[0]["A1"] = "nom"
    book.worksheets[0]["XFD1048576"] = " "


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", "file-empty"),
    "blanks": (lambda: b";;;\n\n ; \n", "file-empty"),
    "too big": (lambda: b"n" * 2_000_001, "file-too-big"),
    "too long": (lambda: b"nom\n" + b"A\n" * (MAX_LINES + 1), "file-too-long"),
    "too wide": (lambda: b"nom" + b";a" * MAX_COLUMNS, "file-too-wide"),
    "binary": (lambda: b"nom\nA\x00\n", "file-unknown"),
    "no encoding": (lambda: b"nom\nSP\x90CIAL\n", "file-unknown"),
    "half a letter": (lambda: b"\xff\xfen\x00o\x00m\x00\n\x00\x00\xd8\n\x00", "file-unknown"),
    "no separator": (lambda: b'sep="\nnom\nA\n', "file-unknown"),
    "old Excel": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "file-is-xls"),
    "another archive": (lambda: archive({"a.txt": b"nom"}), "file-unknown"),
    "half an archive": (lambda: ods("")[:200], "file-damaged"),
    "no XML": (lambda: archive({"content.xml": b"<a><b></a>"}), "file-damaged"),
    "no workbook": (lambda: archive({"xl/workbook.xml": b"<a/>"}), "file-damaged"),
    "entities": (
        lambda: archive({"content.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}),
        "file-damaged",
    ),
    "unpacks too big": (
        lambda: archive({"content.xml": b" " * (MAX_UNPACKED + 1)}),
        "file-unpacks-too-big",
    ),
    "lies about its size": (lying_about_its_size, "file-damaged"),
    "many parts": (
        lambda: archive({str(n): b"" for n in range(1001)}),
        "file-unpacks-too-big",
    ),
    "a million rows": (
        lambda: ods(
            '<table:table-row table:number-rows-repeated="1048576">'
            + _CELL.format("")
            + "</table:table-row>"
        ),
        "file-too-long",
    ),
    "a million columns": (
        lambda: ods(
            "<table:table-row>"
            + _CELL.format(' table:number-columns-repeated="1048576"')
            + "</table:table-row>"
        ),
        "file-too-wide",
    ),
    "no number": (
        lambda: ods('<table:table-row table:number-rows-repeated="x"></table:table-row>'),
        "file-damaged",
    ),
}


def test_what_cannot_be_read_is_refused_with_the_reason() -> None:
    with every_row() as row:
        for name, (make, reason) in REFUSED.items():
            with row(name):
                with pytest.raises(BadSetting) as caught:
                    read_sheets(make())
                assert caught.value.reason == reason


def test_lines_keep_the_number_that_they_have_in_the_file() -> None:
    (rows,) = read_sheets(b"\nnom,table\nA,1\n\n,\nB,2,,\n")
    assert [(row.number, row.cells) for row in rows] == [
        (2, ["nom", "table"]),
        (3, ["A", "1"]),
        (6, ["B", "2"]),
    ]


def test_a_cell_touched_far_away_changes_nothing() -> None:
    assert [row.cells for row in read_sheets(xlsx(far_away))[0]] == [["nom"]]


def test_a_hidden_sheet_is_not_read() -> None:
    def fill(book: Workbook) -> None:
        book.worksheets[0].append(["caché"])
        book.worksheets[0].sheet_state = "hidden"
        book.create_sheet("Vue").append(["nom"])

    assert [rows[0].cells for rows in read_sheets(xlsx(fill))] == [["nom"]]
