"""What the letters of many words are worth, for the scores of all of them at once."""

import math
import sys
from array import array
from collections.abc import Callable, Sequence

_MANY = 24
"""Words from which on one sum of very long numbers is cheaper than a sum for each word."""
_BYTES = array("I").itemsize

type Worths = list[bytes] | Columns
"""Of words of one length, the values of their letters, jokers 0: word by word of a few, place by
place of many."""

dot: Callable[[Sequence[int], Sequence[int]], int] = math.sumprod  # type: ignore[assignment]
# ^ typed as float; of integers it is an integer


class Columns:
    """By place, a very long number with an unsigned integer of the machine for each word, which no
    score overflows."""

    __slots__ = ("_columns", "_count", "_ones")

    def __init__(self, columns: list[bytes]) -> None:
        self._count = len(columns[0])
        self._columns = list(map(_together, columns))
        self._ones = _together(b"\1" * self._count)

    def scores(self, weights: Sequence[int], constant: int) -> list[int]:
        """Of each word, the constant and the `dot` of weights and values, none below 0."""
        total = constant * self._ones
        for weight, column in zip(weights, self._columns, strict=True):
            if weight:
                total += weight * column
        return array("I", total.to_bytes(self._count * _BYTES, sys.byteorder)).tolist()


def worths_of(words: Sequence[str], values: bytes) -> Worths:
    """Of words of one length; `values`: points by character code."""
    if not words:
        return []
    size, together = len(words[0]), "".join(words).encode().translate(values)
    if len(words) < _MANY:
        return [together[i : i + size] for i in range(0, len(together), size)]
    return Columns([together[place::size] for place in range(size)])


def _together(values: bytes) -> int:
    spread = bytearray(len(values) * _BYTES)
    spread[0 if sys.byteorder == "little" else _BYTES - 1 :: _BYTES] = values
    return int.from_bytes(spread, sys.byteorder)
