"""Text in the cells of a spreadsheet."""

import re
from datetime import UTC, date, datetime

from hypothesis import given, strategies as st

from tests.documents.formulas import begins_a_formula
from tests.rows import every_row
from tournament.core.files.cells import (
    normalise_text,
    protect_cell,
    read_entities,
    to_text,
    unprotect_cell,
)


@given(st.text() | st.text("'=+-@\t\r\na \u00a0\ufeff＝＋－＠﹣⁻−;,\""))
def test_no_cell_begins_a_formula_and_the_text_comes_back(text: str) -> None:
    written = protect_cell(text)
    assert not any(map(begins_a_formula, re.split("[;,]", written)))
    assert unprotect_cell(written) == text


def test_every_sign_taken_for_a_formula_is_known() -> None:
    formula_signs = [chr(code) for code in range(0x110000) if begins_a_formula(chr(code))]
    assert {"=", "＝", "＋", "－", "＠", "−"} < set(formula_signs)
    with every_row() as row:
        for sign in formula_signs:
            with row(hex(ord(sign))):
                assert protect_cell(f"{sign}1") == f"'{sign}1"


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
        '="0012345"': "0012345",
        '="d""Arc"': 'd"Arc',
        "'0012345": "0012345",
        "Andr&eacute; &#201;TIENNE": "André ÉTIENNE",
        "AndrÃ©": "André",
        True: "VRAI",
        "'t Hooft": "'t Hooft",
    }
    with every_row() as row:
        for value, text in cells.items():
            with row(value):
                assert to_text(value) == text
                assert normalise_text(text) == text
    assert read_entities("&eacute;&#59;&quot;&amp;&nbsp;&x;") == "é&#59;&quot;&\u00a0&x;"
