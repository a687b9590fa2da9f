"""The wall chart (*tableau mural*): each round of each entry, with its running totals; and the
crosstable (*grille à double entrée*) of a round robin."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.classic.core.rounds.lines import Cards, How, RoundLine


@dataclass(frozen=True, slots=True)
class WallCell:
    """A round: what it was, and match points and spread up to it. ``opponent`` is the number that
    the opponent has on the chart."""

    line: RoundLine
    opponent: int | None
    points: int
    spread: int


@dataclass(frozen=True, slots=True)
class WallRow:
    """``number``: on the chart. ``cells``: a cell per round; None before it had entered."""

    number: int
    key: int
    cells: tuple[WallCell | None, ...]


def wall_chart(cards: Cards, order: Sequence[int], rounds: int) -> list[WallRow]:
    """Rows in ``order``, which numbers them from 1 on."""
    numbers = {key: number for number, key in enumerate(order, start=1)}
    return [
        WallRow(number, key, _cells(cards[key], numbers, rounds)) for key, number in numbers.items()
    ]


def _cells(
    lines: Sequence[RoundLine], numbers: dict[int, int], rounds: int
) -> tuple[WallCell | None, ...]:
    cells: list[WallCell | None] = [None] * rounds
    points = spread = 0
    for line in lines:
        points, spread = points + line.points, spread + line.spread
        met = None if line.opponent is None else numbers.get(line.opponent)
        cells[line.number - 1] = WallCell(line, met, points, spread)
    return tuple(cells)


def crosstable(cards: Cards, order: Sequence[int]) -> list[list[tuple[RoundLine, ...]]]:
    """For each of ``order`` its lines against each of them; none against itself."""
    return [
        [
            tuple(line for line in cards[key] if line.opponent == other and line.how is not How.BYE)
            for other in order
        ]
        for key in order
    ]
