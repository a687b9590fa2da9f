"""What is exported can be imported: the same list comes back."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.rows import every_row
from tournament.core.cells import plain, tidy
from tournament.core.columns import ENTRY_FIELDS, PARTNER
from tournament.core.lists import open_list
from tournament.core.people import PERSON, PlayerData
from tournament.words.exports import WHOLE_ENTRY
from tournament.words.imports import field_name
from tournament.words.spreadsheet import CSV, ODS, XLSX, FileTable, written

#: What a spreadsheet takes for the beginning of a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
#: Names as anybody may write them, and what a spreadsheet would take for a formula or a number.
TEXTS = (
    (
        st.text(max_size=12)
        | st.text("'=+-@;,\"\tAé0. ", max_size=8)
        | st.sampled_from(["0012", "1E5"])
    )
    .map(tidy)
    # A number with a decimal part of zeros is how a spreadsheet writes a whole one.
    .filter(lambda text: not text.replace(".", "").isdecimal() or "." not in text)
)
NAMES = TEXTS.filter(lambda text: bool(plain(text)))
PEOPLE = st.builds(
    PlayerData,
    NAMES,
    TEXTS,
    licence=st.from_regex(r"[A-Z]?\d{0,7}", fullmatch=True),
    club=TEXTS,
    federation=TEXTS,
    country=TEXTS,
    birth_year=st.none() | st.integers(1900, 2099),
    series=TEXTS,
    category=TEXTS,
)
ENTRIES = st.tuples(
    st.lists(PEOPLE, min_size=1, max_size=2), st.none() | st.integers(1, 20_000), TEXTS
)


def row_of(people: list[PlayerData], table: int | None, team: str) -> list[Any]:
    said: dict[str, Any] = {"table": table, "team": team}
    for prefix, person in zip(("", PARTNER), people, strict=False):
        said |= {prefix + name: getattr(person, name) for name in PERSON}
    return [said.get(field) for field in WHOLE_ENTRY]


@settings(max_examples=20, deadline=None)
@given(st.lists(ENTRIES, min_size=1, max_size=4))
def test_what_is_exported_is_the_same_list_when_it_is_imported(entries: list[Any]) -> None:
    columns = [field_name(field) for field in WHOLE_ENTRY]
    table = FileTable("Liste", columns, [row_of(*entry) for entry in entries])
    for kind in (CSV, XLSX, ODS):
        file = open_list(written(table, kind))
        fields = file.proposed(ENTRY_FIELDS)
        assert tuple(fields) == WHOLE_ENTRY
        read = [(list(line.people), line.table, line.team) for line in file.lines(fields)]
        assert read == entries


def test_no_cell_of_a_file_is_a_formula(tmp_path: Any) -> None:
    dangerous = [f"{first}CMD()" for first in FORMULA] + ["'=1", "-1"]
    table = FileTable("=A1", ["=B1"], [[one] for one in dangerous])
    path = tmp_path / "liste.xlsx"
    path.write_bytes(written(table, XLSX))
    cells = [cell for row in load_workbook(path).worksheets[0].iter_rows() for cell in row]
    lines = written(table, CSV).decode("utf-8-sig").splitlines()
    with every_row() as row:
        for cell in cells:
            with row(cell.value):
                assert cell.data_type == "s"
                assert not str(cell.value).startswith(FORMULA)
        for line in lines:
            with row(line):
                assert not line.strip('"').startswith(FORMULA)
    assert b"formula" not in written(table, ODS)
