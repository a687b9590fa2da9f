"""Sets of words, against looking at the words one by one."""

import random

import pytest

from engine.lexicon.dawg import BIT
from engine.lexicon.lexicon import Lexicon
from engine.lexicon.patterns import squares_of

WORDS = ["ALE", "CAS", "EEE", "LAC", "LES", "SAC", "SEL", "ALES", "LACS"]
"""Some of them of the same letters."""


def fits(word: str, pattern: str) -> bool:
    return len(word) == len(pattern) and all(
        mark in (".", letter) for letter, mark in zip(word, pattern, strict=True)
    )


@pytest.mark.parametrize(
    "pattern", ["...", "A..", "..S", ".A.", ".EE", "SAC", "Z..", "....", ".A.S"]
)
def test_words_are_found_by_their_letters_in_place(pattern: str) -> None:
    lexicon = Lexicon.from_words(WORDS)
    expected = sorted(word for word in WORDS if fits(word, pattern))
    patterns = lexicon.patterns(len(pattern))
    assert patterns is not None
    assert sorted(patterns.words(patterns.having(squares_of(pattern)))) == expected
    assert sorted(lexicon.fitting(pattern) or []) == expected


def test_of_many_words_none_is_named_and_of_a_length_without_words_there_are_none() -> None:
    lexicon = Lexicon.from_words(["A" + letter + other for letter in "BCDEF" for other in "GHIJK"])
    assert lexicon.fitting("A..") is None
    assert len(lexicon.fitting("AB.") or []) == 5
    assert lexicon.fitting("A...") == []
    assert lexicon.patterns(4) is None


def test_a_pattern_of_many_letters_is_answered_by_its_words_and_any_other_by_a_question() -> None:
    questions = Lexicon.from_words(WORDS).questions
    assert questions["LES"] == ["LES"]
    assert questions["LEZ"] == []
    assert questions["S.A"] == (1, "AS")
    assert questions["...S"] == (3, "S")


def test_a_pattern_of_many_letters_and_many_words_is_a_question() -> None:
    words = ["ABC" + letter + other for letter in "ABCDEFGH" for other in "GHI"]
    assert Lexicon.from_words(words).questions["ABC.."] == (2, "ABC")


def test_words_are_found_by_how_often_they_have_a_letter() -> None:
    patterns = Lexicon.from_words(WORDS).patterns(3)
    assert patterns is not None
    found = [sorted(patterns.words(counted)) for counted in patterns.at_least("E")]
    assert found == [["ALE", "EEE", "LES", "SEL"], ["EEE"], ["EEE"]]
    assert patterns.at_least("Z") == []


def test_so_they_are_in_the_list_that_ships(shipped: Lexicon) -> None:
    rng = random.Random(5)
    for word in rng.sample(list(shipped), 40):
        kept = rng.sample(range(len(word)), rng.randint(1, len(word)))
        pattern = "".join(letter if i in kept else "." for i, letter in enumerate(word))
        patterns = shipped.patterns(len(word))
        assert patterns is not None
        found = patterns.words(patterns.having(squares_of(pattern)))
        assert word in found
        assert all(fits(other, pattern) for other in found)
        for letter in set(word):
            assert word in patterns.words(patterns.at_least(letter)[word.count(letter) - 1])
            more = patterns.at_least(letter)[word.count(letter) :]
            assert not more or word not in patterns.words(more[0])


def test_a_line_tells_what_fits_beside_its_tiles() -> None:
    lexicon = Lexicon.from_words(WORDS)
    assert lexicon.crossings("...............") == ()
    assert lexicon.crossings("LaC............") == ((3, BIT["S"], "LaC"),)
    assert lexicon.crossings(".....A.E.......") == (
        (4, 0, "A"),
        (6, BIT["L"], "AE"),
        (8, 0, "E"),
    )
