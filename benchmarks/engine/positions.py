"""Positions to measure on: games that the engine plays against nobody, with seeded draws."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from engine.board import Board
from engine.formats import NORMAL, Format
from engine.letters import FRENCH, WILD
from engine.lexicon import Lexicon
from engine.moves import tops
from engine.scoring import tiles_needed

MAX_JOKERS = 2


@dataclass(frozen=True, slots=True)
class Position:
    board: Board
    rack: str

    @property
    def jokers(self) -> int:
        return self.rack.count(WILD)


def played_game(
    seed: int, lexicon: Lexicon, *, fmt: Format = NORMAL, jokers: bool = True
) -> Iterator[Position]:
    """The turns of one game: draw, play a top, draw again, until nothing can be played.

    Without `jokers` the bag has none of them.
    """
    rng = random.Random(seed)
    bag = [
        tile
        for tile, count in FRENCH.counts.items()
        for _ in range(count)
        if jokers or tile != WILD
    ]
    rng.shuffle(bag)
    board, rack = Board.empty(), ""
    while True:
        wanted = min(fmt.rack_size - len(rack), len(bag))
        rack += "".join(bag.pop() for _ in range(wanted))
        yield Position(board, rack)
        best = tops(board, rack, lexicon, fmt)
        if not best:
            return
        chosen = rng.choice(best)
        for tile in tiles_needed(board, chosen.word, chosen.place):
            rack = rack.replace(tile, "", 1)
        board = board.place(chosen.word, chosen.place)


def with_jokers(position: Position, count: int) -> Position:
    """The same board, the last `count` letters of the rack replaced by jokers."""
    kept = position.rack[: len(position.rack) - count]
    return Position(position.board, kept + WILD * count)
