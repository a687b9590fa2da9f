"""What is left to play, and the joker that accompanies every rack of a joker game."""

import pytest

from engine.board.board import Board
from engine.board.formats import FORMATS, NORMAL, Format
from engine.board.letters import sort_letters
from engine.board.place import Place
from engine.errors import IllegalPlacement, LettersNotInBag
from engine.lexicon.lexicon import Lexicon
from engine.regulation.edition_2023 import EDITION_2023
from engine.regulation.editions import EDITIONS
from engine.rules.bag import Bag
from engine.rules.choice import list_allowed_tops
from engine.rules.draw import draw_racks
from engine.rules.joker_format import (
    JokerOutcome,
    JokerPhase,
    find_laid_word,
    find_phase,
    lay_retained_word,
)
from engine.rules.remainder import (
    Remainder,
    build_full_remainder,
    build_remainder,
    find_unseen_bag,
    list_board_tiles,
)
from engine.search.moves import Move, tops
from tests.engine.positions import lay

JOKER = FORMATS["joker"]
EMPTY = Board.empty()


@pytest.mark.parametrize(
    ("fmt", "kept", "joker", "bag", "count"),
    [
        ("normal", "", "", Bag.full(), 7),
        ("normal", "AE", "", Bag.full(), 5),
        ("normal", "AE", "", Bag("RST"), 3),
        ("789", "AE", "", Bag.full(), 7),
        ("normal", "ABCDEFGH", "", Bag.full(), 0),
        ("joker", "", "?", Bag("ABCDEFGH"), 6),
        ("joker", "AE", "?", Bag("ABCDEFGH"), 4),
        ("joker", "AE?", "", Bag("ABCDEFGH"), 4),
        ("joker", "AE", "", Bag("ABCDEFGH"), 5),
        ("7et8-joker", "", "?", Bag("ABCDEFGH"), 7),
        ("789-joker", "A", "?", Bag("ABCDEFGH"), 7),
    ],
)
def test_the_rack_is_completed_as_far_as_the_bag_goes(
    fmt: str, kept: str, joker: str, bag: Bag, count: int
) -> None:
    assert Remainder(kept, joker, bag).count_to_draw(FORMATS[fmt]) == count


def test_a_joker_game_has_no_joker_in_the_bag_and_one_beside_it_until_both_lie_on_the_grid() -> (
    None
):
    boards = [EMPTY, lay("TwIST H4"), lay("TwIST H4", "TaS 8H")]
    for board, phase, joker, held in zip(
        boards, JokerPhase, ("?", "?", ""), (100, 96, 95), strict=True
    ):
        left = build_full_remainder(JOKER, board)
        assert (find_phase(JOKER, board), left.joker, "?" in left.bag) == (phase, joker, False)
        assert (len(left.bag), len(left.letters)) == (held, held + len(joker))
    assert "??" in build_full_remainder(NORMAL, EMPTY).bag
    assert find_phase(NORMAL, boards[1]) is JokerPhase.NORMAL


def test_a_joker_that_was_not_played_stays_on_the_rack() -> None:
    left = build_remainder(JOKER, EMPTY, "?AB")
    assert (left.kept, left.joker, left.count_to_draw(JOKER)) == ("AB?", "", 4)
    assert left.letters == sort_letters("?" + Bag.full().letters.replace("?", ""))


def test_more_letters_than_the_game_has_are_refused() -> None:
    both = lay("TwIST H4", "TaS 8H")
    for fmt, board, kept in (
        (JOKER, EMPTY, "??"),
        (JOKER, both, "?"),
        (NORMAL, EMPTY, "KK"),
        (NORMAL, both, "?"),
    ):
        with pytest.raises(LettersNotInBag):
            find_unseen_bag(fmt, board, kept)


def test_the_letter_of_the_bag_takes_the_place_of_the_joker() -> None:
    settled = lay_retained_word(JOKER, EMPTY, "EJOSTU?", "aJOUTES", Place.parse("H4"))
    assert settled.board.tile_at(7, 3) == "A"
    assert (settled.joker.outcome, settled.joker.replaced_by) == (JokerOutcome.REPLACED, "A")
    assert (settled.remainder.kept, settled.remainder.joker) == ("", "?")
    assert settled.remainder.bag == settled.joker.bag
    assert settled.remainder.bag.count("A") == 8


def test_a_joker_stays_where_the_letter_is_only_on_the_rack() -> None:
    """K is there once: with it on the rack, none is left in the bag."""
    settled = lay_retained_word(JOKER, EMPTY, "KIRSTA?", "KkIT", Place.parse("H5"))
    assert settled.board.tile_at(7, 5) == "k"
    assert (settled.joker.outcome, settled.joker.phase) == (JokerOutcome.STAYS, JokerPhase.SECOND)
    assert (settled.remainder.kept, settled.remainder.joker) == ("ARS", "?")
    assert settled.remainder.count_to_draw(JOKER) == 3


def test_a_second_joker_that_stays_leaves_a_normal_game() -> None:
    board = lay("TwIST H4")
    settled = lay_retained_word(JOKER, board, "EIRTAX?", "TAxI", Place.parse("8H"))
    assert (settled.joker.outcome, settled.joker.phase) == (JokerOutcome.STAYS, JokerPhase.NORMAL)
    assert (settled.remainder.kept, settled.remainder.joker) == ("ERTX", "")
    assert settled.remainder.count_to_draw(JOKER) == 3
    after = lay_retained_word(JOKER, settled.board, "ERTXOUS", "OS", Place.parse("G8"))
    assert after.joker.outcome is JokerOutcome.NO_JOKER


def test_in_the_other_formats_a_joker_stays_where_it_is() -> None:
    settled = lay_retained_word(NORMAL, EMPTY, "EJOST??", "ajOTES", Place.parse("H4"))
    assert list_board_tiles(settled.board).count("?") == 2
    assert settled.joker.outcome is JokerOutcome.NO_JOKER
    assert settled.remainder.joker == ""


def test_only_what_is_on_the_rack_and_fits_the_grid_is_laid() -> None:
    with pytest.raises(IllegalPlacement):
        lay_retained_word(JOKER, EMPTY, "EJOSTU?", "aJOUTES", Place.parse("O14"))
    for word in ("ajOUTES", "KaJOU"):
        with pytest.raises(LettersNotInBag):
            lay_retained_word(JOKER, EMPTY, "EJOSTU?", word, Place.parse("H4"))


def test_the_joker_in_reserve_keeps_the_game_going() -> None:
    """Both spend the first joker; one leaves the S to the second, the other leaves nothing."""
    board = lay("KIT H7")
    moves = [Move("kA", Place.parse("G8"), 5), Move("SkA", Place.parse("G7"), 5)]
    choice = list_allowed_tops(
        fmt=JOKER, turn=9, rack="AS?", unseen="", tops=moves, board=board, edition=EDITION_2023
    )
    assert (choice.allowed, choice.reason) == ([moves[1]], "fin_de_partie")
    older = list_allowed_tops(
        fmt=JOKER, turn=9, rack="AS?", unseen="", tops=moves, board=board, edition=EDITIONS["2017"]
    )
    assert (choice.article, older.article) == ("3.4", "3.6")


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=FORMATS)
def test_no_letter_is_lost_or_made_in_a_whole_game(fmt: Format, shipped: Lexicon) -> None:
    board, left, index = EMPTY, build_full_remainder(fmt, EMPTY), 0
    for turn in range(1, 40):
        drawn = draw_racks(
            fmt=fmt,
            turn=turn,
            board=board,
            remainder=left,
            seed=b"x" * 16,
            index=index,
            edition=EDITION_2023,
        )
        rack = next(rack for rack in drawn if rack.check.verdict != "rejected")
        if rack.check.verdict == "game_over":
            break
        index = rack.index + 1
        letters = rack.kept + rack.drawn
        phase = find_phase(fmt, board)
        assert fmt.joker_on_rack is False or letters.count("?") == (phase is not JokerPhase.NORMAL)
        found = tops(board, letters, shipped, fmt)
        if not found:
            break
        settled = lay_retained_word(fmt, board, letters, found[0].word, found[0].place)
        word = find_laid_word(fmt, board, letters, found[0].word)
        assert board.place(word, found[0].place) == settled.board
        board, left = settled.board, settled.remainder
        spare = "?" if find_phase(fmt, board) is JokerPhase.FIRST and fmt.joker_on_rack else ""
        assert sort_letters(list_board_tiles(board) + left.letters + spare) == Bag.full().letters
        assert find_phase(fmt, board) == settled.joker.phase
    assert turn > 8
