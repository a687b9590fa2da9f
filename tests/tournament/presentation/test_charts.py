"""Charts: their axes, shapes, and tables of the same numbers."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

from tests.rows import every_row
from tournament.core.charts import Bar, count_in_bars, list_ticks
from tournament.presentation.charts import (
    ChartFrame,
    ChartLine,
    render_bar_chart,
    render_line_chart,
)

FRAME = ChartFrame("Écart au top", "Coup", "points", ["1", "2", "3"])


def read_table(figure: str) -> list[list[str]]:
    """Return the heads and rows of the table of a figure."""
    root = ET.fromstring(figure)  # noqa: S314 - our own
    return [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]


def test_axes_are_readable_and_hold_every_value() -> None:
    with every_row() as row:
        for low, high, expected in [
            (0, 0, [0, 1]),
            (0, 5, [0, 1, 2, 3, 4, 5]),
            (0, 98, [0, 20, 40, 60, 80, 100]),
            (-130, 0, [-150, -100, -50, 0]),
            (3, 1034, [0, 500, 1000, 1500]),
        ]:
            with row((low, high)):
                assert list_ticks(low, high) == expected


def test_a_distribution_counts_each_value_once_and_zeros_separately() -> None:
    scores = [0, 0, 1, 12, 76, 76, 80]
    bars = count_in_bars(scores, 76, 12)
    assert bars[0] == Bar(0, 0, 2)
    assert sum(bar.count for bar in bars) == len(scores)
    assert bars[-1].high >= 80
    assert all(bar.high + 1 == next_bar.low for bar, next_bar in pairwise(bars))
    assert count_in_bars([], 0, 12) == [Bar(0, 0, 0), Bar(1, 1, 0)]


def test_lines_break_at_missing_values_and_the_table_shows_them() -> None:
    rose, odile = ChartLine("Rose <1>", [0, None, -12]), ChartLine("Odile", [0, -3, -3])
    figure = render_line_chart(FRAME, [rose, odile])
    assert read_table(figure) == [
        ["Coup", "Rose <1>", "Odile"],
        ["1", "0", "0"],
        ["2", "–", "−3"],
        ["3", "−12", "−3"],
    ]
    first, second, *_keys = re.findall(r'<path class="line line-\d" d="([^"]+)"', figure)
    assert (first.count("M"), first.count("L")) == (2, 0)
    assert (second.count("M"), second.count("L")) == (1, 2)


def test_bars_stand_on_their_axis_and_carry_their_numbers() -> None:
    figure = render_bar_chart(FRAME, ChartLine("Bulletins", [4, 0, 2]), highlighted=2)
    heights = re.findall(r'<rect class="bar(.*?)".*?height="([\d.]+)"', figure)
    assert float(heights[1][1]) == 0
    assert float(heights[0][1]) == 2 * float(heights[2][1])
    assert [marked for marked, _ in heights] == ["", "", " marked"]
    assert re.findall(r'class="number"[^>]*>(\d*)<', figure) == ["4", "", "2"]


def test_a_chart_without_values_is_empty() -> None:
    assert render_line_chart(FRAME, [ChartLine("Rose", [None, None, None])]) == ""
