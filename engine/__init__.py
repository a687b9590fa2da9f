"""The game of duplicate Scrabble as plain values and functions.

Pure: no Django, no clock, no global randomness, no file outside its own data (the compiled
lexicon cache excepted, at the folder the caller names). Judgements are returned as codes and
data with their article; sentences for people are written elsewhere.

What `__all__` names is the library (docs/moteur-bibliotheque.md). The rest of Duplicata imports the
modules themselves, which say where each thing is written.
"""

from engine.board.board import Board
from engine.board.formats import Format, get_format
from engine.board.notation import Position
from engine.board.place import Direction, Place
from engine.board.scoring import score
from engine.errors import EngineError
from engine.lexicon.lexicon import Lexicon, load_lexicon
from engine.search.moves import Move, solve, tops

__all__ = [
    "Board",
    "Direction",
    "EngineError",
    "Format",
    "Lexicon",
    "Move",
    "Place",
    "Position",
    "get_format",
    "load_lexicon",
    "score",
    "solve",
    "tops",
]
