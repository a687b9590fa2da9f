"""Positions to measure on: games that the engine plays with itself, from seeded draws."""

import random
from collections.abc import Iterator
from dataclasses import replace

from engine.board.board import Board
from engine.board.formats import FORMATS, NORMAL, Format
from engine.board.letters import FRENCH, WILD
from engine.board.notation import Position
from engine.board.scoring import find_tiles_needed
from engine.lexicon.lexicon import Lexicon
from engine.search.moves import tops

JOKERS = (0, 1, 2)
NINE = FORMATS["789"]


def boards_for(count: int, fmt: Format) -> int:
    """How many boards give `count` positions with all numbers of jokers together; a quarter of
    them for other formats than the normal one, which are beside the point of most games."""
    boards = -(-count // len(JOKERS))
    return boards if fmt is NORMAL else -(-boards // 4)


def play(
    seed: int, lexicon: Lexicon, fmt: Format = NORMAL, *, jokers: bool = True
) -> Iterator[Position]:
    """The turns of one game: draw, play a top, draw again, until nothing can be played.

    Without `jokers` the bag has none of them.
    """
    rng = random.Random(seed)  # noqa: S311 - the same games in every run, no secret
    counts = FRENCH.counts.items()
    bag = [tile for tile, count in counts if jokers or tile != WILD for _ in range(count)]
    rng.shuffle(bag)
    board, rack = Board.empty(), ""
    while True:
        wanted = min(fmt.rack_size - len(rack), len(bag))
        rack += "".join(bag.pop() for _ in range(wanted))
        yield Position(board, rack, fmt)
        best = tops(board, rack, lexicon, fmt)
        if not best:
            return
        chosen = rng.choice(best)
        for tile in find_tiles_needed(board, chosen.word, chosen.place):
            rack = rack.replace(tile, "", 1)
        board = board.place(chosen.word, chosen.place)


def play_out(seed: int, lexicon: Lexicon) -> int:
    """Number of turns of the game."""
    return sum(1 for _ in play(seed, lexicon))


def full_racks(count: int, lexicon: Lexicon, fmt: Format = NORMAL) -> Iterator[Position]:
    """The first `count` positions with a full rack, of one game after the other, no joker."""
    found = seed = 0
    while True:
        for position in play(seed, lexicon, fmt, jokers=False):
            if found == count:
                return
            if len(position.rack) == fmt.rack_size:
                found += 1
                yield position
        seed += 1


def with_jokers(position: Position, count: int) -> Position:
    """The same board, the last `count` letters of the rack replaced by jokers."""
    kept = position.rack[: len(position.rack) - count]
    return replace(position, rack=kept + WILD * count)
