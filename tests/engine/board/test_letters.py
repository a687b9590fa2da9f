import pytest

from engine.board.letters import FRENCH, sort_letters
from engine.errors import BadLetters, EngineError, LettersNotInBag
from engine.rules.bag import Bag
from tests.rows import every_row


def test_the_french_set_has_a_hundred_letters_and_two_jokers() -> None:
    assert FRENCH.total == 102
    assert FRENCH.counts["?"] == 2
    assert sum(FRENCH.counts[letter] * FRENCH.values[letter] for letter in FRENCH.counts) == 197


def test_every_letter_is_a_vowel_a_consonant_or_wild() -> None:
    kinds = [FRENCH.vowels, FRENCH.consonants, FRENCH.wild]
    assert sum(len(kind) for kind in kinds) == 27
    assert frozenset().union(*kinds) == frozenset(FRENCH.counts)


def test_letters_are_sorted_with_jokers_last() -> None:
    assert sort_letters("?SA?E") == "AES??"


def test_a_full_bag_gives_its_letters_sorted() -> None:
    bag = Bag.full(FRENCH)
    assert len(bag) == 102
    assert bag.letters.startswith("AAAAAAAAABBCC")
    assert bag.letters.endswith("WXYZ??")


def test_letters_come_out_of_the_bag_and_go_back() -> None:
    bag = Bag("EEZ?")
    assert "EE" in bag
    assert "EEE" not in bag
    smaller = bag.subtract("E?")
    assert smaller.letters == "EZ"
    assert bag.letters == "EEZ?"
    assert Bag(smaller.letters + "?E") == bag
    assert len({Bag(smaller.letters + "?E"), bag}) == 1


def test_taking_letters_that_are_not_there_names_the_missing_ones() -> None:
    with pytest.raises(LettersNotInBag) as caught:
        Bag("EEZ").subtract("EZZ?E")
    assert caught.value.code == "letters_not_in_bag"
    assert caught.value.data == {"letters": "EZZ?E", "missing": "Z?"}
    assert "Z?" in str(caught.value)


def test_a_bag_holds_tiles_only() -> None:
    with every_row() as each:
        for letters in (
            "e",
            "É",
            "1",
            "A B",
        ):
            with each(letters):
                with pytest.raises(BadLetters) as caught:
                    Bag(letters)
                assert caught.value.data["letters"] == letters
                assert isinstance(caught.value, EngineError)
