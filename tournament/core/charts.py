"""What charts are made of: bars of equal width, and the lines of an axis."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

#: Steps of an axis that are easily read, times any power of ten.
_STEPS = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True)
class Bar:
    """How many of the values lie from ``low`` to ``high``, both included."""

    low: int
    high: int
    count: int


def step_of(span: int, most: int) -> int:
    """The smallest readable step that crosses ``span`` in at most ``most`` steps; 1 at least."""
    power = 1
    while True:
        for step in _STEPS:
            if step * power * most >= span:
                return step * power
        power *= 10


def ticks(low: int, high: int, most: int = 5) -> list[int]:
    """Readable values from one not above ``low`` to one not below ``high``: two or more."""
    step = step_of(max(high - low, 1), most)
    first = low // step * step
    last = max(-(-high // step) * step, first + step)
    return list(range(first, last + step, step))


def distribution(values: Sequence[int], highest: int, most: int = 12) -> list[Bar]:
    """Bars from 0 to ``highest`` at least; a nil has one of its own, as it is told apart."""
    highest = max([highest, *values, 1])
    step = step_of(highest, most)
    edges = list(range(1, highest + step, step))
    if edges[-1] <= highest:
        edges.append(edges[-1] + step)
    bars = [Bar(0, 0, sum(value <= 0 for value in values))]
    for low, after in pairwise(edges):
        bars.append(Bar(low, after - 1, sum(low <= value < after for value in values)))
    return bars
