"""What came out of asking our engine and another the same positions. Ratios are ours to theirs."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.engine.protocol import Answer
from engine.board.board import Board
from engine.board.notation import Position
from engine.search.moves import Move, list_laid_tiles

type Both = tuple[float, float]
"""Milliseconds, ours and theirs."""
type Average = Callable[[Sequence[int]], float]


@dataclass(frozen=True, slots=True)
class Pair:
    """What both said to one position; `around` is the clock's nanoseconds, ours then theirs."""

    position: Position
    ours: Answer
    theirs: Answer
    around: tuple[int, int]

    @property
    def agree(self) -> bool:
        """On the score, and on the tops where both tell them."""
        if self.ours.score != self.theirs.score:
            return False
        told = self.ours.tops and self.theirs.tops
        return not told or self.apart() == ([], [])

    def apart(self) -> tuple[list[Move], list[Move]]:
        """The tops that ours alone and theirs alone tell, by the tiles that they lay."""
        board = self.position.board
        ours, theirs = _by_tiles(self.ours.tops, board), _by_tiles(self.theirs.tops, board)
        return (
            [move for tiles, move in ours.items() if tiles not in theirs],
            [move for tiles, move in theirs.items() if tiles not in ours],
        )


def _by_tiles(moves: Sequence[Move], board: Board) -> dict[object, Move]:
    """A move that cannot lie there is like no other."""
    lying = [move for move in moves if not board.list_faults(move.word, move.place)]
    found: dict[object, Move] = dict(zip(list_laid_tiles(lying, board), lying, strict=True))
    return found | {move: move for move in moves if move not in lying}


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of position, `key` and `jokers` as of a `Figure`. `passed`: how many of them the
    other does not answer, which are in no figure; there may be no other."""

    key: str
    jokers: int
    passed: int
    pairs: Sequence[Pair]

    @property
    def medians(self) -> Both:
        return self._spent(statistics.median)

    @property
    def means(self) -> Both:
        return self._spent(statistics.fmean)

    @property
    def clock(self) -> Both:
        """Medians around the question, pipes included."""
        ours, theirs = zip(*(pair.around for pair in self.pairs), strict=True)
        return statistics.median(ours) / 1e6, statistics.median(theirs) / 1e6

    @property
    def geometric(self) -> float:
        """Geometric mean of the ratios of the processor's time, position by position."""
        return statistics.geometric_mean(pair.ours.spent / pair.theirs.spent for pair in self.pairs)

    def _spent(self, average: Average) -> Both:
        ours = average([pair.ours.spent for pair in self.pairs])
        return ours / 1e6, average([pair.theirs.spent for pair in self.pairs]) / 1e6


@dataclass(frozen=True, slots=True)
class Duel:
    """`names`: what ours and theirs call themselves."""

    names: tuple[str, str]
    words: int
    kinds: Sequence[Kind]

    @property
    def pairs(self) -> list[Pair]:
        return [pair for kind in self.kinds for pair in kind.pairs]

    @property
    def disagreements(self) -> list[Pair]:
        return [pair for pair in self.pairs if not pair.agree]
