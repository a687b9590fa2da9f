"""What is taken for the top in each turn of a game that is played as a *topping* (3.8.4)."""

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.scoring import score
from engine.lexicon.lexicon import Lexicon
from engine.record.recorded import RecordedGame, RecordedTurn
from engine.record.replay import iterate_positions
from engine.search.moves import Move, solve, tops

type TakenTop = list[str | int]
"""Word (lower case: a joker), reference, score."""


def tops_of(record: RecordedGame, lexicon: Lexicon) -> list[list[TakenTop]]:
    """For each turn the word of the game, then every other move worth as much, or more: a word
    that a newer list admits may beat a game of before (lecture B-40). Raises BadRecord.
    """
    return [
        [[move.word, move.ref, move.score] for move in _tops(turn, board, lexicon, record.fmt)]
        for turn, board in iterate_positions(record)
    ]


def _tops(turn: RecordedTurn, board: Board, lexicon: Lexicon, fmt: Format) -> list[Move]:
    own = score(board, turn.word, turn.place, fmt)
    best = tops(board, turn.rack, lexicon, fmt)
    if not best or best[0].score != own:
        best = [move for move in solve(board, turn.rack, lexicon, fmt) if move.score >= own]
    written = Move(turn.word, turn.place, own)
    return [written, *(move for move in best if move != written)]
