"""Golden positions: the results of a brute force search with the shipped list."""

from engine.board.board import Board
from engine.board.formats import FORMATS
from engine.lexicon.lexicon import Lexicon
from engine.search.moves import count_distinct, find_tops, solve
from tests.engine import golden
from tests.rows import every_row

CASES = golden.load()


def test_golden_positions_were_computed_with_the_shipped_list(shipped: Lexicon) -> None:
    assert golden.compute_lexicon_checksum() == shipped.checksum
    assert len(CASES) == len(golden.CHOICES)


def test_a_golden_position_has_its_tops_and_move_count(shipped: Lexicon) -> None:
    with every_row() as each:
        for case in CASES:
            with each(f"{case['source']} {case['rack']}"):
                board, fmt = Board.from_rows(case["rows"]), FORMATS[case["format"]]
                best = find_tops(board, case["rack"], shipped, fmt)
                moves = solve(board, case["rack"], shipped, fmt)
                assert {move.score for move in best} == {case["top"]}
                assert [[move.ref, move.word] for move in best] == case["tops"]
                assert moves[: len(best)] == best
                assert len(moves) == case["listed"]
                assert count_distinct(moves, board) == case["distinct"]
