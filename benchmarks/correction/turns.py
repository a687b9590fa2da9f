"""Turns to correct: positions of a game that the engine plays by itself, from a fixed seed."""

import random
from dataclasses import dataclass

from arbitrage.core.sheets.position import JudgedPosition
from engine.board.board import Board
from engine.board.letters import FRENCH, WILD
from engine.board.scoring import find_tiles_needed
from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon
from engine.search.moves import Move, solve

#: The turns measured: the first, and two of the middle game, the second with a joker.
MEASURED = (1, 8, 9)


@dataclass(frozen=True)
class Turn:
    """``moves``: every solution, the best first, as a worker has them when the turn closes."""

    name: str
    position: JudgedPosition
    moves: tuple[Move, ...]

    def fresh(self) -> JudgedPosition:
        """The position with nothing worked out yet."""
        old = self.position
        return JudgedPosition(old.board, old.rack, old.turn, old.words, old.fmt)


def play(seed: int = 2023) -> list[Turn]:
    """The turns measured of one game, in which the top is always played."""
    chance = random.Random(seed)  # noqa: S311 - a game, no secret
    lexicon = load_lexicon(DEFAULT_LEXICON, None)
    bag = [letter for letter, count in FRENCH.counts.items() for _ in range(count)]
    bag = [letter for letter in bag if letter != WILD]
    chance.shuffle(bag)
    board, rack, turns = Board.empty(), "", []
    for number in range(1, max(MEASURED) + 1):
        rack += "".join(bag.pop() for _ in range(7 - len(rack)))
        if number == max(MEASURED):
            rack = rack[:-1] + WILD
        moves = solve(board, rack, lexicon)
        if number in MEASURED:
            turns.append(_turn(number, board, rack, lexicon, moves))
        top = moves[0]
        for tile in find_tiles_needed(board, top.word, top.place):
            rack = rack.replace(tile, "", 1)
        board = board.place(top.word, top.place)
    return turns


def _turn(number: int, board: Board, rack: str, lexicon: Lexicon, moves: list[Move]) -> Turn:
    joker = ", joker" if WILD in rack else ""
    return Turn(f"coup {number}{joker}", JudgedPosition(board, rack, number, lexicon), tuple(moves))
