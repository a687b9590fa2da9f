"""Six thousand answers to a turn, as a large tournament gives them.

A third of the players find the top, the others a better or worse solution among the first ones;
one in ten makes a mistake, of the kinds that the regulation knows.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.sheets.sheet import Sheet
from engine.board.board import Board
from engine.board.place import SIZE, Direction
from engine.search.moves import Move

from .turns import Turn

TOP_SHARE = 0.33
FAULT_SHARE = 0.10
#: A solution this far down is found by hardly anybody any more (mean of the ranks found).
MEAN_RANK = 40


@dataclass(frozen=True)
class Given:
    """A clean bulletin of a move, to which something happens."""

    chance: random.Random
    turn: Turn
    move: Move
    clean: Bulletin


type Change = Callable[[Given], Bulletin]


def answers(turn: Turn, count: int, seed: int = 6000) -> list[Bulletin]:
    """The bulletins of ``count`` players."""
    chance = random.Random(seed)  # noqa: S311 - a spread, no secret
    return [_answer(chance, turn) for _ in range(count)]


def _answer(chance: random.Random, turn: Turn) -> Bulletin:
    rank = 0 if chance.random() < TOP_SHARE else int(chance.expovariate(1 / MEAN_RANK))
    move = turn.moves[min(rank, len(turn.moves) - 1)]
    clean = Bulletin(Sheet.from_word(move.word, move.place.direction), move.ref, str(move.score))
    if not turn.position.is_first and chance.random() < 0.05:
        clean = _by_raccord(turn.position.board, move) or clean
    if chance.random() >= FAULT_SHARE:
        return clean
    (fault,) = chance.choices(list(_FAULTS), weights=list(_FAULTS.values()))
    return fault(Given(chance, turn, move, clean))


def _by_raccord(board: Board, move: Move) -> Bulletin | None:
    """The word with the letters of the grid that touch it on one side, and no reference."""
    own = dict(zip(move.place.squares(len(move.word)), move.word, strict=True))
    for square in own:
        place, letters = board.word_through(*square, move.place.direction.other)
        if board.tile_at(*square) and len(letters) >= 4:
            drawing = own | dict(zip(place.squares(len(letters)), letters.upper(), strict=True))
            return Bulletin(Sheet(_rows(drawing)), "", str(move.score))
    return None


def _rows(drawing: dict[tuple[int, int], str]) -> tuple[str, ...]:
    rows = tuple("".join(drawing.get((r, c), ".") for c in range(SIZE)) for r in range(SIZE))
    inked = [c for _, c in drawing]
    kept = [row[min(inked) : max(inked) + 1] for row in rows]
    return tuple(row for row in kept if row.strip("."))


def _wrong_score(given: Given) -> Bulletin:
    return replace(
        given.clean,
        score=str(max(0, given.move.score + given.chance.choice([-10, -2, -1, 1, 2, 50]))),
    )


def _no_score(given: Given) -> Bulletin:
    return replace(given.clean, score="")


def _no_reference(given: Given) -> Bulletin:
    return replace(given.clean, reference="")


def _next_cell(given: Given) -> Bulletin:
    row = min(SIZE - 1, given.move.place.row + 1)
    return replace(given.clean, reference=str(replace(given.move.place, row=row)))


def _inverted(given: Given) -> Bulletin:
    place = replace(given.move.place, direction=given.move.place.direction.other)
    return replace(given.clean, reference=str(place))


def _misspelt(given: Given) -> Bulletin:
    letters = list(given.move.word.upper())
    i = given.chance.randrange(len(letters) - 1)
    letters[i], letters[i + 1] = letters[i + 1], letters[i]
    return replace(given.clean, sheet=Sheet.from_word("".join(letters), given.move.place.direction))


def _uncircled(given: Given) -> Bulletin:
    return replace(
        given.clean, sheet=Sheet.from_word(given.move.word.upper(), given.move.place.direction)
    )


def _second_word(given: Given) -> Bulletin:
    other = given.chance.choice(given.turn.moves[:50]).word.upper()
    if (
        given.move.place.direction == Direction.VERTICAL
        or len(other) > 13
        or len(given.move.word) > 13
    ):
        return given.clean
    return replace(given.clean, sheet=Sheet((given.move.word, "", other)))


def _missing(_: Given) -> Bulletin:
    return Bulletin(Sheet(), state=SheetState.MISSING)


_FAULTS: dict[Change, int] = {
    _wrong_score: 30,
    _misspelt: 20,
    _missing: 12,
    _uncircled: 8,
    _no_reference: 8,
    _no_score: 8,
    _next_cell: 6,
    _inverted: 5,
    _second_word: 3,
}
