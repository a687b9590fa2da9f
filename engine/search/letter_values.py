"""The values of the letters of many words, to compute the scores of all of them at once."""

import math
import sys
from array import array
from collections.abc import Callable, Sequence

_MIN_WORDS = 24
"""Number of words from which one sum of very long integers is faster than a sum per word."""
_BYTES = array("I").itemsize

type LetterValues = list[bytes] | ValueColumns
"""The values of the letters of words of one length, 0 for jokers: one bytes object per word if the
words are few, one column per place if they are many."""

sum_products: Callable[[Sequence[int], Sequence[int]], int] = math.sumprod  # type: ignore[assignment]
# ^ typed as float; of integers it is an integer


class ValueColumns:
    """By place, one very long integer that holds an unsigned machine integer per word. No score
    overflows its machine integer."""

    __slots__ = ("_columns", "_count", "_ones")

    def __init__(self, columns: list[bytes]) -> None:
        self._count = len(columns[0])
        self._columns = list(map(_to_long_integer, columns))
        self._ones = _to_long_integer(b"\1" * self._count)

    def compute_scores(self, multipliers: Sequence[int], constant: int) -> list[int]:
        """Return, per word, the constant plus the `sum_products` of multipliers and values."""
        total = constant * self._ones
        for multiplier, column in zip(multipliers, self._columns, strict=True):
            if multiplier:
                total += multiplier * column
        return array("I", total.to_bytes(self._count * _BYTES, sys.byteorder)).tolist()


def find_letter_values(words: Sequence[str], values: bytes) -> LetterValues:
    """Return the values of the letters of words of one length. `values`: points by character
    code."""
    if not words:
        return []
    size, all_values = len(words[0]), "".join(words).encode().translate(values)
    if len(words) < _MIN_WORDS:
        return [all_values[i : i + size] for i in range(0, len(all_values), size)]
    return ValueColumns([all_values[place::size] for place in range(size)])


def _to_long_integer(values: bytes) -> int:
    machine_integers = bytearray(len(values) * _BYTES)
    machine_integers[0 if sys.byteorder == "little" else _BYTES - 1 :: _BYTES] = values
    return int.from_bytes(machine_integers, sys.byteorder)
