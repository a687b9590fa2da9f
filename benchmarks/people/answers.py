"""Bulletins of the players of a big hall on a turn.

A third find the top, the others one of the first solutions; one in ten makes a mistake of the kinds
in the regulation.
"""

from dataclasses import dataclass
from random import Random

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.sheets.sheet import Sheet
from config.demo.writing import SimulatedBulletin, make_mistake, write_bulletin
from engine.board.board import Board
from engine.board.place import SIZE, Direction, Place
from engine.search.moves import Move

TOP_SHARE, MISTAKE_SHARE = 0.33, 0.10
#: Share of bulletins with a raccord instead of a reference; share of mistakes that are a
#: second word.
RACCORD_SHARE, SECOND_WORD_SHARE = 0.05, 0.03
#: Mean rank of the solutions found by those who miss the top.
MEAN_RANK = 40
MISSING = Bulletin(Sheet(), state=SheetState.MISSING)


@dataclass(frozen=True)
class SolvedTurn:
    """``moves``: every solution, best first, as a worker has them at the end of the turn."""

    position: JudgedPosition
    moves: tuple[Move, ...]


def make_answers(turn: SolvedTurn, count: int, seed: int = 6000) -> list[Bulletin]:
    """Return the bulletins of ``count`` players."""
    rng = Random(seed)  # noqa: S311 - a spread, no secret
    return [_make_answer(rng, turn) for _ in range(count)]


def _make_answer(rng: Random, turn: SolvedTurn) -> Bulletin:
    rank = 0 if rng.random() < TOP_SHARE else int(rng.expovariate(1 / MEAN_RANK))
    move = turn.moves[min(rank, len(turn.moves) - 1)]
    if not turn.position.is_first and rng.random() < RACCORD_SHARE:
        rows = _list_rows_with_raccord(turn.position.board, move)
        if rows:
            return Bulletin(Sheet(rows), "", str(move.score))
    bulletin = write_bulletin((move.word, move.ref, move.score))
    if rng.random() >= MISTAKE_SHARE:
        return to_bulletin(bulletin)
    if rng.random() < SECOND_WORD_SHARE and bulletin.direction is Direction.HORIZONTAL:
        other_word = rng.choice(turn.moves[:50]).word.upper()
        if max(len(other_word), len(bulletin.word)) <= 13:
            return Bulletin(
                Sheet((bulletin.word, "", other_word)), bulletin.reference, bulletin.score
            )
    return to_bulletin(make_mistake(bulletin, rng))


def to_bulletin(bulletin: SimulatedBulletin) -> Bulletin:
    """Return the bulletin to judge; an empty one is missing."""
    if not bulletin.word:
        return MISSING
    return Bulletin(Sheet(tuple(bulletin.rows)), bulletin.reference, bulletin.score)


def _list_rows_with_raccord(board: Board, move: Move) -> tuple[str, ...]:
    """Return the word with the letters of the grid beside it, as rows; () if none touch it."""
    squares = _place_letters(move.place, move.word)
    for square in squares:
        place, letters = board.find_word_through(*square, move.place.direction.other)
        if board.get_tile(*square) and len(letters) >= 4:
            drawing = squares | _place_letters(place, letters.upper())
            rows = ["".join(drawing.get((r, c), ".") for c in range(SIZE)) for r in range(SIZE)]
            columns = [column for _, column in drawing]
            cropped = [row[min(columns) : max(columns) + 1] for row in rows]
            return tuple(row for row in cropped if row.strip("."))
    return ()


def _place_letters(place: Place, letters: str) -> dict[tuple[int, int], str]:
    return dict(zip(place.list_squares(len(letters)), letters, strict=True))
