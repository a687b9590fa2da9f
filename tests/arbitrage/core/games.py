"""Positions of small games played at random, from a fixed seed, and their legal moves."""

import random
from dataclasses import dataclass
from functools import cache

from hypothesis import settings

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.sheets.sheet import Sheet
from engine.board.board import Board
from engine.board.letters import FRENCH
from engine.board.scoring import find_tiles_needed
from engine.lexicon.lexicon import Lexicon
from engine.search.moves import Move, solve

from .golden import load_all_cases

TURNS = 9

#: For properties over ``situations``: the first example pays for playing the games.
quick = settings(max_examples=40)


@dataclass(frozen=True, repr=False, eq=False)  # Hypothesis would hash all moves for each example
class Situation:
    """A position and every legal move in it."""

    position: JudgedPosition
    moves: tuple[Move, ...]

    def __repr__(self) -> str:
        """Short, so that a failing example is shown: rows of the grid that hold letters."""
        rows = enumerate(self.position.board.rows())
        grid = " ".join(f"{'ABCDEFGHIJKLMNO'[i]}:{row}" for i, row in rows if row.strip("."))
        return f"Situation(turn {self.position.turn}, {self.position.rack}, {grid})"


@cache
def load_lexicon() -> Lexicon:
    """Return all words of all golden cases: short ones, so that many fit together."""
    return Lexicon.from_words(sorted({word for case in load_all_cases() for word in case.words}))


@cache
def build_situations() -> tuple[Situation, ...]:
    """Return the turns of a dozen games, first turns included; every other rack holds a joker."""
    rng = random.Random(2023)
    return tuple(turn for _ in range(12) for turn in _game(rng))


def _game(rng: random.Random) -> list[Situation]:
    bag = [letter for letter, count in FRENCH.counts.items() for _ in range(count)]
    rng.shuffle(bag)
    board, rack = Board.empty(), ""
    played: list[Situation] = []
    for turn in range(1, TURNS + 1):
        rack += "".join(bag.pop() for _ in range(7 - len(rack)))
        if turn % 2 and "?" not in rack:
            rack = rack[:-1] + "?"
        moves = solve(board, rack, load_lexicon())
        if not moves:
            return played
        played.append(Situation(JudgedPosition(board, rack, turn, load_lexicon()), tuple(moves)))
        move = rng.choice(moves)
        for tile in find_tiles_needed(board, move.word, move.place):
            rack = rack.replace(tile, "", 1)
        board = board.play(move)
    return played


def write_clean_bulletin(move: Move) -> Bulletin:
    """Return the bulletin that a careful player writes for this move."""
    return Bulletin(Sheet.from_word(move.word, move.place.direction), move.ref, str(move.score))
