"""The game of duplicate Scrabble as values and functions.

Pure: no Django, no clock, no global randomness, no file outside its own data, except the cache of
compiled lexicons in the folder that the caller names. Results are codes and data with their
article; sentences for people are written elsewhere.

`__all__` is the public API of the library (docs/moteur-bibliotheque.md). The rest of Duplicata
imports from the modules.
"""

from engine.board.board import Board
from engine.board.formats import Format, get_format
from engine.board.notation import Position
from engine.board.place import Direction, Place
from engine.board.scoring import score
from engine.errors import EngineError
from engine.lexicon.lexicon import Lexicon, load_lexicon
from engine.search.moves import Move, find_tops, solve

__all__ = [
    "Board",
    "Direction",
    "EngineError",
    "Format",
    "Lexicon",
    "Move",
    "Place",
    "Position",
    "find_tops",
    "get_format",
    "load_lexicon",
    "score",
    "solve",
]
