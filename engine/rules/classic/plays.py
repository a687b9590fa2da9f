"""Laying of a word on the grid by a player: the tiles from the rack, the words formed.

The lexicon is not consulted: only a challenge does it (5.2).
"""

from dataclasses import dataclass

from engine.board.board import Board
from engine.board.letters import WILD
from engine.board.place import Place
from engine.board.scoring import find_tiles_needed, list_formed_words
from engine.errors import IllegalPlacement
from engine.rules.classic.letters import remove_letters


@dataclass(frozen=True, slots=True)
class LaidWord:
    """`tiles`: those from the rack, "?" for a joker. `rack`: the letters that remain on it."""

    board: Board
    tiles: str
    rack: str


def lay_word(board: Board, rack: str, word: str, ref: str) -> LaidWord:
    """Lay `word` at `ref` with the letters of `rack` (4.1.1).

    Raises `IllegalPlacement` (the codes of `Board.list_faults` and `Board.find_connection_fault`,
    and `joker_unnamed`, 4.1.5), `BadReference` and `LettersNotInBag`.
    """
    if WILD in word:
        raise IllegalPlacement("joker_unnamed", word=word, ref=ref)
    place = Place.parse(ref)
    tiles = find_tiles_needed(board, word, place)
    fault = board.find_connection_fault(word, place)
    if fault is not None:
        raise IllegalPlacement(fault.code, word=word, ref=ref)
    remaining = remove_letters(rack, tiles)
    return LaidWord(board.lay(word, place), tiles, remaining)


def list_played_words(board: Board, word: str, ref: str) -> list[str]:
    """Return the words that a play forms, in capitals: the main word, then cross words (5.2)."""
    return [formed.word.upper() for formed in list_formed_words(board, word, Place.parse(ref))]
