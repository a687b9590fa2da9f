"""What an arbiter can decide about a bulletin without making a ruling of his own.

He chooses a reading, and sanctions it as he finds (5.5 to 5.7): the points follow. Other points
are a free ruling.
"""

from dataclasses import dataclass
from typing import Self

from engine.regulation.edition import Edition
from engine.regulation.topics import Topic

from .codes import Sanction
from .verdict import Decision, Reading, Verdict

#: What a decision rests on that no reading gives.
_TOPICS = {
    Sanction.NONE: Topic.PLACE,
    Sanction.WARNING: Topic.PRESENTATION,
    Sanction.PENALTY: Topic.SCORE_ONLY,
    Sanction.ZERO: Topic.NULLITY,
}


@dataclass(frozen=True)
class Allowed:
    """What the bulletin can mean: the software's decision first, then every reading."""

    ways: tuple[Decision | Reading, ...]
    edition: Edition

    @classmethod
    def of(cls, verdict: Verdict, edition: Edition) -> Self:
        return cls((verdict.decision, *verdict.readings), edition)

    def points(self, sanction: Sanction) -> set[int]:
        """Those that the bulletin can bring with ``sanction``: a zero is always possible."""
        gross = {way.gross for way in self.ways if way.sanction != Sanction.ZERO}
        match sanction:
            case Sanction.ZERO:
                return {0}
            case Sanction.PENALTY:
                penalty = self.edition.sanctions.penalty.value
                return {max(0, points - penalty) for points in gross}
            case _:
                return gross

    def article(self, points: int, sanction: Sanction) -> str:
        """The article of the way that pays so; else that of the sanction."""
        for way in self.ways:
            if (way.points, way.sanction) == (points, sanction) and way.article:
                return way.article
        return self.edition.cite(_TOPICS[sanction])
