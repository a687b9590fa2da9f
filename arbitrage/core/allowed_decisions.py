"""The decisions an arbiter can take about a bulletin without a free ruling.

The arbiter chooses a reading and a sanction (5.5 to 5.7): the points follow. Other points are a
free ruling.
"""

from dataclasses import dataclass
from typing import Self

from engine.regulation.edition import Edition
from engine.regulation.topics import Topic

from .codes import Sanction
from .verdict import Decision, Reading, Verdict

#: The topic of a decision that no reading gives.
_TOPICS = {
    Sanction.NONE: Topic.PLACE,
    Sanction.WARNING: Topic.PRESENTATION,
    Sanction.PENALTY: Topic.SCORE_ONLY,
    Sanction.ZERO: Topic.NULLITY,
}


@dataclass(frozen=True)
class AllowedDecisions:
    """The possible decisions on a bulletin: the software's first, then every reading."""

    options: tuple[Decision | Reading, ...]
    edition: Edition

    @classmethod
    def from_verdict(cls, verdict: Verdict, edition: Edition) -> Self:
        return cls((verdict.decision, *verdict.readings), edition)

    def list_points(self, sanction: Sanction) -> set[int]:
        """Return the points that a bulletin with ``sanction`` can bring."""
        gross = {option.gross for option in self.options if option.sanction != Sanction.ZERO}
        match sanction:
            case Sanction.ZERO:
                return {0}
            case Sanction.PENALTY:
                penalty = self.edition.sanctions.penalty.value
                return {max(0, points - penalty) for points in gross}
            case _:
                return gross

    def find_article(self, points: int, sanction: Sanction) -> str:
        """Return the article of the option with these values, or else of the sanction."""
        for option in self.options:
            if (option.points, option.sanction) == (points, sanction) and option.article:
                return option.article
        return self.edition.cite(_TOPICS[sanction])
