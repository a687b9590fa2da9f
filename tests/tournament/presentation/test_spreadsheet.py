"""Files of exported tables: import of the same list, cells without formulas."""

import csv
import zipfile
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any

import pytest
from defusedxml import ElementTree
from hypothesis import given, settings, strategies as st
from odf.opendocument import load as load_ods
from openpyxl import load_workbook

from tests.documents.formulas import begins_a_formula
from tests.rows import every_row
from tournament.core.files.cells import normalise_text, protect_cell, to_text
from tournament.core.people.columns import ENTRY_FIELDS, PARTNER
from tournament.core.people.lists import open_list
from tournament.core.people.names import fold_name
from tournament.core.people.player_cells import read_cell
from tournament.core.people.player_data import PLAYER_FIELDS, PlayerData
from tournament.presentation.files.exports import ALL_ENTRY_FIELDS, ENTRY_PROFILES, PROFILES
from tournament.presentation.files.spreadsheet import ODS, XLSX, FileKind, FileTable, write_table
from tournament.presentation.imports import get_field_name

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
EVERY_KIND = sorted({profile.kind for profile in PROFILES.values()}, key=str)
#: Letters of names, beginnings of formulas, and separators.
LETTERS = "'=+-@;,\"\tAé0. "
#: Formats of exported lists.
KINDS = [
    profile.kind
    for profile in ENTRY_PROFILES.values()
    if profile.content.columns == ALL_ENTRY_FIELDS
]
ENCODINGS = {kind.encoding.removesuffix("-sig") or "utf-8" for kind in KINDS}


def draw_entries(encoding: str) -> st.SearchStrategy[Any]:
    """Return a strategy of entries written with the letters of ``encoding``."""
    letters = st.characters(codec=encoding)
    texts = (
        (
            st.text(letters, max_size=12)
            | st.text(LETTERS + ("＝－" if encoding == "utf-8" else ""), max_size=8)
            | st.sampled_from(["0012", "1E5"])
        )
        .map(normalise_text)
        # A number with a decimal part of zeros is how a spreadsheet writes a whole one.
        .filter(lambda text: not text.replace(".", "").isdecimal() or "." not in text)
        # Cells without data are not read as text; Latin-9 has letters for fractions.
        .filter(lambda text: read_cell("club", to_text(protect_cell(text))) == (text, None))
        .filter(lambda text: not set("½¼¾") & set(text))
    )
    people = st.builds(
        PlayerData,
        texts.filter(lambda text: bool(fold_name(text))),
        texts,
        licence=st.from_regex(
            r"([A-Z]?[0-9]{0,6}[1-9])?", fullmatch=True
        ),  # zeros alone mean no licence
        club=texts,
        federation=texts,
        country=texts,
        birth_year=st.none() | st.integers(1900, 2099),
        series=texts,
        category=texts,
    )
    table = st.none() | st.integers(1, 20_000)
    return st.tuples(st.lists(people, min_size=1, max_size=2), table, texts)


def build_row(people: list[PlayerData], table: int | None, team: str) -> list[Any]:
    values: dict[str, Any] = {"table": table, "team": team}
    for prefix, person in zip(("", PARTNER), people, strict=False):
        values |= {prefix + name: getattr(person, name) for name in PLAYER_FIELDS}
    return [values.get(field) for field in ALL_ENTRY_FIELDS]


@pytest.mark.parametrize("encoding", sorted(ENCODINGS))
def test_exported_list_is_the_same_after_import(encoding: str) -> None:
    kinds = [kind for kind in KINDS if encoding in (kind.encoding or "utf-8")]
    columns = [get_field_name(field) for field in ALL_ENTRY_FIELDS]

    @settings(max_examples=10)
    @given(st.lists(draw_entries(encoding), min_size=1, max_size=4))
    def import_back(entries: list[Any]) -> None:
        table = FileTable("Liste", columns, [build_row(*entry) for entry in entries])
        for kind in kinds:
            file = open_list(write_table(table, kind))
            fields = file.propose_fields(ENTRY_FIELDS)
            assert tuple(fields) == ALL_ENTRY_FIELDS
            read = [(list(line.people), line.table, line.team) for line in file.read_lines(fields)]
            assert read == entries

    import_back()


def read_cells(file: bytes, kind: FileKind) -> list[str]:
    """Return the texts of all cells; a CSV is read with each separator.

    With another separator than its own, quotes do not match and a cell may begin with a line break
    of the text: that begins no formula, and is left out.
    """
    match kind.extension:
        case "csv":
            text = file.decode(kind.encoding)
            reader = csv.reader(StringIO(text), delimiter=kind.separator)
            texts = [cell for row in reader for cell in row]
            for separator in set(";,\t") - {kind.separator}:
                other = csv.reader(StringIO(text), delimiter=separator)
                texts += [cell.lstrip("\r\n") for row in other for cell in row]
            return texts
        case "xlsx":
            sheet = load_workbook(BytesIO(file)).worksheets[0]
            cells = [cell for row in sheet.iter_rows() for cell in row]
            assert "f" not in {cell.data_type for cell in cells}
            return [cell.value for cell in cells if isinstance(cell.value, str)]
    root = ElementTree.fromstring(read_content(file))
    return [
        "".join(cell.itertext())
        for cell in root.iter()
        if cell.get(f"{OFFICE}value-type") == "string"
    ]


def read_content(file: bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(file)) as parts:
        return parts.read("content.xml")


@settings(max_examples=20)
@given(st.lists(st.text() | st.text(LETTERS + "＝＋－＠−\n\ufeff"), min_size=3, max_size=3))
def test_no_cell_of_any_file_begins_a_formula(texts: list[str]) -> None:
    table = FileTable(texts[0], texts, [texts, texts[::-1]])
    for kind in EVERY_KIND:
        for text in read_cells(write_table(table, kind), kind):
            assert not begins_a_formula(text)


def test_numbers_below_zero_stay_numbers() -> None:
    table = FileTable("Écarts", ["Écart", "%"], [[-12, Decimal("-3.25")]])
    with every_row() as row:
        for kind in EVERY_KIND:
            with row(kind):
                file = write_table(table, kind)
                if kind.extension == "xlsx":
                    cells = load_workbook(BytesIO(file)).worksheets[0][2]
                    assert [(cell.value, cell.data_type) for cell in cells] == [
                        (-12, "n"),
                        (-3.25, "n"),
                    ]
                elif kind.extension == "ods":
                    assert b'office:value="-12"' in read_content(file)
                    assert b'office:value="-3.25"' in read_content(file)
                else:
                    part = f"-3{kind.decimal_mark}25"
                    assert (
                        file.decode(kind.encoding).splitlines()[1] == f"-12{kind.separator}{part}"
                    )


def test_an_ods_begins_with_its_media_type() -> None:
    file = write_table(FileTable("A & <b>", ["'=1"], [['"é" <&>']]), ODS)
    assert file[30:].startswith(b"mimetype" + ODS.content_type.encode())
    book = load_ods(BytesIO(file))
    assert "'=1" in str(book.spreadsheet)
    (sheet,) = book.spreadsheet.childNodes
    assert sheet.getAttribute("name") == "A & <b>"


def test_letters_that_an_encoding_lacks_are_spelled() -> None:
    kind = FileKind("csv", "text/csv", "latin-1", ",")
    table = FileTable("Essai", ["nom"], [["ŁOŠ Cœur – d’été"], ["日本"]])
    assert write_table(table, kind).decode("latin-1") == "nom\r\nLOS Coeur - d'été\r\n??\r\n"


def test_columns_of_a_workbook_are_wide_enough() -> None:
    table = FileTable("Essai", ["n", "nom", "note"], [[1, "Anne-Sophie Dupont", "x" * 90]])
    sheet = load_workbook(BytesIO(write_table(table, XLSX))).active
    assert [sheet.column_dimensions[letter].width for letter in "ABC"] == [8, 20, 40]
