"""A word laid on the grid by a player: what it takes from the rack, the words it forms.

Whether a word is admitted is asked nowhere here: only a challenge brings it up (5.2).
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
    """`tiles`: those from the rack, "?" for a joker; `rack`: what is left on it."""

    board: Board
    tiles: str
    rack: str


def lay_word(board: Board, rack: str, word: str, ref: str) -> LaidWord:
    """`word` laid at `ref` with the letters of `rack` (4.1.1).

    Raises `IllegalPlacement` (the codes of `Board.faults` and `Board.connection_fault`, and
    `joker_unnamed`, 4.1.5), `BadReference` and `LettersNotInBag`.
    """
    if WILD in word:
        raise IllegalPlacement("joker_unnamed", word=word, ref=ref)
    place = Place.parse(ref)
    tiles = find_tiles_needed(board, word, place)
    fault = board.find_connection_fault(word, place)
    if fault is not None:
        raise IllegalPlacement(fault.code, word=word, ref=ref)
    left = remove_letters(rack, tiles)
    return LaidWord(board.place(word, place), tiles, left)


def list_played_words(board: Board, word: str, ref: str) -> list[str]:
    """What a play on `board` forms, in capitals: its own word, then those across (5.2)."""
    return [formed.word.upper() for formed in list_formed_words(board, word, Place.parse(ref))]
