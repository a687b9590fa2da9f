"""Boards written as plays, for the tests of the engine."""

from engine.board.board import Board
from engine.board.place import Place


def lay(*plays: str) -> Board:
    """Return the board after plays like "ChACUNE H4", placed in order."""
    board = Board.empty()
    for play in plays:
        word, ref = play.split()
        board = board.lay(word, Place.parse(ref))
    return board
