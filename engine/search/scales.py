"""Scores: what each letter of a word brings where it lies, worked out once for a slot."""

from itertools import accumulate

from engine.board.board import EMPTY
from engine.board.place import SIZE
from engine.search.hand import Hand
from engine.search.lines import Line
from engine.search.outlines import FACTORS, outline_of


class Scales:
    """What the slots of one line make of the letters laid in them.

    score = constant + sum(weight * value of the letter), the bonus in the constant; a square that
    is covered already has the weight 0.
    """

    def __init__(self, line: Line, hand: Hand) -> None:
        self._line = line
        self._bonus = hand.bonus
        self._by_factor: dict[int, list[int]] = {}
        _, _, self._counts = outline_of(line, hand)
        self._fixed = list(accumulate(line.text.encode().translate(hand.values), initial=0))
        across = [0] * SIZE
        for square, _, worth in line.hooks:
            across[square] = worth * line.word_factors[square]
        self._across = list(accumulate(across, initial=0))

    def bonus(self, first: int, stop: int) -> int:
        """What filling the slot brings by its number of tiles alone."""
        return self._bonus[(self._counts[stop] - self._counts[first]) & 15]

    def of(self, first: int, stop: int) -> tuple[list[int], int]:
        """Weights and constant of the slot from `first` to before `stop`."""
        factor = FACTORS[self._counts[stop] - self._counts[first] >> 16]
        constant = (self._fixed[stop] - self._fixed[first]) * factor
        constant += self._across[stop] - self._across[first] + self.bonus(first, stop)
        return self._weights(factor)[first:stop], constant

    def _weights(self, factor: int) -> list[int]:
        """Of every square of the line, in a slot of that word factor."""
        weights = self._by_factor.get(factor)
        if weights is None:
            line = self._line
            weights = [
                times * factor if letter == EMPTY else 0
                for letter, times in zip(line.text, line.letter_factors, strict=True)
            ]
            for square, _, _ in line.hooks:
                weights[square] += line.letter_factors[square] * line.word_factors[square]
            self._by_factor[factor] = weights
        return weights
