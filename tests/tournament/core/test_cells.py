"""Text in the cells of a spreadsheet."""

import unicodedata
from datetime import UTC, date, datetime
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from tests.rows import every_row
from tournament.core.cells import bare, cell, plain, text_of, tidy

#: What a spreadsheet takes for the beginning of a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def begins_a_formula(text: str) -> bool:
    """Whether a spreadsheet may take it for one: signs of any width, behind blanks or not."""
    as_narrow = unicodedata.normalize("NFKC", text).replace("\u2212", "-").replace("\ufeff", "")
    return text.startswith(FORMULA) or as_narrow.lstrip().startswith(FORMULA)


@given(st.text() | st.text("'=+-@\t\r\na \u00a0\ufeff＝＋－＠﹣⁻−"))
def test_no_cell_begins_a_formula_and_the_text_comes_back(text: str) -> None:
    written = str(cell(text))
    assert not begins_a_formula(written)
    assert bare(written) == text


def test_every_sign_that_stands_for_one_that_begins_a_formula_is_known() -> None:
    alike = [chr(code) for code in range(0x110000) if begins_a_formula(chr(code))]
    assert {"=", "＝", "＋", "－", "＠", "−"} < set(alike)
    with every_row() as row:
        for sign in alike:
            with row(hex(ord(sign))):
                assert cell(f"{sign}1") == f"'{sign}1"


def test_a_number_stays_a_number() -> None:
    with every_row() as row:
        for number in (-1, -1.5, Decimal("-3.20")):
            with row(number):
                assert cell(number) is number


def test_a_cell_is_one_line_of_text() -> None:
    cells = {
        None: "",
        1234567.0: "1234567",
        1.5: "1.5",
        datetime(1957, 3, 12, 8, tzinfo=UTC): "1957-03-12",
        date(1957, 3, 12): "1957-03-12",
        " a \n b\u00a0c\x07 ": "a b c",
        "e\u0301te\u0301": "été",
        "'=1": "=1",
        "'t Hooft": "'t Hooft",
    }
    with every_row() as row:
        for value, text in cells.items():
            with row(value):
                assert text_of(value) == text
                assert tidy(text) == text


def test_names_are_compared_without_accents_marks_and_capitals() -> None:
    alike = ["Lefèvre-Bœuf Zoé", "LEFEVRE BOEUF ZOE", "lefèvre  bœuf, Zoé"]
    assert len({plain(name) for name in alike}) == 1
