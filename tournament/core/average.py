"""The average in place of a zero for a word refused before (2023: 5.9; before: 5.7)."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from engine.regulation.edition import Edition
from engine.regulation.values import Rounding

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Repeat:
    """A word that is not admitted, used again by the player to whom it was refused.

    ``refused`` and ``again`` are the words of the first and of the later turn, as the main word
    or one formed beside it. ``for_word`` says that the first zero was for the word itself, not
    for a letter or a grid that were the player's own mistake.
    """

    refused: str
    again: str
    for_word: bool = True
    #: The player had been told why, with the word, before the later turn.
    told: bool = False
    #: Something else makes the later bulletin a zero.
    other_fault: bool = False

    @property
    def compensated(self) -> bool:
        """Whether an average takes the place of a new zero."""
        same = self.refused.upper() == self.again.upper()
        return self.for_word and same and not self.told and not self.other_fault


def average(points: Iterable[int], edition: Edition) -> int | None:
    """The mean of the others' net points, a whole number; None where nobody is left to count.

    Zeros are among ``points``, other averages are not.
    """
    counted = list(points)
    if not counted:
        return None
    mean = Fraction(sum(counted), len(counted))
    return int(mean if edition.scores.rounding.value == Rounding.DOWN else mean + HALF)


def capped(mean: int, proposed: int) -> int:
    """Nobody scores more than the solution he proposed would have brought."""
    return min(mean, proposed)
