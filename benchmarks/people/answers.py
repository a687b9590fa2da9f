"""What the players of a big room write on a turn.

A third of them find the top, the others a better or worse solution among the first ones; one in ten
makes a mistake, of the kinds that the regulation knows.
"""

from dataclasses import dataclass
from random import Random

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.sheets.sheet import Sheet
from config.demo.writing import SimulatedBulletin, make_mistake, write_bulletin
from engine.board.board import Board
from engine.board.place import SIZE, Direction
from engine.search.moves import Move

TOP_SHARE, MISTAKE_SHARE = 0.33, 0.10
#: Of those with letters of the grid beside the word instead of a reference; of mistakes, of those
#: with another word besides.
BESIDE_SHARE, SECOND_WORD_SHARE = 0.05, 0.03
#: A solution this far down is found by hardly anybody any more (mean of the ranks found).
MEAN_RANK = 40


@dataclass(frozen=True)
class SolvedTurn:
    """``moves``: every solution, the best first, as a worker has them when the turn closes."""

    position: JudgedPosition
    moves: tuple[Move, ...]


def answers(turn: SolvedTurn, count: int, seed: int = 6000) -> list[Bulletin]:
    """The bulletins of ``count`` players."""
    chance = Random(seed)  # noqa: S311 - a spread, no secret
    return [_answer(chance, turn) for _ in range(count)]


def _answer(chance: Random, turn: SolvedTurn) -> Bulletin:
    rank = 0 if chance.random() < TOP_SHARE else int(chance.expovariate(1 / MEAN_RANK))
    move = turn.moves[min(rank, len(turn.moves) - 1)]
    if not turn.position.is_first and chance.random() < BESIDE_SHARE:
        rows = _rows_beside(turn.position.board, move)
        if rows:
            return Bulletin(Sheet(rows), "", str(move.score))
    one = write_bulletin((move.word, move.ref, move.score))
    if chance.random() >= MISTAKE_SHARE:
        return to_bulletin(one)
    if chance.random() < SECOND_WORD_SHARE and one.direction is Direction.HORIZONTAL:
        other = chance.choice(turn.moves[:50]).word.upper()
        if max(len(other), len(one.word)) <= 13:
            return Bulletin(Sheet((one.word, "", other)), one.reference, one.score)
    return to_bulletin(make_mistake(one, chance))


def to_bulletin(one: SimulatedBulletin) -> Bulletin:
    """As it is judged; nothing written is nothing handed in."""
    if not one.word:
        return Bulletin(Sheet(), state=SheetState.MISSING)
    return Bulletin(Sheet(tuple(one.rows)), one.reference, one.score)


def _rows_beside(board: Board, move: Move) -> tuple[str, ...]:
    """The word with the letters of the grid that touch it on one side; none where none does."""
    own = dict(zip(move.place.squares(len(move.word)), move.word, strict=True))
    for square in own:
        place, letters = board.word_through(*square, move.place.direction.other)
        if board.tile_at(*square) and len(letters) >= 4:
            drawing = own | dict(zip(place.squares(len(letters)), letters.upper(), strict=True))
            rows = ["".join(drawing.get((r, c), ".") for c in range(SIZE)) for r in range(SIZE)]
            inked = [column for _, column in drawing]
            kept = [row[min(inked) : max(inked) + 1] for row in rows]
            return tuple(row for row in kept if row.strip("."))
    return ()
