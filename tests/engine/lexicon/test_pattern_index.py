"""Sets of words, compared with a look at every word."""

import random

from engine.lexicon.dawg import BIT
from engine.lexicon.lexicon import Lexicon
from engine.lexicon.pattern_index import list_fixed_letters
from tests.rows import every_row

WORDS = ["ALE", "CAS", "EEE", "LAC", "LES", "SAC", "SEL", "ALES", "LACS"]
"""Some of them are anagrams."""


def fits(word: str, pattern: str) -> bool:
    return len(word) == len(pattern) and all(
        mark in (".", letter) for letter, mark in zip(word, pattern, strict=True)
    )


def test_words_are_found_by_letters_at_places() -> None:
    with every_row() as each:
        for pattern in (
            "...",
            "A..",
            "..S",
            ".A.",
            ".EE",
            "SAC",
            "Z..",
            "....",
            ".A.S",
        ):
            with each(pattern):
                lexicon = Lexicon.from_words(WORDS)
                expected = sorted(word for word in WORDS if fits(word, pattern))
                index = lexicon.get_pattern_index(len(pattern))
                assert index is not None
                assert sorted(index.list_words(index.find(list_fixed_letters(pattern)))) == expected
                assert sorted(lexicon.find_few_words(pattern) or []) == expected


def test_many_words_are_not_listed_and_unused_lengths_have_none() -> None:
    lexicon = Lexicon.from_words(["A" + letter + other for letter in "BCDEF" for other in "GHIJK"])
    assert lexicon.find_few_words("A..") is None
    assert len(lexicon.find_few_words("AB.") or []) == 5
    assert lexicon.find_few_words("A...") == []
    assert lexicon.get_pattern_index(4) is None


def test_a_pattern_of_many_letters_gives_words() -> None:
    lookup = Lexicon.from_words(WORDS).pattern_lookup
    assert lookup["LES"] == ["LES"]
    assert lookup["LEZ"] == []
    assert lookup["S.A"] == (1, "AS")
    assert lookup["...S"] == (3, "S")


def test_a_pattern_of_many_words_gives_a_key() -> None:
    words = ["ABC" + letter + other for letter in "ABCDEFGH" for other in "GHI"]
    assert Lexicon.from_words(words).pattern_lookup["ABC.."] == (2, "ABC")


def test_words_are_found_by_the_count_of_a_letter() -> None:
    index = Lexicon.from_words(WORDS).get_pattern_index(3)
    assert index is not None
    by_count = [sorted(index.list_words(words)) for words in index.find_by_count("E")]
    assert by_count == [["ALE", "EEE", "LES", "SEL"], ["EEE"], ["EEE"]]
    assert index.find_by_count("Z") == []


def test_shipped_words_are_found_by_pattern_and_count(
    shipped: Lexicon, shipped_words: list[str]
) -> None:
    rng = random.Random(5)
    for word in rng.sample(shipped_words, 20):
        fixed = rng.sample(range(len(word)), rng.randint(1, len(word)))
        pattern = "".join(letter if i in fixed else "." for i, letter in enumerate(word))
        index = shipped.get_pattern_index(len(word))
        assert index is not None
        matches = index.list_words(index.find(list_fixed_letters(pattern)))
        assert word in matches
        assert all(fits(other, pattern) for other in matches)
        for letter in set(word):
            assert word in index.list_words(index.find_by_count(letter)[word.count(letter) - 1])
            with_more = index.find_by_count(letter)[word.count(letter) :]
            assert not with_more or word not in index.list_words(with_more[0])


def test_cross_checks_of_a_line_are_found() -> None:
    lexicon = Lexicon.from_words(WORDS)
    assert lexicon.find_cross_checks("...............") == ()
    assert lexicon.find_cross_checks("LaC............") == ((3, BIT["S"], "LaC"),)
    assert lexicon.find_cross_checks(".....A.E.......") == (
        (4, 0, "A"),
        (6, BIT["L"], "AE"),
        (8, 0, "E"),
    )
