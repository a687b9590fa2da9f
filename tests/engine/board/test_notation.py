"""Positions on one line: they come back as they were written, and faults are named."""

import pytest
from hypothesis import given, strategies as st

from engine.board.board import Board
from engine.board.formats import FORMATS, NORMAL
from engine.board.notation import Position
from engine.board.place import SIZE
from engine.errors import BadNotation
from tests.engine.positions import lay
from tests.rows import every_row

SQUARES = st.sampled_from("." * 40 + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
BOARDS = st.lists(st.text(SQUARES, min_size=SIZE, max_size=SIZE), min_size=SIZE, max_size=SIZE).map(
    Board.from_rows
)
POSITIONS = st.builds(
    Position,
    board=BOARDS,
    rack=st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ?", max_size=9),
    fmt=st.sampled_from(list(FORMATS.values())),
    turn=st.none() | st.integers(1, 999),
)
START = "15/15/15/15/15/15/15/3ChACUNE5/15/15/15/15/15/15/15"


def test_a_position_is_written_row_by_row() -> None:
    board = lay("ChACUNE H4", "MOLLIES G8")
    assert str(Position(board, "EILRS?", FORMATS["joker"], 3)) == (
        "15/15/15/15/15/15/7MOLLIES1/3ChACUNE5/15/15/15/15/15/15/15 EILRS? formule=joker coup=3"
    )
    assert str(Position(Board.empty())) == "/".join(["15"] * 15) + " -"


@given(POSITIONS)
def test_a_written_position_is_read_back(position: Position) -> None:
    line = str(position)
    assert Position.parse(line) == position
    assert "\n" not in line
    assert str(Position.parse(f"  {line} \n")) == line


NOTATIONS: list[tuple[str, Position]] = [
    ("vide AEIRST?", Position(Board.empty(), "AEIRST?")),
    ("VIDE - COUP=1", Position(Board.empty(), "", NORMAL, 1)),
    (f"{START} coup=2 FORMULE=789 EIL", Position(lay("ChACUNE H4"), "EIL", FORMATS["789"], 2)),
    (START.replace("3Ch", "1.1Ch"), Position(lay("ChACUNE H4"))),
]


def test_other_notations_of_a_position_are_read() -> None:
    with every_row() as each:
        for text, position in NOTATIONS:
            with each(text):
                assert Position.parse(text) == position


MALFORMED: list[tuple[str, str, dict[str, object]]] = [
    ("", "empty", {}),
    (" \n", "empty", {}),
    ("15/" * 200, "too_long", {"length": 600}),
    ("15/15 ABC", "bad_row_count", {"rows": 2}),
    ("plateau.txt", "bad_row_count", {"rows": 1}),
    (START.replace("E5", "E6"), "bad_row", {"row": "H", "squares": 16}),
    (START.replace("E5", "E"), "bad_row", {"row": "H", "squares": 10}),
    (START.replace("3Ch", "9999999999999Ch"), "bad_row", {"row": "H"}),
    (START.replace("3Ch", "3Çh"), "bad_square", {"row": "H", "found": "Ç"}),
    (START.replace("3Ch", "٣Ch"), "bad_square", {"row": "H", "found": "٣"}),
    (f"{START} AB CD", "several_racks", {"racks": ["AB", "CD"]}),
    (f"{START} aB", "bad_rack", {"letter": "a", "position": 0}),
    (f"{START} AB joueur=3", "unknown_field", {"field": "joueur"}),
    (f"{START} AB coup=1 Coup=2", "repeated_field", {"field": "Coup"}),
    (f"{START} AB formule=8sur9", "unknown_format", {"key": "8sur9"}),
    (f"{START} AB coup=0", "bad_turn", {"value": "0"}),
    (f"{START} AB coup=", "bad_turn", {"value": ""}),
]


def test_a_malformed_position_is_refused() -> None:
    with every_row() as each:
        for text, code, data in MALFORMED:
            with each(text):
                with pytest.raises(BadNotation) as caught:
                    Position.parse(text)
                assert caught.value.code == code
                assert {**caught.value.data, **data} == caught.value.data


@given(st.text(max_size=60) | st.text("15/3ChAZ?-= coupformule.", max_size=120))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        position = Position.parse(text)
    except BadNotation:
        return
    assert Position.parse(str(position)) == position
