import pytest

from engine.board.board import Board
from engine.board.formats import FORMATS, NORMAL, get_format
from engine.board.place import Place
from engine.board.scoring import find_tiles_needed, list_formed_words, score
from engine.errors import IllegalPlacement, UnknownFormat
from tests.engine.positions import lay


def test_a_first_word_counts_double_and_gets_its_bonus() -> None:
    assert score(Board.empty(), "ChACUNE", Place.parse("H4")) == 76


def test_cross_words_add_up_with_the_premiums_of_shared_letters() -> None:
    board, place = lay("ChACUNE H4"), Place.parse("G8")
    formed = list_formed_words(board, "MOLLIES", place)
    assert [(w.word, str(w.place), w.points) for w in formed] == [
        ("MOLLIES", "G8", 10),
        ("MU", "8G", 3),
        ("ON", "9G", 3),
        ("LE", "10G", 2),
    ]
    assert score(board, "MOLLIES", place) == 68


def test_a_joker_is_worth_nothing_wherever_it_lies() -> None:
    board = lay("ChACUNE H4")
    assert (
        list_formed_words(board, "ChACUNES", Place.parse("H4"))[0].points
        == 3 + 1 + 3 + 1 + 1 + 1 + 1
    )
    assert list_formed_words(board, "OH", Place.parse("5G"))[0].word == "Oh"
    assert list_formed_words(board, "OH", Place.parse("5G"))[0].points == 1


def test_the_tiles_of_a_play_are_those_it_adds() -> None:
    board = lay("ChACUNE H4")
    assert find_tiles_needed(board, "ChACUNES", Place.parse("H4")) == "S"
    assert find_tiles_needed(board, "CRIeRAIS", Place.parse("4H")) == "RI?RAIS"


def test_scoring_a_play_that_the_board_excludes_is_refused() -> None:
    with pytest.raises(IllegalPlacement):
        score(lay("ChACUNE H4"), "MOT", Place.parse("H4"))
    with pytest.raises(IllegalPlacement):
        find_tiles_needed(Board.empty(), "MOT", Place.parse("H14"))


def test_formats_are_found_by_key() -> None:
    assert get_format("normal") is NORMAL
    assert get_format("789").get_bonus(9) == 100
    assert get_format("7sur8").get_bonus(6) == 0
    with pytest.raises(UnknownFormat) as caught:
        get_format("7sur9")
    assert caught.value.data == {"key": "7sur9", "known": sorted(FORMATS)}
