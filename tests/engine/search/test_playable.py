"""Whether anything can be placed at all, against every rack that could be drawn."""

from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from engine.board.board import Board
from engine.board.formats import FORMATS, NORMAL, Format
from engine.board.letters import FRENCH
from engine.errors import BadLetters
from engine.lexicon.lexicon import Lexicon
from engine.search import moves
from engine.search.hand import Hand
from engine.search.moves import playable, solve
from tests.engine.positions import lay

LEXICON = Lexicon.from_words(["RAT", "RATS", "TRI", "KIWIS", "ARTISTES", "ARTISTIQUES"])
RACKS_OF_THREE = Format("three", 3, 3, {3: 50}, ())


@settings(max_examples=60)
@given(
    st.sampled_from([Board.empty(), lay("RAT H8"), lay("RAT H8", "TRI 10H")]),
    st.text("ARTISKQ?", min_size=1, max_size=6),
)
def test_something_can_be_placed_if_some_rack_has_a_solution(board: Board, letters: str) -> None:
    racks = {"".join(rack) for rack in combinations(letters, min(3, len(letters)))}
    expected = any(solve(board, rack, LEXICON, RACKS_OF_THREE) for rack in racks)
    assert playable(board, letters, LEXICON, RACKS_OF_THREE) is expected


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=FORMATS.keys())
def test_a_whole_bag_is_asked_as_well(fmt: Format) -> None:
    bag = "".join(tile * count for tile, count in FRENCH.counts.items())
    assert playable(Board.empty(), bag, LEXICON, fmt)
    assert not playable(Board.empty(), bag, Lexicon.from_words(["KKKK"]), fmt)


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=FORMATS.keys())
def test_a_bag_is_not_asked_for_every_word_that_it_makes(
    fmt: Format, shipped: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def hand(letters: str, limited: Format, words: Lexicon) -> Hand:
        asked.append(limited.max_play)
        return Hand(letters, limited, words)

    monkeypatch.setattr(moves, "Hand", hand)
    bag = "".join(tile * count for tile, count in FRENCH.counts.items())
    assert playable(Board.empty(), bag, shipped, fmt)
    assert max(asked) == 2


def test_no_more_letters_are_laid_than_a_rack_gives() -> None:
    only = Lexicon.from_words(["ARTISTES"])
    assert not playable(Board.empty(), "ARTISTESN", only, NORMAL)
    assert playable(Board.empty(), "ARTISTESN", only, FORMATS["789"])


def test_letters_that_are_none_are_refused() -> None:
    with pytest.raises(BadLetters):
        playable(Board.empty(), "É", LEXICON)
