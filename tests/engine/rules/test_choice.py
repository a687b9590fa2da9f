"""Choice among equal tops, on a board; the golden cases are in cases/."""

from dataclasses import replace

import pytest

from engine.board.board import Board
from engine.board.formats import FORMATS, NORMAL, Format
from engine.board.letters import FRENCH
from engine.board.place import Place
from engine.errors import IllegalPlacement
from engine.lexicon.lexicon import Lexicon
from engine.regulation.edition_2023 import EDITION_2023
from engine.rules.choice import list_allowed_tops, list_final_tops, propose
from engine.search.moves import Move, find_tops
from tests.engine.positions import lay
from tests.rows import every_row


def move(word: str, ref: str, score: int = 20) -> Move:
    return Move(word, Place.parse(ref), score)


def test_letters_of_the_grid_are_not_taken_from_the_rack() -> None:
    """TES lays two tiles through the E of PLACE and ends the game; SE leaves T and U."""
    board = lay("PLACE H6")
    choice = list_allowed_tops(
        fmt=NORMAL,
        turn=20,
        rack="STU",
        unseen="",
        tops=[move("SE", "10G"), move("TES", "10G")],
        board=board,
        edition=EDITION_2023,
    )
    assert [top.word for top in choice.allowed] == ["TES"]
    assert (choice.is_forced, choice.reason, choice.article) == (True, "fin_de_partie", "3.4")


def limit_bag(letters: str, fmt: Format = NORMAL) -> Format:
    """The format with a bag of these tiles only."""
    counts = {tile: letters.count(tile) for tile in letters}
    return replace(fmt, letters=replace(FRENCH, counts=counts))


def test_a_top_that_leaves_no_move_ends_the_game() -> None:
    """After PLACES nobody can place T and U; after PLACET, an S makes PLACETS."""
    with every_row() as each:
        for name in (
            "normal",
            "7sur8",
            "789",
        ):
            with each(name):
                fmt, board = limit_bag("PLACESTU", FORMATS[name]), lay("PLACE H6")
                lexicon = Lexicon.from_words(["PLACE", "PLACES", "PLACET", "PLACETS"])
                both = [move("PLACES", "H6"), move("PLACET", "H6")]
                final = list_final_tops(
                    fmt=fmt, rack="STU", tops=both, board=board, lexicon=lexicon
                )
                assert final == both[:1]
                choice = list_allowed_tops(
                    fmt=fmt,
                    turn=20,
                    rack="STU",
                    unseen="",
                    tops=both,
                    board=board,
                    final_tops=final,
                    edition=EDITION_2023,
                )
                assert choice.allowed == both[:1]
                assert (choice.is_forced, choice.reason, choice.article) == (
                    True,
                    "fin_de_partie",
                    "3.4",
                )


def test_with_more_letters_than_a_rack_holds_a_draw_decides() -> None:
    fmt, board = limit_bag("PLACE" + "STU" * 4), lay("PLACE H6")
    lexicon = Lexicon.from_words(["PLACE", "PLACES"])
    top = move("PLACES", "H6")
    assert list_final_tops(fmt=fmt, rack="STU", tops=[top], board=board, lexicon=lexicon) == []
    last = limit_bag("PLACE" + "S" + "TUTUTUT")
    assert list_final_tops(fmt=last, rack="S", tops=[top], board=board, lexicon=lexicon) == [top]


def test_a_top_that_the_board_excludes_is_refused() -> None:
    with pytest.raises(IllegalPlacement):
        list_allowed_tops(
            fmt=NORMAL,
            turn=2,
            rack="STU",
            unseen="A",
            tops=[move("SU", "H6")],
            board=lay("PLACE H6"),
            edition=EDITION_2023,
        )


def test_the_proposal_is_the_move_that_leaves_most_room(shipped: Lexicon) -> None:
    """One more letter in a row opens less than a word that crosses it."""
    board = lay("PLACE H6")
    crossing_move, along = move("RELU", "10G"), move("PLACES", "H6")
    assert propose([along, crossing_move], board, shipped) == crossing_move
    assert propose([crossing_move, along], board, shipped) == crossing_move


def test_the_proposal_is_independent_of_the_order_of_tops(shipped: Lexicon) -> None:
    best = find_tops(Board.empty(), "AEINRTS", shipped)
    assert len(best) > 2
    proposed = propose(best, Board.empty(), shipped)
    assert proposed in best
    assert propose(best[::-1], Board.empty(), shipped) == proposed


def test_only_a_joker_game_replaces_jokers() -> None:
    """TEE and UEE spend the joker as an E; only TEE leaves nothing but vowels, U and E."""
    board = lay("PLACE H6")
    choice = list_allowed_tops(
        fmt=NORMAL,
        turn=20,
        rack="TU?",
        unseen="E",
        tops=[move("TEe", "10G"), move("UEe", "10G")],
        board=board,
        edition=EDITION_2023,
    )
    assert [top.word for top in choice.allowed] == ["TEe"]
    assert choice.reason == "fin_de_partie"
