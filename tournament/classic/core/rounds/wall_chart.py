"""The wall chart (*tableau mural*) of all rounds, and the crosstable (*grille à double entrée*)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.classic.core.rounds.lines import LinesByEntry, RoundLine, RoundLineKind


@dataclass(frozen=True, slots=True)
class WallChartCell:
    """A round, with match points and spread up to it; ``opponent``: its number on the chart."""

    line: RoundLine
    opponent: int | None
    points: int
    spread: int


@dataclass(frozen=True, slots=True)
class WallChartRow:
    """A row of the chart; ``cells``: one per round, None before the entry joined."""

    number: int
    key: int
    cells: tuple[WallChartCell | None, ...]


def build_wall_chart(
    lines_by_entry: LinesByEntry, order: Sequence[int], rounds: int
) -> list[WallChartRow]:
    """Return the rows in ``order``, numbered from 1."""
    numbers = {key: number for number, key in enumerate(order, start=1)}
    return [
        WallChartRow(number, key, _build_cells(lines_by_entry[key], numbers, rounds))
        for key, number in numbers.items()
    ]


def _build_cells(
    lines: Sequence[RoundLine], numbers: dict[int, int], rounds: int
) -> tuple[WallChartCell | None, ...]:
    cells: list[WallChartCell | None] = [None] * rounds
    points = spread = 0
    for line in lines:
        points, spread = points + line.points, spread + line.spread
        opponent = None if line.opponent is None else numbers.get(line.opponent)
        cells[line.number - 1] = WallChartCell(line, opponent, points, spread)
    return tuple(cells)


def build_crosstable(
    lines_by_entry: LinesByEntry, order: Sequence[int]
) -> list[list[tuple[RoundLine, ...]]]:
    """Return, for each entry, its lines against each other entry."""
    return [
        [
            tuple(
                line
                for line in lines_by_entry[key]
                if line.opponent == other and line.kind is not RoundLineKind.BYE
            )
            for other in order
        ]
        for key in order
    ]
