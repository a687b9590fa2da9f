"""The squared part of the bulletin."""

import json

import pytest

from arbitrage.core.errors import SheetTooLarge, UnreadableSheet
from arbitrage.core.sheets.drawing import Drawing
from arbitrage.core.sheets.sheet import MAX_LINE_LENGTH, SIDE, Sheet
from engine.board.place import Direction
from tests.rows import every_row


def test_equal_drawings_are_equal_wherever_they_stand_on_the_sheet() -> None:
    corner = Sheet.from_text("CAR\n.i.")
    middle = Sheet.from_text(".....\n...CAR\n    i  \n\n")

    assert corner == middle
    assert hash(corner) == hash(middle)
    assert middle.rows == ("CAR", ".i.")


def test_the_short_form_keeps_direction_and_circles() -> None:
    assert Sheet.from_word("PApIER", Direction.HORIZONTAL) == Sheet.from_text("PApIER")
    assert Sheet.from_word(" iL ", Direction.VERTICAL) == Sheet.from_text("i\nL")


def test_the_mask_of_crossings_out_is_trimmed_with_the_drawing() -> None:
    shifted = Sheet.from_text("....\n.TSA\n.R..", ".....\n.x...\n.x...")

    assert shifted == Sheet.from_text("TSA\nR..", "x\nx")
    assert shifted.is_struck(0, 0)
    assert not shifted.is_struck(0, 1)


def test_a_crossing_out_over_a_blank_is_dropped() -> None:
    assert Sheet.from_text("A.B", ".x.") == Sheet.from_text("A.B")


def test_an_empty_sheet_is_blank_but_a_struck_one_not() -> None:
    assert Sheet.from_text(" \n.. \n").is_blank
    assert not Sheet.from_text("A", "x").is_blank


def test_accents_are_dropped_as_in_capitals_on_paper() -> None:
    assert Sheet.from_word("ÉTÉ", Direction.HORIZONTAL).rows == ("ETE",)


def test_a_non_letter_is_refused_with_its_position() -> None:
    with every_row() as each:
        for text in (
            "C4R",
            "CA?",
            "CŒUR",
            "CA/R",
            "ДОМ",
        ):
            with each(text):
                with pytest.raises(UnreadableSheet) as caught:
                    Sheet.from_text("AAA\n" + text)

                assert caught.value.data["row"] == 1
                assert text[caught.value.data["col"]] == caught.value.data["character"]


def test_a_mask_of_another_shape_is_refused() -> None:
    with every_row() as each:
        for mask, where in (
            (".y", "mask, row 1, square 2"),
            ("....x", "mask, row 1, square 5"),
            (".\nx", "mask, row 2, square 1"),
        ):
            with each(mask), pytest.raises(UnreadableSheet, match=where):
                Sheet.from_text("CAR", mask)


def test_a_drawing_as_large_as_the_squared_part_is_taken() -> None:
    full = Sheet(("A" * SIDE,) * SIDE)

    assert len(full.rows) == SIDE


def test_a_larger_drawing_is_refused_with_its_size() -> None:
    with every_row() as each:
        for rows in (
            ("A" * (SIDE + 1), "B"),
            ("AB",) * (SIDE + 1),
            ("A" * (MAX_LINE_LENGTH + 1),),
        ):
            with each(rows):
                with pytest.raises(SheetTooLarge) as caught:
                    Sheet(rows)

                assert caught.value.data["width"] == len(rows[0])
                assert caught.value.data["height"] == len(rows)


@pytest.mark.parametrize("direction", Direction)
def test_a_word_as_long_as_the_grid_fits(direction: Direction) -> None:
    assert not Sheet.from_word("ANTIDEMOCRATISE"[:MAX_LINE_LENGTH], direction).is_blank


def test_a_sheet_survives_json() -> None:
    sheet = Sheet.from_text("RUPhE\nI....", "....x")

    assert Sheet.from_dict(json.loads(json.dumps(sheet.to_dict()))) == sheet


def test_data_that_is_no_sheet_is_refused() -> None:
    with every_row() as each:
        for data in (
            {"rows": "CAR"},
            {"rows": [1]},
            {"rows": 3},
            {"rows": None},
        ):
            with each(data), pytest.raises(UnreadableSheet):
                Sheet.from_dict(data)


def test_runs_are_maximal_and_exclude_struck_letters() -> None:
    drawing = Drawing.from_sheet(Sheet.from_text("XCAr\n..N.\n..I.", "x"))

    assert [(run.word, run.direction, run.written) for run in drawing.runs] == [
        ("ANI", Direction.VERTICAL, "ANI"),
        ("CAR", Direction.HORIZONTAL, "CAr"),
    ]
    assert drawing.struck == "X"
    assert set(drawing.get_other_marks(drawing.runs[1]).values()) == {"N", "I"}
