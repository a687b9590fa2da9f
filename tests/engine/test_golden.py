"""Golden positions: the results of a brute force search with the shipped list."""

from typing import Any

import pytest

from engine.board.board import Board
from engine.board.formats import FORMATS
from engine.lexicon.lexicon import Lexicon
from engine.search.moves import count_distinct, find_tops, solve
from tests.engine import golden

CASES = golden.load()


def test_golden_positions_were_computed_with_the_shipped_list(shipped: Lexicon) -> None:
    assert golden.compute_lexicon_checksum() == shipped.checksum
    assert len(CASES) == len(golden.CHOICES)


@pytest.mark.parametrize("case", CASES, ids=[f"{c['source']} {c['rack']}" for c in CASES])
def test_a_golden_position_has_its_tops_and_move_count(
    case: dict[str, Any], shipped: Lexicon
) -> None:
    board, fmt = Board.from_rows(case["rows"]), FORMATS[case["format"]]
    best = find_tops(board, case["rack"], shipped, fmt)
    moves = solve(board, case["rack"], shipped, fmt)
    assert {move.score for move in best} == {case["top"]}
    assert [[move.ref, move.word] for move in best] == case["tops"]
    assert moves[: len(best)] == best
    assert len(moves) == case["listed"]
    assert count_distinct(moves, board) == case["distinct"]
