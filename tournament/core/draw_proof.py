"""The draws of a game, derived again from its seed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.board.board import Board
from engine.board.formats import Format
from engine.rules.draw import seeded_draw
from engine.rules.remainder import keeping


@dataclass(frozen=True, slots=True)
class ProofRow:
    """One draw; ``index`` None: typed by hand or taken from a recording, nothing to derive."""

    turn: int
    index: int | None
    kept: str
    drawn: str
    expected: str
    matches: bool


def drawn_again(
    seed: bytes, number: int, attempts: Iterable[Mapping[str, Any]], fmt: Format, board: Board
) -> Iterator[ProofRow]:
    """The attempts of the journal for a turn, drawn before ``board``. Raises EngineError for what
    cannot be drawn."""
    for attempt in attempts:
        index, kept, drawn = attempt["index"], attempt["kept"], attempt["drawn"]
        expected = drawn
        if index is not None:
            left = keeping(fmt, board, kept)
            letters = seeded_draw(seed, index, left.bag, len(drawn) - len(left.joker))
            expected = left.joker + letters
        yield ProofRow(number, index, kept, drawn, expected, expected == drawn)


def numbered_in_order(rows: Iterable[ProofRow]) -> bool:
    """Whether the draws of a game by the software have the numbers from 0 on."""
    indexes = [row.index for row in rows if row.index is not None]
    return indexes == list(range(len(indexes)))
