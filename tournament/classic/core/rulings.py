"""Rulings of officers, and the decisions about them on appeal (9.2, 9.3)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tournament.classic.core.sides import Actor, Side


class MatchSanction(StrEnum):
    """Sanctions by severity; an arbiter may give the first three, the director all."""

    WARNING = "warning"
    POINTS = "points"
    LOSS = "loss"
    EXCLUSION = "exclusion"


SEVERITY: tuple[MatchSanction | None, ...] = (None, *MatchSanction)


class RulingKind(StrEnum):
    SANCTION = "sanction"
    VERDICT = "verdict"
    SCORE = "score"
    TOTALS = "totals"


class DirectorDecision(StrEnum):
    """Decisions of the director on appeal (9.3)."""

    CONFIRM = "confirm"
    SOFTEN = "soften"
    STRENGTHEN = "strengthen"
    OVERTURN = "overturn"


@dataclass(frozen=True, slots=True)
class MatchRuling:
    """A ruling.

    ``sanction``: current one, None if lifted. ``before``: the state before a verdict, restored if
    it is overturned. ``move``: number of the move ruled on.
    """

    kind: RulingKind
    by: Actor
    at: int
    article: str
    side: Side | None = None
    sanction: MatchSanction | None = None
    move: int | None = None
    #: Points before the ruling: of the move, or of X and Y.
    was: tuple[int, ...] = ()
    before: Any = None
    #: Answers of a verdict: True for an admitted word.
    answers: tuple[tuple[str, bool], ...] = ()
    appealed: Side | None = None
    decided: DirectorDecision | None = None
    #: True if its author took it back.
    lifted: bool = False

    def is_verdict_on(self, move: int) -> bool:
        """Return True for a verdict on that move."""
        return self.kind is RulingKind.VERDICT and self.move == move

    @property
    def is_pending(self) -> bool:
        """Return True if the director has to decide an appeal."""
        return self.appealed is not None and self.decided is None and not self.lifted


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points deducted by the regulation itself; ``article`` gives the reason."""

    side: Side
    points: int
    article: str
    at: int = 0
