"""The shape of a bulletin: anything a player can write passes, anything else does not."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.rows import every_row
from tournament.core.bulletin_limits import (
    MAX_KEY,
    MAX_REV,
    MAX_TURN,
    SIDE,
    check_game_and_turn,
    check_sheet,
    join_lines,
)
from tournament.core.errors import BadSheet

SHEET: dict[str, Any] = {
    "rev": 1,
    "device": "a1b2",
    "rows": ["MAIsON", "...E..."],
    "struck": ["......", "...x..."],
    "reference": "H 4",
    "score": "24",
}

rows = st.lists(st.text("ABYZabyz.", max_size=SIDE), max_size=SIDE)


@given(rows, st.data())
def test_whatever_fits_the_squares_is_a_sheet(written: list[str], data: st.DataObject) -> None:
    struck = [data.draw(st.text("x.", min_size=len(row), max_size=len(row))) for row in written]
    check_sheet(**SHEET | {"rows": written, "struck": struck})


@given(st.text("ABC0123456789 /-?!éœ", max_size=20), st.text("0123456789 +?", max_size=20))
def test_reference_and_score_may_hold_any_nonsense(reference: str, score: str) -> None:
    check_sheet(**SHEET | {"reference": reference, "score": score})


def test_an_empty_sheet_is_a_sheet() -> None:
    check_sheet(**SHEET | {"rows": [], "struck": [], "reference": "", "score": ""})


def test_one_line_alone_may_run_over_the_margin() -> None:
    with every_row() as each:
        for written in (
            ["A" * 15],
            ["A"] * 15,
            ["." * 15, "..A"],
            [*["."] * 14, "AB"],
            [".A", "." * 15, "AA"],
        ):
            with each(written):
                check_sheet(**SHEET | {"rows": written, "struck": []})


def test_a_drawing_larger_than_the_squared_part_does_not_fit() -> None:
    with every_row() as each:
        for written in (
            ["A" * 14, "A"],
            ["AA", *["A"] * 13],
            ["A", "." * 13 + "A"],
        ):
            with each(written):
                with pytest.raises(BadSheet) as refused:
                    check_sheet(**SHEET | {"rows": written, "struck": []})
                assert refused.value.data == {"field": "rows"}


def test_strokes_may_be_left_out() -> None:
    check_sheet(**SHEET | {"struck": []})


BEYOND: list[tuple[str, Any]] = [
    ("rev", 0),
    ("rev", -1),
    ("rev", MAX_REV + 1),
    ("device", ""),
    ("device", "d" * 41),
    ("device", "a\x00b"),
    ("rows", ["A"] * 16),
    ("rows", ["A" * 16]),
    ("rows", ["ÉTÉ"]),
    ("rows", ["A B"]),
    ("rows", ["A1"]),
    ("rows", ["A\n"]),
    ("struck", ["......"]),
    ("struck", ["......", "...x...", ""]),
    ("struck", ["......", "...x.."]),
    ("struck", ["......", "...y..."]),
    ("reference", "H" * 21),
    ("reference", "H\x00"),
    ("reference", "\ud800"),
    ("score", "9" * 21),
    ("score", "2\n4"),
]


def test_a_sheet_beyond_the_limits_is_refused_with_its_field() -> None:
    with every_row() as each:
        for field, value in BEYOND:
            with each(f"{field}-{value}"):
                with pytest.raises(BadSheet) as refused:
                    check_sheet(**SHEET | {field: value})
                assert refused.value.data == {"field": field}


@pytest.mark.parametrize(("game_id", "turn"), [(1, 1), (MAX_KEY, MAX_TURN)])
def test_any_game_and_turn_that_could_exist_may_be_named(game_id: int, turn: int) -> None:
    check_game_and_turn(game_id=game_id, turn=turn)


def test_a_game_or_turn_that_cannot_exist_is_refused() -> None:
    with every_row() as each:
        for game_id, turn, field in (
            (0, 1, "game_id"),
            (-1, 1, "game_id"),
            (MAX_KEY + 1, 1, "game_id"),
            (1, 0, "turn"),
            (1, MAX_TURN + 1, "turn"),
        ):
            with each(f"{game_id}-{turn}"):
                with pytest.raises(BadSheet) as refused:
                    check_game_and_turn(game_id=game_id, turn=turn)
                assert refused.value.data == {"field": field}


def test_struck_letters_are_left_out_of_the_line() -> None:
    with every_row() as row:
        for written, struck, line in (
            (["MAIsON"], [], "MAIsON"),
            (["MAIsON"], ["x....x"], "AIsO"),
            (["M", "A", "T"], [], "MAT"),
            (["M", "A", "T"], [".", "x", "."], "MT"),
            (["..RAT..", "...E..."], ["..x....", "......."], "AT / E"),
            (["RA.T"], ["...."], "RA T"),
            (["RAT"], ["xxx"], ""),
        ):
            with row(f"{written} {struck}"):
                assert join_lines(written, struck) == line
