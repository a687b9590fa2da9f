import pytest

from engine.board.board import Board
from engine.board.layout import STANDARD
from engine.board.place import SIZE, Place
from engine.errors import BadBoard, IllegalPlacement
from engine.search.moves import Move
from tests.engine.brute import list_premium_squares
from tests.engine.positions import lay
from tests.rows import every_row


def test_the_premium_squares_are_those_of_the_standard_grid() -> None:
    premiums = {
        (row, col): STANDARD.get_premium(row, col)
        for row in range(SIZE)
        for col in range(SIZE)
        if STANDARD.get_premium(row, col)
    }
    assert premiums == list_premium_squares()


def test_a_word_is_laid_and_jokers_stay_in_lower_case() -> None:
    board = lay("ChACUNE H4", "MOLLIES G8")
    assert board.rows()[7] == "...ChACUNE....."
    assert board.get_tile(7, 4) == "h"
    assert board.get_tile(0, 0) == ""
    assert Board.from_rows(board.rows()) == board
    assert not board.is_empty
    assert Board.empty().is_empty


def test_a_board_prints_lettered_rows_and_numbered_columns() -> None:
    head, *rows = str(lay("ChACUNE H4")).splitlines()
    assert head.split() == [str(number) for number in range(1, SIZE + 1)]
    assert [row[0] for row in rows] == list("ABCDEFGHIJKLMNO")
    assert rows[7] == "H  .  .  .  C  h  A  C  U  N  E  .  .  .  .  ."
    assert {head.index("15") + 2, *map(len, rows)} == {len(head)}
    assert Board.from_rows(["".join(row[1:].split()) for row in rows]) == lay("ChACUNE H4")


def test_playing_a_move_lays_its_word_at_its_place() -> None:
    move = Move("MoLLIES", Place.parse("G8"), 65)
    assert lay("ChACUNE H4").play(move) == lay("ChACUNE H4", "MoLLIES G8")
    with pytest.raises(IllegalPlacement):
        Board.empty().play(move._replace(place=Place.parse("G12")))


def test_laying_a_word_over_a_joker_leaves_the_joker() -> None:
    board = lay("ChAT H7")
    longer = board.lay("CHATS", Place.parse("H7"))
    assert longer.rows()[7] == "......ChATS...."
    assert longer.lay("tHe", Place.parse("8G")).get_tile(7, 7) == "h"


EXCLUDED: list[tuple[str, str, str]] = [
    ("MAISON", "H11", "off_board"),
    ("MAISON", "11K", "off_board"),
    ("TAPIS", "10E", "letter_conflict"),
    ("PLACE", "H6", "no_tile"),
    ("SE", "H11", "incomplete_word"),
    ("RE", "H4", "incomplete_word"),
    ("A", "I6", "too_short"),
    ("", "I6", "too_short"),
    ("É", "I6", "bad_letter"),
    ("L?", "I6", "bad_letter"),
]


def test_a_word_that_the_board_excludes_is_refused() -> None:
    with every_row() as each:
        for word, ref, code in EXCLUDED:
            with each(f"{word}-{ref}"):
                board = lay("PLACE H6")
                with pytest.raises(IllegalPlacement) as caught:
                    board.lay(word, Place.parse(ref))
                assert caught.value.code == code
                assert caught.value.data["word"] == word
                assert caught.value.data["ref"] == ref


def test_all_faults_are_named_at_once() -> None:
    faults = lay("PLACE H6").list_faults("PAIN", Place.parse("H6"))
    assert [fault.code for fault in faults] == [
        "letter_conflict",
        "letter_conflict",
        "letter_conflict",
        "incomplete_word",
    ]
    assert faults[0].data == {"position": 1, "square": "H7", "on_grid": "L", "wanted": "A"}


def test_the_first_word_covers_the_centre_and_the_others_touch() -> None:
    empty = Board.empty()
    assert empty.find_connection_fault("MOT", Place.parse("H8")) is None
    fault = empty.find_connection_fault("MOT", Place.parse("H9"))
    assert fault is not None
    assert fault.code == "off_centre"
    board = lay("PLACE H6")
    assert board.find_connection_fault("MOT", Place.parse("I10")) is None
    assert board.find_connection_fault("MOT", Place.parse("5H")) is None
    fault = board.find_connection_fault("MOT", Place.parse("J6"))
    assert fault is not None
    assert fault.code == "not_connected"


MALFORMED: list[tuple[list[str], str]] = [
    ([], "bad_row_count"),
    (["." * 15] * 14 + ["." * 14], "bad_row_length"),
    (["." * 15] * 14 + ["." * 14 + "?"], "bad_square"),
    (["." * 15] * 14 + ["." * 14 + "É"], "bad_square"),
]


def test_malformed_rows_are_refused() -> None:
    with every_row() as each:
        for rows, code in MALFORMED:
            with each(code):
                with pytest.raises(BadBoard) as caught:
                    Board.from_rows(rows)
                assert caught.value.code == code
