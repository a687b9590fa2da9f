"""`has_any_move`, compared with `solve` for every rack that could be drawn."""

from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from engine.board.board import Board
from engine.board.formats import FORMATS, NORMAL, Format
from engine.board.letters import FRENCH
from engine.errors import BadLetters
from engine.lexicon.lexicon import Lexicon
from engine.search import moves
from engine.search.moves import has_any_move, solve
from engine.search.rack import Rack
from tests.engine.positions import lay
from tests.rows import every_row

LEXICON = Lexicon.from_words(["RAT", "RATS", "TRI", "KIWIS", "ARTISTES", "ARTISTIQUES"])
RACKS_OF_THREE = Format("three", 3, 3, {3: 50}, ())


@settings(max_examples=60)
@given(
    st.sampled_from([Board.empty(), lay("RAT H8"), lay("RAT H8", "TRI 10H")]),
    st.text("ARTISKQ?", min_size=1, max_size=6),
)
def test_there_is_a_move_if_some_rack_has_one(board: Board, letters: str) -> None:
    racks = {"".join(rack) for rack in combinations(letters, min(3, len(letters)))}
    expected = any(solve(board, rack, LEXICON, RACKS_OF_THREE) for rack in racks)
    assert has_any_move(board, letters, LEXICON, RACKS_OF_THREE) is expected


def test_a_whole_bag_is_searched() -> None:
    with every_row() as each:
        for fmt in FORMATS.values():
            with each(fmt.key):
                bag = "".join(tile * count for tile, count in FRENCH.counts.items())
                assert has_any_move(Board.empty(), bag, LEXICON, fmt)
                assert not has_any_move(Board.empty(), bag, Lexicon.from_words(["KKKK"]), fmt)


def test_a_bag_is_searched_with_few_tiles_first(
    shipped: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[int] = []

    def build_rack(letters: str, limited: Format, words: Lexicon) -> Rack:
        limits.append(limited.max_play)
        return Rack(letters, limited, words)

    monkeypatch.setattr(moves, "Rack", build_rack)
    bag = "".join(tile * count for tile, count in FRENCH.counts.items())
    with every_row() as each:
        for fmt in FORMATS.values():
            limits.clear()
            with each(fmt.key):
                assert has_any_move(Board.empty(), bag, shipped, fmt)
                assert max(limits) == 2


def test_no_more_letters_are_laid_than_the_format_allows() -> None:
    only = Lexicon.from_words(["ARTISTES"])
    assert not has_any_move(Board.empty(), "ARTISTESN", only, NORMAL)
    assert has_any_move(Board.empty(), "ARTISTESN", only, FORMATS["789"])


def test_other_characters_than_tiles_are_refused() -> None:
    with pytest.raises(BadLetters):
        has_any_move(Board.empty(), "É", LEXICON)
