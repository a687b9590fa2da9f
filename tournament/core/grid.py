"""The grid of a game after its words."""

from collections.abc import Iterable
from typing import Protocol

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.place import Place
from engine.rules.joker_format import find_laid_word


class RetainedWord(Protocol):
    """A word on the grid, and the rack it was played from."""

    @property
    def rack(self) -> str: ...
    @property
    def word(self) -> str: ...
    @property
    def ref(self) -> str: ...


def build_grid(fmt: Format, words: Iterable[RetainedWord]) -> Board:
    """Build the grid after ``words``, in order; in a joker game with the letters that
    replaced a joker. Raise EngineError for words that do not fit."""
    board = Board.empty()
    for retained in words:
        word = find_laid_word(fmt, board, retained.rack, retained.word)
        board = board.lay(word, Place.parse(retained.ref))
    return board
