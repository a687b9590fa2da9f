"""Letter multipliers: by how much each square of a slot multiplies the value of its letter."""

from itertools import accumulate

from engine.board.board import EMPTY
from engine.board.place import SIZE
from engine.search.lines import Line
from engine.search.rack import Rack
from engine.search.slots import FACTORS, find_slots


class LineMultipliers:
    """The multipliers of every slot of one line.

    score = constant + sum(multiplier * value of the letter). The constant has the tiles on the
    grid, the tiles of the cross words and the bonus; the multiplier of a square with a tile is 0.
    """

    def __init__(self, line: Line, rack: Rack) -> None:
        self._line = line
        self._bonuses = rack.bonuses
        self._by_word_factor: dict[int, list[int]] = {}
        _, _, self._counts = find_slots(line, rack)
        self._fixed_values = list(accumulate(line.text.encode().translate(rack.values), initial=0))
        cross_values = [0] * SIZE
        for square, _, tiles_value in line.cross_checks:
            cross_values[square] = tiles_value * line.word_factors[square]
        self._cross_values = list(accumulate(cross_values, initial=0))

    def get_bonus(self, start: int, stop: int) -> int:
        """Return the bonus for the number of tiles that fill the slot."""
        return self._bonuses[(self._counts[stop] - self._counts[start]) & 15]

    def get_slot(self, start: int, stop: int) -> tuple[list[int], int]:
        """Return the multipliers and the constant of the slot from `start` to before `stop`."""
        word_factor = FACTORS[self._counts[stop] - self._counts[start] >> 16]
        constant = (self._fixed_values[stop] - self._fixed_values[start]) * word_factor
        constant += (
            self._cross_values[stop] - self._cross_values[start] + self.get_bonus(start, stop)
        )
        return self._get_multipliers(word_factor)[start:stop], constant

    def _get_multipliers(self, word_factor: int) -> list[int]:
        """Return the multipliers of all squares of the line, for slots of that word factor."""
        multipliers = self._by_word_factor.get(word_factor)
        if multipliers is None:
            line = self._line
            multipliers = [
                letter_factor * word_factor if letter == EMPTY else 0
                for letter, letter_factor in zip(line.text, line.letter_factors, strict=True)
            ]
            for square, _, _ in line.cross_checks:
                multipliers[square] += line.letter_factors[square] * line.word_factors[square]
            self._by_word_factor[word_factor] = multipliers
        return multipliers
