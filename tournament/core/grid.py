"""The grid of a game as its words came onto it."""

from collections.abc import Iterable
from typing import Protocol

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.place import Place
from engine.rules.joker_format import find_laid_word


class Laid(Protocol):
    """A word on the grid, and the rack that it was played from."""

    @property
    def rack(self) -> str: ...
    @property
    def word(self) -> str: ...
    @property
    def ref(self) -> str: ...


def grid_of(fmt: Format, placed: Iterable[Laid]) -> Board:
    """The grid after the words ``placed``, in order; in a joker game with the letters that replaced
    a joker. Raises EngineError for words that cannot lie so."""
    board = Board.empty()
    for turn in placed:
        word = find_laid_word(fmt, board, turn.rack, turn.word)
        board = board.place(word, Place.parse(turn.ref))
    return board
