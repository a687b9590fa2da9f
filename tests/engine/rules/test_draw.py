"""Seeded draws: pinned, so that a published game stays checkable for ever; and refusals."""

from collections import Counter
from itertools import chain, repeat

import pytest

from engine.board.board import Board
from engine.board.formats import FORMATS, NORMAL
from engine.errors import BadLetters, BadSeed, LettersNotInBag
from engine.regulation.edition_2023 import EDITION_2023
from engine.rules import draw
from engine.rules.bag import Bag
from engine.rules.draw import check_draw, compute_commitment, draw_letters, draw_racks
from engine.rules.remainder import build_full_remainder, build_remainder

SEED = bytes(range(32))
WHOLE_BAG = (
    "EELTOERESAJILUIRRSMLVSOVBLSLTHNHCTPZRRNTSAXOUUEEEMWYOPEQSEAD"
    "CIKIOIIAENETER?UDAFGINANEGFDAETIMAUUOEB?AN"
)


@pytest.mark.parametrize(
    ("seed", "index", "bag", "count", "letters"),
    [
        (SEED, 0, Bag.full(), 7, "EULNRSU"),
        (SEED, 1, Bag.full(), 7, "RERNGUF"),
        (SEED, 23, Bag("EX?"), 3, "?XE"),
        (SEED, 5, Bag("EX?"), 0, ""),
        (
            b"\xff" * 16,
            0,
            Bag.full(),
            102,
            WHOLE_BAG,
        ),
    ],
    ids=["first", "second", "end of bag", "none", "whole bag"],
)
def test_a_draw_follows_from_the_seed_as_documented(
    seed: bytes, index: int, bag: Bag, count: int, letters: str
) -> None:
    """Computed apart, by hand, from the description at the head of `engine.rules.draw`."""
    assert draw_letters(seed, index, bag, count) == letters


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert (
        compute_commitment(SEED)
        == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )


def test_a_number_that_would_bias_the_draw_is_skipped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With three letters, 2**64 - 1 is the one number too many."""
    monkeypatch.setattr(draw, "_generate_numbers", lambda *_: chain([2**64 - 1, 1], repeat(0)))
    assert draw_letters(SEED, 0, Bag("ABC"), 3) == "BAC"


def test_every_letter_is_drawn_as_often_as_another() -> None:
    first = Counter(draw_letters(SEED, index, Bag("ABC"), 1) for index in range(3000))
    assert all(abs(first[letter] - 1000) < 5 * (3000 * 2 / 9) ** 0.5 for letter in "ABC")


def test_more_letters_than_the_bag_holds_cannot_be_drawn() -> None:
    for count in (4, -1):
        with pytest.raises(LettersNotInBag) as caught:
            draw_letters(SEED, 0, Bag("ABC"), count)
        assert caught.value.code == "not_enough_letters"
        assert caught.value.data == {"requested": count, "available": 3}


def test_a_short_seed_is_refused() -> None:
    for use in (compute_commitment, lambda seed: draw_letters(seed, 0, Bag("A"), 1)):
        with pytest.raises(BadSeed) as caught:
            use(b"short")
        assert caught.value.data == {"length": 5, "minimum": 16}


def test_the_rack_after_a_rejected_one_has_the_next_index() -> None:
    board = Board.empty()
    remainder = build_remainder(FORMATS["joker"], board, "BC?")
    first, second, *_ = (
        rack
        for rack, _ in zip(
            draw_racks(
                fmt=FORMATS["joker"],
                turn=1,
                board=board,
                remainder=remainder,
                seed=SEED,
                index=7,
                edition=EDITION_2023,
            ),
            range(3),
            strict=False,
        )
    )
    assert (first.kept, first.drawn) == ("BC?", draw_letters(SEED, 7, remainder.bag, 4))
    everything = build_full_remainder(FORMATS["joker"], board).bag
    assert (second.kept, second.index) == ("", 8)
    assert second.drawn == "?" + draw_letters(SEED, 8, everything, 6)


def test_a_refused_draw_says_which_kind_is_lacking() -> None:
    few_vowels = check_draw(
        fmt=NORMAL, turn=1, kept="", drawn="BCDEFGH", unseen="AAEE", edition=EDITION_2023
    )
    assert (few_vowels.verdict, few_vowels.reason) == ("rejected", "vowels")
    few_consonants = check_draw(
        fmt=NORMAL, turn=1, kept="", drawn="AEIOUAB", unseen="BCD", edition=EDITION_2023
    )
    assert (few_consonants.verdict, few_consonants.reason) == ("rejected", "consonants")
    over = check_draw(fmt=NORMAL, turn=1, kept="", drawn="AE", unseen="", edition=EDITION_2023)
    assert (over.verdict, over.reason) == ("game_over", "only_vowels")


def test_two_of_each_are_required_with_a_joker() -> None:
    """The text leaves it open; a draw without that joker is refused, one with it is not."""
    rest = {"fmt": NORMAL, "turn": 3, "edition": EDITION_2023}
    without = check_draw(**rest, kept="", drawn="BCDFGHE", unseen="?LMN")  # type: ignore[arg-type]
    assert (without.verdict, without.minimum) == ("rejected", 2)
    rejected = check_draw(**rest, kept="", drawn="BCDFG?E", unseen="HLMN")  # type: ignore[arg-type]
    assert (rejected.verdict, rejected.judge_may_reject) == ("valid", True)


def test_a_rack_of_all_letters_is_valid() -> None:
    """Another draw would be the same letters."""
    for unseen, refusable in (("D", True), ("", False)):
        drawn = check_draw(
            fmt=NORMAL, turn=3, kept="", drawn="ABC?", unseen=unseen, edition=EDITION_2023
        )
        assert (drawn.verdict, drawn.judge_may_reject) == ("valid", refusable)


def test_only_tiles_can_be_checked() -> None:
    with pytest.raises(BadLetters):
        check_draw(fmt=NORMAL, turn=1, kept="", drawn="abc", unseen="", edition=EDITION_2023)
