"""Files that are refused, and cells read as people see them."""

import io
import zipfile
from collections.abc import Callable

import pytest
from openpyxl import Workbook

from tests.rows import every_row
from tournament.core.errors import BadSetting
from tournament.core.files import spreadsheets
from tournament.core.files.spreadsheets import (
    MAX_COLUMNS,
    MAX_LINES,
    MAX_UNPACKED,
    read_spreadsheet,
)

_SPREADSHEET = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="A">{}</table:table>'
    "</office:spreadsheet></office:body></office:document-content>"
)
_CELL = '<table:table-cell office:value-type="string"{}><text:p>A</text:p></table:table-cell>'


def make_archive(parts: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as zip_file:
        for name, data in parts.items():
            zip_file.writestr(name, data)
    return stream.getvalue()


def make_ods(rows: str) -> bytes:
    return make_archive({"content.xml": _SPREADSHEET.format(rows).encode()})


def make_xlsx(fill: Callable[[Workbook], object]) -> bytes:
    book, stream = Workbook(), io.BytesIO()
    fill(book)
    book.save(stream)
    return stream.getvalue()


def make_archive_with_false_size() -> bytes:
    """Return an archive whose directory gives ten bytes for a part of 30 MB."""
    data = bytearray(make_archive({"content.xml": b" " * 30_000_000}))
    entry = data.index(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = (10).to_bytes(4, "little")
    return bytes(data)


def fill_distant_cell(book: Workbook) -> None:
    book.worksheets[0]["A1"] = "nom"
    book.worksheets[0]["XFD600"] = " "


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", "file-empty"),
    "blanks": (lambda: b";;;\n\n ; \n", "file-empty"),
    "too big": (lambda: b"n" * 2_000_001, "file-too-big"),
    "too long": (lambda: b"nom\n" + b"A\n" * (MAX_LINES + 1), "file-too-long"),
    "too wide": (lambda: b"nom" + b";a" * MAX_COLUMNS, "file-too-wide"),
    "binary": (lambda: b"nom\nA\x00\n", "file-unknown"),
    "web page": (lambda: b"\n<!DOCTYPE html><table><tr><td>nom</td></tr>", "file-is-page"),
    "XML of an old Excel": (lambda: b'<?xml version="1.0"?><Workbook/>', "file-is-page"),
    "formula without its result": (
        lambda: make_xlsx(lambda book: book.worksheets[0].append(["nom", "=A1"])),
        "file-not-calculated",
    ),
    "PDF": (lambda: b"%PDF-1.7\nnom\n", "file-unknown"),
    "half a letter": (lambda: b"\xff\xfen\x00o\x00m\x00\n\x00\x00\xd8\n\x00", "file-unknown"),
    "no separator": (lambda: b'sep="\nnom\nA\n', "file-unknown"),
    "old Excel": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "file-is-xls"),
    "another archive": (lambda: make_archive({"a.txt": b"nom"}), "file-unknown"),
    "half an archive": (lambda: make_ods("")[:200], "file-damaged"),
    "no XML": (lambda: make_archive({"content.xml": b"<a><b></a>"}), "file-damaged"),
    "no workbook": (lambda: make_archive({"xl/workbook.xml": b"<a/>"}), "file-damaged"),
    "entities": (
        lambda: make_archive({"content.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}),
        "file-damaged",
    ),
    "unpacks too big": (
        lambda: make_archive({"content.xml": b" " * (MAX_UNPACKED + 1)}),
        "file-unpacks-too-big",
    ),
    "lies about its size": (make_archive_with_false_size, "file-damaged"),
    "many parts": (
        lambda: make_archive({str(n): b"" for n in range(1001)}),
        "file-unpacks-too-big",
    ),
    "a million rows": (
        lambda: make_ods(
            '<table:table-row table:number-rows-repeated="1048576">'
            + _CELL.format("")
            + "</table:table-row>"
        ),
        "file-too-long",
    ),
    "a million columns": (
        lambda: make_ods(
            "<table:table-row>"
            + _CELL.format(' table:number-columns-repeated="1048576"')
            + "</table:table-row>"
        ),
        "file-too-wide",
    ),
    "no number": (
        lambda: make_ods('<table:table-row table:number-rows-repeated="x"></table:table-row>'),
        "file-damaged",
    ),
}


def test_what_cannot_be_read_is_refused_with_the_reason() -> None:
    with every_row() as row:
        for name, (make, reason) in REFUSED.items():
            with row(name):
                with pytest.raises(BadSetting) as caught:
                    read_spreadsheet(make())
                assert caught.value.reason == reason


def test_lines_keep_the_number_that_they_have_in_the_file() -> None:
    (rows,) = read_spreadsheet(b"\nnom,table\nA,1\n\n,\nB,2,,\n")
    assert [(row.number, row.cells) for row in rows] == [
        (2, ["nom", "table"]),
        (3, ["A", "1"]),
        (6, ["B", "2"]),
    ]


def test_a_cell_touched_far_away_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheets, "_MAX_ROWS", 500)  # each empty row takes its time
    assert [row.cells for row in read_spreadsheet(make_xlsx(fill_distant_cell))[0]] == [["nom"]]


def test_a_hidden_sheet_is_not_read() -> None:
    def fill(book: Workbook) -> None:
        book.worksheets[0].append(["caché"])
        book.worksheets[0].sheet_state = "hidden"
        book.create_sheet("Vue").append(["nom"])

    assert [rows[0].cells for rows in read_spreadsheet(make_xlsx(fill))] == [["nom"]]


def to_strict(data: bytes) -> bytes:
    """Return the workbook with the names of « Strict Open XML »."""
    names = {
        b"http://schemas.openxmlformats.org/spreadsheetml/2006/main": (
            b"http://purl.oclc.org/ooxml/spreadsheetml/main"
        ),
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships": (
            b"http://purl.oclc.org/ooxml/officeDocument/relationships"
        ),
    }
    parts = {}
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        for name in book.namelist():
            parts[name] = book.read(name)
            for name_of_ours, strict_name in names.items():
                parts[name] = parts[name].replace(name_of_ours, strict_name)
    return make_archive(parts)


def fill_formatted_cells(book: Workbook) -> None:
    sheet = book.worksheets[0]
    for column, value in enumerate(["LE GOFF", 45678, True, 2.5, "#N/A", "=1"], start=1):
        sheet.cell(1, column, value)
    sheet["B1"].number_format = "0000000"
    sheet["F1"].data_type = "s"


def test_cells_of_a_workbook_are_what_people_see() -> None:
    cells = ["LE GOFF", "0045678", "VRAI", "2.5", "#N/A", "=1"]
    for data in (make_xlsx(fill_formatted_cells), to_strict(make_xlsx(fill_formatted_cells))):
        assert [row.cells for row in read_spreadsheet(data)[0]] == [cells]
    zeros = '<table:table-cell office:value-type="float" office:value="45678">{}</table:table-cell>'
    for shown, text in (("0045678", "0045678"), ("45 678", "45678"), ("4,57E+04", "45678")):
        row = f"<table:table-row>{zeros.format(f'<text:p>{shown}</text:p>')}</table:table-row>"
        assert [row.cells for row in read_spreadsheet(make_ods(row))[0]] == [[text]]


def test_a_separator_inside_cells_separates_nothing() -> None:
    files = {
        "nom;club\nA;Brest, Bretagne, France\nB;Lyon, Rhône, France\n": "Brest, Bretagne, France",
        "Liste, au 12 mars, salle B\nnom;club\nA;Brest, 29\nB;Lyon, 69\n": "Brest, 29",
        "nom, prénom;club\nA, B;Brest, 29, Bretagne\nC, D;Lyon\n": "Brest, 29, Bretagne",
        'nom,club\nA,"Brest ; Quimper ; Lorient"\nB,Lyon\n': "Brest ; Quimper ; Lorient",
        'nom; "club"\nA; "Brest ; Bretagne"\n': "Brest ; Bretagne",
        "nom|club\nA|Brest\n": "Brest",
    }
    with every_row() as row:
        for text, club in files.items():
            with row(text):
                assert club in [line.cells[-1] for line in read_spreadsheet(text.encode())[0]]
