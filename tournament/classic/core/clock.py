"""Time in a game: a hand for each player and one for both; pure arithmetic in milliseconds.

A hand never goes below zero, and what ran before a press is never given back (6.2.3).
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.classic.core.sides import Side
from tournament.classic.core.terms import ClockKind, MatchTerms


class Regime(StrEnum):
    """What happens to who is timed when his hand is at zero."""

    #: He plays no more in this game (7.3.1).
    GAME = "game"
    #: He loses his turn (6.3.2).
    MOVE = "move"
    #: Nothing: he has no hand of his own (6.4).
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ClockHand:
    """``full``: what it is set to, for the game or for each move."""

    regime: Regime = Regime.NONE
    full: int = 0
    left: int = 0

    def less(self, passed: int) -> "ClockHand":
        if self.regime is Regime.NONE:
            return self
        return replace(self, left=max(0, self.left - passed))

    @property
    def is_out(self) -> bool:
        return self.regime is not Regime.NONE and self.left == 0


@dataclass(frozen=True, slots=True)
class Clock:
    """``at``: until when it was counted. ``common``: what is left to both (6.4.1), or None."""

    x: ClockHand
    y: ClockHand
    common: int | None = None
    running: Side | None = None
    at: int = 0

    def hand(self, side: Side) -> ClockHand:
        return self.x if side is Side.X else self.y

    def with_hand(self, side: Side, hand: ClockHand) -> "Clock":
        return replace(self, x=hand) if side is Side.X else replace(self, y=hand)

    def to(self, at: int) -> "Clock":
        """As it is at that moment."""
        passed = max(0, at - self.at)
        if not passed:
            return self
        counted = replace(self, at=at)
        if self.running is None:
            return counted
        if self.common is not None:
            counted = replace(counted, common=max(0, self.common - passed))
        return counted.with_hand(self.running, self.hand(self.running).less(passed))

    def skipped_to(self, at: int) -> "Clock":
        """Nobody pays for the time until then."""
        return replace(self, at=max(self.at, at))

    def running_for(self, side: Side | None) -> "Clock":
        return self if self.running is side else replace(self, running=side)

    def full_again(self, side: Side) -> "Clock":
        """A move begins: a hand for each move is set again."""
        hand = self.hand(side)
        if hand.regime is not Regime.MOVE:
            return self
        return self.with_hand(side, replace(hand, left=hand.full))

    def runs_out(self) -> tuple[int, Side | None] | None:
        """When, if nobody does anything, and for whom (None: for both); or None."""
        if self.running is None:
            return None
        hand = self.hand(self.running)
        ends: list[tuple[int, Side | None]] = []
        if hand.regime is not Regime.NONE and hand.left > 0:
            ends.append((self.at + hand.left, self.running))
        if self.common:
            ends.append((self.at + self.common, None))
        return min(ends, key=lambda end: end[0], default=None)


def clock_of(terms: MatchTerms) -> Clock:
    """As it is set before a game (1.7)."""
    full = terms.time_s * 1000
    if terms.clock is ClockKind.GLOBAL:
        return Clock(ClockHand(), ClockHand(), common=full)
    hand = timed(Regime.GAME if terms.clock is ClockKind.CHESS else Regime.MOVE, full)
    return Clock(hand, hand)


def timed(regime: Regime, full: int) -> ClockHand:
    return ClockHand(regime, full, full)
