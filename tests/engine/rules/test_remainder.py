"""The remainder, and the joker that accompanies every rack of a joker game."""

import pytest

from engine.board.board import Board
from engine.board.formats import FORMATS, NORMAL
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
from engine.search.moves import Move, find_tops
from tests.engine.positions import lay
from tests.rows import every_row

JOKER = FORMATS["joker"]
EMPTY = Board.empty()


COMPLETED: list[tuple[str, str, str, Bag, int]] = [
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
]


def test_the_rack_is_completed_from_the_bag() -> None:
    with every_row() as each:
        for fmt, kept, joker, bag, count in COMPLETED:
            with each(f"{fmt}-{kept}-{joker}-{bag.letters}"):
                assert Remainder(kept, joker, bag).count_to_draw(FORMATS[fmt]) == count


def test_a_joker_game_has_no_joker_in_its_bag() -> None:
    boards = [EMPTY, lay("TwIST H4"), lay("TwIST H4", "TaS 8H")]
    for board, phase, joker, count in zip(
        boards, JokerPhase, ("?", "?", ""), (100, 96, 95), strict=True
    ):
        remainder = build_full_remainder(JOKER, board)
        assert (find_phase(JOKER, board), remainder.joker, "?" in remainder.bag) == (
            phase,
            joker,
            False,
        )
        assert (len(remainder.bag), len(remainder.letters)) == (count, count + len(joker))
    assert "??" in build_full_remainder(NORMAL, EMPTY).bag
    assert find_phase(NORMAL, boards[1]) is JokerPhase.NORMAL


def test_a_joker_that_was_not_played_stays_on_the_rack() -> None:
    remainder = build_remainder(JOKER, EMPTY, "?AB")
    assert (remainder.kept, remainder.joker, remainder.count_to_draw(JOKER)) == ("AB?", "", 4)
    assert remainder.letters == sort_letters("?" + Bag.full().letters.replace("?", ""))


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


def test_a_letter_of_the_bag_replaces_the_joker() -> None:
    retained = lay_retained_word(JOKER, EMPTY, "EJOSTU?", "aJOUTES", Place.parse("H4"))
    assert retained.board.get_tile(7, 3) == "A"
    assert (retained.joker.outcome, retained.joker.replaced_by) == (JokerOutcome.REPLACED, "A")
    assert (retained.remainder.kept, retained.remainder.joker) == ("", "?")
    assert retained.remainder.bag == retained.joker.bag
    assert retained.remainder.bag.count("A") == 8


def test_a_joker_stays_if_the_bag_lacks_its_letter() -> None:
    """There is one K: with it on the rack, the bag has none."""
    retained = lay_retained_word(JOKER, EMPTY, "KIRSTA?", "KkIT", Place.parse("H5"))
    assert retained.board.get_tile(7, 5) == "k"
    assert (retained.joker.outcome, retained.joker.phase) == (JokerOutcome.STAYS, JokerPhase.SECOND)
    assert (retained.remainder.kept, retained.remainder.joker) == ("ARS", "?")
    assert retained.remainder.count_to_draw(JOKER) == 3


def test_a_second_joker_that_stays_leaves_a_normal_game() -> None:
    board = lay("TwIST H4")
    retained = lay_retained_word(JOKER, board, "EIRTAX?", "TAxI", Place.parse("8H"))
    assert (retained.joker.outcome, retained.joker.phase) == (JokerOutcome.STAYS, JokerPhase.NORMAL)
    assert (retained.remainder.kept, retained.remainder.joker) == ("ERTX", "")
    assert retained.remainder.count_to_draw(JOKER) == 3
    after = lay_retained_word(JOKER, retained.board, "ERTXOUS", "OS", Place.parse("G8"))
    assert after.joker.outcome is JokerOutcome.NO_JOKER


def test_in_the_other_formats_a_joker_stays_where_it_is() -> None:
    retained = lay_retained_word(NORMAL, EMPTY, "EJOST??", "ajOTES", Place.parse("H4"))
    assert list_board_tiles(retained.board).count("?") == 2
    assert retained.joker.outcome is JokerOutcome.NO_JOKER
    assert retained.remainder.joker == ""


def test_a_word_must_fit_the_rack_and_the_board() -> None:
    with pytest.raises(IllegalPlacement):
        lay_retained_word(JOKER, EMPTY, "EJOSTU?", "aJOUTES", Place.parse("O14"))
    for word in ("ajOUTES", "KaJOU"):
        with pytest.raises(LettersNotInBag):
            lay_retained_word(JOKER, EMPTY, "EJOSTU?", word, Place.parse("H4"))


def test_the_reserve_joker_continues_the_game() -> None:
    """Both lay the first joker; after one, an S remains for the second, after the other nothing."""
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


def test_the_number_of_letters_is_constant_in_a_game(shipped: Lexicon) -> None:
    with every_row() as each:
        for fmt in FORMATS.values():
            with each(fmt.key):
                board, remainder, index = EMPTY, build_full_remainder(fmt, EMPTY), 0
                for turn in range(1, 40):
                    drawn = draw_racks(
                        fmt=fmt,
                        turn=turn,
                        board=board,
                        remainder=remainder,
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
                    assert fmt.joker_on_rack is False or letters.count("?") == (
                        phase is not JokerPhase.NORMAL
                    )
                    best = find_tops(board, letters, shipped, fmt)
                    if not best:
                        break
                    retained = lay_retained_word(fmt, board, letters, best[0].word, best[0].place)
                    word = find_laid_word(fmt, board, letters, best[0].word)
                    assert board.lay(word, best[0].place) == retained.board
                    board, remainder = retained.board, retained.remainder
                    spare = (
                        "?"
                        if find_phase(fmt, board) is JokerPhase.FIRST and fmt.joker_on_rack
                        else ""
                    )
                    assert (
                        sort_letters(list_board_tiles(board) + remainder.letters + spare)
                        == Bag.full().letters
                    )
                    assert find_phase(fmt, board) == retained.joker.phase
                assert turn > 8
