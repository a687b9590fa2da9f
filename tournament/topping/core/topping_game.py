"""The accepted tops of each turn of a game played as a *topping* (3.8.4)."""

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.scoring import score
from engine.lexicon.lexicon import Lexicon
from engine.record.recorded_game import RecordedGame, RecordedTurn
from engine.record.replay import iterate_positions
from engine.search.moves import Move, find_tops, solve

type AcceptedTop = list[str | int]
"""Word (lower case for a joker), reference, score."""


def list_accepted_tops(record: RecordedGame, lexicon: Lexicon) -> list[list[AcceptedTop]]:
    """Return the accepted tops of each turn: the word of the game, then all other moves with the
    same score or more. A newer word list may admit a word that beats an older game (reading B-40).
    Raise BadRecord."""
    return [
        [[move.word, move.ref, move.score] for move in _find_tops(turn, board, lexicon, record.fmt)]
        for turn, board in iterate_positions(record)
    ]


def _find_tops(turn: RecordedTurn, board: Board, lexicon: Lexicon, fmt: Format) -> list[Move]:
    game_score = score(board, turn.word, turn.place, fmt)
    accepted = find_tops(board, turn.rack, lexicon, fmt)
    if not accepted or accepted[0].score != game_score:
        accepted = [
            move for move in solve(board, turn.rack, lexicon, fmt) if move.score >= game_score
        ]
    game_move = Move(turn.word, turn.place, game_score)
    return [game_move, *(move for move in accepted if move != game_move)]
