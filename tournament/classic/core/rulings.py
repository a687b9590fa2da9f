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


SANCTIONS_BY_SEVERITY: tuple[MatchSanction | None, ...] = (None, *MatchSanction)


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

    ``sanction``: current one, None if lifted. ``state_before``: the state before a verdict,
    restored if it is overturned. ``move_number``: of the move ruled on, from 0.
    """

    kind: RulingKind
    officer: Actor
    at: int
    article: str
    side: Side | None = None
    sanction: MatchSanction | None = None
    move_number: int | None = None
    #: Of the move, or of X and Y.
    points_before: tuple[int, ...] = ()
    state_before: Any = None
    #: Answers of a verdict: True for an admitted word.
    answers: tuple[tuple[str, bool], ...] = ()
    #: The player who appealed to the director.
    appellant: Side | None = None
    director_decision: DirectorDecision | None = None
    #: True if its author took it back.
    is_lifted: bool = False

    def is_verdict_on(self, move_number: int) -> bool:
        """Return True for a verdict on that move."""
        return self.kind is RulingKind.VERDICT and self.move_number == move_number

    @property
    def is_pending(self) -> bool:
        """Return True if the director has to decide an appeal."""
        return self.appellant is not None and self.director_decision is None and not self.is_lifted


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points deducted by the regulation itself; ``article`` gives the reason."""

    side: Side
    points: int
    article: str
    at: int = 0
