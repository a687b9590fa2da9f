"""Scores: what each letter of a word brings where it lies, worked out once for a slot."""

from engine.board.board import EMPTY
from engine.search.hand import Hand
from engine.search.lines import NO_HOOK, Line


class Scales:
    """What the slots of one line make of the letters laid in them.

    score = constant + sum(weight * value of the letter), the bonus in the constant; a square that
    is covered already has the weight 0. Running totals along the line give a slot's own by
    subtraction; word factors by division, which is exact.
    """

    def __init__(self, line: Line, hand: Hand) -> None:
        self._line = line
        self._bonus = hand.bonus
        self._by_factor: dict[int, list[int]] = {}
        tiles, factor, fixed, hooked = 0, 1, 0, 0
        self._tiles, self._factor, self._fixed, self._hooked = [0], [1], [0], [0]
        for letter, hook, times in zip(line.text, line.hooks, line.word_factors, strict=True):
            if letter != EMPTY:
                fixed += hand.points[letter]
            else:
                tiles += 1
                factor *= times
                if hook != NO_HOOK:
                    hooked += hook * times
            self._tiles.append(tiles)
            self._factor.append(factor)
            self._fixed.append(fixed)
            self._hooked.append(hooked)

    def bonus(self, first: int, last: int) -> int:
        """What filling the slot brings by its number of tiles alone."""
        return self._bonus[self._tiles[last + 1] - self._tiles[first]]

    def of(self, first: int, last: int) -> tuple[list[int], int]:
        """Weights and constant of the slot."""
        stop = last + 1
        factor = self._factor[stop] // self._factor[first]
        constant = (self._fixed[stop] - self._fixed[first]) * factor
        constant += self._hooked[stop] - self._hooked[first] + self.bonus(first, last)
        return self._weights(factor)[first:stop], constant

    def _weights(self, factor: int) -> list[int]:
        """Of every square of the line, in a slot of that word factor."""
        weights = self._by_factor.get(factor)
        if weights is None:
            line = self._line
            weights = self._by_factor[factor] = [
                times * (factor if hook == NO_HOOK else factor + own) if letter == EMPTY else 0
                for letter, hook, times, own in zip(
                    line.text, line.hooks, line.letter_factors, line.word_factors, strict=True
                )
            ]
        return weights
