"""What officers decide about a player, and what becomes of it when it is appealed (9.2, 9.3)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tournament.classic.core.sides import Actor, Side


class MatchSanction(StrEnum):
    """By severity; an arbiter has the first three, the director all of them."""

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
    """Of the director, on appeal (9.3)."""

    CONFIRM = "confirm"
    SOFTEN = "soften"
    STRENGTHEN = "strengthen"
    OVERTURN = "overturn"


@dataclass(frozen=True, slots=True)
class MatchRuling:
    """``sanction``: what holds now, None when it was lifted. ``before``: the state that it was
    given in, where overturning it goes back to there. ``move``: of which it decides."""

    kind: RulingKind
    by: Actor
    at: int
    article: str
    side: Side | None = None
    sanction: MatchSanction | None = None
    move: int | None = None
    #: Points that it was worth before: of a move, or of X and of Y.
    was: tuple[int, ...] = ()
    before: Any = None
    #: Of a verdict: whether each word is admitted.
    answers: tuple[tuple[str, bool], ...] = ()
    appealed: Side | None = None
    decided: DirectorDecision | None = None
    #: Whoever gave it has decided otherwise since.
    lifted: bool = False

    def answers_to(self, move: int) -> bool:
        """Whether it is the verdict on that move."""
        return self.kind is RulingKind.VERDICT and self.move == move

    @property
    def waits(self) -> bool:
        """For the director."""
        return self.appealed is not None and self.decided is None and not self.lifted


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points that the text takes by itself. ``article`` says why."""

    side: Side
    points: int
    article: str
    at: int = 0
