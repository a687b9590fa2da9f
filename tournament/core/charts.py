"""Data of charts: bars of equal width, and the values on an axis."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

#: Readable steps of an axis, times any power of ten.
_STEPS = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True)
class Bar:
    """Number of values from ``low`` to ``high``, both included."""

    low: int
    high: int
    count: int


def find_step(span: int, max_steps: int) -> int:
    """Return the smallest readable step that covers ``span`` in ``max_steps`` steps; at least 1."""
    power = 1
    while True:
        for step in _STEPS:
            if step * power * max_steps >= span:
                return step * power
        power *= 10


def list_ticks(low: int, high: int, max_steps: int = 5) -> list[int]:
    """List at least two readable values, from ``low`` or less to ``high`` or more."""
    step = find_step(max(high - low, 1), max_steps)
    first = low // step * step
    last = max(-(-high // step) * step, first + step)
    return list(range(first, last + step, step))


def count_in_bars(values: Sequence[int], highest: int, max_bars: int) -> list[Bar]:
    """Count values in bars up to ``highest`` or more; the first bar is for values up to zero."""
    highest = max([highest, *values, 1])
    step = find_step(highest, max_bars)
    edges = list(range(1, highest + step, step))
    if edges[-1] <= highest:
        edges.append(edges[-1] + step)
    bars = [Bar(0, 0, sum(value <= 0 for value in values))]
    for low, next_low in pairwise(edges):
        bars.append(Bar(low, next_low - 1, sum(low <= value < next_low for value in values)))
    return bars
