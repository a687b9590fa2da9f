"""The draws of a game, computed again from its seed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.board.board import Board
from engine.board.formats import Format
from engine.rules.draw import draw_letters
from engine.rules.remainder import build_remainder

#: Verdict of an attempt whose letters the judge typed wrong: such a rack was never drawn.
MISTYPED = "mistyped"


def list_rejected(attempts: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """Return the racks that were put back (3.2) before the last of the journal's ``attempts``."""
    return [
        [attempt["kept"], attempt["drawn"]]
        for attempt in attempts[:-1]
        if attempt["verdict"] != MISTYPED
    ]


@dataclass(frozen=True, slots=True)
class ProofRow:
    """One draw; ``index`` None: typed by hand or taken from a recording, nothing to compute."""

    turn: int
    index: int | None
    kept: str
    drawn: str
    expected_letters: str
    is_as_expected: bool


def recompute_draws(
    seed: bytes, number: int, attempts: Iterable[Mapping[str, Any]], fmt: Format, board: Board
) -> Iterator[ProofRow]:
    """Compute again the journal's attempts for turn ``number``; ``board`` is the grid on which they
    were drawn. Raise EngineError for an impossible draw."""
    for attempt in attempts:
        index, kept, drawn = attempt["index"], attempt["kept"], attempt["drawn"]
        expected = drawn
        if index is not None:
            remainder = build_remainder(fmt, board, kept)
            letters = draw_letters(seed, index, remainder.bag, len(drawn) - len(remainder.joker))
            expected = remainder.joker + letters
        yield ProofRow(number, index, kept, drawn, expected, expected == drawn)


def is_numbered_in_order(rows: Iterable[ProofRow]) -> bool:
    """Return True if the draws by the software are numbered from 0 without gaps."""
    indexes = [row.index for row in rows if row.index is not None]
    return indexes == list(range(len(indexes)))
