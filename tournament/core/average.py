"""The average in place of a zero for a word refused before (2023: 5.9; before: 5.7)."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from engine.regulation.edition import Edition
from engine.regulation.values import Rounding

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class RepeatedWord:
    """A word that is not admitted, played again by the player to whom it was refused.

    ``refused_word`` and ``played_word`` are the words of the first and of the later turn, as the
    main word or as a word formed beside it. ``was_zero_for_word``: the first zero was for the word
    itself, not for a letter or a grid that was the player's own mistake.
    """

    refused_word: str
    played_word: str
    was_zero_for_word: bool = True
    #: The player had been informed of the reason, with the word, before the later turn.
    was_informed: bool = False
    #: Another fault makes the later bulletin a zero.
    has_other_fault: bool = False

    @property
    def is_compensated(self) -> bool:
        """Return True if an average replaces the new zero."""
        same_word = self.refused_word.upper() == self.played_word.upper()
        return (
            self.was_zero_for_word
            and same_word
            and not self.was_informed
            and not self.has_other_fault
        )


def compute_average(points: Iterable[int], edition: Edition) -> int | None:
    """Return the mean of the other players' net points, as a whole number; None for no points.

    Zeros are among ``points``, other averages are not.
    """
    known_points = list(points)
    if not known_points:
        return None
    mean = Fraction(sum(known_points), len(known_points))
    return int(mean if edition.scores.rounding.value == Rounding.DOWN else mean + HALF)


def cap_average(mean: int, proposed_points: int) -> int:
    """Limit an average to the points that the proposed solution would have scored."""
    return min(mean, proposed_points)
